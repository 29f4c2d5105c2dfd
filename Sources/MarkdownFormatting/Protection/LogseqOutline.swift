import ByteBasics

/// Pages of Logseq: every line that is not indented begins a block with a hyphen, is a heading or a property, and nested
/// blocks are indented by tabs. What is indented belongs to its block by other rules than CommonMark's.
enum LogseqOutline {
  static func isOutline(_ bytes: [UInt8], _ table: LineTable) -> Bool {
    guard hasMarks(bytes) else { return false }
    var hasBullet = false
    var isNested = false
    var wasEmpty = false
    for line in 0..<table.count {
      let range = table.range(of: line)
      let text = trimmedBlanks(bytes[range.lowerBound..<contentEnd(of: range, in: bytes)])
      guard let first = text.first else {
        wasEmpty = true
        continue
      }
      let isIndented = text.startIndex > range.lowerBound
      let isBullet =
        first == ASCII.hyphen && (text.count == 1 || text.dropFirst().first == ASCII.space)
      if isIndented {
        guard hasBullet else { return false }
        isNested =
          isNested || (isBullet && bytes[range.lowerBound] == ASCII.tab) || isProperty(text)
      } else if isBullet {
        if wasEmpty, hasBullet { return false }
        hasBullet = true
      } else if isProperty(text) {
        isNested = true
      } else if first != ASCII.hash || (wasEmpty && hasBullet) {
        return false
      }
      wasEmpty = false
    }
    return hasBullet && isNested
  }

  private static let marks = ["\t-", "::"].map { ByteSearch(Array($0.utf8)) }

  private static func hasMarks(_ bytes: [UInt8]) -> Bool {
    marks.contains { $0?.place(in: bytes, from: 0) != nil }
  }

  /// `key:: value`
  private static func isProperty(_ text: ArraySlice<UInt8>) -> Bool {
    let key = text.prefix { ASCII.isAlphanumeric($0) || $0 >= 0x80 || "-_./".utf8.contains($0) }
    return !key.isEmpty && text[key.endIndex...].starts(with: "::".utf8)
  }
}
