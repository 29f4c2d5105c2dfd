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

  /// What readline has to put in place of what it completes, so that the word becomes `text`.
  ///
  /// - Returns: nil where it cannot: the beginning is kept, and some characters cannot be quoted.
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
