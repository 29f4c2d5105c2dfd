import ArgumentParser
import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import SheafCommands
import ToolServing
import Wording

/// The tools of MCP clients: commands, with checks of their reading and writing in one place.
struct NoteTools {
  let owner: CommandContext
  /// The folders whose notes may be changed, "" for all.
  let folders: [String]

  /// The most bytes of one answer; the rest comes with the cursor.
  static let answerLimit = 48_000
  /// The most bytes of one text of a row.
  private static let textLimit = 2_000

  var all: [Tool] { reading + (folders.isEmpty ? [] : writing) }

  func title(_ english: String, ko korean: String) -> String {
    Message(english, ko: korean).text(in: owner.language)
  }

  func access(_ client: String) -> ProgramAccess { ProgramAccess(name: client, folders: folders) }

  // MARK: - Reading

  static let note = ToolParameter(
    "note", .text, required: true, "The note: its path, title, alias or id, or a day such as today.")
  private static let query = ToolParameter(
    "query", .text,
    """
    Words, and terms such as tag:work, in:Memo/Work, status:todo, due:<+7d, created:2026-11, is:overdue, links-to:NAME, \
    title:WORD, -WORD, "exact phrase", (a OR b).
    """)
  private static let sort = ToolParameter(
    "sort", .text, "Fields to sort by, such as due,-updated; a minus sorts in descending order.")
  private static let paging = [
    ToolParameter("limit", .number(1...200), "The most rows of this answer; 20 if it is left out."),
    ToolParameter("cursor", .text, "The “next” of the answer before."),
  ]

  private var reading: [Tool] {
    [
      Tool(
        "search", title: title("Search notes", ko: "메모 검색"),
        description:
          "Full-text search over all notes, best first. Gives each note with the lines that match.",
        [ToolParameter(Self.query.name, .text, required: true, Self.query.description)] + Self.paging
      ) { arguments, client in
        var command = try SearchCommand.parse(["--json", "--lines", "5"])
        command.options.query.query = [arguments.required("query")]
        return try rows(arguments, client) { limit in
          command.options.listing.order.most = limit
          return command
        }
      },
      Tool(
        "list", title: title("List notes", ko: "메모 목록"),
        description:
          "Lists the notes that match a query, all of them without one, most recently changed first.",
        [Self.query, Self.sort] + Self.paging
      ) { arguments, client in
        var command = try ListCommand.parse(["--json"])
        command.query.query = arguments.text("query").map { [$0] } ?? []
        command.listing.order.sort = arguments.text("sort")
        return try rows(arguments, client) { limit in
          command.listing.order.most = limit
          return command
        }
      },
      Tool(
        "read", title: title("Read a note", ko: "메모 읽기"),
        description: """
          Gives the Markdown text of one note with its front matter, and a hash that a change of the note has to name. A \
          long text comes in parts.
          """,
        [Self.note, Self.paging[1]], body: read),
      Tool(
        "links", title: title("Links of a note", ko: "메모의 링크"),
        description: """
          from: the links in a note. to: its backlinks. related: notes that have links in common with it. unlinked: where \
          it is mentioned without a link. broken: every link that leads nowhere. orphans: notes that no note links to.
          """,
        [
          ToolParameter(
            "kind", .choice(["from", "to", "related", "unlinked", "broken", "orphans"]),
            required: true, "What to show."),
          ToolParameter("note", .text, "The note; not for broken and orphans."),
        ] + Self.paging, body: links),
      Tool(
        "tasks", title: title("List tasks", ko: "할 일 목록"),
        description: """
          Lists tasks, next due first: notes with a status, and check boxes of any note. “reference” names a task for \
          set_task.
          """,
        [
          Self.query, Self.sort,
          ToolParameter("closed", .flag, "Whether closed tasks are listed too."),
        ] + Self.paging
      ) { arguments, client in
        var command = try TasksCommand.parse(["--json"])
        command.query.query = arguments.text("query").map { [$0] } ?? []
        command.listing.order.sort = arguments.text("sort")
        command.all = arguments.flag("closed")
        return try rows(arguments, client) { limit in
          command.listing.order.most = limit
          return command
        }
      },
      Tool(
        "tags", title: title("List tags", ko: "태그 목록"),
        description: "Lists the tags of the notes that match a query, with the number of their notes.",
        [Self.query] + Self.paging
      ) { arguments, client in
        var command = try TagCommand.parse(["--json"])
        command.words = arguments.text("query").map { [$0] } ?? []
        return try rows(arguments, client) { _ in command }
      },
      Tool(
        "today", title: title("Today", ko: "오늘"),
        description: "Gives the tasks that are overdue, due or scheduled today, and the notes changed last.",
        Self.paging
      ) { arguments, client in
        let command = try TodayCommand.parse(["--json"])
        return try rows(arguments, client) { _ in command }
      },
    ]
  }

