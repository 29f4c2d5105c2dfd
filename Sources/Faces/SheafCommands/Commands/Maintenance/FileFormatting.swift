import MarkdownFormatting
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import NoteSyntax
import TerminalText
import Wording

/// Formats files, and writes, shows or lists the results.
struct FileFormatting {
  /// The treatment of a file that would change.
  enum Purpose {
    case write, show, list
  }

  let formatting: NoteFormatting
  let purpose: Purpose
  /// True if it is an answer of “no” that a file would change. Nothing is written then.
  let isCheck: Bool
  /// True if the changes are printed as one JSON document, of the notes of this repository.
  let isJSON: Bool
  /// True if each block that is not formatted is reported.
  let explains: Bool
  let context: CommandContext
  var summary = FormatSummary()

  // MARK: - Standard input

  /// Prints the formatted text of standard input.
  ///
  /// - Throws: `ExitStatus.negative` if it would change and that was asked.
  func formatInput(called name: String) throws {
    let before = try context.input.readAll()
    let outcome = formatting.format(before)
    report(outcome, name)
    let isChanged = outcome.bytes != before
    switch purpose {
    case .write: context.console.write(outcome.bytes)
    case .show: show(name, before, outcome.bytes)
    case .list: if isChanged { context.console.writeLine(name) }
    }
    if isCheck, isChanged { throw ExitStatus.negative }
  }

  // MARK: - Files

  /// The largest number of files that are formatted without a question.
  private static let unaskedFiles = 20

  /// Formats files: files of a repository in one transaction, which `undo` reverts; other files one by one.
  ///
  /// - Parameters:
  ///   - selection: The files.
  ///   - own: The repository of the current folder, if any.
  ///   - expect: The required number of changed notes; nil for any number.
  /// - Throws: `ExitStatus` with the exit code of the command, and errors that stop the transaction.
  mutating func format(_ selection: FileSelection, of own: Repository?, expect: Int?) throws {
    for problem in selection.problems { context.warn(problem.explanation) }
    let items = selection.items.uniqued()
    if let expect {
      try checkCount(changed(of: items).count, isExpected: expect)
    } else if items.count > Self.unaskedFiles, purpose == .write, context.mayAsk, !context.globals.assumeYes {
      let changed = changed(of: items)
      let english = "Format \(changed.count) of \(items.count) files?"
      let question = Message(english, ko: "파일 \(items.count)개 중 \(changed.count)개를 정리할까요?")
        .naming(changed.prefix(Message.mostNamed).map { context.shownPath($0.absolutePath) }, of: changed.count)
      if !changed.isEmpty { try context.confirm(question) }
    }
    if isJSON, let other = items.first(where: { !$0.isInRepository || $0.root != own?.root }) {
      throw UsageError(
        Message(
          "--json is for notes of this repository, and \(other.absolutePath) is not in it",
          ko: "--json은 이 저장소의 메모에만 쓸 수 있습니다. 저장소 밖의 파일: \(other.absolutePath)"))
    }
    let inside = isCheck && !isJSON ? [] : items.filter(\.isInRepository)
    let others = isCheck && !isJSON ? items : items.filter { !$0.isInRepository }
    for root in isJSON ? [own?.root].compactMap(\.self) : inside.map(\.root).uniqued() {
      try formatTogether(inside.filter { $0.root == root }, root, isOwn: root == own?.root)
    }
    run(others) { formatting, file in formatting.carryOut(file) }
    context.note(summary.message(wrote: purpose == .write))
    if summary.failed > 0 || !selection.problems.isEmpty { throw ExitStatus.failure }
    if isCheck, summary.changed > 0 { throw ExitStatus.negative }
  }

  /// Returns the files that would change. They may be in several places that are written one after the other, so all
  /// are formatted once only to be counted.
  private func changed(of items: [FileSelection.Item]) -> [FileSelection.Item] {
    var changed: [FileSelection.Item] = []
    formatting.format(items) { result in
      if case .success(let file) = result, file.isChanged { changed.append(file.item) }
    }
    return changed
  }

  private mutating func formatTogether(_ items: [FileSelection.Item], _ root: String, isOwn: Bool) throws {
    let context = isOwn ? context : context.inRepository(root)
    let care = WriteOptions(dryRun: purpose != .write, json: isJSON)
    let changed = try context.write(care, asksIndex: false) { _, transaction in
      var names: [String] = []
      run(items) { formatting, file in
        file.change(in: &transaction)
        names.append(formatting.name(of: file))
      }
      return names
    }
    guard purpose == .write, !changed.isEmpty else { return }
    context.writePlaces(changed)
    if !isOwn {
      context.note(
        Message(
          "“sheaf -C \(context.shownPath(root)) undo” reverts it",
          ko: "“sheaf -C \(context.shownPath(root)) undo”로 되돌릴 수 있습니다"))
    }
  }

  private func name(of file: FormattedFile) -> String { context.shownPath(file.item.absolutePath) }

