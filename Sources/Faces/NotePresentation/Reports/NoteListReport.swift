package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// Notes, one per line.
package struct NoteListReport: RowReport {
  package var rows: [NoteSummary]
  /// The beginnings of texts; below the rows on a terminal, in the rows in a pipe.
  private let excerpts: [NotePath: String]
  /// The notes that are repeating tasks.
  private let repeating: Set<NotePath>
  private let now: CivilMoment

  package init(
    notes: [NoteSummary], excerpts: [NotePath: String] = [:], repeating: Set<NotePath> = [], now: CivilMoment
  ) {
    rows = notes
    self.repeating = repeating
    self.excerpts = excerpts
    self.now = now
  }

  package var kind: String { "list" }

  package func json(of note: NoteSummary) -> JSONValue { note.json }

  package func key(of note: NoteSummary) -> String? { note.path.string }

  package var numberedPlaces: [NotePosition] { rows.map { NotePosition($0.path) } }

  private static let layout = ColumnLayout([.whole, .share(percent: 40), .share(percent: 28), .rest(least: 12)])

  package func blocks(_ page: Page) -> [[StyledText]] {
    let places = RowPlaces(rows.lazy.map(\.title), page)
    let lines = Self.layout.lines(rows.indices.map { cells($0, places, page) }, columns: page.edge)
    let indent = StyledText(String(repeating: " ", count: RowNumbers.text(1, of: rows.count).width + 2))
    return zip(rows, lines).map { note, line in
      guard let edge = page.edge, let text = excerpts[note.path], !text.isEmpty else { return [line] }
      return [line] + StyledText(text).wrapped(to: edge - indent.width).map { indent + $0 }
    }
  }

  /// Encodes the lines. If none is truncated, they do not depend on each other and are encoded on all cores.
  package func bytes(_ page: Page, _ theme: Theme) -> StyledBytes {
    guard page.edge == nil else { return theme.encode(lines(page)) }
    let places = RowPlaces([], page)
    return ParallelChunks.encoded(rows.count, theme) { Self.layout.loose(cells($0, places, page)) }
  }

  private func cells(_ position: Int, _ places: RowPlaces, _ page: Page) -> [StyledText] {
    let note = rows[position]
    return [RowNumbers.text(position + 1, of: rows.count), head(note, page), details(note, page), places.text(note)]
  }

  private func head(_ note: NoteSummary, _ page: Page) -> StyledText {
    var line = StyledText()
    if let status = note.status {
      line.append(StatusMark.mark(status, page) + StyledText(" "))
      if !isDone(note), let priority = note.priority.flatMap({ TaskPriority($0) }) {
        line.append(TaskText.urgency(priority))
      }
    }
    line.append(page.title(note.title), isDone(note) ? .done : .title)
    return line
  }

  private func details(_ note: NoteSummary, _ page: Page) -> StyledText {
    var line = StyledText(page.edge == nil ? excerpts[note.path] ?? "" : "", .dim)
    if let due = note.due, note.status != nil, !isDone(note) { line.append(DueText(due, at: now).text(page)) }
    if note.status != nil, !isDone(note), repeating.contains(note.path) { line.appendRepeats(page) }
    for tag in note.tags.prefix(4) { line.append((line.isEmpty ? "#" : " #") + tag, .tag) }
    return line
  }

  private func isDone(_ note: NoteSummary) -> Bool { note.status.map { TaskStatus($0).isClosed } ?? false }
}

/// The character in front of a task.
package enum StatusMark {
  package static func mark(_ status: String, _ page: Page) -> StyledText { mark(TaskStatus(status), page) }

  static func mark(_ status: TaskStatus, _ page: Page) -> StyledText {
    switch status {
    case .todo: StyledText(page.asciiOnly ? "[ ]" : "☐", .mark)
    case .doing: StyledText(page.asciiOnly ? "[/]" : "◐", .mark)
    case .done: StyledText(page.asciiOnly ? "[x]" : "☑", .done)
    case .cancelled: StyledText(page.asciiOnly ? "[-]" : "☒", .dim)
    case .custom(let name): StyledText("[\(name)]", .mark)
    }
  }
}

extension NoteSummary {
  /// A note as programs read it; paths count from the repository's root.
  package var json: JSONValue {
    .object([
      JSONValue.Member("path", .string(path.string)),
      JSONValue.Member("id", .optional(identifier)),
      JSONValue.Member("title", .string(title)),
      JSONValue.Member("kind", .string(kind.rawValue)),
      JSONValue.Member("status", .optional(status)),
      JSONValue.Member("due", .optional(due?.description)),
      JSONValue.Member("priority", .optional(priority)),
      JSONValue.Member("created", .optional(created?.description)),
      JSONValue.Member("updated", .optional(updated?.description)),
      JSONValue.Member(
        "modified",
        .optional(
          CivilMoment(secondsSinceEpoch: modifiedSeconds, utcOffsetSeconds: 0)?.description)),
      JSONValue.Member("tags", .array(tags.map { .string($0) })),
      JSONValue.Member("pinned", .boolean(isPinned)),
      JSONValue.Member("draft", .boolean(isDraft)),
    ])
  }
}

