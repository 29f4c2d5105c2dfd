import ArgumentParser
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import Wording

struct ResolveCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("resolve", PackageResources.resolve_txt, ko: PackageResources.resolve_ko_txt)
  }

  @Argument(
    help: help(
      .path,
      "Notes and conflict copies, NOTE#HEADING, or fields. Default: all.",
      ko: "메모와 충돌 사본, 메모#소제목, 필드(기본값: 전체)"))
  var paths: [String] = []

  @OptionGroup var decision: ResolveOptions
  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    let git = context.git(in: try context.repository())
    let isUsers = (try? GitUnmerged(in: git)).map {
      !$0.conflicts.isEmpty || $0.operation != nil && $0.operation != .bisect
    }
    if isUsers != true, try decision.finishSync(paths, isDryRun: writing.dryRun, in: context) { return }
    var round = LocalConflicts(
      context: context, git: git, subjects: paths, decision: decision.decision, writing: writing)
    try round.run()
  }
}

/// Conflicts in the files and in git's index: of another program, or of a merge that the user began with git.
private struct LocalConflicts {
  let context: CommandContext
  let git: any GitClient
  let subjects: [String]
  let decision: SyncChoice.Decision?
  let writing: WritingOptions
  /// The answers given on the terminal.
  fileprivate var answers: [SyncChoice] = []
  /// True once something is settled: a subject may have no conflict any more.
  fileprivate var isLater = false

  /// The outcome of one pass over all conflicts.
  private struct Pass {
    var results: [(file: ConflictedFile, outcome: ConflictResolution.Outcome)] = []
    /// The open conflicts, with words for the user.
    var left: [SyncConflict] = []
    var merge: UserMerge?
    var settling: UserMerge.Settling?
  }

  mutating func run() throws {
    while true {
      var pass = try self.pass()
      if decision == nil, context.mayAsk, !writing.dryRun, !pass.left.isEmpty {
        let before = answers.count
        for conflict in pass.left { answers += context.ask(about: conflict) }
        if answers.count > before { pass = try self.pass() }
      }
      report(pass)
      if let merge = pass.merge, let settling = pass.settling, !writing.dryRun {
        isLater = try finish(merge, settling, pass)
        if isLater { continue }
        return
      }
      if pass.results.isEmpty, pass.left.isEmpty, pass.merge == nil {
        context.note(Message("No conflicts", ko: "충돌이 없습니다"))
      }
      if !pass.left.isEmpty || pass.results.contains(where: { !$0.outcome.isMerged }) {
        throw ExitStatus.conflict
      }
      return
    }
  }

  private func pass() throws -> Pass {
    try context.write(writing.care) { workspace, transaction in
      let merge = try UserMerge(workspace, git: git)
      let sync = SyncRun(workspace, git: { context.git(in: $0) })
      let all = try workspace.conflictedFiles()
      let isSwapped = merge?.unmerged.isSwapped ?? false
      let shown = ConflictResolution(workspace, git: git, isSwapped: isSwapped)
      var known = (merge?.unmerged.conflicts ?? []).flatMap { sync.conflicts($0) }
      let unmergedPaths = Set(known.flatMap(\.allPaths))
      for case .markers(let path) in all where !unmergedPaths.contains(path.string) {
        if let conflict = shown.conflict(in: path) { known += sync.conflicts(conflict, isNew: false) }
      }
      let (choices, named) = try chosen(among: known, in: workspace)
      let resolution = ConflictResolution(workspace, git: git, choices: choices, isSwapped: isSwapped)
      var pass = Pass()
      pass.merge = merge
      let conflicted = all.filter { named.isEmpty || named.contains($0.path) || named.contains($0.note) }
      pass.results = try resolution.resolve(conflicted, into: &transaction)
      pass.settling = try merge?.settle(choices, into: &transaction)
      // Of a note with two new names the name comes first: both files have the same markers.
      let renamed = (merge?.unmerged.conflicts ?? []).filter { $0.paths.count > 1 }.flatMap(\.paths)
      pass.results.removeAll { !$0.outcome.isMerged && renamed.contains($0.file.path.string) }
      let open = pass.results.filter { !$0.outcome.isMerged }.compactMap { $0.file.markedPath }
      let done = pass.results.filter { $0.outcome.isMerged }.compactMap { $0.file.markedPath }
      pass.settling?.add(done)
      pass.left = open.flatMap { path in
        shown.conflict(in: path).map { sync.conflicts($0, isNew: false) } ?? []
      }
      let marked = Set(open.map(\.string))
      pass.left += (pass.settling?.left ?? []).flatMap { sync.conflicts($0) }.filter {
        marked.isDisjoint(with: $0.allPaths)
      }
      return pass
    }
  }

