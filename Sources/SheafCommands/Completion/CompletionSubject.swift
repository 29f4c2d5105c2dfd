/// What a word of a command line stands for, so that a shell can offer it.
enum CompletionSubject {
  case note
  /// A note, or a heading in it.
  case place
  /// A note or any file of the repository.
  case noteOrFile
  case openTask, closedTask
  /// One of the links of the note before.
  case link
  case query
  /// Days, then a query.
  case daysOrQuery
  case day
  case tag
  /// A note, `+tag` or `-tag`.
  case noteOrTag
  case field
  /// A note or `key=value`.
  case noteOrChange
  /// `key=value`
  case change
  /// `due:…`, `+tag` and words of a title.
  case taskWords
  /// `--sort`: fields between commas, each perhaps after a minus.
  case sortKeys
  /// A folder of the repository.
  case folder
  case template
  case savedQuery
  case setting
  /// A value of the setting before.
  case settingValue
  /// `tasks today`
  case taskSpanOrQuery
  case command
  case diskFile, diskFolder
  case format
  case exportFormat, importFormat
  /// Words of the user's own.
  case nothing
}

extension CompletionSubject {
  /// What the words of a command are, in their order; the last counts for all that follow.
  ///
  /// - Parameter command: With its subcommand: `query save`.
  static func positional(_ command: String) -> [CompletionSubject] { words[command] ?? [.nothing] }

  /// What the value of an option is.
  ///
  /// - Parameters:
  ///   - name: Its long name without hyphens.
  ///   - command: The command, since `--to` means a note, a column or an address.
  /// - Returns: nil for an option that nobody has thought of.
  static func value(of name: String, in command: String) -> CompletionSubject? {
    special["\(command) \(name)"] ?? options[name]
  }

  private static let words: [String: [CompletionSubject]] = [
    "init": [.diskFolder], "config": [.setting], "config show": [.setting],
    "config get": [.setting], "config set": [.setting, .settingValue],
    "config unset": [.setting], "config reset": [.setting],
    "append": [.place, .nothing], "prepend": [.place, .nothing], "edit": [.place],
    "set": [.noteOrChange], "unset": [.note, .field], "get": [.note, .field],
    "mv": [.noteOrFile], "rename": [.place, .nothing], "rm": [.noteOrFile],
    "attach": [.note, .diskFile], "tag": [.noteOrTag],
    "list": [.query], "ls": [.query], "search": [.query], "show": [.note],
    "open": [.note, .link], "tags": [.query],
    "links": [.note], "graph": [.query],
    "add": [.taskWords], "start": [.openTask], "done": [.openTask], "cancel": [.openTask],
    "reopen": [.closedTask], "defer": [.openTask, .day], "tasks": [.taskSpanOrQuery],
    "board": [.query], "agenda": [.day], "cal": [.day], "remind": [.openTask],
    "diary": [.day, .nothing], "letters": [.query],
    "check": [.noteOrFile], "fmt": [.noteOrFile],
    "log": [.note], "diff": [.note], "restore": [.note], "resolve": [.diskFile],
    "render": [.note], "digest": [.daysOrQuery], "export": [.query], "import": [.diskFile],
    "share": [.note], "parse": [.noteOrFile], "query save": [.nothing, .query],
    "query remove": [.savedQuery], "textconv": [.diskFile], "help": [.command],
  ]

  private static let special: [String: CompletionSubject] = [
    "board to": .nothing, "digest from": .nothing, "digest to": .nothing, "share to": .nothing,
    "export to": .exportFormat, "import from": .importFormat, "render to": .nothing,
    "restore from": .nothing, "graph sort": .sortKeys, "check format": .nothing,
    "import into": .folder, "export title": .nothing, "add to": .place,
  ]

  private static let options: [String: CompletionSubject] = [
    "address": .nothing, "as": .nothing, "at": .day, "body": .nothing, "by": .field,
    "context": .nothing,
    "depth": .nothing, "every": .nothing, "expect": .nothing, "face": .nothing, "format": .format,
    "from": .note, "group-by": .field, "host": .nothing, "in": .folder, "limit": .nothing,
    "map": .diskFile, "marker-length": .nothing, "move": .nothing, "output": .diskFile,
    "path": .nothing, "port": .nothing, "regex": .nothing, "related": .note,
    "report": .diskFile, "set": .change, "shape": .nothing, "since": .day, "snooze": .day,
    "sort": .sortKeys, "stdin-path": .diskFile, "tag": .tag, "template": .template,
    "title": .nothing, "to": .note, "unlinked": .note, "until": .day, "where": .query,
    "wrap": .nothing, "key": .nothing,
  ]
}

/// Something that the word at the cursor may become.
struct CompletionCandidate: Hashable {
  /// The whole word, without quotation marks.
  let text: String
  /// What it is, for shells that show it.
  var summary = ""

  init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }
}

/// What is offered for one word.
struct CompletionAnswer {
  /// What the shell itself completes beside the candidates.
  enum Files: String {
    case none = ""
    case files, folders
  }

  var candidates: [CompletionCandidate] = []
  var files = Files.none

  static let nothing = CompletionAnswer()
}
