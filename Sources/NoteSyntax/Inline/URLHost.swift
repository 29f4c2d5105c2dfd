import ByteBasics

/// The host of a URL in running text.
struct URLHost {
  let bytes: [UInt8]
  let start: Int
  let limit: Int

  /// Where it ends; nil where there is none, or an underscore in its last two labels.
  var end: Int? {
    guard start < limit, ASCII.isAlphanumeric(bytes[start]) || bytes[start] >= 0x80 else {
      return nil
    }
    var index = start
    while index < limit, let next = next(behind: index) { index = next }
    while index > start, bytes[index - 1] == ASCII.period { index -= 1 }
    return index > start && !hasWrongUnderscore(to: index) ? index : nil
  }

  /// After the letter, character or whole label at `index`; nil where the host ends.
  private func next(behind index: Int) -> Int? {
    let byte = bytes[index]
    if byte < 0x80 {
      let isHost =
        ASCII.isAlphanumeric(byte) || byte == ASCII.hyphen || byte == ASCII.period
        || byte == ASCII.underscore
      return isHost ? index + 1 : nil
    }
    // Latin letters with a mark, but neither × nor ÷.
    if (0xC3...0xC9).contains(byte), index + 1 < limit {
      let isSign = byte == 0xC3 && (bytes[index + 1] == 0x97 || bytes[index + 1] == 0xB7)
      return isSign ? nil : index + 2
    }
    // Signs such as the no-break space begin with C2.
    guard byte != 0xC2, index == start || bytes[index - 1] == ASCII.period else { return nil }
    return endOfForeignLabel(from: index)
  }

  /// Labels of other scripts that end a host.
  private static let topLevels = ["한국", "닷컴", "닷넷", "中国", "中國", "日本", "みんな", "рф"]
    .map { Array($0.utf8) }

  /// The end of a label like `한국` or `도메인`, where it is a top-level domain or where a dot, a slash or a colon
  /// shows that it is a label.
  private func endOfForeignLabel(from begin: Int) -> Int? {
    var index = begin
    while index < limit,
      bytes[index] >= 0x80 || ASCII.isAlphanumeric(bytes[index]) || bytes[index] == ASCII.hyphen
    {
      index += 1
    }
    for topLevel in Self.topLevels where begin > start {
      if bytes[begin..<index].starts(with: topLevel) { return begin + topLevel.count }
    }
    guard index < limit else { return nil }
    if bytes[index] == ASCII.slash, begin > start { return index }
    let isLabel =
      bytes[index] == ASCII.period && index + 1 < limit
      && (ASCII.isAlphanumeric(bytes[index + 1]) || bytes[index + 1] >= 0x80)
    return isLabel ? index : nil
  }

  private func hasWrongUnderscore(to end: Int) -> Bool {
    let labels = bytes[start..<end].split(separator: ASCII.period, omittingEmptySubsequences: false)
    return labels.count <= 11 && labels.suffix(2).contains { $0.contains(ASCII.underscore) }
  }
}