  /// Returns the choices so far, and the files that they are about; an empty set for all.
  private func chosen(
    among conflicts: [SyncConflict], in workspace: Workspace
  ) throws -> (choices: [SyncChoice], named: Set<NotePath>) {
    var choices: [SyncChoice] = []
    var named: Set<NotePath> = []
    for subject in subjects {
      do {
        let choice = try SyncChoice(decision ?? .mine, subject: subject, among: conflicts)
        choices.append(choice)
        let paths = conflicts.flatMap { conflict in
          choice.path.map(conflict.allPaths.contains) ?? true ? conflict.allPaths : []
        }
        named.formUnion(paths.compactMap { NotePath($0) })
      } catch let error as UnknownConflict {
        // A copy is no note, so that its path alone names it.
        guard !isLater else { continue }
        guard let path = try? context.file(subject, in: workspace) else { throw error }
        named.insert(path)
        choices.append(SyncChoice(decision ?? .mine, path: path.string))
      }
    }
    if subjects.isEmpty, let decision { choices = [SyncChoice(decision)] }
    return ((decision == nil ? [] : choices) + answers, named)
  }

  private func report(_ pass: Pass) {
    let explained = Set(pass.left.flatMap(\.allPaths))
    for result in pass.results where !explained.contains(result.file.path.string) {
      context.report(result.outcome, of: result.file, isDryRun: writing.dryRun)
    }
    for conflict in pass.left { context.warn(conflict.words) }
  }

  /// Continues the operation of git. Returns true if git has stopped at the next conflicts and a conflict was resolved.
  private func finish(_ merge: UserMerge, _ settling: UserMerge.Settling, _ pass: Pass) throws -> Bool {
    let isOpen = !pass.left.isEmpty || pass.results.contains { !$0.outcome.isMerged }
    context.footprint.markSideEffect()
    let ending = try merge.finish(settling)
    guard !isOpen else { throw ExitStatus.conflict }
    if ending == .conflicts {
      guard !settling.paths.isEmpty else { throw ExitStatus.conflict }
      return true
    }
    context.note(
      merge.unmerged.operation == nil
        ? Message(
          "The conflicts are resolved; “sheaf sync” commits the notes. “git stash drop” removes the stash",
          ko: "충돌을 해결했습니다. “sheaf sync”로 커밋할 수 있습니다. 보관한 변경은 “git stash drop”으로 지웁니다")
        : Message(
          "Both sides are merged; “sheaf sync” sends the result",
          ko: "양쪽을 합쳤습니다. “sheaf sync”로 보낼 수 있습니다"))
    return false
  }
}

/// The options of `sheaf resolve`: the choice for conflicts that nothing else decides.
struct ResolveOptions: ParsableArguments {
  @Flag(help: help("Take the version of this computer.", ko: "이 컴퓨터의 내용을 남깁니다."))
  var mine = false

  @Flag(help: help("Take the version of the other side.", ko: "다른 쪽의 내용을 남깁니다."))
  var theirs = false

  @Flag(help: help("Take the lines of both sides.", ko: "양쪽의 줄을 모두 남깁니다."))
  var both = false

  @Flag(help: help("Keep a note that one side removed.", ko: "한쪽에서 삭제한 메모를 남깁니다."))
  var keep = false

  @Flag(help: help("Remove a note that one side removed.", ko: "한쪽에서 삭제한 메모를 삭제합니다."))
  var delete = false

  @Option(
    help: help(
      .name,
      "New name of a note that both sides renamed, or that is a folder on the other side.",
      ko: "양쪽에서 이름을 다르게 바꾼 메모나 다른 쪽에서 폴더인 메모의 이름"))
  var name: String?

  func validate() throws {
    guard [mine, theirs, both, keep, delete, name != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError(
        localized(
          "--mine, --theirs, --both, --keep, --delete and --name cannot be used together",
          ko: "--mine, --theirs, --both, --keep, --delete, --name은 함께 지정할 수 없습니다"))
    }
  }

