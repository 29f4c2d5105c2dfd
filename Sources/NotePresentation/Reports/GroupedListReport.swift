package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// Notes under headings: a note with several values stands under each.
package struct GroupedListReport: Report {
  /// A heading and its notes. The value is nil for notes that have none.
  package struct Group: Sendable {
    package let value: String?
    package let notes: [NoteSummary]

    package init(value: String?, notes: [NoteSummary]) {
      self.value = value
      self.notes = notes
    }
  }

  package let groups: [Group]
  private let field: String
  private let today: Day

  /// Groups in the order of their values, notes without one last.
  package init(
    _ notes: [NoteSummary], by field: String, values: [NotePath: [String]], today: Day
  ) {
    var groups: [String: [NoteSummary]] = [:]
    var rest: [NoteSummary] = []
    for note in notes {
      let own = values[note.path] ?? []
      if own.isEmpty { rest.append(note) }
      for value in own { groups[value, default: []].append(note) }
    }
    let sorted = groups.keys.sorted { foldedName($0) < foldedName($1) }
    self.groups =
      sorted.map { Group(value: $0, notes: groups[$0] ?? []) }
      + (rest.isEmpty ? [] : [Group(value: nil, notes: rest)])
    self.field = field
    self.today = today
  }

  package var kind: String { "list" }

  package var items: [JSONValue] {
    groups.flatMap { group in
      group.notes.map { note in
        guard case .object(let members) = note.json else { return .null }
        return .object([JSONValue.Member("group", .optional(group.value))] + members)
      }
    }
  }

  /// The notes in the order in which they are shown: a row's number counts through all groups.
  package var shownNotes: [NoteSummary] { groups.flatMap(\.notes) }

  package func lines(_ page: Page) -> [StyledText] {
    let rows = NoteListReport(notes: shownNotes, today: today).lines(page)
    var lines: [StyledText] = []
    var start = 0
    for group in groups {
      if start > 0 { lines.append(StyledText()) }
      var head = StyledText(
        group.value ?? page.text(Message("no \(field)", ko: "\(field) 없음")), .heading)
      head.append("  \(group.notes.count)", .dim)
      lines.append(head)
      lines += rows[start..<(start + group.notes.count)]
      start += group.notes.count
    }
    return lines
  }
}
