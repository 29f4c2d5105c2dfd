import ByteBasics
import CivilCalendar
import NoteModel
import NoteRepository
import NoteSyntax

/// The text of a letter whose day has not come: only its front matter may be shown.
struct SealedText {
  let until: Day

  /// - Returns: nil for a text that is not sealed.
  init?(_ bytes: [UInt8], today: Day) {
    // Most texts speak of no seal at all and need not be parsed.
    guard String(decoding: bytes, as: UTF8.self).lowercased().contains("unseal"),
      let until = Note(Document(parsing: bytes), at: NotePath(trusted: "letter.md"))
        .seal(on: today)
    else { return nil }
    self.until = until
  }

  static func frontMatter(of bytes: [UInt8]) -> [UInt8] {
    Array(bytes.prefix(Document(parsing: bytes).body.lowerBound))
  }
}

extension Transaction {
  /// True where a letter that is sealed today is written, changed or removed.
  func touchesSealedText(today: Day) -> Bool {
    changes.contains { change in
      switch change {
      case .create(let path, let bytes), .remove(let path, let bytes, _):
        path.isMarkdown && SealedText(bytes, today: today) != nil
      case .replace(let path, let before, let after):
        path.isMarkdown
          && [before, after].contains { SealedText($0, today: today) != nil }
      case .move, .place: false
      }
    }
  }
}
