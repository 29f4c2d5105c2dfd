package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// The history of notes in words, as `log` shows it.
package struct NoteLogReport: Report {
  /// What a commit did to one note.
  package struct Event: Sendable {
    let path: NotePath
    let title: String
    let changes: [NoteChange]

    package init(path: NotePath, title: String, changes: [NoteChange]) {
      self.path = path
      self.title = title
      self.changes = changes
    }
  }

  package struct Entry: Sendable {
    let commit: String
    let moment: CivilMoment
    let author: String
    let subject: String
    let events: [Event]

    package init(
      commit: String, moment: CivilMoment, author: String, subject: String, events: [Event]
    ) {
      self.commit = commit
      self.moment = moment
      self.author = author
      self.subject = subject
      self.events = events
    }
  }

  private let entries: [Entry]
  /// One note was asked for, so its name is shown only where it was another.
  private let isOfOneNote: Bool

  package init(entries: [Entry], isOfOneNote: Bool) {
    self.entries = entries
    self.isOfOneNote = isOfOneNote
  }

  package var kind: String { "log" }

  package var items: [JSONValue] {
    entries.map { entry in
      .object([
        JSONValue.Member("commit", .string(entry.commit)),
        JSONValue.Member("time", .string(entry.moment.description)),
        JSONValue.Member("author", .string(entry.author)),
        JSONValue.Member("subject", .string(entry.subject)),
        JSONValue.Member(
          "notes",
          .array(
            entry.events.map { event in
              .object([
                JSONValue.Member("path", .string(event.path.string)),
                JSONValue.Member("title", .string(event.title)),
                JSONValue.Member(
                  "changes", .array(event.changes.map { .string($0.words.english) })),
              ])
            })),
      ])
    }
  }

  package func lines(_ page: Page) -> [StyledText] {
    let blocks = entries.map { lines($0, page) }
    return Array(blocks.joined(separator: [StyledText()]))
      .map { page.isTerminal ? $0.truncated(to: page.columns) : $0 }
  }

  private func lines(_ entry: Entry, _ page: Page) -> [StyledText] {
    let time = TimeOfDay(hour: entry.moment.time.hour, minute: entry.moment.time.minute)
    var head = StyledText("\(entry.moment.day) \(time?.description ?? "")", .heading)
    head.append("  \(entry.commit.prefix(7))  ", .dim)
    head.append(entry.subject, .dim)
    return [head]
      + entry.events.flatMap { event in
        let name = StyledText("  " + event.title, .title) + StyledText("  \(event.path)", .path)
        let indent = isOfOneNote ? "  " : "    "
        return (isOfOneNote ? [] : [name])
          + event.changes.map { StyledText(indent + page.text($0.words)) }
      }
  }
}
