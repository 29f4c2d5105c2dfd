import Wording

/// Short names of commands: those that come with Sheaf, and those of the setting `alias`.
struct CommandAliases {
  /// Of the commands that are typed most.
  static let shipped = [
    "a": "add", "b": "board", "d": "done", "e": "edit", "j": "diary", "l": "list", "p": "pick",
    "s": "search", "t": "tasks", "u": "undo",
  ]

  private let aliases: [String: String]

  /// - Parameter configured: From a name to a command with its first arguments; stronger than the shipped ones.
  init(configured: [String: String]) {
    aliases = Self.shipped.merging(configured) { _, own in own }
  }

  /// Every alias with its command, by name.
  var all: [(name: String, command: String)] {
    aliases.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The command line with an alias in first place replaced; commands cannot be renamed.
  ///
  /// ```
  /// alias: {w: list tag:work}     w -n 3  →  list tag:work -n 3
  /// ```
  func expanded(_ words: [String]) throws -> [String] {
    var words = words
    var seen: Set<String> = []
    while let name = words.first, !SheafCommand.commandNames.contains(name),
      let command = aliases[name]
    {
      guard seen.insert(name).inserted else { throw AliasInCircle(name: name) }
      words = try Self.words(of: command, alias: name) + words.dropFirst()
    }
    return words
  }

  /// Words between spaces; quotation marks keep spaces.
  private static func words(of command: String, alias: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    guard quote == nil, !words.isEmpty else { throw UnreadableAlias(name: alias, command: command) }
    return words
  }
}

/// Aliases that stand for one another.
struct AliasInCircle: ExplainedError {
  let name: String

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message("The alias “\(name)” refers to itself", ko: "자기 자신을 가리키는 별칭입니다: “\(name)”")
  }
  var hint: Message? {
    Message("“sheaf config alias” shows the aliases.", ko: "“sheaf config alias”로 별칭을 확인하세요.")
  }
}

/// An alias without a command, or with half a pair of quotation marks.
struct UnreadableAlias: ExplainedError {
  let name: String
  let command: String

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "The alias “\(name)” cannot be read: \(command)", ko: "별칭을 읽을 수 없습니다: “\(name)”: \(command)")
  }
}
