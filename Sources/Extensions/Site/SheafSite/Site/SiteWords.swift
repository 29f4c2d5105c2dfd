import CivilCalendar
import NoteModel
import NotePresentation
import Wording

/// The words of a site's pages, as templates name them.
struct SiteWords: Sendable {
  let language: Language
  private let dates: DateStyle
  /// `words.backlinks` in a template.
  let table: [String: String]

  init(_ language: Language, _ dates: DateStyle? = nil) {
    self.language = language
    self.dates = dates ?? .long
    table = Self.messages.mapValues { $0.text(in: language) }
  }

  subscript(name: String) -> String { table[name] ?? name }

  func date(_ day: Day) -> String { dates.text(day, in: language) }

  func noteCount(_ count: Int) -> String {
    Message(counted(count, "note"), ko: "메모 \(count)개").text(in: language)
  }

  /// Returns a link to the whole of a list of which only a part is shown.
  func all(_ count: Int) -> String {
    Message("All \(count) notes", ko: "메모 \(count)개 모두 보기").text(in: language)
  }

  func linkCount(_ count: Int) -> String {
    Message(counted(count, "link"), ko: "링크 \(count)개").text(in: language)
  }

  /// Returns the number of those that are not listed, in words.
  func further(_ count: Int) -> String { Message("and \(count) more", ko: "외 \(count)개").text(in: language) }

  private static let messages = Message.table(PackageResources.Words_txt).merging([
    "todo": TaskStatus.todo.label, "doing": TaskStatus.doing.label,
    "done": TaskStatus.done.label, "cancelled": TaskStatus.cancelled.label,
  ]) { first, _ in first }
}
