import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation

/// `sheaf search`
struct SearchCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "search",
      abstract: localized(
        "Search notes and show the lines that match, best first.",
        ko: "메모를 검색해 맞는 줄을 관련도순으로 보여 줍니다."),
      discussion: localized(
        """
        Examples:
          sheaf search 회의록
          sheaf search '"exact phrase"' tag:work -draft
          sheaf search ㅎㅇㄹ -l
          sheaf search --regex 'TODO|할 일' in:Memo
        """,
        ko: """
          예:
            sheaf search 회의록
            sheaf search '"정확히 이 문구"' tag:일 -초안
            sheaf search ㅎㅇㄹ -l
            sheaf search --regex 'TODO|할 일' in:Memo
          """))
  }

  @OptionGroup var options: SearchOptions

  init() {}

  func run(in context: CommandContext) throws {
    let pattern = try options.regex.map { try PatternMistake.read($0) }
    let workspace = try context.openWorkspace()
    let parsed = try options.query.parsed(in: context, workspace)
    if options.query.explain { context.explain(parsed) }
    var request = try options.query.request(parsed, options.listing.order, in: context, workspace)
    let answer = SearchAnswer(options, context, workspace)
    var notes: [NoteSummary]
    if let pattern {
      // The limit counts notes that match, which only their lines tell.
      request.limit = nil
      let entries = try PatternSearch(workspace: workspace, request: request)
        .entries(pattern, limit: options.listing.order.limit)
      notes = entries.map(\.note)
      try answer.show(notes) { _ in entries }
    } else {
      notes = try context.notes(&request, in: workspace.index)
      if options.interactive, !notes.isEmpty {
        notes = try NotePicker(context, workspace).choose(from: notes)
      }
      let matcher = LineMatcher(request.query)
      try answer.show(notes) { notes in
        SearchAnswer.entries(notes, matcher, request.now.day, workspace)
      }
    }
    if notes.isEmpty {
      let reason = EmptyAnswer(to: parsed.query, in: workspace, now: request.now)
      try context.explainNothing(try reason.ofNotes(), options.listing.choices.output)
      throw ExitStatus.negative
    }
  }
}
