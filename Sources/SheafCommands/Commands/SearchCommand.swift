import ArgumentParser
import CivilCalendar
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import NoteWorkspace

/// `sheaf search`
struct SearchCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "search",
      abstract: localized(
        "Find notes and the lines that match, the best first.", ko: "메모와 맞는 줄을 찾습니다. 잘 맞는 것이 먼저."),
      discussion: localized(
        """
        Examples:
          sheaf search 회의록
          sheaf search '"exact phrase"' tag:work -draft
          sheaf search ㅎㅇㄹ -l
        """,
        ko: """
          보기:
            sheaf search 회의록
            sheaf search '"그대로 찾을 말"' tag:일 -초안
            sheaf search ㅎㅇㄹ -l
          """))
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var output: OutputOptions

  @Flag(name: [.customShort("l"), .long], help: help("Only the paths.", ko: "경로만."))
  var filesWithMatches = false

  @Flag(
    name: [.customShort("c"), .long],
    help: help("Only the number of matching lines of each note.", ko: "메모마다 맞는 줄의 수만."))
  var count = false

  @Option(
    name: [.customShort("C"), .customLong("context")],
    help: help("Show so many lines around each match.", ko: "맞는 줄의 앞뒤로 이만큼 더 보입니다."))
  var contextLines = 0

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    let request = try query.request(parsed, in: context, workspace)
    let notes = try workspace.index.notes(request)
    let paths = notes.map(\.path)
    if filesWithMatches || output.paths || output.null {
      let end: [UInt8] = output.null ? [0] : [0x0A]
      for path in paths { context.console.write(Array(path.string.utf8) + end) }
    } else if let format = output.format, !output.json, !output.jsonl {
      try context.write(notes, format: format)
    } else {
      show(notes, LineMatcher(parsed.query), request.today, context, workspace)
    }
    if notes.isEmpty { throw ExitStatus.negative }
  }

  private func show(
    _ notes: [NoteSummary], _ matcher: LineMatcher, _ today: Day, _ context: CommandContext,
    _ workspace: Workspace
  ) {
    let entries = notes.compactMap { note -> SearchReport.Entry? in
      // Of a sealed letter only what `list` tells is told.
      let bytes = note.isSealed(on: today) ? [] : try? workspace.files.read(note.path)
      guard let bytes else { return nil }
      return SearchReport.Entry(
        note: note, source: SourceBuffer(bytes), hits: matcher.hits(in: bytes))
    }
    if count {
      for entry in entries {
        context.console.writeLine("\(entry.note.path):\(entry.hits.count)")
      }
      return
    }
    if context.console.capabilities.isOutputTerminal, !output.isForPrograms {
      TerminalMemory(context, workspace).rememberRows(notes.map(\.path))
    }
    let limit = context.console.capabilities.isOutputTerminal ? 5 : Int.max
    context.show(
      SearchReport(entries: entries, context: contextLines, lineLimit: limit), output,
      paths: notes.map(\.path), pager: workspace.configuration.nonEmptyText("pager"))
  }
}
