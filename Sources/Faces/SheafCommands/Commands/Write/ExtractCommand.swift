import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// The options for what is left in the place of a section.
struct TraceOptions: ParsableArguments {
  @Flag(help: help("Leave an embed in its place.", ko: "그 자리에 포함 링크(embed)를 남깁니다."))
  var embed = false

  @Flag(help: help("Leave nothing in its place.", ko: "그 자리에 아무것도 남기지 않습니다."))
  var bare = false

  init() {}

  func validate() throws {
    if embed, bare {
      throw ValidationError(
        localized("--embed and --bare cannot be used together", ko: "--embed와 --bare는 함께 지정할 수 없습니다"))
    }
  }

  var trace: SectionTrace { embed ? .embed : bare ? .nothing : .link }
}

/// `sheaf extract`
struct ExtractCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "extract",
      abstract: localized(
        "Make a note of a section and leave a link to it.", ko: "절을 새 메모로 옮기고 그 자리에 링크를 남깁니다."),
      discussion: localized(
        """
        The text of the heading becomes the title of the new note, which is created in the folder of the original
        note. Headings below it move up by as many levels. Footnotes and link definitions that the section uses are
        moved with it, or copied if the rest uses them too. Every link to the section, its headings and blocks leads
        to the new note. Nothing is written if some text would change its meaning.

        Examples:
          sheaf extract 'Plan#Next steps'
          sheaf extract 'Plan#Next steps' --title 'Work/Roadmap' --embed
          sheaf extract plan:14 --dry-run
          sheaf extract 'Meeting notes' --level 2
        """,
        ko: """
          소제목의 글자가 새 메모의 제목이 되고, 절이 있던 메모와 같은 폴더에 만듭니다. 그 아래 소제목은 같은 단계
          수만큼 올라갑니다. 절에서 사용한 각주와 링크 정의도 옮기며, 남은 본문에서도 사용하면 복사합니다. 절과 그
          안의 소제목, 블록으로 가던 링크는 모두 새 메모로 이어집니다. 내용의 뜻이 달라지는 곳이 있으면 아무것도
          저장하지 않습니다.

          예:
            sheaf extract '계획#다음 단계'
            sheaf extract '계획#다음 단계' --title '일/로드맵' --embed
            sheaf extract 계획:14 --dry-run
            sheaf extract 회의록 --level 2
          """))
  }

  @Argument(
    help: help(
      .section, "NOTE#HEADING, or the line of a heading; with --level a note.",
      ko: "메모#소제목 또는 소제목이 있는 줄. --level이 있으면 메모"))
  var section: String

  @Option(
    help: help(.title, "Title of the new note, with folders before it.", ko: "새 메모의 제목(앞에 폴더를 붙일 수 있음)"))
  var title: String?

  @Option(help: help(.level, "Make a note of every section of this level, 1 to 6.", ko: "이 단계(1~6)의 절을 모두 메모로 만듭니다."))
  var level: Int?

  @OptionGroup var trace: TraceOptions
  @OptionGroup var answers: AnswerOptions
  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard level.map({ (1...6).contains($0) }) ?? true else {
      throw ValidationError(localized("The level must be from 1 to 6", ko: "단계는 1부터 6까지여야 합니다"))
    }
    guard level == nil || title == nil else { throw OptionsApart.error("--level", "--title") }
  }

  func run(in context: CommandContext) throws {
    let source = try context.place(section, in: context.openWorkspace()).path
    let inputs = try context.answered(NewNote(extractedFrom: source, to: title), answers.answer).inputs
    let shaped = try context.write(writing.care) { workspace, transaction in
      if let level {
        return try workspace.split(
          try context.note(section, in: workspace), at: level, leaving: trace.trace, inputs, &transaction)
      }
      return try workspace.extract(
        try context.place(section, in: workspace), to: title, leaving: trace.trace, inputs, &transaction)
    }
    context.report(shaped, isDryRun: writing.dryRun)
  }
}

extension CommandContext {
  /// Prints the notes that were made, and reports the links and fields that others have.
  func report(_ shaped: ShapedNotes, isDryRun: Bool) {
    if !isDryRun { for path in shaped.paths { console.writeLine(path.string) } }
    for field in shaped.droppedFields {
      warn(
        Message(
          "\(field.path): “\(field.key)” has another value there and is not taken over",
          ko: "\(field.path): “\(field.key)” 값이 서로 달라서 옮기지 않습니다"))
    }
    report(shaped.linkFixes, dryRun: isDryRun)
  }
}
