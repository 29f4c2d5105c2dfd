package import ArgumentParser

/// The version that `sheaf --version` prints.
package let sheafVersion = "0.3.0"

/// `sheaf`, the root of every command.
package struct SheafCommand: ParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sheaf",
      abstract: localized(
        "Keep notes, tasks and a diary as Markdown files in a folder.",
        ko: "마크다운 파일로 메모와 할 일, 일기를 관리합니다."),
      discussion: GlobalOptions.helpText + "\n\n" + CommandAliases.helpText,
      version: "sheaf \(sheafVersion)",
      subcommands: [GenerateCommand.self],
      groupedSubcommands: CommandGroup.all,
      // ``HelpText`` answers these before the parser sees them.
      helpNames: [])
  }

  package init() {}

  /// The names of all commands, as typed.
  package static let commandNames: Set<String> = commandGroups.reduce([]) { $0.union($1) }

  /// The command that a word names, also by its other names.
  static func command(named name: String) -> (any ParsableCommand.Type)? {
    CommandGroup.all.lazy.flatMap(\.subcommands).first {
      $0.commandName == name || $0.configuration.aliases.contains(name)
    }
  }

  /// The command that the first words of a command line lead to: `schema infer`, or `links` for what `links` does by itself.
  static func command(of words: [String]) -> (any ParsableCommand.Type)? {
    words.first.flatMap(command(named:)).map { command in
      let next = words.dropFirst().first
      return command.configuration.subcommands.first { $0.commandName == next } ?? command.withoutName
    }
  }

  /// The command of a command line, with its options; without the tree of all commands if it is known, which takes a
  /// millisecond or two to build.
  static func parsed(_ line: (command: (any ParsableCommand.Type)?, words: [String])) throws -> any ParsableCommand {
    try line.command?.parseAsRoot(line.words) ?? parseAsRoot(line.words)
  }

  /// The names of the commands of each group, in the order of the manual.
  package static var commandGroups: [Set<String>] {
    CommandGroup.all.map { Set($0.subcommands.map { $0.commandName }) }
  }
}

extension ParsableCommand {
  /// As it is typed; every command declares it.
  static var commandName: String { configuration.commandName ?? "" }
  /// The command that runs if none of its subcommands is named.
  static var withoutName: any ParsableCommand.Type { configuration.defaultSubcommand ?? self }
}

extension CommandGroup {
  /// Every command, in the order of the manual. A new command adds one line here.
  static var all: [CommandGroup] {
    [
      CommandGroup(
        name: localized("Start", ko: "시작"),
        subcommands: [
          InitCommand.self, TodayCommand.self, ConfigCommand.self, StatusCommand.self,
        ]),
      CommandGroup(
        name: localized("Write", ko: "작성"),
        subcommands: [
          NewCommand.self, ClipCommand.self, JotCommand.self, AppendCommand.self,
          EditCommand.self,
          SetCommand.self, GetCommand.self,
          MvCommand.self, RenameCommand.self, RmCommand.self, AttachCommand.self,
          ExtractCommand.self, MergeCommand.self, InlineCommand.self,
          RefileCommand.self, ReplaceCommand.self, BakeCommand.self,
          TagCommand.self, FieldCommands.self, UndoCommand.self, RedoCommand.self,
        ]),
      CommandGroup(
        name: localized("Read", ko: "조회"),
        subcommands: [
          ListCommand.self, SearchCommand.self, PickCommand.self, ShowCommand.self,
          OpenCommand.self,
          QueryContextCommand.self,
        ]),
      CommandGroup(
        name: localized("Links", ko: "링크"),
        subcommands: [LinksCommand.self, GraphCommand.self]),
      CommandGroup(
        name: localized("Tasks", ko: "할 일"),
        subcommands: [
          AddCommand.self, StartCommand.self, DoneCommand.self, CancelCommand.self,
          ReopenCommand.self, DeferCommand.self, TasksCommand.self,
          BoardCommand.self, AgendaCommand.self, CalCommand.self, RemindCommand.self,
        ]),
      CommandGroup(
        name: localized("Diary and letters", ko: "일기와 편지"),
        subcommands: [
          DiaryCommand.self, StatsCommand.self, LetterCommand.self,
        ]),
      CommandGroup(
        name: localized("Maintenance", ko: "점검과 정리"),
        subcommands: [CheckCommand.self, SchemaCommand.self, FmtCommand.self, IndexCommand.self]),
      CommandGroup(
        name: localized("Git", ko: "Git"),
        subcommands: [
          GitCommands.self, SyncCommand.self, LogCommand.self, DiffCommand.self,
          RestoreCommand.self,
          ResolveCommand.self, MergeDriverCommand.self, TextconvCommand.self,
        ]),
      CommandGroup(
        name: localized("Publish", ko: "게시"),
        subcommands: [
          RenderCommand.self, DigestCommand.self, PublishCommand.self, ServeCommand.self,
        ]),
      CommandGroup(
        name: localized("Exchange", ko: "가져오기와 내보내기"),
        subcommands: [ImportCommand.self, ExportCommand.self, ShareCommand.self]),
      CommandGroup(
        name: localized("For scripts", ko: "스크립트용 명령"),
        subcommands: [
          ParseCommand.self, QueryCommand.self, CompletionsCommand.self, LspCommand.self, McpCommand.self,
        ]),
    ].filter { !$0.subcommands.isEmpty }
  }
}

extension CommandGroup {
  /// The commands on the first page of the help, in its order.
  static let everyday = [
    "add", "tasks", "done", "defer", "agenda", "new", "edit", "show", "set", "diary", "today", "list", "search", "undo",
    "sync",
  ]
}
