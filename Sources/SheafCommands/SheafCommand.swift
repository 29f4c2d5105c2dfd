package import ArgumentParser

/// The version that `sheaf --version` prints.
package let sheafVersion = "0.1.0"

/// `sheaf`, the root of every command.
package struct SheafCommand: ParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sheaf",
      abstract: localized(
        "Notes, a diary and tasks as Markdown files in a folder.",
        ko: "폴더 안의 마크다운 파일로 메모, 일기, 할 일을 관리합니다."),
      discussion: GlobalOptions.helpText,
      version: "sheaf \(sheafVersion)",
      subcommands: [GenerateCommand.self],
      groupedSubcommands: CommandGroup.all)
  }

  package init() {}

  /// The names of all commands, as typed.
  package static var commandNames: Set<String> {
    commandGroups.reduce([]) { $0.union($1) }
  }

  /// The command that a word names, also by its other names.
  static func command(named name: String) -> (any ParsableCommand.Type)? {
    CommandGroup.all.lazy.flatMap(\.subcommands).first {
      $0._commandName == name || $0.configuration.aliases.contains(name)
    }
  }

  /// The names of the commands of each group, in the order of the manual.
  package static var commandGroups: [Set<String>] {
    CommandGroup.all.map { Set($0.subcommands.map { $0._commandName }) }
  }
}
