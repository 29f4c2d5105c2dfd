package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// The history of notes in words, as `log` shows it.
package struct NoteLogReport: RowReport {
  /// The changes that a commit made to one note.
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
    /// Nil if the subject may name a sealed letter.
    let subject: String?
    let events: [Event]

    package init(commit: String, moment: CivilMoment, author: String, subject: String?, events: [Event]) {
      self.commit = commit
      self.moment = moment
      self.author = author
      self.subject = subject
      self.events = events
    }
  }

  package var rows: [Entry]
  /// True for the log of a single note, which shows the note's name only if it was different.
  private let isOfOneNote: Bool
  private let now: CivilMoment

  /// - Parameter now: The user's clock, on which the changes of days and hours are told.
  package init(entries: [Entry], isOfOneNote: Bool, now: CivilMoment) {
    rows = entries
    self.isOfOneNote = isOfOneNote
    self.now = now
  }

  package var kind: String { "log" }

  /// Returns nil, because a commit is not a file.
  package func key(of entry: Entry) -> String? { nil }

  package func keys(of entry: Entry) -> [String] { entry.events.map(\.path.string) }

  package func json(of entry: Entry) -> JSONValue {
    .map([
      "commit": .string(entry.commit),
      "time": .string(entry.moment.description),
      "author": .string(entry.author),
      "subject": .string(entry.subject ?? ""),
      "notes": .array(
        entry.events.map { event in
          .map([
            "path": .string(event.path.string),
            "title": .string(event.title),
            "changes": .array(event.changes.map { .string($0.words(at: now).english) }),
          ])
        }),
    ])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    rows.map { lines($0, page).map { page.isTerminal ? $0.truncated(to: page.columns) : $0 } }
  }

  private func lines(_ entry: Entry, _ page: Page) -> [StyledText] {
    var head = StyledText(page.listed(.moment(entry.moment)), .heading)
    head.append("  \(entry.commit.prefix(7))  ", .dim)
    head.append(entry.subject ?? page.text(Message("(with a sealed letter)", ko: "(봉인한 편지가 있음)")), .dim)
    // A commit of many notes is told by its first ones, unless one note was asked for.
    let events = entry.events.prefix(entry.events.count > Self.mostEvents ? Self.shownEvents : Self.mostEvents)
    let more = entry.events.count - events.count
    let rest = Message("  … and \(more) more notes", ko: "  … 외 메모 \(more)개")
    return [head]
      + events.flatMap { event in
        let name = StyledText("  " + page.title(event.title), .title) + StyledText("  \(event.path)", .path)
        let indent = isOfOneNote ? "  " : "    "
        return (isOfOneNote ? [] : [name]) + event.changes.map { StyledText(indent + page.text($0.words(at: now))) }
      } + (more > 0 ? [StyledText(page.text(rest), .dim)] : [])
  }

  private static let mostEvents = 20
  private static let shownEvents = 5
}

/// The commands that wrote, the last one first, as `undo --list` shows them.
package struct HistoryReport: Report {
  package struct Entry: Sendable {
    let command: String
    let moment: CivilMoment
    let paths: [NotePath]
    let isUndone: Bool
    /// The program that asked for it. Nil for the user.
    let author: String?

    package init(command: String, moment: CivilMoment, paths: [NotePath], isUndone: Bool, author: String?) {
      self.author = author
      self.command = command
      self.moment = moment
      self.paths = paths
      self.isUndone = isUndone
    }
  }

  private let entries: [Entry]
  private static let shownFiles = 5

  package init(entries: [Entry]) { self.entries = entries }

  package var kind: String { "history" }

  package var items: [JSONValue] {
    entries.map { entry in
      .map([
        "command": .string(entry.command),
        "time": .string(entry.moment.description),
        "undone": .boolean(entry.isUndone),
        "by": .optional(entry.author),
        "paths": .array(entry.paths.map { .string($0.string) }),
      ])
    }
  }

  /// Returns each command with its number for `undo`, and its files below.
  package func lines(_ page: Page) -> [StyledText] {
    let undoneCount = entries.count { $0.isUndone }
    return entries.enumerated().flatMap { position, entry in
      lines(entry, number: entry.isUndone ? nil : position + 1 - undoneCount, page)
    }
  }

  private func lines(_ entry: Entry, number: Int?, _ page: Page) -> [StyledText] {
    let mark = number.map { String($0) } ?? "-"
    var head = StyledText(mark, .dim).padded(to: 3, alignRight: true)
    head.append("  \(page.listed(.moment(entry.moment)))  ", .dim)
    head.append(entry.command, entry.isUndone ? .struck : .plain)
    if let author = entry.author {
      head.append("  " + page.text(Message("by \(author)", ko: "실행: \(author)")), .dim)
    }
    if entry.isUndone { head.append("  " + page.text(Message("undone", ko: "되돌림")), .mark) }
    // A command may take two lines.
    var lines = page.edge.map { head.truncated(to: 2 * $0 - 9).hanging(to: $0) } ?? [head]
    lines += entry.paths.prefix(Self.shownFiles).map { StyledText("     \($0)", .path) }
    let rest = entry.paths.count - Self.shownFiles
    if rest > 0 {
      lines.append(
        StyledText("     " + page.text(Message("and \(rest) more", ko: "외 \(rest)개")), .dim))
    }
    return lines.map { page.isTerminal ? $0.truncated(to: page.columns) : $0 }
  }
}
