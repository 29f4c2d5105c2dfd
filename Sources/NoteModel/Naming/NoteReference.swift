/// How the user names a note on the command line.
package enum NoteReference: Hashable, Sendable {
  /// `@`: the note that was touched last.
  case lastTouched
  /// `3` or `@3`: a row of the last listing in this terminal, from 1, and never a name. Longer numbers are names, as the
  /// ids of a slip box are.
  case row(Int)
  /// Everything else: a path, an id or its prefix, a title, an alias, a file name, a day.
  case name(String)

  package init(_ text: String) {
    let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if text == "@" {
      self = .lastTouched
    } else if isNumber, digits.utf8.count <= 4, let row = Int(digits) {
      self = .row(row)
    } else {
      self = .name(text)
    }
  }
}

/// A note, and perhaps a line in it: `Memo/장보기.md:12`.
package struct NoteLineReference: Hashable, Sendable {
  package let note: NoteReference
  /// From 1; nil for the note as a whole.
  package let line: Int?

  package init(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
      let line = Int(text[text.index(after: colon)...]), line > 0
    else {
      note = NoteReference(text)
      self.line = nil
      return
    }
    note = NoteReference(String(text[..<colon]))
    self.line = line
  }
}
