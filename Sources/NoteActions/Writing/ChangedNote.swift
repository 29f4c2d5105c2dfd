package import NoteModel
package import NoteRepository
import NoteSyntax
package import Wording

/// A note as it was and as it is to be.
package struct ChangedNote: Sendable {
  package let path: NotePath
  /// nil for a new note.
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
  /// - Throws: ``RefusedByRule`` where the note would break a rule that it keeps now.
  package func add(_ change: ChangedNote, to transaction: inout Transaction) throws(RefusedByRule) {
    if let breach = breaches(of: change).first(where: { !$0.isTolerated }) {
      throw RefusedByRule(path: change.path, breach: breach)
    }
    if let before = change.before {
      transaction.replace(change.path, expecting: before, with: change.after)
    } else {
      transaction.create(change.path, change.after)
    }
  }

  /// The rules that a change breaks.
  package func breaches(of change: ChangedNote) -> [NoteBreach] {
    let (before, after) = notes(of: change)
    return configuration.noteRules.breaches(changing: before, to: after)
  }

  /// The note before and after a change.
  package func notes(of change: ChangedNote) -> (before: Note?, after: Note) {
    (change.before.map { note(of: $0, at: change.path) }, note(of: change.after, at: change.path))
  }

  private func note(of bytes: [UInt8], at path: NotePath) -> Note {
    Note(Document(parsing: bytes), at: path, in: layout)
  }
}

/// A change that would break a rule. Nothing was written.
package struct RefusedByRule: ExplainedError {
  let path: NotePath
  let breach: NoteBreach

  package var category: ErrorCategory { breach.category }
  package var explanation: Message {
    Message("\(path): \(breach.explanation.english)", ko: "\(path): \(breach.explanation.korean)")
  }
  package var hint: Message? { breach.hint }
}