  /// The decision of the options; nil if no option decides.
  var decision: SyncChoice.Decision? {
    if mine { return .mine }
    if theirs { return .theirs }
    if both { return .both }
    if keep { return .keep }
    if delete { return .delete }
    return name.map { .name($0) }
  }

  /// Goes on with a merge that sync could not finish. Returns false if there is none.
  func finishSync(_ subjects: [String], isDryRun: Bool, in context: CommandContext) throws -> Bool {
    let repository = try context.repository()
    guard SyncRun.pendingPaths(in: repository) != nil else { return false }
    if isDryRun { return try rehearse(subjects, in: context) }
    let (workspace, resolution) = try context.changes.withJournal { workspace, _ in
      let run = SyncRun(workspace, git: { context.git(in: $0) })
      let writing = context.syncWriting(in: repository)
      var resolution = try run.resolve(decision, subjects, writing)
      if decision == nil, context.mayAsk, case .conflicts(let conflicts) = resolution {
        resolution = try decideEach(conflicts, subjects, run, writing, context)
      }
      return (workspace, resolution)
    }
    switch resolution {
    case .none: return false
    case .merged:
      try workspace.synchronize()
      context.note(
        Message(
          "Both sides are merged; “sheaf sync” sends the result",
          ko: "양쪽을 합쳤습니다. “sheaf sync”로 보낼 수 있습니다"))
      return true
    case .conflicts(let conflicts):
      for conflict in conflicts { context.warn(conflict.words) }
      throw ExitStatus.conflict
    }
  }
}

extension ResolveOptions {
  /// Lists the conflicts that would remain of a merge that sync could not finish.
  private func rehearse(_ subjects: [String], in context: CommandContext) throws -> Bool {
    let run = SyncRun(try context.openWorkspace(), git: { context.git(in: $0) })
    let left = try run.conflictsLeft(by: decision, subjects)
    for conflict in left { context.warn(conflict.words) }
    guard left.isEmpty else { throw ExitStatus.conflict }
    context.note(Message("Both sides would be merged", ko: "양쪽을 합칠 예정입니다"))
    return true
  }

  /// Shows each conflict on a terminal with both versions, and asks for a choice.
  private func decideEach(
    _ conflicts: [SyncConflict], _ subjects: [String], _ run: SyncRun, _ writing: SyncRun.Writing,
    _ context: CommandContext
  ) throws -> SyncRun.Resolution {
    let choices = try SyncRun.meant(subjects, among: conflicts).flatMap { context.ask(about: $0) }
    guard !choices.isEmpty else { return .conflicts(conflicts) }
    return try run.resolve(writing) { _ in choices }
  }
}

extension CommandContext {
  /// Shows each part of a conflict with both versions, and asks for a choice.
  fileprivate func ask(about conflict: SyncConflict) -> [SyncChoice] {
    guard let path = conflict.path else { return [] }
    console.writeMessage(text(conflict.words) + "\n")
    return conflict.questions.compactMap { part, sides in
      for (side, lines) in sides {
        let shown = lines.map { "    " + $0 + "\n" }.joined()
        console.writeMessage("  " + text(side) + "\n" + shown)
      }
      console.writeMessage(text(conflict.question) + " ")
      guard let answer = input.readLine(), let decision = conflict.decision(answer) else { return nil }
      return SyncChoice(decision, path: path, part: part)
    }
  }
}

extension CommandContext {
  /// Reports how a conflict was resolved, or why not.
  func report(_ outcome: ConflictResolution.Outcome, of file: ConflictedFile, isDryRun: Bool) {
    switch outcome {
    case .merged:
      writePlaces([file.path.string], dryRun: isDryRun)
      guard file.path != file.note else { return }
      note(
        isDryRun
          ? Message(
            "\(file.path) would be merged into \(file.note)",
            ko: "병합할 예정입니다: \(file.path) → \(file.note)")
          : Message(
            "\(file.path) was merged into \(file.note)",
            ko: "병합했습니다: \(file.path) → \(file.note)"))
    case .conflicts(let conflicts): warn(ConflictList(conflicts).explanation(of: file.path.string))
    case .impossible(let reason):
      warn(Message("\(file.path): not changed: \(reason.english)", ko: "\(file.path): 그대로 둠: \(reason.korean)"))
    }
  }
}

extension ConflictResolution.Outcome {
  /// False if somebody has to look at it.
  var isMerged: Bool { if case .merged = self { true } else { false } }
}
