import ArgumentParser
import CivilCalendar
import NoteIndex
import NoteModel
import NoteRepository
import NoteWorkspace
import Wording

/// `sheaf rm`
struct RmCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rm",
      abstract: localized(
        "Remove notes, and tell which links lead nowhere then.", ko: "메모를 지우고, 그래서 끊기는 링크를 알립니다."),
      discussion: localized(
        """
        “sheaf undo” brings them back byte for byte, so nothing is asked.

        Examples:
          sheaf rm Memo/draft.md
          sheaf rm --where 'tag:temporary' --expect 4
        """,
        ko: """
          “sheaf undo”로 한 바이트도 다르지 않게 되살릴 수 있어서 묻지 않고 지웁니다.

          보기:
            sheaf rm Memo/초안.md
            sheaf rm --where 'tag:임시' --expect 4
          """))
  }

  @Argument(help: help("Notes and other files.", ko: "메모와 다른 파일."))
  var names: [String] = []

  @Option(
    name: .customLong("where"), help: help("Also the notes of this query.", ko: "이 검색식에 맞는 메모도."))
  var condition: String?

  @Option(help: help("Refuse unless so many notes would go.", ko: "지울 메모가 이만큼이 아니면 거절합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "쓰지 않고 달라질 것을 찍습니다."))
  var dryRun = false

  init() {}

  func validate() throws {
    guard !names.isEmpty || condition != nil else {
      throw ValidationError(localized("Name what to remove.", ko: "지울 것을 쓰세요."))
    }
  }

  func run(in context: CommandContext) throws {
    let (paths, dangling) = try context.write(dryRun: dryRun) { workspace, transaction in
      let paths = try files(context, workspace)
      for path in paths {
        transaction.remove(path, expecting: try workspace.files.read(path))
      }
      try transaction.checkNoteCount(expect)
      return (paths, try linksLeft(to: paths, context, workspace))
    }
    if !dryRun { for path in paths { context.console.writeLine(path.string) } }
    tell(dangling, context)
  }

  private func files(_ context: CommandContext, _ workspace: Workspace) throws -> [NotePath] {
    var paths = try names.map { try context.file($0, in: workspace) }
    if let folder = paths.first(where: workspace.files.isFolder) {
      throw UsageError(
        Message("\(folder) is a folder", ko: "\(folder)은(는) 폴더입니다"),
        hint: Message(
          "--where in:\(folder) removes the notes in it.",
          ko: "--where in:\(folder)으로 그 안의 메모를 지울 수 있습니다."))
    }
    if let condition { paths += try context.notes(where: condition, in: workspace) }
    return paths.uniqued()
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
      dryRun
        ? Message(
          "\(counted(links.count, "link")) would lead nowhere:" + list,
          ko: "링크 \(links.count)개가 끊기게 됩니다:" + list)
        : Message(
          links.count == 1
            ? "1 link leads nowhere now:" + list
            : "\(links.count) links lead nowhere now:" + list,
          ko: "링크 \(links.count)개가 끊겼습니다:" + list))
  }
}
