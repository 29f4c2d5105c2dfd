import ArgumentParser
import ByteBasics
import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalText
import Wording

struct ShowCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    explained("show", PackageResources.show_txt, ko: PackageResources.show_ko_txt)
  }

  @OptionGroup var options: ShowOptions

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    if options.interactive {
      try show(NotePicker(context: context, workspace: workspace).choose(among: options.notes), context, workspace)
    } else if let base = try base(in: workspace, context) {
      try context.draw([base], in: workspace)
    } else if options.notes.count == 1, options.revision.at == nil,
      let part = try context.shownSection(options.notes[0], in: workspace)
    {
      if options.raw || options.json || options.fields { return print(part, context) }
      try context.draw([part], in: workspace)
    } else if options.revision.at == nil,
      let entries = try context.entries(options.notes, last: options.limit, in: workspace)
    {
      try show(entries, context, workspace)
    } else {
      let paths =
        try options.revision.at.map { at in try options.notes.map { try context.path($0, at: at, in: workspace) } }
        ?? NamedPlaces(.notes, context, workspace).places(options.notes).map(\.path)
      try show(paths.uniqued(), context, workspace)
    }
  }

  /// Returns the views of a base of Obsidian: `Books.base`, `Books.base#Unread`. Nil for notes.
  private func base(in workspace: Workspace, _ context: CommandContext) throws -> Note? {
    guard let word = options.notes.first, options.notes.count == 1 else { return nil }
    let parts = word.split(separator: "#", maxSplits: 1).map(String.init)
    guard let name = parts.first, let show = context.program.shownFile(named: name) else { return nil }
    guard !options.isOfNotes else {
      throw UsageError(
        Message(
          "--raw, --json, --fields, --backlinks and --at show notes, not a base",
          ko: "--raw, --json, --fields, --backlinks, --at은 base 파일이 아닌 메모에 지정할 수 있습니다"))
    }
    let path = try context.file(name, in: workspace)
    let document = try show(context.terminalAnswers(in: workspace), path, parts.count > 1 ? parts[1] : nil)
    return Note(document, at: path, in: workspace.layout)
  }

  private func show(_ paths: [NotePath], _ context: CommandContext, _ workspace: Workspace) throws {
    let notes = try paths.map { try context.shown(version(of: $0, context, workspace)) }
    for path in paths { TerminalMemory(context, workspace).rememberTouched(path) }
    if options.json, notes.count > 1 {
      let documents = notes.map { $0.document.json }
      return context.console.writeLine(JSONValue.array(documents).text(pretty: true))
    }
    if options.raw || options.json || options.fields {
      for note in notes { print(note, context) }
    } else {
      try context.draw(notes, showsBacklinks: options.backlinks, isFormer: options.revision.at != nil, in: workspace)
    }
  }

  private func print(_ note: Note, _ context: CommandContext) {
    if options.raw {
      context.console.write(note.document.source.bytes)
    } else if options.json {
      context.console.writeLine(note.document.json.text(pretty: true))
    } else {
      for field in note.fields { context.console.writeLine("\(field.key): \(field.text)") }
    }
  }

  /// Returns the current note, or its version for `--at`.
  private func version(of path: NotePath, _ context: CommandContext, _ workspace: Workspace) throws -> Note {
    guard let at = options.revision.at else { return try workspace.note(at: path) }
    let git = context.git(in: workspace.repository)
    let former = try workspace.version(of: path, at: context.revision(at, in: git), from: git)
    return workspace.readableNote(former.bytes, at: former.path, now: path)
  }
}

extension CommandContext {
  /// Returns the diary entries of several days, or the last ones of all, the oldest first. Nil for words that are a
  /// note's name or no days.
  ///
  /// - Parameter count: The number of the last entries, 0 for all; nil if it was not asked for.
  /// - Throws: ``ExitStatus/negative`` if there is no entry; ``UsageError`` for a number with other words.
  func entries(_ words: [String], last count: Int?, in workspace: Workspace) throws -> [NotePath]? {
    var days = DayRange(clock().day.adding(days: -40_000), clock().day)
    if !words.isEmpty || count == nil {
      guard let read = leadingDays(words, for: .past), read.query.isEmpty, read.days.first < read.days.last,
        (try? note(read.text, in: workspace, parts: .refused)) == nil
      else {
        guard count == nil else { throw OptionsApart.usage("--limit", words.joined(separator: " ")) }
        return nil
      }
      days = read.days
      tell(days, typed: read.text)
    }
    let entries = try workspace.index.notes.entries(in: days).sorted {
      ($0.entryDay ?? days.first, $0.path) < ($1.entryDay ?? days.first, $1.path)
    }
    guard !entries.isEmpty else {
      note(Message("The diary has no entry for these days", ko: "이 기간에 쓴 일기가 없습니다"))
      throw ExitStatus.negative
    }
    return entries.suffix(count.flatMap { $0 == 0 ? nil : $0 } ?? entries.count).map(\.path)
  }

