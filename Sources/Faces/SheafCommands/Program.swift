package import ArgumentParser
package import NoteActions
package import NoteModel
package import NoteRepository
package import NoteSyntax
import Synchronization
package import Wording

/// The parts that a program is composed of: the core's own, then one of each extension.
package final class Program: Sendable {
  private let parts: [Part]
  private let named = Mutex<(names: Set<String>, types: [String: any ParsableCommand.Type])?>(nil)

  package init(_ parts: [Part]) {
    self.parts = parts
    for reader in parts.flatMap(\.queryReaders) { QueryReader.add(reader) }
  }

  package var commandNames: Set<String> { commandsByName.names }

  /// Returns the command that a word names, also by its other names.
  func command(named name: String) -> (any ParsableCommand.Type)? { commandsByName.types[name] }

  /// A configuration holds all texts of its command, so each is read once, and not before a name is looked up.
  private var commandsByName: (names: Set<String>, types: [String: any ParsableCommand.Type]) {
    named.withLock { known in
      if let known { return known }
      var names: Set<String> = []
      var types: [String: any ParsableCommand.Type] = [:]
      for type in parts.flatMap({ $0.commands.values.joined() }) {
        let configuration = type.configuration
        guard let name = configuration.commandName else { continue }
        names.insert(name)
        for name in [name] + configuration.aliases { types[name] = type }
      }
      known = (names, types)
      return (names, types)
    }
  }

  /// All that the core learns of an extension.
  package struct Part: Sendable {
    package var commands: [CommandGroupName: [any ParsableCommand.Type]] = [:]
    /// Commands for the build of the program, which no help lists.
    package var hiddenCommands: [any ParsableCommand.Type] = []
    /// The words after a fence of code whose language a face knows.
    package var fenceLanguages: @Sendable () -> [String] = { [] }
    /// Queries of other programs in notes.
    package var queryReaders: [QueryReader] = []
    /// The files besides notes that `show` shows, by the ending of their names: with a part of the file, if it is named.
    package var shownFiles: [String: @Sendable (QueryAnswers, NotePath, _ part: String?) throws -> Document] = [:]
    /// Pages of the manual besides those of the commands.
    package var manualPages: [ManualPage] = []
    /// The contents of the lines `.\\" @NAME` of manual pages, by name.
    package var manualTables: [String: @Sendable (Language) -> String] = [:]
    /// The values of options that the part knows, for completion.
    package var values: [ValueKind: @Sendable () -> [String]] = [:]
    /// Runs after each command, whether it has written or not. A failure is a warning.
    package var afterWriting: (@Sendable (CommandContext) -> Void)?
    /// Checks that run only with `check --external`, and the function that returns their findings in all notes, or in
    /// some.
    package var slowChecks: [SlowCheck] = []
    package var slowFindings: (@Sendable (CommandContext, Set<NotePath>?, Workspace) throws -> [Finding])?
    /// Reads formulas as the pages show them; nil if nothing here can.
    package var formulaReading: (@Sendable (CommandContext, Repository) -> FormulaReading?)?

    package init() {}
  }

  /// The parser asks types, not values: while a command line is read, explained or completed, this is the program it
  /// belongs to. Threads that are no tasks see the core alone.
  package static var current: Program { running ?? coreAlone }
  @TaskLocal package static var running: Program?
  private static let coreAlone = Program([.core])

  var hiddenCommands: [any ParsableCommand.Type] { parts.flatMap(\.hiddenCommands) }

  /// Every command in the order of the manual: by group, then by part.
  package var groups: [CommandGroup] {
    CommandGroupName.allCases.compactMap { group in
      let types = commands(of: group)
      return types.isEmpty ? nil : CommandGroup(name: group.title.text(in: HelpLanguage.current), subcommands: types)
    }
  }

  func commands(of group: CommandGroupName) -> [any ParsableCommand.Type] { parts.flatMap { $0.commands[group] ?? [] } }

  package var fenceLanguages: [String] { parts.flatMap { $0.fenceLanguages() } }

  /// Returns the program that shows a file that is no note.
  func shownFile(named name: String) -> (@Sendable (QueryAnswers, NotePath, _ part: String?) throws -> Document)? {
    parts.lazy.flatMap(\.shownFiles).first { name.lowercased().hasSuffix($0.key) }?.value
  }

  var manualPages: [ManualPage] { parts.flatMap(\.manualPages) }

  /// Returns the table for a line `.\" @NAME` of a manual page.
  func manualTable(_ name: String) -> (@Sendable (Language) -> String)? {
    parts.lazy.compactMap { $0.manualTables[name] }.first
  }

  /// The names of all lines `.\\" @NAME` of the manual.
  package var manualTableNames: Set<String> { Set(parts.flatMap(\.manualTables.keys)) }

  func values(of kind: ValueKind) -> [String] { parts.flatMap { $0.values[kind]?() ?? [] } }

  package func afterWriting(in context: CommandContext) {
    for part in parts { part.afterWriting?(context) }
  }

  var slowChecks: [SlowCheck] { parts.flatMap(\.slowChecks) }

  func slowFindings(in context: CommandContext, of paths: Set<NotePath>?, _ workspace: Workspace) throws -> [Finding] {
    try parts.flatMap { try $0.slowFindings?(context, paths, workspace) ?? [] }
  }

  func formulaReading(in context: CommandContext, of repository: Repository) -> FormulaReading? {
    parts.lazy.compactMap { $0.formulaReading?(context, repository) }.first
  }
}

