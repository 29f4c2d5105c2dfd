package import ByteBasics
import CivilCalendar
import NoteModel
import Wording

/// The facts of a digest for programs.
package struct DigestJSON {
  private let digest: Digest
  private let words: DigestWords
  private let plan: DigestPlan

  /// Creates the document. Texts for programs are not translated.
  init(_ digest: Digest, _ plan: DigestPlan) {
    self.digest = digest
    self.plan = plan
    words = DigestWords(digest, .english, name: plan.title)
  }

  package var value: JSONValue {
    let query: String? = if case .query(let text) = digest.subject { text } else { nil }
    var members: [JSONValue.Member] = [
      JSONValue.Member("schemaVersion", .integer(1)), JSONValue.Member("kind", .string("digest")),
      JSONValue.Member("title", .string(plan.title)),
      JSONValue.Member("period", .optional(digest.days?.periodName)),
      JSONValue.Member("from", .optional(digest.days?.first.description)),
      JSONValue.Member("to", .optional(digest.days?.last.description)),
      JSONValue.Member("query", .optional(query)),
      JSONValue.Member("summary", .string(words.summary.map(\.text).joined())),
      JSONValue.Member("authors", .array(digest.authors.map { .string($0) })),
      JSONValue.Member("introduction", .optional(digest.introduction?.note.path.string)),
    ]
    for section in digest.sections { members += self.members(of: section) }
    let leftOut = HeldBackReason.allCases.compactMap { reason in
      digest.leftOut[reason].map { JSONValue.Member(reason.rawValue, .integer($0)) }
    }
    let own = digest.own.sorted { $0.key < $1.key }.map {
      JSONValue.Member($0, .string(DigestLetter.excerptText(of: $1)))
    }
    return .object(
      members + [
        JSONValue.Member("own", .object(own)), JSONValue.Member("hasHistory", .boolean(digest.hasHistory)),
        JSONValue.Member("leftOut", .object(leftOut)),
      ])
  }

  private func members(of section: Digest.Section) -> [JSONValue.Member] {
    func list<Item>(_ name: String, _ items: [Item], _ value: (Item) -> JSONValue) -> JSONValue.Member {
      JSONValue.Member(name, .array(items.map(value)))
    }
    return switch section {
    case .intro: []
    case .tasks:
      [list("done", digest.done, task), list("motion", digest.motion, task), list("late", digest.late, task)]
    case .notes:
      [list("new", digest.created, note), list("changed", digest.changed, note), list("together", digest.bulks, bulk)]
    case .diary: [list("diary", digest.diary, entry)]
    case .ahead: [list("ahead", digest.coming, task)]
    case .years: [list("years", digest.years, entry)]
    case .own: []
    }
  }

  private func touch(_ touch: Digest.Touch) -> [JSONValue.Member] {
    [
      JSONValue.Member("authors", .array(touch.authors.map { .string($0) })),
      JSONValue.Member("days", .array(touch.days.map { .string($0.description) })),
    ]
  }

  private func task(_ entry: Digest.TaskEntry) -> JSONValue {
    let line: Int? = if case .checkbox(let line) = entry.task.source { line } else { nil }
    var members: [JSONValue.Member] = [
      JSONValue.Member("path", .string(entry.note.string)),
      JSONValue.Member("line", line.map { .integer($0) } ?? .null),
      JSONValue.Member("title", .string(entry.task.title)),
      JSONValue.Member("status", .string(entry.task.status.name)),
      JSONValue.Member("due", .optional(entry.task.due?.description)),
      JSONValue.Member("closed", .optional(entry.task.closed?.description)),
    ]
    if entry.isBegun { members.append(JSONValue.Member("isBegun", .boolean(true))) }
    if let due = entry.formerDue { members.append(JSONValue.Member("formerDue", .string(due.description))) }
    if let change = entry.change { members.append(JSONValue.Member("changes", .array([self.change(change)]))) }
    if !entry.touch.days.isEmpty { members += touch(entry.touch) }
    return .object(members)
  }

  private func change(_ change: NoteNews.Change) -> JSONValue {
    .object([
      JSONValue.Member("kind", .string(change.kind.name)),
      JSONValue.Member("text", .string(change.text)),
      JSONValue.Member("old", .optional(change.old.isEmpty || change.old == change.text ? nil : change.old)),
      JSONValue.Member("heading", .optional(change.heading)), JSONValue.Member("field", .optional(change.field)),
      JSONValue.Member("count", change.count > 0 ? .integer(change.count) : .null),
    ])
  }

  private func members(of note: Note) -> [JSONValue.Member] {
    [
      JSONValue.Member("path", .string(note.path.string)), JSONValue.Member("title", .string(note.title)),
      JSONValue.Member("url", .optional(plan.pageAddress(note.path))),
      JSONValue.Member("tags", .array(note.tags.map { .string($0.string) })),
      JSONValue.Member("excerpt", .string(DigestLetter.excerptText(of: note))),
    ]
  }

  private func note(_ entry: Digest.NoteEntry) -> JSONValue {
    .object(
      members(of: entry.note) + touch(entry.touch)
        + (entry.news.map { [JSONValue.Member("changes", .array($0.changes.map(change)))] } ?? []))
  }

  private func bulk(_ bulk: Digest.Bulk) -> JSONValue {
    .object(
      [
        JSONValue.Member("folder", .string(bulk.folder)), JSONValue.Member("count", .integer(bulk.count)),
        JSONValue.Member("text", .string(words.line(bulk).map(\.text).joined())),
      ] + touch(bulk.touch))
  }

  private func entry(_ entry: Digest.DiaryEntry) -> JSONValue {
    func field(_ key: String) -> JSONValue {
      .optional(plan.isPublic ? nil : entry.note.fields.first { $0.key == key }?.text)
    }
    return .object(
      [JSONValue.Member("day", .string(entry.day.description))] + members(of: entry.note)
        + [JSONValue.Member("mood", field("mood")), JSONValue.Member("weather", field("weather"))])
  }
}
