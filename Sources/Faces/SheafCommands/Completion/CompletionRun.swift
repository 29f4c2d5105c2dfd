import NoteModel
import NoteRepository
import TerminalText
import Wording

/// `sheaf complete SHELL -- …`: the request of the scripts of ``CompletionsCommand`` at each Tab. The parser does not
/// know this command, because it must answer before the parser has read its declarations.
///
/// The first line tells the shell which completion to add (`files`, `folders`, `keep`). The other lines are candidates,
/// each with an explanation after a tab. For bash, a candidate is the text by which readline replaces its part of the
/// word.
struct CompletionRun {
  static let commandName = "complete"

  let world: World
  let console: Console
  let language: Language

  /// Runs completion for the words of a command line, with the command's name.
  func run(_ words: [String]) -> ExitStatus {
    guard words.count >= 4, words[2] == "--" else { return .usage }
    let rest = Array(words[3...])
    if words[1] == "bash" {
      let line = ShellLine(rest[0], breaks: rest.count > 1 ? rest[1] : "")
      // Variables before the command's name are not part of it.
      let own = line.words.drop { $0.contains("=") && !$0.contains("/") }.dropFirst()
      write(answer(Array(own), line.current), line.current) { line.replacement(for: $0.text) }
    } else {
      let current = rest.last ?? ""
      write(answer(Array(rest.dropLast()), current), current) { candidate in
        candidate.text + (candidate.summary.isEmpty ? "" : "\t" + TerminalEscaping.line(candidate.summary))
      }
    }
    return .success
  }

  private func answer(_ words: [String], _ current: String) -> CompletionAnswer {
    var globals = GlobalOptions()
    // The user is typing a value that is still missing.
    var known = words
    if let last = known.last, last.hasPrefix("-"), (try? globals.extract(from: known)) == nil {
      known.removeLast()
    }
    globals = GlobalOptions()
    let rest = (try? globals.extract(from: known)) ?? known
    let pending = known.count < words.count ? [words[words.count - 1]] : []
    guard
      let context = try? world.context(
        console: console, language: globals.language.map { Language(localeName: $0) } ?? language,
        globals: globals, words: [])
    else { return .nothing }
    let aliases = CommandAliases(configured: context.configuration(of: try? context.repository()).table("alias"))
    let expanded = CommandName.completed((try? aliases.expanded(rest)) ?? rest, path: context.variable("PATH") ?? "")
    return HelpLanguage.$current.withValue(context.language) {
      Completer(expanded + pending, current, context).answer()
    }
  }

  private func write(_ answer: CompletionAnswer, _ typed: String, _ text: (CompletionCandidate) -> String?) {
    let candidates = answer.candidates.filter { candidate in
      // A line is a candidate, and the shell shows it to the terminal as it is.
      TerminalEscaping.line(candidate.text) == candidate.text
    }
    let common = Self.commonBeginning(candidates.map(\.text))
    let keeps = candidates.count > 1 && !foldedName(common).hasPrefix(foldedName(typed))
    let flags = [answer.files.rawValue, keeps ? "keep" : ""].filter { !$0.isEmpty }
    console.writeLine(flags.joined(separator: " "))
    for line in candidates.compactMap(text) { console.writeLine(line.replacing("\n", with: " ")) }
    console.flush()
  }

  /// Returns the longest common prefix, which the shell would put in place of the word.
  private static func commonBeginning(_ texts: [String]) -> String {
    guard let first = texts.first else { return "" }
    return texts.dropFirst().reduce(first) { common, text in
      String(zip(common, text).prefix { $0 == $1 }.map(\.0))
    }
  }
}

/// A command line of bash up to the cursor, taken apart as the shell takes it apart.
///
/// ```
/// sheaf edit Budget\ f        words: sheaf, edit     current: Budget f
/// sheaf list tag:wo           words: sheaf, list     current: tag:wo, of which readline replaces wo
/// ```
struct ShellLine {
  /// The words before the one at the cursor, without quotation marks and backslashes.
  private(set) var words: [String] = []
  /// The beginning of the word at the cursor.
  private(set) var current = ""
  /// The part of ``current`` that readline leaves alone, because it begins a new word after it.
  private(set) var kept = ""
  /// The quotation mark that is open at the cursor.
  private(set) var quote: Character?

  /// - Parameters:
  ///   - line: Up to the cursor.
  ///   - breaks: The characters at which readline begins a new word: `COMP_WORDBREAKS`.
  init(_ line: String, breaks: String) {
    var isEscaped = false
    var hasWord = false
    var keptBeforeQuote = ""
    for character in line {
      if isEscaped {
        if quote == "\"", !"\"\\$`".contains(character) { current.append("\\") }
        current.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        hasWord = true
      } else if character == quote {
        quote = nil
        kept = keptBeforeQuote
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        hasWord = true
        keptBeforeQuote = kept
        kept = current
      } else if quote == nil, character.isWhitespace {
        if hasWord { words.append(current) }
        (current, kept, hasWord) = ("", "", false)
      } else {
        current.append(character)
        hasWord = true
        if quote == nil, breaks.contains(character) { kept = current }
      }
    }
  }

  /// Returns the text by which readline must replace the completed part, so that the word becomes `text`.
  ///
  /// - Returns: nil if readline cannot do so: it keeps the beginning, and some characters cannot be quoted.
  func replacement(for text: String) -> String? {
    guard text.hasPrefix(kept) else { return nil }
    let rest = text.dropFirst(kept.count)
    switch quote {
    case "'": return rest.contains("'") ? nil : String(rest)
    case "\"": return Self.escaped(rest) { "\"\\$`".contains($0) }
    default: return Self.escaped(rest) { Self.special.contains($0) }
    }
  }

  private static let special = Set(" \t!\"#$&'()*;<>?[\\]^`{|}~")

  private static func escaped(_ text: Substring, _ isSpecial: (Character) -> Bool) -> String {
    text.reduce(into: "") { result, character in
      if isSpecial(character) { result.append("\\") }
      result.append(character)
    }
  }
}
