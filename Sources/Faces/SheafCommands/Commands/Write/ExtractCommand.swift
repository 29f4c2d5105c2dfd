import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// The options for the text that replaces an extracted section.
struct TraceOptions: ParsableArguments {
  @Flag(help: help("Leave an embed in place of the text.", ko: "그 자리에 임베드를 남깁니다."))
  var embed = false

  @Flag(help: help("Leave nothing in place of the text.", ko: "그 자리에 아무것도 남기지 않습니다."))
  var bare = false

  func validate() throws {
    if embed, bare {
      throw ValidationError(
        localized("--embed and --bare cannot be used together", ko: "--embed와 --bare는 함께 지정할 수 없습니다"))
    }
  }

  var trace: SectionTrace { embed ? .embed : bare ? .nothing : .link }
}

struct ExtractCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("extract", PackageResources.extract_txt, ko: PackageResources.extract_ko_txt)
  }

  @Argument(
    help: help(
      .section, "NOTE#HEADING, or the line of a heading; with --level a note.",
      ko: "메모#소제목 또는 소제목이 있는 줄. --level이 있으면 메모"))
  var section: String

  @Option(
    help: help(.title, "Title of the new note, with folders before it.", ko: "새 메모의 제목(앞에 폴더를 붙일 수 있음)"))
  var title: String?

  @Option(help: help(.level, "Extract every section of this level, 1 to 6.", ko: "이 단계(1~6)의 소제목을 모두 메모로 옮깁니다."))
  var level: Int?

  @Option(name: .customLong("in"), help: help(.folder, "The folder of the new note.", ko: "새 메모를 만들 폴더"))
  var folder: String?

  @OptionGroup var trace: TraceOptions
  @OptionGroup var answers: AnswerOptions
  @OptionGroup var writing: WritingOptions

  func validate() throws {
    guard level.map({ (1...6).contains($0) }) ?? true else {
      throw ValidationError(localized("The level must be from 1 to 6", ko: "단계는 1부터 6까지여야 합니다"))
    }
    guard level == nil || title == nil else { throw OptionsApart.error("--level", "--title") }
  }

  func run(in context: CommandContext) throws {
    let source = try context.place(section, in: context.openWorkspace()).path
    let name = folder.map { "\($0)/\(title ?? "")" } ?? title
    let inputs = try context.answered(NewNote(extractedFrom: source, to: name), answers.answer).inputs
    let shaped = try context.write(writing.care) { workspace, transaction in
      if let level {
        return try workspace.split(
          try context.note(section, in: workspace), at: level, to: name, leaving: trace.trace, inputs, &transaction)
      }
      return try workspace.extract(
        try context.place(section, in: workspace), to: name, leaving: trace.trace, inputs, &transaction)
    }
    context.report(shaped, isDryRun: writing.dryRun)
  }
}

extension CommandContext {
  /// Prints the notes that were made, and reports the links and fields that others have.
  func report(_ shaped: ShapedNotes, isDryRun: Bool) {
    writePlaces(shaped.paths.map(\.string), dryRun: isDryRun)
    for field in shaped.droppedFields {
      warn(
        Message(
          "\(field.path): “\(field.key)” has a different value there and is not copied",
          ko: "\(field.path): “\(field.key)” 값이 서로 달라서 옮기지 않습니다"))
    }
    report(shaped.linkFixes, dryRun: isDryRun)
  }
}
