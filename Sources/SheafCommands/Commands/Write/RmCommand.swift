import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// `sheaf rm`
struct RmCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rm",
      abstract: localized(
        "Remove notes and report which links break.", ko: "메모를 지우고 끊긴 링크를 표시합니다."),
      discussion: localized(
        """
        “sheaf undo” restores the files byte for byte, so one file is removed without a question; before several, a
        terminal is asked. A folder is removed with its notes and files; files that Sheaf does not read, hidden or
        ignored, stay.

        Examples:
          sheaf rm Memo/draft.md
          sheaf rm Memo/Old --dry-run
          sheaf rm --where 'tag:temporary' --expect 4
        """,
        ko: """
          “sheaf undo”로 1바이트도 다르지 않게 되살릴 수 있으므로 파일 하나는 확인하지 않고 지웁니다. 여러 개를 지울 때는
          터미널에서 확인합니다. 폴더는 그 안의 메모와 파일까지 지웁니다. Sheaf에서 읽지 않는 숨은 파일과 제외한 파일은
          남습니다.

          예:
            sheaf rm Memo/초안.md
            sheaf rm Memo/옛것 --dry-run
            sheaf rm --where 'tag:임시' --expect 4
          """))
  }

  @Argument(help: help("Notes, other files, folders.", ko: "메모, 다른 파일, 폴더"))
  var names: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  init() {}

  func validate() throws {
    guard !names.isEmpty || change.condition != nil else {
      throw ValidationError(localized("Give what to remove.", ko: "지울 것을 지정하세요."))
    }
  }

  func run(in context: CommandContext) throws {
    let (paths, dangling, shifts) = try context.write(change.writing) { workspace, transaction in
      let removals = try removals(context, workspace)
      if removals.count > 1, change.writing.expect == nil, !change.writing.dryRun {
        try context.confirm(
          Message(
            "Remove \(counted(removals.count, "file"))?", ko: "파일 \(removals.count)개를 지울까요?"))
      }
      for removal in removals {
        transaction.remove(
          removal.path, expecting: try workspace.files.read(removal.path),
          emptying: removal.folder)
      }
      let paths = removals.map(\.path)
      for canvas in try workspace.unreadCanvases() { context.warn(canvas.explanation) }
      let today = context.clock().day
      let shifts = try workspace.shifts(texts: [:], removed: paths, today: today)
        .filter { $0.meaning != .nothing }
      let left = try linksLeft(to: paths, context, workspace).filter { link in
        !shifts.contains {
          $0.path == link.source && $0.line == link.line && $0.destination == link.destination
        }
      }
      return (paths, left, shifts)
    }
    if !change.writing.dryRun { for path in paths { context.console.writeLine(path.string) } }
    tell(dangling, context)
    for shift in shifts { context.warn(shift.explanation(isDone: !change.writing.dryRun)) }
  }

  /// A file that goes, and the folder that goes with it where nothing is left in it.
  private struct Removal {
    let path: NotePath
    var folder: NotePath?
  }

  private func removals(_ context: CommandContext, _ workspace: Workspace) throws -> [Removal] {
    var removals: [Removal] = []
    for name in names {
      let path = try context.file(name, in: workspace)
      guard workspace.files.isFolder(path) else {
        removals.append(Removal(path: path))
        continue
      }
      let files = try workspace.index.files(below: path)
      guard !files.isEmpty else { throw NothingInFolder(path: path) }
      removals += files.map { Removal(path: $0, folder: path) }
    }
    if let condition = change.condition {
      removals += try context.notes(where: condition, in: workspace).map { Removal(path: $0) }
    }
    var seen: Set<NotePath> = []
    let unique = removals.filter { seen.insert($0.path).inserted }
    // Links first: without what they lead to they could not be read.
    func isLink(_ removal: Removal) -> Bool {
      workspace.files.traits(removal.path)?.linkTarget != nil
    }
    return unique.filter(isLink) + unique.filter { !isLink($0) }
  }

  /// The links of other notes that lead to what is removed.
  private func linksLeft(
    to paths: [NotePath], _ context: CommandContext, _ workspace: Workspace
  ) throws -> [LinkRow] {
    let removed = Set(paths)
    let today = context.clock().day
    return try paths.flatMap { try workspace.index.links(to: $0, today: today) }
      .filter { !removed.contains($0.source) }
  }

  private func tell(_ links: [LinkRow], _ context: CommandContext) {
    guard !links.isEmpty else { return }
    let list = links.map { "\n  \($0.source):\($0.line)  \($0.destination)" }.joined()
    context.warn(
      change.writing.dryRun
        ? Message(
          "\(counted(links.count, "link")) would break:" + list,
          ko: "링크 \(links.count)개가 끊길 예정입니다:" + list)
        : Message(
          links.count == 1
            ? "1 link is broken now:" + list
            : "\(links.count) links are broken now:" + list,
          ko: "링크 \(links.count)개가 끊겼습니다:" + list))
  }
}

/// A folder without anything that Sheaf reads.
struct NothingInFolder: ExplainedError {
  let path: NotePath

  var category: ErrorCategory { .notFound }
  var explanation: Message {
    Message(
      "\(path) contains no notes or files that Sheaf reads",
      ko: "Sheaf에서 읽는 메모나 파일이 없는 폴더입니다: \(path)")
  }
}
