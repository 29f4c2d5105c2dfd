import ArgumentParser
import MarkdownFormatting
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// `sheaf fmt`
struct FmtCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "fmt",
      abstract: localized(
        "Format Markdown in one style without changing its meaning.",
        ko: "뜻을 바꾸지 않고 마크다운을 한 가지 형식으로 정리합니다."),
      discussion: localized(FmtManual.discussion.english, ko: FmtManual.discussion.korean))
  }

  @OptionGroup var options: FmtOptions

  init() {}

  func run(in context: CommandContext) throws {
    let repository = try? context.repository()
    let configuration = context.configuration(of: repository)
    context.tellOfProblems(in: configuration, of: repository)
    let style = FormattingStyle(configuration, wrap: options.wrap)
    let formatter = NoteFormatting(
      formatter: MarkdownFormatter(style: style), trimsFrontMatter: options.frontMatter)
    var formatting = FileFormatting(
      formatter, options.diff ? .show : options.check ? .list : .write, isCheck: options.check,
      explains: options.explain,
      in: context)
    if options.staged {
      try formatting.formatStaged(unnamed: unnamed(configuration, style))
    } else if options.paths == ["-"] {
      try formatting.formatInput(called: options.stdinPath ?? "-")
    } else {
      let selection = try selection(context, repository, configuration, style)
      try formatting.format(selection, of: repository, expect: options.expect)
    }
  }

  private func selection(
    _ context: CommandContext, _ repository: Repository?, _ configuration: Configuration,
    _ style: FormattingStyle
  ) throws -> FileSelection {
    let ignores = configuration.list("ignore")
    guard options.paths.isEmpty else {
      return FileSelection(
        try files(context), from: context.workingDirectory, places: context.places,
        extraIgnores: ignores, unnamed: unnamed(configuration, style))
    }
    return FileSelection(
      repository: try repository ?? context.repository(),
      extraIgnores: ignores + unnamed(configuration, style))
  }

  /// Patterns of the files that are formatted only where they are named: templates are read by another program before
  /// they are Markdown.
  private func unnamed(_ configuration: Configuration, _ style: FormattingStyle) -> [String] {
    if style.readers.contains(where: \.isFormattedOnlyByName) { return ["*"] }
    let templates = configuration.text("folders.templates")
    return configuration.list("fmt.ignore") + (templates.isEmpty ? [] : ["/\(templates)/"])
  }

  /// The files and folders on the disk as they are; the notes that any other word names, by their absolute paths.
  private func files(_ context: CommandContext) throws -> [String] {
    func isOnDisk(_ path: String) -> Bool {
      guard !context.isRow(path) else { return false }
      let absolute = context.absolutePath(path)
      return fileExists(absolute) || folderExists(absolute)
    }
    guard options.paths.contains(where: { !isOnDisk($0) }), (try? context.repository()) != nil
    else {
      return options.paths
    }
    let workspace = try context.openWorkspace()
    return try options.paths.flatMap { path in
      isOnDisk(path)
        ? [path]
        : try context.notes(path, in: workspace).map { workspace.repository.absolutePath(of: $0) }
    }
  }
}
