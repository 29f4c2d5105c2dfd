import CivilCalendar
import NoteModel
import NoteRepository
import NoteSyntax

/// The text of a letter whose day has not come: only its front matter may be shown.
struct SealedText {
  let until: Day

  /// - Returns: nil for a text that is not sealed.
  init?(_ path: NotePath, _ bytes: [UInt8], today: Day) {
    // Most texts speak of no seal at all and need not be parsed.
    guard path.isMarkdown, String(decoding: bytes, as: UTF8.self).lowercased().contains("unseal"),
      let until = Note(Document(parsing: bytes), at: path).unseal, until > today
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
      case .create(let path, let bytes): SealedText(path, bytes, today: today) != nil
      case .replace(let path, let before, let after):
        SealedText(path, before, today: today) != nil
          || SealedText(path, after, today: today) != nil
      case .remove(let path, let before, _): SealedText(path, before, today: today) != nil
      case .move: false
      }
    }
  }
}
