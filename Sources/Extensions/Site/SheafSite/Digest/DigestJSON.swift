package import ByteBasics
import CivilCalendar
package import NoteModel
import Wording

/// The facts of a digest for programs.
package struct DigestJSON {
  private let digest: Digest
  private let words: DigestWords

  /// - Parameter words: In English, as what programs read is never translated.
  package init(_ digest: Digest, name: String?) {
    self.digest = digest
    words = DigestWords(digest, .english, name: name)
  }

  package var value: JSONValue {
    var members: [JSONValue.Member] = [
      JSONValue.Member("schemaVersion", .integer(1)), JSONValue.Member("kind", .string("digest")),
      JSONValue.Member("title", .string(words.title)),
    ]
    switch digest.subject {
    case .days(let days):
      members += [
        JSONValue.Member("from", .string(days.first.description)),
        JSONValue.Member("to", .string(days.last.description)),
        JSONValue.Member("query", .null),
      ]
    case .query(let query):
      members += [
        JSONValue.Member("from", .null), JSONValue.Member("to", .null),
        JSONValue.Member("query", .string(query)),
      ]
    }
    members += digest.sections.map { JSONValue.Member($0.rawValue, .array(items(of: $0))) }
    let leftOut = HeldBackReason.allCases.compactMap { reason in
      digest.leftOut[reason].map { JSONValue.Member(reason.rawValue, .integer($0)) }
    }
    return .object(
      members + [
        JSONValue.Member("furtherNotes", .integer(digest.furtherNotes)),
        JSONValue.Member("leftOut", .object(leftOut)),
      ])
  }

  private func items(of section: Digest.Section) -> [JSONValue] {
    switch section {
    case .done: digest.done.map(task)
    case .overdue: digest.overdue.map(task)
    case .upcoming: digest.coming.map(task)
    case .board: digest.moved.map(move)
    case .diary: digest.diary.map(entry)
    case .new: digest.created.map { .object(members(of: $0)) }
    case .changed: digest.changed.map(changed)
    case .years: digest.years.map(entry)
    }
  }

  private func task(_ entry: Digest.TaskEntry) -> JSONValue {
    let line: Int? = if case .checkbox(let line) = entry.task.source { line } else { nil }
    return .object([
      JSONValue.Member("path", .string(entry.note.string)),
      JSONValue.Member("line", line.map { .integer($0) } ?? .null),
      JSONValue.Member("title", .string(entry.task.title)),
      JSONValue.Member("status", .string(entry.task.status.name)),
      JSONValue.Member("due", .optional(entry.task.due?.description)),
      JSONValue.Member("closed", .optional(entry.task.closed?.description)),
    ])
  }

  private func move(_ move: Digest.Move) -> JSONValue {
    .object([
      JSONValue.Member("path", .string(move.note.string)),
      JSONValue.Member("title", .string(move.title)),
      JSONValue.Member("from", .string(move.from.name)),
      JSONValue.Member("to", .string(move.to.name)),
    ])
  }

  private func members(of note: Note) -> [JSONValue.Member] {
    [
      JSONValue.Member("path", .string(note.path.string)),
      JSONValue.Member("title", .string(note.title)),
      JSONValue.Member("tags", .array(note.tags.map { .string($0.string) })),
      JSONValue.Member("excerpt", .string(DigestExcerpt.text(of: note))),
    ]
  }

  private func changed(_ note: Note) -> JSONValue {
    let changes = (digest.changes[note.path] ?? []).map { JSONValue.string($0.words.english) }
    return .object(members(of: note) + [JSONValue.Member("changes", .array(changes))])
  }

  private func entry(_ entry: Digest.DiaryEntry) -> JSONValue {
    func field(_ key: String) -> JSONValue {
      .optional(entry.note.fields.first { $0.key == key }?.text)
    }
    return .object(
      [JSONValue.Member("day", .string(entry.day.description))] + members(of: entry.note)
        + [JSONValue.Member("mood", field("mood")), JSONValue.Member("weather", field("weather"))])
  }
}
