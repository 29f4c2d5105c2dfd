import ByteBasics
package import CivilCalendar
package import NoteModel
package import NoteSyntax
package import TerminalText
import Wording

/// A note as `show` draws it: its fields in a few lines, its problems, then the body.
package struct NoteView {
  private let note: Note
  private let now: CivilMoment
  /// The document that is drawn: the note, with the answers to its queries.
  private let shown: Document
  private let backlinks: [LinkRow]
  private let isBroken: (String) -> Bool
  private let isReversed: (Link) -> Bool

  /// Creates the view of a note, with the links to it and tests for broken links and links in reversed form.
  package init(
    _ note: Note, shown: Document? = nil, now: CivilMoment, backlinks: [LinkRow], isBroken: @escaping (String) -> Bool,
    isReversed: @escaping (Link) -> Bool
  ) {
    self.note = note
    self.now = now
    self.shown = shown ?? note.document
    self.backlinks = backlinks
    self.isBroken = isBroken
    self.isReversed = isReversed
  }

  package func lines(_ page: Page) -> [StyledText] {
    var lines = [StyledText(page.title(note.title), .title), StyledText(note.path.string, .path)]
    lines += facts(page)
    let diagnostics = note.document.diagnostics
    let positions = note.document.source.positions(of: diagnostics.compactMap { $0.range?.lowerBound })
    for diagnostic in diagnostics {
      let position = diagnostic.range.flatMap { positions[$0.lowerBound] }
      let place = position.map { "\($0.line):\($0.column) " } ?? ""
      lines.append(StyledText("! " + place + page.text(diagnostic.message), .overdue))
    }
    lines.append(StyledText())
    let heading = note.document.leadingHeading?.text
    lines += TerminalRenderer.lines(
      shown, page, omitsTitle: heading == note.title || heading != nil && heading == note.entryDay?.description,
      isReversed: isReversed, isBroken: isBroken)
    guard !backlinks.isEmpty else { return lines }
    lines += [StyledText(), StyledText(page.text(Message("Linked from", ko: "백링크")), .heading)]
    lines += backlinks.map {
      StyledText("  ") + StyledText($0.source.string, .path) + StyledText(":\($0.line)", .line)
    }
    return lines
  }

  /// Returns the status, the due date and the marks of a task in words; nothing for a note that is none.
  package func taskFacts(_ page: Page) -> [StyledText] {
    let line = taskLine(page)
    return line.isEmpty ? [] : line.wrapped(to: page.columns)
  }

  private func taskLine(_ page: Page) -> StyledText {
    var line = StyledText()
    if let task = note.tasks.first(where: { $0.source == .note }) {
      let status = Message(task.status.name, ko: task.status.label.korean)
      line.append(StatusMark.mark(task.status.name, page) + StyledText(" " + page.text(status)))
      if let due = task.due {
        line.append("  " + page.text(Message("due ", ko: "마감 ")), .dim)
        line.append(page.listed(due.here(at: now)), .mark)
      }
      for key in NoteChange.taskFields.dropFirst(2) {
        let values = note.fields.filter { FieldCatalogue.canonical($0.key) == key }.map(\.text)
        guard !values.isEmpty else { continue }
        let part = NoteChange.part(key, nil, values, at: now)
        line.append("  " + (part.label.map(page.text) ?? "") + " ", .dim)
        line.append(page.text(part.value))
      }
    }
    return line
  }

  private func facts(_ page: Page) -> [StyledText] {
    var line = taskLine(page)
    // Beside a due date, another date needs a word.
    let label = line.isEmpty ? "" : page.text(Message("created ", ko: "작성 "))
    for tag in note.tags { line.append((line.isEmpty ? "" : " ") + "#" + tag.string, .tag) }
    // The title of a diary entry can be the day, which is not shown twice.
    if let created = note.created, created.day.description != note.title {
      line.append((line.isEmpty ? "" : "  ") + label + page.listed(.day(created.day)), .dim)
    }
    return line.isEmpty ? [] : line.wrapped(to: page.columns)
  }
}
