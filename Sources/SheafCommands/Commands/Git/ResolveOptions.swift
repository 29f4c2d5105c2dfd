import ArgumentParser
import NoteActions
import NoteRepository
import Wording

/// How `sheaf resolve` decides what nothing else decides.
struct ResolveOptions: ParsableArguments {
  @Flag(help: help("Take what is here.", ko: "여기의 내용을 남깁니다."))
  var mine = false

  @Flag(help: help("Take what comes from the other side.", ko: "저쪽의 내용을 남깁니다."))
  var theirs = false

  @Flag(help: help("Take the lines of both sides.", ko: "양쪽의 줄을 모두 남깁니다."))
  var both = false

  @Flag(help: help("Keep a note that one side removed.", ko: "한쪽에서 삭제한 메모를 남깁니다."))
  var keep = false

  @Flag(help: help("Remove a note that one side removed.", ko: "한쪽에서 삭제한 메모를 삭제합니다."))
  var delete = false

  @Option(
    help: help(
      "The name of a note that both sides renamed.", ko: "양쪽에서 이름을 다르게 바꾼 메모의 이름"))
  var name: String?

  init() {}

  func validate() throws {
    guard [mine, theirs, both, keep, delete, name != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError(
        localized("Decide in one way at a time.", ko: "한 번에 한 가지로만 정할 수 있습니다."))
    }
  }

  /// nil where nothing is decided.
  var decision: SyncChoice.Decision? {
    if mine { return .mine }
    if theirs { return .theirs }
    if both { return .both }
    if keep { return .keep }
    if delete { return .delete }
    return name.map { .name($0) }
  }

  /// Goes on with a merge that sync could not finish.
  ///
  /// - Returns: False where there is none.
  func finishSync(_ subjects: [String], in context: CommandContext) throws -> Bool {
    let repository = try context.repository()
    guard SyncRun.hasPendingMerge(in: repository) else { return false }
    let lock = try WriteLock.acquire(folder: repository.stateFolder, command: "resolve") { holder in
      context.note(Message("Waiting for process \(holder)", ko: "\(holder) 프로세스를 기다리는 중"))
    }
    let workspace = try context.openWorkspace(of: repository, context.configuration(of: repository))
    let resolution = try SyncRun(workspace, git: { context.git(in: $0) })
      .resolve(decision, subjects)
    _ = consume lock
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
