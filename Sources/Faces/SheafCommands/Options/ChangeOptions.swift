package import ArgumentParser
import NoteModel
import NoteRepository
import Wording

/// The objects that a command changes, with the help texts that name them.
package protocol ChangeSubject {
  associatedtype Form: ChangeForm
  static var conditionHelp: ArgumentHelp { get }
  static var expectHelp: ArgumentHelp { get }
  static var dryRunHelp: ArgumentHelp { get }
}

extension ChangeSubject {
  package static var dryRunHelp: ArgumentHelp {
    help("Show the changes without writing them.", ko: "저장하지 않고 변경 내용만 출력합니다.")
  }
}

/// `--json` of a command that writes.
package protocol ChangeForm: ParsableArguments, Sendable {
  var json: Bool { get }
}

package struct ChangesInJSON: ChangeForm {
  @Flag(help: help("Print the changes as one JSON document.", ko: "변경 내용을 JSON 문서 하나로 출력합니다."))
  package var json = false

  package init() {}
}

/// The command has another `--json`, or none.
package struct NoChangeForm: ChangeForm {
  package var json: Bool { false }

  package init() {}
}

package enum ChangedNotes: ChangeSubject {
  package typealias Form = ChangesInJSON

  package static var conditionHelp: ArgumentHelp {
    help(.query, "Change the notes that match this query, instead of NOTES.", ko: "이름 대신 이 검색식에 맞는 메모를 바꿉니다.")
  }
  package static var expectHelp: ArgumentHelp {
    help(.count, "Abort unless exactly N notes would change.", ko: "바뀔 메모가 이 개수와 다르면 중단합니다.")
  }
}

/// The notes of a command that is also a listing.
enum ListedNotes: ChangeSubject {
  typealias Form = NoChangeForm

  static var conditionHelp: ArgumentHelp { ChangedNotes.conditionHelp }
  static var expectHelp: ArgumentHelp { ChangedNotes.expectHelp }
}

enum ChangedTasks: ChangeSubject {
  typealias Form = ChangesInJSON

  static var conditionHelp: ArgumentHelp {
    help(.query, "Change the tasks that match this query, instead of NOTES.", ko: "이름 대신 이 검색식에 맞는 할 일을 바꿉니다.")
  }
  static var expectHelp: ArgumentHelp {
    help(.count, "Abort unless exactly N tasks would change.", ko: "바뀔 할 일이 이 개수와 다르면 중단합니다.")
  }
}

enum OpenedNotes: ChangeSubject {
  typealias Form = ChangesInJSON

  static var conditionHelp: ArgumentHelp { ChangedNotes.conditionHelp }
  static var expectHelp: ArgumentHelp {
    help(.count, "Abort unless exactly N notes would be opened.", ko: "편집기로 열 메모가 이 개수와 다르면 중단합니다.")
  }
  static var dryRunHelp: ArgumentHelp { help("Open nothing; list the notes.", ko: "열지 않고 메모 목록만 출력합니다.") }
}

/// `--dry-run`, for a command that counts nothing.
struct DryRunOption<Subject: ChangeSubject>: ParsableArguments {
  @Flag(name: [.customShort("n"), .long], help: Subject.dryRunHelp)
  var dryRun = false
}

/// The options that limit the changes of a command: `--expect` and `--dry-run`.
package struct CareOptions<Subject: ChangeSubject>: ParsableArguments {
  @Option(help: Subject.expectHelp)
  var expect: Int?

  @OptionGroup var rehearsal: DryRunOption<Subject>
  @OptionGroup var form: Subject.Form

  package init() {}

  package var dryRun: Bool { rehearsal.dryRun }
  package var care: WriteOptions { care(json: form.json) }

  func care(json: Bool) -> WriteOptions { WriteOptions(expect: expect, dryRun: dryRun, json: json) }
}

/// The options of every command that writes notes.
package typealias WritingOptions = CareOptions<ChangedNotes>

/// The options of every command that changes the notes or tasks of a query.
struct ChangeOptions<Subject: ChangeSubject>: ParsableArguments {
  @Option(name: .customLong("where"), help: Subject.conditionHelp)
  var condition: String?

  @OptionGroup var writing: CareOptions<Subject>
}

/// The values of `--expect` and `--dry-run`.
package struct WriteOptions {
  /// The number of notes or tasks that may change; nil for any.
  var expect: Int?
  /// True to print the differences without writing them.
  var dryRun = false
  /// True to print the changes as one JSON document.
  var json = false
  var account = Account.onTerminal

  /// The condition for printing the ``ChangeAccount``. If standard output is not a terminal, the account goes to
  /// standard error.
  enum Account {
    case never, onTerminal, always
  }

  /// Returns the options without an account of the change if only a path is to be printed.
  package func silent(_ isSilent: Bool) -> WriteOptions {
    var care = self
    if isSilent { care.account = .never }
    return care
  }
}

extension Transaction {
  /// Throws an error, before any file is written, if the number of notes differs from `--expect`.
  func checkNoteCount(_ expected: Int?) throws { try changes.checkNoteCount(expected) }
}

extension [FileChange] {
  /// The files that they change, move, make or remove.
  private var notes: Set<NotePath> {
    Set(
      map { change in
        switch change {
        case .create(let path, _), .replace(let path, _, _), .remove(let path, _, _),
          .move(let path, _), .place(let path, _):
          path
        }
      })
  }

  /// Throws an error, before any file is written, if the number of notes differs from `--expect`.
  func checkNoteCount(_ expected: Int?) throws { try checkCount(notes.count, isExpected: expected) }
}

extension Sequence where Element: Hashable {
  /// Returns each element once, where it comes first.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// Refuses another number of notes or tasks than was expected. Nothing was written.
///
/// - Parameters:
///   - actual: The number of notes or tasks that would change.
///   - expected: nil for any number.
///   - noun: The objects that are counted.
func checkCount(_ actual: Int, isExpected expected: Int?, _ noun: Message = Message("note", ko: "메모가")) throws {
  guard let expected, expected != actual else { return }
  throw Problem(
    .conflict,
    Message(
      "\(counted(actual, noun.english)) would change, not \(expected); nothing was written",
      ko: "바뀔 \(noun.korean) \(actual)개입니다(--expect \(expected)). 저장하지 않았습니다"))
}