  /// Returns one page of the rows of a listing.
  ///
  /// - Parameter command: The listing with this many rows.
  private func rows(
    _ arguments: ToolArguments, _ client: String, _ command: (_ limit: Int) throws -> any ContextCommand
  ) throws -> ToolAnswer {
    let offset = try Cursor(arguments.text("cursor")).offset
    let count = arguments.number("limit") ?? 20
    let run = ToolRun(owner, access(client))
    let found = try run.items(of: command(offset + count + 1)).dropFirst(offset)
    let sealed = Set(try run.workspace().index.notes.sealedLetters().keys.map(\.string))
    var rows: [JSONValue] = []
    var size = 0
    for row in found.prefix(count) {
      let row = row.clipped(to: Self.textLimit)
      size += row.text().utf8.count
      if size > Self.answerLimit, !rows.isEmpty { break }
      rows.append(row)
    }
    let next = found.count > rows.count ? Cursor(offset: offset + rows.count).text : nil
    return ToolAnswer(
      .map([
        "items": .array(rows.filter { !$0.names(sealed) }), "next": next.map { .string($0) },
      ]))
  }

  private func read(_ arguments: ToolArguments, _ client: String) throws -> ToolAnswer {
    let offset = try Cursor(arguments.text("cursor")).offset
    let run = ToolRun(owner, access(client))
    let (path, workspace) = try run.note(arguments.required("note"))
    let note = try workspace.note(at: path)
    let bytes = try run.text(of: note, at: path, in: workspace)
    guard offset <= bytes.count else { throw UnknownCursor() }
    let end = Self.end(of: bytes, from: offset)
    return ToolAnswer(
      .map([
        "path": .string(path.string), "title": .string(note.title),
        "hash": .string(ProgramAccess.hash(of: note.document.source.bytes)), "size": .integer(bytes.count),
        "text": .string(String(decoding: bytes[offset..<end], as: UTF8.self)),
        "next": end < bytes.count ? .string(Cursor(offset: end).text) : nil,
      ]))
  }

  /// Returns the end of a part of a text: after a line, or at least after a character.
  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    guard bytes.count - start > answerLimit else { return bytes.count }
    var end = start + answerLimit
    while end > start, bytes[end - 1] != ASCII.lineFeed { end -= 1 }
    if end > start { return end }
    return max(start + 1, characterStart(in: bytes, at: start + answerLimit))
  }

  private func links(_ arguments: ToolArguments, _ client: String) throws -> ToolAnswer {
    let kind = arguments.required("kind")
    if ["broken", "orphans"].contains(kind) {
      let command = try LinksShowCommand.parse(["--json", "--" + kind])
      return try rows(arguments, client) { _ in command }
    }
    guard let name = arguments.text("note") else { throw ArgumentMistake(text: "“note” is missing") }
    let (path, workspace) = try ToolRun(owner, access(client)).note(name)
    let options = ["from": [], "to": ["--backlinks"]][kind] ?? ["--" + kind]
    let command = try LinksShowCommand.parse(["--json", workspace.repository.absolutePath(of: path)] + options)
    return try rows(arguments, client) { _ in command }
  }
}

/// The position from which an answer continues: an offset in bytes or in rows.
struct Cursor {
  let offset: Int

  init(offset: Int) { self.offset = offset }

  /// - Throws: ``ArgumentMistake`` for a value that was never part of an answer.
  init(_ text: String?) throws(ArgumentMistake) {
    guard let text else {
      offset = 0
      return
    }
    guard text.hasPrefix("at-"), let offset = Int(text.dropFirst(3)), (0...1_000_000_000).contains(offset)
    else { throw ArgumentMistake(text: "“cursor” is none that an answer has given") }
    self.offset = offset
  }

  var text: String { "at-\(offset)" }
}

/// Returns the start of the character that the byte at `offset` is a part of: a text can be cut before it.
private func characterStart(in bytes: [UInt8], at offset: Int) -> Int {
  var start = offset
  while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
  return start
}

extension JSONValue {
  /// Returns the value with every text truncated to this many bytes, or a few less to keep whole characters.
  fileprivate func clipped(to limit: Int) -> JSONValue {
    switch self {
    case .string(let text) where text.utf8.count > limit:
      .string(String(decoding: text.utf8.prefix(characterStart(in: Array(text.utf8), at: limit)), as: UTF8.self) + "…")
    case .array(let items): .array(items.map { $0.clipped(to: limit) })
    case .object(let members): .object(members.map { Member($0.key, $0.value.clipped(to: limit)) })
    default: self
    }
  }

  /// Returns true for a row that is about one of these files.
  fileprivate func names(_ paths: Set<String>) -> Bool {
    guard !paths.isEmpty else { return false }
    return switch self {
    case .string(let text): paths.contains(text) || paths.contains { text.hasPrefix($0 + ":") }
    case .array(let items): items.contains { $0.names(paths) }
    case .object(let members): members.contains { $0.key != "text" && $0.key != "title" && $0.value.names(paths) }
    default: false
    }
  }
}