  /// Shows notes to the user, through the pager if they are long.
  func draw(_ notes: [Note], showsBacklinks: Bool = false, isFormer: Bool = false, in workspace: Workspace) throws {
    let views = try notes.map {
      try view($0, showsBacklinks: showsBacklinks, isFormer: isFormer, in: workspace).lines(page)
    }
    let rule = StyledText(String(repeating: page.asciiOnly ? "-" : "─", count: 40), .dim)
    let lines = Array(views.joined(separator: [StyledText(""), rule, StyledText("")]))
    page(theme.encode(lines), configured: workspace.configuration.program("pager"))
  }

  private func view(_ found: Note, showsBacklinks: Bool, isFormer: Bool, in workspace: Workspace) throws -> NoteView {
    let links = try workspace.index.links(from: found.path)
    let broken = Set(links.filter { $0.state == .broken }.map(\.destination))
    // The positions in the index are those of the note as it is now.
    let reversed = isFormer ? [] : Set(links.filter { $0.form == .reversed }.compactMap(\.range))
    return NoteView(
      found, shown: terminalAnswers(in: workspace).answered(found.document, at: found.path), now: clock(),
      backlinks: showsBacklinks ? try workspace.index.links(to: found.path) : [],
      isBroken: { target in broken.contains(String(target.prefix { $0 != "#" })) },
      isReversed: { link in link.range.map { reversed.contains($0) } ?? false })
  }

  /// Returns the answers to queries in notes, for the owner of the notes.
  package func answers(in workspace: Workspace) -> QueryAnswers { QueryAnswers(workspace, now: clock(), language) }

  fileprivate func terminalAnswers(in workspace: Workspace) -> QueryAnswers {
    var answers = answers(in: workspace)
    answers.writesWikiLinks = true
    return answers
  }

  /// Returns the section that `NOTE#HEADING` names, as a note of its own; nil for a word that names a whole note or a line.
  ///
  /// - Throws: An error if there is no such note or heading, or if the note is a sealed letter.
  package func shownSection(_ word: String, in workspace: Workspace) throws -> Note? {
    guard word.dropFirst().contains("#"), (try? note(word, in: workspace, parts: .refused)) == nil else { return nil }
    let place = try place(word, in: workspace)
    let document = try shownNote(at: place.path, in: workspace).document
    let heading = document.headings.firstIndex { document.source.position(at: $0.range.lowerBound).line == place.line }
    guard let heading else { return nil }
    let bytes = Array(document.source.bytes[document.section(of: heading).indices])
    return Note(Document(parsing: bytes), at: place.path, in: workspace.layout)
  }

  /// Returns the note that a user wants to see.
  ///
  /// - Throws: For a letter whose day has not come, and if the note cannot be read.
  package func shownNote(at path: NotePath, in workspace: Workspace) throws -> Note {
    try shown(try workspace.note(at: path))
  }

  /// Returns a note that was read already, if it may be shown.
  func shown(_ note: Note) throws(Problem) -> Note {
    guard let until = note.seal(on: clock().day) else { return note }
    throw sealedNote(path: note.path, day: until)
  }
}

struct ShowOptions: ParsableArguments {
  @Argument(
    help: help(
      .note,
      "Notes or days; with --interactive, a query.", ko: "메모나 기간. --interactive를 지정하면 검색식"))
  var notes: [String] = []

  @Flag(help: help("Choose from the notes that match.", ko: "검색식에 맞는 메모에서 고릅니다."))
  var interactive = false

  @OptionGroup var revision: RevisionOptions

  @Option(help: help(.count, "Show the last N diary entries; 0: all.", ko: "보여 줄 최근 일기 개수. 0이면 모두"))
  var limit: Int?

  @Flag(help: help("Print the bytes of the file.", ko: "파일의 내용을 그대로 출력합니다."))
  var raw = false

  @Flag(help: help("Print the fields of the front matter.", ko: "머리말의 필드를 출력합니다."))
  var fields = false

  @Flag(help: help("Include backlinks.", ko: "백링크도 표시합니다."))
  var backlinks = false

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  func validate() throws {
    guard limit.map({ $0 >= 0 }) ?? true else { throw NegativeLimit.error }
  }

  /// True if something is asked for that only notes have.
  var isOfNotes: Bool { raw || json || fields || backlinks || revision.at != nil }
}
