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
    let lineEnd = Self.lineEnd(of: bytes)
    guard let last = document.checkboxes.last(where: { $0.depth == 0 }) else {
      let isEmpty = document.body.isEmpty || bytes.isEmpty
      let gap = isEmpty ? "" : (bytes.last == 0x0A ? lineEnd : lineEnd + lineEnd)
      let added = bytes + Array((gap + "- [ ] " + text + lineEnd).utf8)
      return (added, added.dropLast().count { $0 == 0x0A } + 1)
    }
    let start = last.lineRange.lowerBound
    let marker = bytes[start..<(last.stateRange.lowerBound - 1)]
    let end = endOfItem(from: last.lineRange.upperBound)
    let isLastLine = end == bytes.count && bytes.last != 0x0A
    let line = Array(marker) + Array(("[ ] " + text).utf8)
    let added =
      isLastLine
      ? bytes + Array(lineEnd.utf8) + line
      : bytes[..<end] + line + Array(lineEnd.utf8) + bytes[end...]
    let newStart = isLastLine ? end + lineEnd.utf8.count : end
    return (added, added[..<newStart].count { $0 == 0x0A } + 1)
  }

  private static func lineEnd(of bytes: [UInt8]) -> String {
    guard let feed = bytes.firstIndex(of: 0x0A), feed > 0, bytes[feed - 1] == 0x0D else {
      return "\n"
    }
    return "\r\n"
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
