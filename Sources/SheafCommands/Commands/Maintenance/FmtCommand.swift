import ArgumentParser
import MarkdownFormatting
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalText
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

  @Argument(
    help: help(
      "Files, folders, notes and queries, or - for standard input. Default: all notes.",
      ko: "파일, 폴더, 메모, 검색식. -이면 표준 입력(기본값: 모든 메모)"))
  var paths: [String] = []

  @Flag(
    help: help(
      "Write nothing; list the files that would change and exit with 1 if there are any.",
      ko: "저장하지 않고 바뀔 파일만 출력합니다. 있으면 종료 코드는 1입니다."))
  var check = false

  @Flag(
    name: [.customShort("n"), .customLong("diff"), .customLong("dry-run")],
    help: help("Write nothing; print the difference.", ko: "저장하지 않고 변경 내용만 출력합니다."))
  var diff = false

  @Flag(
    help: help(
      "Only what the next commit changes, as it is staged.", ko: "다음 커밋에 들어갈 메모만, 스테이징한 내용으로 처리합니다."
    ))
  var staged = false

  @Option(help: ChangedNotes.expectHelp)
  var expect: Int?

  @Flag(
    help: help(
      "Report which blocks were left unchanged and why.", ko: "그대로 둔 블록과 이유를 표시합니다."))
  var explain = false

  @Option(
    help: help(
      "Break paragraphs at N columns, never between two CJK characters.",
      ko: "문단을 줄바꿈할 너비. 한중일 글자 사이에서는 줄바꿈하지 않음"))
  var wrap: Int?

  @Flag(
    help: help(
      "Also remove trailing spaces in the front matter.", ko: "머리말의 줄 끝 공백도 지웁니다."))
  var frontMatter = false

  @Option(
    help: help(
      "The path to show in messages about standard input.", ko: "표준 입력 대신 메시지에 표시할 경로"))
  var stdinPath: String?

  init() {}

  func run(in context: CommandContext) throws {
    let repository = try? context.repository()
    let configuration = context.configuration(of: repository)
    context.tellOfProblems(in: configuration, of: repository)
    let formatter = NoteFormatting(
      formatter: MarkdownFormatter(style: FormattingStyle(configuration, wrap: wrap)),
      trimsFrontMatter: frontMatter)
    if staged {
      try formatStaged(formatter, context)
    } else if paths == ["-"] {
      try formatInput(formatter, context)
    } else {
      let selection = try selection(context, repository, configuration)
      try formatFiles(formatter, selection, repository, context)
    }
  }

  private func selection(
    _ context: CommandContext, _ repository: Repository?, _ configuration: Configuration
  ) throws -> FileSelection {
    let ignores = configuration.list("ignore")
    guard paths.isEmpty else {
      return FileSelection(
        try files(context), from: context.workingDirectory, places: context.places,
        extraIgnores: ignores)
    }
    guard let repository else {
      return FileSelection(repository: try context.repository(), extraIgnores: ignores)
    }
    return FileSelection(repository: repository, extraIgnores: ignores)
  }

  /// The files and folders on the disk as they are; the notes that any other word names, by their absolute paths.
  private func files(_ context: CommandContext) throws -> [String] {
    func isOnDisk(_ path: String) -> Bool {
      let absolute = path.hasPrefix("/") ? path : context.workingDirectory + "/" + path
      return fileExists(absolute) || folderExists(absolute)
    }
    guard paths.contains(where: { !isOnDisk($0) }), (try? context.repository()) != nil else {
      return paths
    }
    let workspace = try context.openWorkspace()
    return try paths.flatMap { path in
      isOnDisk(path)
        ? [path]
        : try context.notes(path, in: workspace).map { workspace.repository.absolutePath(of: $0) }
    }
  }

  private func formatInput(_ formatting: NoteFormatting, _ context: CommandContext) throws {
    let before = try context.input.readAll()
    let outcome = formatting.format(before)
    let name = stdinPath ?? "-"
    if explain || outcome.refusal != nil { tell(outcome, name, context) }
    if diff {
      print(name, before, outcome.bytes, context)
    } else if check {
      if outcome.bytes != before { context.console.writeLine(name) }
    } else {
      context.console.write(outcome.bytes)
    }
    if check, outcome.bytes != before { throw ExitStatus.negative }
  }

  /// More files are formatted only after a question.
  private static let unaskedFiles = 20

  private func formatFiles(
    _ formatting: NoteFormatting, _ selection: FileSelection, _ repository: Repository?,
    _ context: CommandContext
  ) throws {
    for problem in selection.problems { context.warn(problem.explanation) }
    var summary = FormatSummary()
    let inside = check ? [] : selection.items.filter { $0.root == repository?.root }
    let others = check ? selection.items : selection.items.filter { $0.root != repository?.root }
    if selection.items.count > Self.unaskedFiles, !check, !diff, expect == nil {
      try context.confirm(
        Message(
          "Format \(selection.items.count) files?", ko: "파일 \(selection.items.count)개를 정리할까요?"))
    }
    if !inside.isEmpty {
      // In the repository one transaction writes everything, and undo takes it back.
      let changed = try context.write(dryRun: diff) { _, transaction in
        let names = changes(of: inside, formatting, context, &summary, into: &transaction)
        try transaction.checkNoteCount(expect)
        return names
      }
      if !diff { for name in changed { context.console.writeLine(name) } }
    }
    FileRound { _, bytes in formatting.format(bytes) }.run(others) { file in
      if let change = look(at: file, context, &summary) {
        carryOut(change, of: file.item, context, &summary)
      }
    }
    context.note(summary.message(wrote: !check && !diff))
    if summary.failed > 0 || !selection.problems.isEmpty { throw ExitStatus.failure }
    if check, summary.changed > 0 { throw ExitStatus.negative }
  }

  /// Puts the changes of a repository's files into `transaction` and gives the files' names.
  private func changes(
    of items: [FileSelection.Item], _ formatting: NoteFormatting, _ context: CommandContext,
    _ summary: inout FormatSummary, into transaction: inout Transaction
  ) -> [String] {
    var names: [String] = []
    FileRound { _, bytes in formatting.format(bytes) }.run(items) { file in
      guard let change = look(at: file, context, &summary) else { return }
      transaction.replace(file.item.path, expecting: change.before, with: change.after)
      names.append(change.name)
    }
    return names
  }

  private struct Change {
    let name: String
    let before: [UInt8]
    let after: [UInt8]
  }

  /// Counts and shows what became of a file; nil where it stays as it is.
  private func look(
    at file: FileRound<MarkdownFormatter.Outcome>.Outcome, _ context: CommandContext,
    _ summary: inout FormatSummary
  ) -> Change? {
    switch file.result {
    case .failure(let error):
      context.warn(error.explanation)
      summary.failed += 1
      return nil
    case .success(let (before, outcome)):
      let name = context.shownPath(file.item.absolutePath)
      summary.add(outcome, isChanged: outcome.bytes != before)
      if explain || outcome.refusal != nil { tell(outcome, name, context) }
      return outcome.bytes == before
        ? nil : Change(name: name, before: before, after: outcome.bytes)
    }
  }

  /// Writes or shows the change of a file outside a repository.
  private func carryOut(
    _ change: Change, of item: FileSelection.Item, _ context: CommandContext,
    _ summary: inout FormatSummary
  ) {
    if diff {
      return print(change.name, change.before, change.after, context)
    }
    do throws(RepositoryError) {
      if !check {
        let files = LiveFileSystem(root: item.root, git: GitIndexLock(above: item.root))
        try files.replace(item.path, expecting: change.before, with: change.after)
      }
      context.console.writeLine(change.name)
    } catch {
      context.warn(error.explanation)
      summary.failed += 1
    }
  }

  func print(
    _ name: String, _ before: [UInt8], _ after: [UInt8], _ context: CommandContext
  ) {
    let lines = TransactionDiff(in: context).lines(of: name, isNote: true, before, after)
    context.console.write(context.theme.encode(lines))
  }

  private func tell(
    _ outcome: MarkdownFormatter.Outcome, _ name: String, _ context: CommandContext
  ) {
    if let refusal = outcome.refusal {
      let message = refusal.message(linesBefore: outcome.linesBefore)
      context.warn(
        Message(
          "\(name): left unchanged: \(message.english)", ko: "\(name): 그대로 두었습니다: \(message.korean)"
        ))
    }
    for block in outcome.leftAlone {
      let reason = block.reason.message
      context.note(
        Message(
          "\(name):\(block.line): left unchanged: \(reason.english)",
          ko: "\(name):\(block.line): 그대로 두었습니다: \(reason.korean)"))
    }
  }
}

