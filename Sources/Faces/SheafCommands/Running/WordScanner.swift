package import ArgumentParser
import ByteBasics
import NoteModel
import Wording

/// Separates the options of a command line from its other words before the parser sees them. The parser gets `OPTIONS
/// -- WORDS`, so it never has to interpret a word with a hyphen.
///
/// Options are separate words and their value is the next word, because other words may begin with a hyphen: `-home`
/// removes a tag, `-draft` excludes drafts. After `--` no word is an option.
package struct WordScanner {
  /// The meaning of `-word` among the other words of a command.
  private enum Role { case text, query, changes, names }

  /// The command as it is typed, such as `config set`.
  private let names: String
  private let declared: CommandArguments
  private var options: [String] = []
  private var words: [String] = []

  /// Returns the words for the parser, with the command that reads them.
  package static func read(_ words: [String]) throws -> (command: (any ParsableCommand.Type)?, words: [String]) {
    guard let command = SheafCommand.command(of: words), command.configuration.subcommands.isEmpty else {
      return (nil, words)
    }
    let names = words.count > 1 && words[1] == command.commandName && words[0] != command.commandName ? 2 : 1
    let rest = words.dropFirst(names)
    // The declarations are needed only for a hyphen, and for `--long` the parser knows them.
    guard rest.contains(where: { $0.hasPrefix("-") && $0 != "-" }) else { return (command, Array(rest)) }
    var scanner = WordScanner(command, words.prefix(names).joined(separator: " "))
    try scanner.scan(rest)
    return (command, scanner.options + (scanner.words.isEmpty ? [] : ["--"] + scanner.words))
  }

  private init(_ command: any ParsableCommand.Type, _ names: String) {
    self.names = names
    declared = CommandArguments(command)
  }

  private mutating func scan(_ line: ArraySlice<String>) throws {
    var rest = line
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        return
      }
      guard word.hasPrefix("-"), word != "-", !word.contains(" ") else {
        words.append(word)
        continue
      }
      let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
      if let option = declared.option(name) {
        let isWhole = name == word
        guard isWhole, declared.takesValue(name), let value = rest.popFirst() else {
          options.append(word)
          continue
        }
        options += option.hasPrefix("--") ? ["\(option)=\(value)"] : [option, value]
      } else if word.hasPrefix("--") {
        throw unknown(word, next: rest.first)
      } else if !takeNumber(word, isAlone: words.isEmpty && rest.isEmpty) {
        try take(word, next: rest.first)
      }
    }
  }

  /// Takes `-5` as the limit, or as a word in a text that has other words.
  private mutating func takeNumber(_ word: String, isAlone: Bool) -> Bool {
    guard word.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return false }
    if role == .text, !isAlone {
      words.append(word)
      return true
    }
    guard declared.option("--limit") != nil else { return false }
    options.append("--limit=" + word.dropFirst())
    return true
  }

  private var role: Role {
    switch declared.kind(ofPositional: words.count) {
    case .text, .taskWords, .title, .dayOrText, .letterWords, .name, .newText, .oldText, .settingValue, .words: .text
    case .query, .daysQuery, .queryOrNote, .taskQuery, .digestWords, .days: .query
    case .noteChange, .tagWords: .changes
    default: .names
    }
  }

  private mutating func take(_ word: String, next: String?) throws {
    let letters = word.dropFirst()
    guard let first = letters.first, letters.count > 1, !letters.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      // One letter of another alphabet is no option.
      if letters.first?.isASCII == false, role != .names { return words.append(word) }
      throw unknown(word, next: next)
    }
    if declared.takesValue("-\(first)") || GlobalOptions.takesValue("-\(first)"),
      letters.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) || letters.dropFirst().first == "="
    {
      throw UsageError(
        Message("“\(word)”: the value of an option is the next word", ko: "“\(word)”: 옵션의 값은 다음 단어입니다"),
        hint: Message(verbatim: "-\(first) \(letters.dropFirst().drop { $0 == "=" })"))
    }
    if letters.allSatisfy({ $0 == "h" || declared.option("-\($0)") != nil || GlobalOptions.has("-\($0)") }) {
      throw Self.joined(word, letters, role)
    }
    // Two letters are options that are written together more often than a word.
    let mayBeOptions = role == .query && letters.count == 2 && letters.allSatisfy { $0.isASCII && $0.isLetter }
    guard role != .names, !mayBeOptions else { throw unknown(word, next: next) }
    words.append(word)
  }

  /// Returns the error for a word that resembles an option, with the most likely correction.
  private func unknown(_ word: String, next: String?) -> UsageError {
    let name = String(word.prefix { $0 != "=" })
    let help = names.isEmpty ? "sheaf help" : "sheaf help \(names)"
    let bare = String(word.drop { $0 == "-" })
    let isTerm = role == .query && !word.hasPrefix("--")
    return UsageError(
      Message("Unknown option \(name)", ko: "\(name) 옵션을 찾을 수 없습니다"),
      hint: meant(name, word, next: next)
        ?? (isTerm ? Message("\(help), or NOT \(bare)", ko: "\(help) 또는 NOT \(bare)") : Message(verbatim: help)))
  }

  private func meant(_ name: String, _ word: String, next: String?) -> Message? {
    let bare = String(name.drop { $0 == "-" })
    if ["-n", "-1"].contains(name), let next, let count = Int(next), declared.option("--limit") != nil {
      return Message("The first \(count): -\(count)", ko: "처음 \(count)개: -\(count)")
    }
    let value = word.contains("=") ? String(word.drop { $0 != "=" }.dropFirst()) : next ?? ""
    if let line = habit(name, bare, value) { return Message(verbatim: line) }
    if name.hasPrefix("--"), FieldCatalogue.field(typed: bare) != nil {
      return Message(verbatim: "\(bare):\(typedWord(value))")
    }
    return nearestName(to: name, among: declared.longOptions).map { .didYouMean($0) }
  }

  /// Returns the words that replace an option of another program or of another command.
  private func habit(_ name: String, _ bare: String, _ value: String) -> String? {
    let makes = role == .text || role == .changes
    let isLetter = bare.count == 1 && bare.first?.isLetter == true && name == "-" + bare
    let withValues = [
      "--tag", "--tags", "--date", "--when", "--on", "--folder", "--dir", "-d", "--note", "--text", "--content",
    ]
    if withValues.contains(name), value.isEmpty { return nil }
    switch name {
    case "-y",
      "--force" where names == "rm", "-f" where names == "rm":
      return "--yes"
    case "--tag", "--tags": return (makes ? "+" : "tag:") + typedWord(value)
    case "--date" where makes, "--when" where makes, "--on" where makes:
      return role == .text && declared.option("--in") == nil ? nil : "due:" + typedWord(value)
    case "--today", "--tomorrow", "--yesterday": return role == .query ? bare : nil
    case "--week", "--month", "--year": return role == .query ? "this " + bare : nil
    case "--folder", "--dir", "-d":
      if role == .query { return "in:" + typedWord(value) }
      return declared.option("--in") == nil ? nil : "--in " + typedWord(value)
    case "--note", "--text", "--content": return declared.option("--body") == nil ? nil : "--body " + typedWord(value)
    default: break
    }
    if role == .query, name.hasPrefix("--"), NoteState(typed: bare) != nil { return "is:" + bare }
    if role == .changes, isLetter { return "tags-=" + bare }
    return role == .text && isLetter && declared.kind(ofPositional: 0) != .dayOrText ? "-- " + name : nil
  }

  /// Returns the error for letters that are options and may also mean something else.
  private static func joined(_ word: String, _ letters: Substring, _ role: Role) -> UsageError {
    let apart = letters.map { "-\($0)" }.joined(separator: " ")
    let other: String? =
      switch role {
      case .changes: "tags-=\(letters)"
      case .query: "NOT \(letters)"
      case .text: "-- \(word)"
      case .names: nil
      }
    return UsageError(
      Message("“\(word)”: write each option separately", ko: "“\(word)”: 옵션은 하나씩 따로 입력해야 합니다"),
      hint: other.map { Message("\(apart), or \($0)", ko: "\(apart) 또는 \($0)") } ?? Message(verbatim: apart))
  }
}

extension GlobalOptions {
  static func has(_ name: String) -> Bool { catalogue.contains { $0.names.contains(name) } }

  static func takesValue(_ name: String) -> Bool {
    catalogue.contains { option in
      if case .value = option.effect { option.names.contains(name) } else { false }
    }
  }
}
