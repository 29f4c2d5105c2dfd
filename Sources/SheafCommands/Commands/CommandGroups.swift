import ArgumentParser

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
          NewCommand.self, JotCommand.self, AppendCommand.self, PrependCommand.self,
          EditCommand.self,
          SetCommand.self, UnsetCommand.self, GetCommand.self,
          MvCommand.self, RenameCommand.self, RmCommand.self, AttachCommand.self,
          TagCommand.self, UndoCommand.self, RedoCommand.self,
        ]),
      CommandGroup(
        name: localized("Read", ko: "조회"),
        subcommands: [
          ListCommand.self, SearchCommand.self, PickCommand.self, ShowCommand.self,
          OpenCommand.self,
          TagsCommand.self,
        ]),
      CommandGroup(
        name: localized("Links", ko: "링크"),
        subcommands: [LinksCommand.self, GraphCommand.self]),
      CommandGroup(
        name: localized("Tasks", ko: "할 일"),
        subcommands: [
          AddCommand.self, StartCommand.self, DoneCommand.self, CancelCommand.self,
          ReopenCommand.self, DeferCommand.self, TasksCommand.self, BoardCommand.self,
          AgendaCommand.self, CalCommand.self, RemindCommand.self,
        ]),
      CommandGroup(
        name: localized("Diary and letters", ko: "일기와 편지"),
        subcommands: [
          DiaryCommand.self, StatsCommand.self, LetterCommand.self, LettersCommand.self,
        ]),
      CommandGroup(
        name: localized("Maintenance", ko: "점검과 정리"),
        subcommands: [CheckCommand.self, FmtCommand.self, IndexCommand.self]),
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
          ParseCommand.self, QueryCommand.self, CompletionsCommand.self, LspCommand.self,
        ]),
    ].filter { !$0.subcommands.isEmpty }
  }
}
