import NoteModel
import NoteRepository
import Wording

extension Transaction {
  /// Refuses another number of notes than `--expect` says; nothing has been written then.
  func checkNoteCount(_ expected: Int?) throws { try changes.checkNoteCount(expected) }
}

extension [FileChange] {
  /// The files that they change, move, make or remove.
  private var notes: Set<NotePath> {
    Set(
      map { change in
        switch change {
        case .create(let path, _), .replace(let path, _, _), .remove(let path, _, _),
          .move(let path, _):
          path
        }
      })
  }

  /// Refuses another number of notes than `--expect` says; nothing has been written then.
  func checkNoteCount(_ expected: Int?) throws {
    guard let expected, expected != notes.count else { return }
    throw ExpectationError(expected: expected, actual: notes.count)
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it comes first.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// Another number of notes would change than was expected. Nothing was written.
struct ExpectationError: ExplainedError {
  let expected: Int
  let actual: Int

  var category: ErrorCategory { .conflict }
  var explanation: Message {
    Message(
      "\(counted(actual, "note")) would change, not \(expected); nothing was written",
      ko: "바뀔 메모가 \(expected)개가 아니라 \(actual)개라서 아무것도 저장하지 않았습니다")
  }
}
