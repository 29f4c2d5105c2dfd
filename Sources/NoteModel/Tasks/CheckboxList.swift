import ByteBasics
package import NoteSyntax

/// The check boxes of a note, to which one is added in their own style.
package struct CheckboxList {
  private let document: Document

  package init(_ document: Document) {
    self.document = document
  }

  /// The notation that the note's boxes use; nil where none has a field.
  package var notation: CheckboxNotation? {
    document.checkboxes.lazy.compactMap { checkbox in
      CheckboxEditor(checkbox, in: document).notation
    }.first
  }

  /// Puts a box after the last one of the top level, or at the end of the note.
  ///
  /// - Returns: The new bytes, and the line of the box.
  package func adding(_ text: String) -> (bytes: [UInt8], line: Int) {
    let bytes = document.source.bytes
    let lineEnd = ByteBasics.lineEnd(of: bytes)
    guard let last = document.checkboxes.last(where: { $0.depth == 0 }) else {
      let gap = Self.gap(after: bytes, lineEnd)
      let added = bytes + gap + Array(("- [ ] " + text).utf8) + lineEnd
      return (added, added.dropLast().count { $0 == 0x0A } + 1)
    }
    let start = last.lineRange.lowerBound
    let marker = bytes[start..<(last.stateRange.lowerBound - 1)]
    let end = endOfItem(from: last.lineRange.upperBound)
    let isLastLine = end == bytes.count && bytes.last != 0x0A
    let line = Array(marker) + Array(("[ ] " + text).utf8)
    let added =
      isLastLine
      ? bytes + lineEnd + line
      : bytes[..<end] + line + lineEnd + bytes[end...]
    let newStart = isLastLine ? end + lineEnd.count : end
    return (added, added[..<newStart].count { $0 == 0x0A } + 1)
  }

  /// What makes one blank line of the end of a text, and none at the beginning of a file.
  private static func gap(after bytes: [UInt8], _ lineEnd: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    guard bytes.last == 0x0A else { return lineEnd + lineEnd }
    let line = bytes.dropLast().reversed().prefix { $0 != 0x0A }
    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return isBlank ? [] : lineEnd
  }

  /// The start of the first line that is no longer part of an item: not indented, or empty.
  private func endOfItem(from lineEnd: Int) -> Int {
    let bytes = document.source.bytes
    var offset = lineEnd
    while offset < bytes.count {
      guard let feed = bytes[offset...].firstIndex(of: 0x0A) else { return bytes.count }
      let next = feed + 1
      guard next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 else { return next }
      offset = next
    }
    return bytes.count
  }
}