/// The members of a note for templates, besides those of its object for programs.
package struct NoteMembers {
  /// The shortest beginning of each id that names its note.
  private let shortIdentifiers: [String: String]
  /// Values of front matter, by field and note.
  private let fields: [String: [NotePath: [String]]]
  /// The beginning of a note's text. Nil if no template names it.
  private let excerpt: ((NotePath) -> String?)?
  /// The time of the last change, by the history or the file, for a note that does not record it.
  private let changed: (NoteSummary) -> CivilMoment?

  package init(
    shortIdentifiers: [String: String], fields: [String: [NotePath: [String]]],
    excerpt: ((NotePath) -> String?)? = nil,
    changed: @escaping (NoteSummary) -> CivilMoment? = { _ in nil }
  ) {
    self.changed = changed
    self.shortIdentifiers = shortIdentifiers
    self.fields = fields
    self.excerpt = excerpt
  }

  /// The names that a template can use without asking for a field.
  package static let names: Set<String> = ["stem", "folder", "shortId", "tagLine", "excerpt"]

  package func members(of note: NoteSummary) -> [JSONValue.Member] {
    let tags = note.tags.map { "#" + $0 }.joined(separator: " ")
    var members = [
      JSONValue.Member("stem", .string(String(note.path.stem))),
      JSONValue.Member("folder", .optional(note.path.folder?.string)),
      JSONValue.Member("tagLine", .string(tags)),
      JSONValue.Member("shortId", .optional(note.identifier.flatMap { shortIdentifiers[$0] })),
    ]
    if note.updated == nil, let moment = changed(note) {
      members.append(JSONValue.Member("updated", .string(moment.description)))
    }
    if let excerpt, fields["excerpt"]?[note.path]?.isEmpty ?? true {
      members.append(JSONValue.Member("excerpt", .optional(excerpt(note.path))))
    }
    for (field, values) in fields {
      let own = values[note.path] ?? []
      members.append(JSONValue.Member(field, .string(own.joined(separator: ", "))))
    }
    return members
  }
}

package struct SavedQueryReport: RowReport {
  package struct Row: Sendable {
    package let name: String
    package let query: String

    package init(name: String, query: String) {
      self.name = name
      self.query = query
    }
  }

  package var rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  package var kind: String { "queries" }

  package func key(of row: Row) -> String? { row.name }

  package func json(of row: Row) -> JSONValue {
    .object([
      JSONValue.Member("name", .string(row.name)), JSONValue.Member("query", .string(row.query)),
    ])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    let width = rows.map { CellWidth.of($0.name) + 1 }.max() ?? 0
    return rows.map { row in
      [StyledText("@" + row.name, .mark).padded(to: width) + StyledText("  " + row.query)]
    }
  }
}

/// Tags, each with the number of notes that have it.
package struct TagReport: RowReport {
  package struct Row: Sendable {
    package let name: String
    package let count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  package var rows: [Row]

  package init(tags: [Row]) { rows = tags }

  package var kind: String { "tags" }

  package func key(of tag: Row) -> String? { tag.name }

  package func json(of tag: Row) -> JSONValue {
    .object([
      JSONValue.Member("name", .string(tag.name)), JSONValue.Member("count", .integer(tag.count)),
    ])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    let width = rows.map { String($0.count).count }.max() ?? 0
    return rows.map { tag in
      let count = StyledText(String(tag.count), .dim).padded(to: width, alignRight: true)
      return [count + StyledText("  ") + StyledText("#" + tag.name, .tag)]
    }
  }
}

/// The beginning of a note's text in words, for listings.
package enum NoteExcerpt {
  private static let limit = 160

  /// Returns the beginning of a note on one line, without headings and marks, truncated after a word.
  package static func text(of note: Note) -> String {
    let page = Page(columns: 100_000, language: .english, asciiOnly: true, isTerminal: true)
    var words: [Substring] = []
    var count = 0
    for line in TerminalRenderer.lines(note.document, page, omitsTitle: true) {
      guard line.runs.first?.style != .heading else { continue }
      let text = line.runs.filter { $0.style != .mark }.map(\.text).joined()
      for word in text.split(whereSeparator: \.isWhitespace) {
        count += word.count + 1
        if count > limit { return words.joined(separator: " ") + "…" }
        words.append(word)
      }
    }
    return words.joined(separator: " ")
  }
}
