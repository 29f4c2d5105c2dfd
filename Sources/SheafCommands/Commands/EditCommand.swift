import ArgumentParser

/// `sheaf edit`
struct EditCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: localized("Open notes in the editor.", ko: "메모를 편집기로 엽니다."))
  }

  @Argument(help: help("Notes; with -i a query.", ko: "메모. -i와 함께 쓰면 검색식."))
  var notes: [String] = []

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Choose among the notes of a query, with fzf where it is installed.",
      ko: "검색식에 맞는 메모에서 고릅니다. fzf가 있으면 씁니다."))
  var interactive = false

  init() {}

  func validate() throws {
    if notes.isEmpty, !interactive {
      throw ValidationError(localized("Name notes, or choose with -i.", ko: "메모를 쓰거나 -i로 고르세요."))
    }
  }

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let paths =
      try interactive
      ? NotePicker(context, workspace).choose(among: notes)
      : notes.map { try context.note($0, in: workspace) }
    let session = EditSession(context: context, workspace: workspace)
    for path in paths { try session.edit(path) }
  }
}
