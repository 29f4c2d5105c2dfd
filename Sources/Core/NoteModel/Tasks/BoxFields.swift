import ByteBasics
package import NoteSyntax

/// The fields of a check box that is one line, as the index keeps them: `due`, a separator, its text, and a line end.
package struct BoxFields: Sendable {
  package let text: String

  package init(text: String) { self.text = text }

  package static let separator: Character = "\u{1F}"

  /// Returns the fields of each check box of a note by its 1-based line. A check box with several lines has none.
  package static func all(of document: Document) -> [Int: String] {
    var found: [Int: String] = [:]
    var next = 0
    for (number, block) in document.blocks.enumerated() where block.kind == .paragraph {
      while next < document.checkboxes.count, document.checkboxes[next].textRange.lowerBound < block.range.lowerBound {
        next += 1
      }
      guard next < document.checkboxes.count else { break }
      let box = document.checkboxes[next]
      guard block.range.contains(box.textRange), !isFollowed(number, in: document) else { continue }
      let rest = document.source.bytes[box.textRange.upperBound..<block.range.upperBound]
      if rest.allSatisfy(ASCII.isWhiteSpace) { found[box.line] = text(of: box, document) }
    }
    return found
  }

  /// Returns true if an item has text after its first paragraph, other than nested lists.
  private static func isFollowed(_ number: Int, in document: Document) -> Bool {
    guard number + 1 < document.blocks.count else { return false }
    let (block, next) = (document.blocks[number], document.blocks[number + 1])
    return next.depth == block.depth && next.kind != .list
  }

  private static func text(of box: Checkbox, _ document: Document) -> String {
    var text = ""
    func add(_ key: String, _ value: String) {
      text += key + String(separator) + value.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    }
    for field in document.fields(in: box.textRange) { add(field.key, field.value) }
    let bytes = document.source.bytes[box.textRange.indices]
    if bytes.contains(where: { $0 >= 0xE2 }) {
      for field in CheckboxFields(box, in: document).fields where field.form == .emoji { add(field.key, field.value) }
    }
    return text
  }
}