/// A check that sends requests to other machines. Only checks whose findings are problems change the exit code.
package struct SlowCheck: Sendable {
  let name: String
  let summary: Message
  let isProblem: Bool

  package init(name: String, summary: Message, isProblem: Bool) {
    self.name = name
    self.summary = summary
    self.isProblem = isProblem
  }
}

/// The groups of commands in help and manual.
package enum CommandGroupName: CaseIterable, Sendable {
  case start, write, read, links, tasks, diary, maintenance, git, publish, exchange, programs

  fileprivate var title: Message {
    switch self {
    case .start: Message("Start", ko: "시작")
    case .write: Message("Write", ko: "작성")
    case .read: Message("Read", ko: "조회")
    case .links: Message("Links", ko: "링크")
    case .tasks: Message("Tasks", ko: "할 일")
    case .diary: Message("Diary and letters", ko: "일기와 편지")
    case .maintenance: Message("Maintenance", ko: "점검과 정리")
    case .git: Message("Git", ko: "Git")
    case .publish: Message("Publish", ko: "게시")
    case .exchange: Message("Exchange", ko: "가져오기와 내보내기")
    case .programs: Message("For programs", ko: "프로그램용 명령")
    }
  }
}

extension Program.Part {
  /// The core is a part as any other. A new command of it adds its name here.
  package static let core: Program.Part = {
    var part = Program.Part()
    part.commands = [
      .start: [InitCommand.self, TodayCommand.self, ConfigCommand.self, StatusCommand.self],
      .write: [
        NewCommand.self, JotCommand.self, AppendCommand.self, EditCommand.self, SetCommand.self, MvCommand.self,
        RenameCommand.self, RmCommand.self, AttachCommand.self, ExtractCommand.self, MergeCommand.self,
        InlineCommand.self, RefileCommand.self, ReplaceCommand.self, BakeCommand.self, TagCommand.self,
        UndoCommand.self, RedoCommand.self,
      ],
      .read: [
        ListCommand.self, SearchCommand.self, PickCommand.self, ShowCommand.self, OpenCommand.self,
        QueryContextCommand.self, QueryCommand.self,
      ],
      .links: [LinksCommand.self],
      .tasks: [
        AddCommand.self, StartCommand.self, DoneCommand.self, CancelCommand.self, ReopenCommand.self, DeferCommand.self,
        TasksCommand.self, BoardCommand.self, AgendaCommand.self, CalCommand.self,
        RemindCommand.self,
      ],
      .diary: [DiaryCommand.self, StatsCommand.self, LetterCommand.self],
      .maintenance: [CheckCommand.self, SchemaCommand.self, FmtCommand.self],
      .git: [
        GitCommands.self, SyncCommand.self, LogCommand.self, DiffCommand.self, RestoreCommand.self, ResolveCommand.self,
      ],
      .programs: [
        GetCommand.self, ParseCommand.self, IndexCommand.self, FieldCommands.self, CompletionsCommand.self,
        MergeDriverCommand.self, TextconvCommand.self,
      ],
    ]
    part.manualPages = ManualPage.core
    part.manualTables = Dictionary(
      uniqueKeysWithValues: ManualTable.allCases.map { table in (table.rawValue, { @Sendable in table.lines(in: $0) }) }
    )
    return part
  }()
}
