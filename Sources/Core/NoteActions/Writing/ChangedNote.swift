package import NoteModel
package import NoteRepository
import NoteSyntax
package import Wording

/// A note as it was and as it is to be.
package struct ChangedNote: Sendable {
  package let path: NotePath
  /// The bytes before the change; nil for a new note.
  package let before: [UInt8]?
  package let after: [UInt8]

  package init(path: NotePath, before: [UInt8]?, after: [UInt8]) {
    self.path = path
    self.before = before
    self.after = after
  }
}

extension Workspace {
  /// Makes a change part of a transaction.
  ///
  /// - Throws: If the note would break a rule that it keeps now.
  package func add(_ change: ChangedNote, to transaction: inout Transaction) throws(Problem) {
    if let violation = violations(of: change).first(where: { !$0.isTolerated }) {
      let reason = violation.explanation
      throw Problem(
        violation.category,
        Message("\(change.path): \(reason.english)", ko: "\(change.path): \(reason.korean)"), hint: violation.hint)
    }
    if let before = change.before {
      transaction.replace(change.path, expecting: before, with: change.after)
    } else {
      transaction.create(change.path, change.after)
    }
  }

  package func violations(of change: ChangedNote) -> [RuleViolation] {
    let (before, after) = notes(of: change)
    return configuration.noteRules.violations(changing: before, to: after)
  }

  package func notes(of change: ChangedNote) -> (before: Note?, after: Note) {
    (change.before.map { note(of: $0, at: change.path) }, note(of: change.after, at: change.path))
  }

  private func note(of bytes: [UInt8], at path: NotePath) -> Note {
    Note(Document(parsing: bytes), at: path, in: layout)
  }
}
