import ArgumentParser

/// `sheaf edit`
struct EditCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: localized("Open notes in the editor.", ko: "메모를 편집기로 엽니다."))
  }

  @Argument(help: help("Notes.", ko: "메모."))
  var notes: [String]

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let paths = try notes.map { try context.note($0, in: workspace) }
    let session = EditSession(context: context, workspace: workspace)
    for path in paths { try session.edit(path) }
  }
}
