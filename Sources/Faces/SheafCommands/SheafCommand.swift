package import ArgumentParser

package let sheafVersion = "0.3.0"

package struct SheafCommand: ParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sheaf",
      abstract: localized(
        "Keep notes, tasks and a diary as Markdown files in a folder.",
        ko: "마크다운 파일로 메모와 할 일, 일기를 관리합니다."),
      discussion: GlobalOptions.helpText + "\n\n" + CommandAliases.helpText,
      version: "sheaf \(sheafVersion)",
      subcommands: Program.current.hiddenCommands,
      groupedSubcommands: Program.current.groups,
      // ``HelpText`` answers these before the parser sees them.
      helpNames: [])
  }

  package init() {}

  /// Returns the command that the first words of a command line lead to: `schema infer`, or `links` for `links` without
  /// a subcommand.
  static func command(of words: [String]) -> (any ParsableCommand.Type)? {
    words.first.flatMap(Program.current.command(named:)).map { command in
      let next = words.dropFirst().first
      return command.configuration.subcommands.first { $0.commandName == next } ?? command.withoutName
    }
  }

  /// Returns the command of a command line, with its options; without the tree of all commands if it is known, which
  /// takes a millisecond or two to build.
  package static func parsed(_ line: (command: (any ParsableCommand.Type)?, words: [String])) throws
    -> any ParsableCommand
  {
    try line.command?.parseAsRoot(line.words) ?? parseAsRoot(line.words)
  }
}

extension ParsableCommand {
  /// The name as typed; every command declares a name.
  package static var commandName: String { configuration.commandName ?? "" }
  /// The command that runs without a subcommand.
  static var withoutName: any ParsableCommand.Type { configuration.defaultSubcommand ?? self }
}

extension CommandGroup {
  /// The commands on the first page of the help, in its order.
  static let everyday = [
    "add", "tasks", "done", "defer", "agenda", "new", "edit", "show", "set", "diary", "today", "list", "search", "undo",
    "sync",
  ]
}
