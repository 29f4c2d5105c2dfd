/// The tokens that a reader of the source sees, whether HTML shows them or not.
enum SourceTokens {
  /// The runs of two and more letters, in order.
  static func words(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes
    return text.split { !isLetter($0) }.filter { $0.count > 1 }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// True if every wiki link, formula, comment, mark, template, footnote mark and callout of `before` is in `after`
  /// as often, text for text; white space and the marks of quotes inside do not count.
  static func keepsProtectedText(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Bool {
    var wanted: [[UInt8]: Int] = [:]
    for signs in pairs {
      for text in texts(between: signs, in: before) { wanted[squeezed(text), default: 0] += 1 }
    }
    guard !wanted.isEmpty else { return true }
    var found: [[UInt8]: Int] = [:]
    for signs in pairs {
      for text in texts(between: signs, in: after) { found[squeezed(text), default: 0] += 1 }
    }
    return wanted.allSatisfy { found[$0.key, default: 0] >= $0.value }
  }

  /// The blocks of MkDocs that begin at the head of a line, each with the lines indented below it; none after a line that
  /// may begin code or HTML, in which they would be text.
  static func indentedBlocks(of bytes: ArraySlice<UInt8>) -> [[ArraySlice<UInt8>]] {
    var blocks: [[ArraySlice<UInt8>]] = []
    var isOpen = false
    for line in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A }) {
      let text = line.drop { " \t>-+*.)0123456789".utf8.contains($0) }
      if ["```", "~~~", "<"].contains(where: { text.starts(with: $0.utf8) }) { break }
      let isEmpty = line.allSatisfy { " \t\r".utf8.contains($0) }
      if ["!!! ", "??? ", "=== \""].contains(where: { line.starts(with: $0.utf8) }) {
        blocks.append([line])
        isOpen = true
      } else if isOpen, isEmpty || line.first == 0x20 || line.first == 0x09 {
        blocks[blocks.count - 1].append(line)
      } else {
        isOpen = false
      }
    }
    return blocks.map { block in
      Array(block.reversed().drop { $0.allSatisfy { " \t\r".utf8.contains($0) } }.reversed())
    }
  }

  private struct Signs {
    let open: [UInt8]
    let close: [UInt8]
    /// True if no white space may be between the two.
    let isLabel: Bool

    init(_ open: String, _ close: String, isLabel: Bool = false) {
      self.isLabel = isLabel
      self.open = Array(open.utf8)
      self.close = Array(close.utf8)
    }
  }

  private static let pairs = [
    Signs("[[", "]]"), Signs("{{", "}}"), Signs("{%", "%}"), Signs("[^", "]", isLabel: true),
    Signs("[!", "]", isLabel: true), Signs("==", "=="), Signs("%%", "%%"), Signs("$$", "$$"),
    Signs("[k::", "]"),
  ]

  /// The texts between two signs on one line, signs included, without overlaps.
  private static func texts(
    between signs: Signs, in bytes: ArraySlice<UInt8>
  ) -> [ArraySlice<UInt8>] {
    var result: [ArraySlice<UInt8>] = []
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      var offset = line.startIndex
      while offset < line.endIndex {
        guard line[offset...].starts(with: signs.open) else {
          offset += 1
          continue
        }
        let inner = offset + signs.open.count
        // A row of equals signs underlines a heading; the last two of a row may open a mark.
        if inner == line.endIndex || line[inner] == line[offset] || line[inner] == 0x20 {
          offset += 1
          continue
        }
        guard let end = end(of: signs.close, in: line, from: inner) else { break }
        let text = line[offset..<end]
        guard !signs.isLabel || !text.contains(0x20),
          !text.dropFirst(2).contains(signs.open[0]) || signs.open == signs.close
        else {
          offset = inner
          continue
        }
        result.append(text)
        offset = end
      }
    }
    return result
  }

  private static func end(of sign: [UInt8], in line: ArraySlice<UInt8>, from start: Int) -> Int? {
    var offset = start
    while offset + sign.count <= line.endIndex {
      if line[offset...].starts(with: sign) { return offset + sign.count }
      offset += 1
    }
    return nil
  }

  private static func squeezed(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.filter { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: ">") }
  }
}
