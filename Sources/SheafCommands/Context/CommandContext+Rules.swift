import NoteModel
import NoteSyntax
import Wording

extension CommandContext {
  /// Refuses a change of a note that breaks a rule.
  ///
  /// `before`: nil for a new note.
  func require(
    _ rules: NoteRules, changing before: [UInt8]?, to after: [UInt8], at path: NotePath
  ) throws(RefusedByRule) {
    let old = before.map { Note(Document(parsing: $0), at: path) }
    do throws(NoteBreach) {
      try rules.require(changing: old, to: Note(Document(parsing: after), at: path))
    } catch {
      throw RefusedByRule(path: path, breach: error)
    }
  }

  /// Reports which rules a change of a note broke, and how to take it back.
  func warn(
    of rules: NoteRules, changing before: [UInt8], to after: [UInt8], at path: NotePath
  ) {
    let breaches = rules.breaches(
      changing: Note(Document(parsing: before), at: path),
      to: Note(Document(parsing: after), at: path))
    for breach in breaches {
      warn(
        Message(
          "\(path): \(breach.explanation.english)", ko: "\(path): \(breach.explanation.korean)"))
    }
    guard !breaches.isEmpty else { return }
    note(Message("“sheaf undo” takes it back.", ko: "“sheaf undo”로 되돌립니다."))
  }
}

/// A change that would break a rule. Nothing was written.
struct RefusedByRule: ExplainedError {
  let path: NotePath
  let breach: NoteBreach

  var category: ErrorCategory { breach.category }
  var explanation: Message {
    Message("\(path): \(breach.explanation.english)", ko: "\(path): \(breach.explanation.korean)")
  }
  var hint: Message? { breach.hint }
}
