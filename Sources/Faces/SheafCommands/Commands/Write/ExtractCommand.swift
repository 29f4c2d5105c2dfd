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
          sheaf extract 'Plan#Next steps' --to 'Work/Roadmap' --embed
          sheaf extract plan:14 --dry-run
        """,
        ko: """
          소제목의 글자가 새 메모의 제목이 되고, 절이 있던 메모와 같은 폴더에 만듭니다. 그 아래 소제목은 같은 단계
          수만큼 올라갑니다. 절에서 사용한 각주와 링크 정의도 옮기며, 남은 본문에서도 사용하면 복사합니다. 절과 그
          안의 소제목, 블록으로 가던 링크는 모두 새 메모로 이어집니다. 내용의 뜻이 달라지는 곳이 있으면 아무것도
          저장하지 않습니다.

          예:
            sheaf extract '계획#다음 단계'
            sheaf extract '계획#다음 단계' --to '일/로드맵' --embed
            sheaf extract 계획:14 --dry-run
          """))
  }

  @Argument(help: help(.section, "NOTE#HEADING, or the line of a heading.", ko: "메모#소제목 또는 소제목이 있는 줄"))
  var section: String

  @Option(
    help: help(.title, "Title of the new note, with folders before it.", ko: "새 메모의 제목(앞에 폴더를 붙일 수 있음)"))
  var to: String?

  @OptionGroup var trace: TraceOptions
  @OptionGroup var answers: AnswerOptions
  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let source = try context.place(section, in: context.openWorkspace()).path
    let inputs = try context.answered(NewNote(extractedFrom: source, to: to), answers.answer).inputs
    let shaped = try context.write(writing.care) { workspace, transaction in
      try workspace.extract(
        try context.place(section, in: workspace), to: to, leaving: trace.trace, inputs, &transaction)
    }
    context.report(shaped, isDryRun: writing.dryRun)
  }
}

/// `sheaf split`
struct SplitCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "split",
      abstract: localized(
        "Make a note of every section of one level.", ko: "한 단계의 절을 모두 새 메모로 나눕니다."),
      discussion: localized(
        """
        Each section becomes a note as with “sheaf extract”, all in one step of “sheaf undo”.

        Examples:
          sheaf split 'Meeting notes' --at 2
          sheaf split glossary --at 1 --bare
        """,
        ko: """
          각 절을 “sheaf extract”처럼 메모로 만듭니다. “sheaf undo” 한 번으로 모두 되돌립니다.

          예:
            sheaf split 회의록 --at 2
            sheaf split 용어집 --at 1 --bare
          """))
  }

  @Argument(help: help(.note, "The note.", ko: "메모"))
  var note: String

  @Option(help: help(.level, "Level of the headings, 1 to 6.", ko: "소제목의 단계(1~6)"))
  var at: Int

  @OptionGroup var trace: TraceOptions
  @OptionGroup var answers: AnswerOptions
  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard (1...6).contains(at) else {
      throw ValidationError(localized("The level must be from 1 to 6", ko: "단계는 1부터 6까지여야 합니다"))
    }
  }

  func run(in context: CommandContext) throws {
    let source = try context.note(note, in: context.openWorkspace())
    let inputs = try context.answered(NewNote(extractedFrom: source, to: nil), answers.answer).inputs
    let shaped = try context.write(writing.care) { workspace, transaction in
      try workspace.split(
        try context.note(note, in: workspace), at: at, leaving: trace.trace, inputs, &transaction)
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