  /// Formats files, counts and reports the results, and passes on the files that change.
  private mutating func run(_ items: [FileSelection.Item], _ use: (inout FileFormatting, FormattedFile) -> Void) {
    let formatting = formatting
    formatting.format(items) { result in
      switch result {
      case .failure(let error):
        context.warn(error.explanation)
        summary.failed += 1
      case .success(let file):
        summary.add(file.outcome, isChanged: file.isChanged)
        report(file.outcome, name(of: file))
        if file.isChanged { use(&self, file) }
      }
    }
  }

  /// Writes, shows or lists the change of a file outside a repository.
  private mutating func carryOut(_ file: FormattedFile) {
    if purpose == .show { return show(name(of: file), file.before, file.outcome.bytes) }
    do throws(RepositoryError) {
      if purpose == .write { try file.write() }
      context.console.writeLine(name(of: file))
    } catch {
      context.warn(error.explanation)
      summary.failed += 1
    }
  }

  // MARK: - What is staged

  /// Formats staged files. A file that contains the staged bytes gets the same change; a file that was edited after
  /// staging is not changed.
  ///
  /// - Parameters:
  ///   - unnamed: Patterns of files that are not formatted.
  ///   - expect: The required number of changed notes; nil for any number.
  func formatStaged(unnamed: [String], expect: Int?) throws {
    let repository = try context.repository()
    let staged = try StagedFormatting(formatting, in: repository, context.git(in: repository), without: unnamed)
    let changes = staged.changes
    try checkCount(changes.count, isExpected: expect)
    if purpose == .write { try write(staged) }
    for (note, after) in changes {
      if purpose == .show {
        show(note.path.string, note.bytes, after)
      } else {
        context.console.writeLine(note.path.string)
      }
    }
    guard isCheck, !changes.isEmpty else { return }
    context.note(
      Message(
        "\(counted(changes.count, "staged file")) would change; “sheaf fmt --staged” formats the staged text",
        ko: "스테이징한 파일 \(changes.count)개를 정리할 예정입니다. “sheaf fmt --staged”로 정리할 수 있습니다"))
    throw ExitStatus.negative
  }

  private func write(_ staged: StagedFormatting) throws {
    try context.changes.withJournal(asksIndex: false) { workspace, journal in
      var transaction = Transaction(words: context.words)
      staged.change(&transaction, in: workspace)
      transaction = try context.changes.admitted(transaction, in: workspace)
      try journal.commit(transaction, at: context.clock())
      context.footprint.markSideEffect()
    }
    try staged.stage()
  }

  // MARK: - Reports

  private func show(_ name: String, _ before: [UInt8], _ after: [UInt8]) {
    let lines = TransactionDiff(in: context).lines(of: name, isNote: true, before, after)
    context.console.write(context.theme.encode(lines))
  }

  /// Reports why a note, or with `--explain` a block, stays as it is.
  private func report(_ outcome: MarkdownFormatter.Outcome, _ name: String) {
    guard explains || outcome.refusal != nil else { return }
    if let refusal = outcome.refusal {
      let message = refusal.message(linesBefore: outcome.linesBefore)
      context.warn(.leftUnchanged(name, message))
    }
    for block in outcome.leftAlone {
      context.note(.leftUnchanged("\(name):\(block.line)", block.reason.message))
    }
  }
}

/// The counts of a run of `sheaf fmt`.
struct FormatSummary {
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
        "; \(counted(leftAlone, "block")) of \(blocks) not changed (--explain shows why)",
        ko: ". 블록 \(blocks)개 중 \(leftAlone)개는 그대로 두었습니다(이유는 --explain)")
    guard changed > 0 else {
      return Message(
        "Nothing to format (\(counted(files, "file")) checked)\(left.english)",
        ko: "정리할 파일이 없습니다(\(files)개 확인)\(left.korean)")
    }
    return Message(
      "\(wrote ? "Formatted" : "Would format") \(changed) of \(counted(files, "file"))\(left.english)",
      ko: "파일 \(files)개 중 \(changed)개를 \(wrote ? "정리했습니다" : "정리할 예정입니다")\(left.korean)")
  }
}

extension MarkdownFormatter.LeftAlone.Reason {
  fileprivate var message: Message {
    switch self {
    case .meaning: Message("its HTML would have changed", ko: "HTML이 달라집니다")
    case .words: Message("some of its source would have been lost", ko: "원문의 일부가 없어집니다")
    case .lines:
      Message(
        "it contains lines that Markdown does not show, such as a link definition in a list",
        ko: "목록 안의 링크 정의처럼 마크다운에 표시되지 않는 줄이 있습니다")
    case .size:
      Message(
        "the note has more than 300,000 lines, a million blocks or a million delimiters",
        ko: "메모가 30만 줄, 블록 100만 개, 기호 100만 개 중 하나를 넘습니다")
    case .effort: Message("too much of the note could not be verified", ko: "검증할 수 없는 부분이 너무 많습니다")
    }
  }
}
