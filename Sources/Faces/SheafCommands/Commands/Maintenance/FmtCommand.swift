import ArgumentParser
import MarkdownFormatting
import NoteActions
import NoteModel
import NoteRepository
import Wording

struct FmtCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("fmt", PackageResources.fmt_txt, ko: PackageResources.fmt_ko_txt)
  }

  @OptionGroup var options: FmtOptions

  func run(in context: CommandContext) throws {
    let repository = try? context.repository()
    let configuration = context.configuration(of: repository)
    context.tellOfProblems(in: configuration, of: repository)
    let style = FormattingStyle(configuration, wrap: options.wrap)
    let formatter = NoteFormatting(formatter: MarkdownFormatter(style: style), trimsFrontMatter: options.frontMatter)
    let care = options.change.writing.care
    var formatting = FileFormatting(
      formatting: formatter, purpose: care.dryRun ? .show : options.check ? .list : .write, isCheck: options.check,
      isJSON: care.json, explains: options.explain, context: context)
    if options.staged {
      try formatting.formatStaged(unnamed: unnamed(configuration, style), expect: care.expect)
    } else if options.paths == ["-"] {
      try formatting.formatInput(called: options.stdinPath ?? "-")
    } else {
      let selection = try selection(context, repository, configuration, style)
      try formatting.format(selection, of: repository, expect: care.expect)
    }
  }

  private func selection(
    _ context: CommandContext, _ repository: Repository?, _ configuration: Configuration, _ style: FormattingStyle
  ) throws -> FileSelection {
    let ignores = configuration.list("ignore")
    guard options.paths.isEmpty, options.change.condition == nil else {
      return FileSelection(
        try files(context), from: context.workingDirectory, places: context.places,
        extraIgnores: ignores, unnamed: unnamed(configuration, style))
    }
    return FileSelection(
      repository: try repository ?? context.repository(), extraIgnores: ignores + unnamed(configuration, style))
  }

  /// Patterns of the files that are formatted only if they are named: templates are read by another program before
  /// they are Markdown.
  private func unnamed(_ configuration: Configuration, _ style: FormattingStyle) -> [String] {
    if style.readers.contains(where: \.isFormattedOnlyByName) { return ["*"] }
    let templates = configuration.text("folders.templates")
    return configuration.list("fmt.ignore") + (templates.isEmpty ? [] : ["/\(templates)/"])
  }

  /// Returns the files and folders on the disk as they are; the notes that any other word names, by their absolute
  /// paths.
  private func files(_ context: CommandContext) throws -> [String] {
    func isOnDisk(_ path: String) -> Bool {
      guard !context.isRow(path) else { return false }
      let absolute = context.absolutePath(path)
      return fileExists(absolute) || folderExists(absolute)
    }
    let condition = options.change.condition
    guard condition != nil || options.paths.contains(where: { !isOnDisk($0) }), (try? context.repository()) != nil
    else { return options.paths }
    let workspace = try context.openWorkspace()
    let onDisk = condition == nil ? options.paths.filter(isOnDisk) : []
    let named = options.paths.filter { !onDisk.contains($0) }
    let notes = try NamedPlaces(.notes, context, workspace).places(named, where: condition).map(\.path).uniqued()
    return onDisk + notes.map { workspace.repository.absolutePath(of: $0) }
  }
}

struct FmtOptions: ParsableArguments {
  @Argument(
    help: help(
      .notePath,
      "Files, folders, notes and queries, or - for standard input. Default: all notes.",
      ko: "파일, 폴더, 메모, 검색식. -이면 표준 입력(기본값: 모든 메모)"))
  var paths: [String] = []

  @Flag(
    help: help(
      "Write nothing; list the files that would change and exit with 1 if there are any.",
      ko: "저장하지 않고 바뀔 파일만 출력합니다. 있으면 종료 코드는 1입니다."))
  var check = false

  @Flag(
    help: help("Read only the staged changes, as the next commit has them.", ko: "다음 커밋에 들어갈 메모만, 스테이징한 내용으로 처리합니다."))
  var staged = false

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  @Flag(
    help: help(
      "Report the blocks that were not changed, and why.", ko: "그대로 둔 블록과 이유를 표시합니다."))
  var explain = false

  @Option(
    help: help(
      .width,
      "Break paragraphs at N columns, never between two CJK characters.",
      ko: "문단을 줄바꿈할 너비. 한중일 글자 사이에서는 줄바꿈하지 않음"))
  var wrap: Int?

  @Flag(
    help: help(
      "Remove trailing spaces in the front matter, too.", ko: "머리말의 줄 끝 공백도 지웁니다."))
  var frontMatter = false

  @Option(
    help: help(
      .path,
      "The path to show in messages about standard input.", ko: "표준 입력 대신 메시지에 표시할 경로"))
  var stdinPath: String?

  func validate() throws {
    guard !staged || paths.isEmpty else {
      throw ValidationError(
        localized("--staged cannot be used with files, notes or -", ko: "--staged는 파일, 메모, -와 함께 지정할 수 없습니다"))
    }
    if staged, change.condition != nil { throw OptionsApart.error("--staged", "--where") }
    guard change.writing.care.json else { return }
    if staged { throw OptionsApart.error("--staged", "--json") }
    if paths == ["-"] { throw OptionsApart.error("-", "--json") }
  }
}
