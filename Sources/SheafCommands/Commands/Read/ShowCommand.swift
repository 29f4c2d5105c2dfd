import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalText
import Wording

/// `sheaf show`
struct ShowCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: localized("Show a note on the terminal.", ko: "메모를 터미널에 보여 줍니다."),
      discussion: localized(
        """
        Examples:
          sheaf show budget
          sheaf show 2
          sheaf show today --backlinks
          sheaf show -i
        """,
        ko: """
          예:
            sheaf show 예산
            sheaf show 2
            sheaf show 오늘 --backlinks
            sheaf show -i
          """))
  }

  @OptionGroup var options: ShowOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    if options.interactive {
      for path in try NotePicker(context, workspace).choose(among: options.note.map { [$0] } ?? []) {
        try show(path, context, workspace)
      }
    } else if let note = options.note {
      let path =
        try options.revision.at.map { try context.path(note, at: $0, in: workspace) }
        ?? context.note(note, in: workspace)
      try show(path, context, workspace)
    }
  }

  private func show(
    _ path: NotePath, _ context: CommandContext, _ workspace: Workspace
  ) throws {
    let found = try version(of: path, context, workspace)
    TerminalMemory(context, workspace).rememberTouched(path)
    _ = try context.shown(found)
    if options.raw {
      context.console.write(found.document.source.bytes)
    } else if options.json {
      context.console.writeLine(found.document.json.text(pretty: true))
    } else if options.fields {
      for field in found.fields { context.console.writeLine("\(field.key): \(field.text)") }
    } else {
      try context.draw(
        found, showsBacklinks: options.backlinks, isFormer: options.revision.at != nil,
        in: workspace)
    }
  }

  /// The note as it is, or as `--at` asks for it.
  private func version(
    of path: NotePath, _ context: CommandContext, _ workspace: Workspace
  ) throws -> Note {
    guard let at = options.revision.at else { return try workspace.note(at: path) }
    let git = context.git(in: workspace.repository)
    let former = try workspace.version(of: path, at: context.revision(at, in: git), from: git)
    return workspace.readableNote(former.bytes, at: former.path, now: path)
  }
}

extension CommandContext {
  /// Shows a note to the user, through the pager where it is long.
  func draw(
    _ found: Note, showsBacklinks: Bool = false, isFormer: Bool = false, in workspace: Workspace
  ) throws {
    let links = try workspace.index.links(from: found.path)
    let broken = Set(links.filter { $0.state == .broken }.map(\.destination))
    // What the index knows of places is about the note as it is now.
    let reversed =
      isFormer ? [] : Set(links.filter { $0.form == .reversed }.compactMap(\.range))
    let view = NoteView(
      found,
      backlinks: showsBacklinks ? try workspace.index.links(to: found.path) : [],
      isBroken: { target in broken.contains(String(target.prefix { $0 != "#" })) },
      isReversed: { link in link.range.map { reversed.contains($0) } ?? false })
    page(theme.encode(view.lines(page)), configured: workspace.configuration.program("pager"))
  }

  /// The note that a user wants to see.
  ///
  /// - Throws: ``SealedNoteError`` for a letter whose day has not come; where it cannot be read.
  func shownNote(at path: NotePath, in workspace: Workspace) throws -> Note {
    try shown(try workspace.note(at: path))
  }

  /// The same for a note that was read already.
  func shown(_ note: Note) throws(SealedNoteError) -> Note {
    guard let until = note.seal(on: clock().day) else { return note }
    throw SealedNoteError(path: note.path, until: until.description)
  }
}

/// A letter whose day has not come.
struct SealedNoteError: ExplainedError {
  let path: NotePath
  let until: String

  var category: ErrorCategory { .conflict }
  var explanation: Message {
    Message("\(path) is sealed until \(until)", ko: "\(until)까지 봉인한 편지입니다: \(path)")
  }
}

/// What `sheaf show` can be given.
struct ShowOptions: ParsableArguments {
  @Argument(
    help: help(
      "A note: path, title, alias, id, day, @ or a row.", ko: "메모: 경로, 제목, 별칭, id, 날짜, @ 또는 목록 번호"))
  var note: String?

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Choose from the notes that match, with fzf if it is installed.",
      ko: "검색식에 맞는 메모에서 고릅니다. fzf가 있으면 사용합니다."))
  var interactive = false

  @OptionGroup var revision: RevisionOptions

  @Flag(help: help("Print the bytes of the file.", ko: "파일의 내용을 그대로 출력합니다."))
  var raw = false

  @Flag(help: help("Print the fields of the front matter.", ko: "머리말의 필드를 출력합니다."))
  var fields = false

  @Flag(help: help("Also show backlinks.", ko: "백링크도 표시합니다."))
  var backlinks = false

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func validate() throws {
    if note == nil, !interactive {
      throw ValidationError(
        localized("No note given. Use -i to choose one.", ko: "메모를 지정하지 않았습니다. -i로 고를 수 있습니다"))
    }
  }
}