/// What a run of `fmt` did, counted.
private struct FormatSummary {
  var files = 0
  var changed = 0
  var failed = 0
  var blocks = 0
  var leftAlone = 0

  mutating func add(_ outcome: MarkdownFormatter.Outcome, isChanged: Bool) {
    files += 1
    changed += isChanged ? 1 : 0
    blocks += outcome.blockCount
    leftAlone += outcome.leftAlone.count
  }

  func message(wrote: Bool) -> Message {
    let left =
      leftAlone == 0
      ? Message("", ko: "")
      : Message(
        "; \(counted(leftAlone, "block")) of \(blocks) left unchanged (--explain shows why)",
        ko: ". 블록 \(blocks)개 가운데 \(leftAlone)개는 그대로 두었습니다(이유는 --explain)")
    let verb = wrote ? "formatted" : "would change"
    return Message(
      "\(counted(changed, "file")) of \(files) \(verb)\(left.english)",
      ko: "파일 \(files)개 가운데 \(changed)개를 \(wrote ? "정리했습니다" : "정리할 예정입니다")\(left.korean)")
  }
}

extension MarkdownFormatter.LeftAlone.Reason {
  fileprivate var message: Message {
    switch self {
    case .meaning:
      Message("its HTML would have changed", ko: "HTML이 달라집니다")
    case .words:
      Message("some of its source would have been lost", ko: "원문의 일부가 없어집니다")
    case .lines:
      Message(
        "it contains lines that Markdown does not show, such as a link definition in a list",
        ko: "목록 안의 링크 정의처럼 마크다운에 표시되지 않는 줄이 있습니다")
    case .size:
      Message(
        "the note has more than 300,000 lines, a million blocks or a million delimiters",
        ko: "메모가 30만 줄, 블록 100만 개, 기호 100만 개 가운데 하나를 넘습니다")
    case .effort:
      Message("too much of the note could not be verified", ko: "검증할 수 없는 부분이 너무 많습니다")
    }
  }
}
