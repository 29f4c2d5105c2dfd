/// A language of words, strings, numbers and comments, as ``WordTokenizer`` needs it.
package struct CodeLanguage: Sendable {
  enum Family: Sendable {
    case words(CodeLanguage)
    case console, difference, markup, styleSheet
    case keyed(KeyedTokenizer.Style)
  }

  let keywords: Set<String>
  let lineComments: [[UInt8]]
  let blockComment: (open: [UInt8], close: [UInt8])?
  let quotes: [UInt8]
  /// `"""` and its like, which run over several lines.
  let longQuotes: [[UInt8]]
  /// True if keywords can be written in capitals.
  let ignoresCase: Bool
  /// True if names of types begin with a capital.
  let hasCapitalTypes: Bool
  /// True if `$name` is a variable, and text between apostrophes has no escapes.
  let hasVariables: Bool
  var hasRawApostrophes: Bool { hasVariables }
  /// The bytes that a word may begin with besides letters: `#` of `#include`.
  let wordMarks: [UInt8] = [UInt8(ascii: "#")]

  private init(
    _ name: String, comments: [String] = ["//"], block: (String, String)? = ("/*", "*/"),
    quotes: String = "\"'", longQuotes: [String] = [],
    ignoresCase: Bool = false, types: Bool = false, variables: Bool = false
  ) {
    keywords = Self.words[name] ?? []
    lineComments = comments.map { Array($0.utf8) }
    blockComment = block.map { (Array($0.0.utf8), Array($0.1.utf8)) }
    self.quotes = Array(quotes.utf8)
    self.longQuotes = longQuotes.map { Array($0.utf8) }
    self.ignoresCase = ignoresCase
    hasCapitalTypes = types
    hasVariables = variables
  }

  /// Returns the tokenizer for a fence such as ` ```swift `; nil for an unknown language.
  static func named(_ name: String) -> Family? {
    let name = name.lowercased()
    return families[name] ?? table[aliases[name] ?? name].map(Family.words)
  }

  private static let families: [String: Family] = [
    "console": .console, "shell-session": .console, "shellsession": .console, "terminal": .console,
    "diff": .difference, "patch": .difference,
    "html": .markup, "xml": .markup, "svg": .markup, "xhtml": .markup, "vue": .markup,
    "svelte": .markup, "rss": .markup,
    "css": .styleSheet, "scss": .styleSheet, "less": .styleSheet,
    "yaml": .keyed(.yaml), "yml": .keyed(.yaml), "toml": .keyed(.toml), "ini": .keyed(.toml),
    "json": .keyed(.json), "jsonc": .keyed(.json), "json5": .keyed(.json),
  ]

  /// The names of the languages that are coloured, sorted.
  package static let names = (Array(table.keys) + Array(aliases.keys) + Array(families.keys)).sorted()

  private static let aliases = [
    "js": "javascript", "jsx": "javascript", "ts": "javascript", "tsx": "javascript",
    "typescript": "javascript", "mjs": "javascript", "py": "python", "rb": "ruby", "rs": "rust",
    "golang": "go", "sh": "shell", "bash": "shell", "zsh": "shell", "fish": "shell",
    "h": "c", "cpp": "c", "c++": "c", "cc": "c", "hpp": "c", "objc": "c",
    "m": "c", "kt": "kotlin", "cs": "csharp", "c#": "csharp", "hs": "haskell",
    "postgres": "sql", "postgresql": "sql", "sqlite": "sql", "mysql": "sql", "makefile": "shell",
    "make": "shell", "dockerfile": "shell", "docker": "shell", "dart": "java", "scala": "kotlin",
  ]

  /// The keywords of `Keywords.txt` by the names of their languages.
  private static let words: [String: Set<String>] = {
    let text = String(decoding: PackageResources.Keywords_txt, as: UTF8.self).replacing("\n  ", with: " ")
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return Dictionary(lines.map { (String($0[0].dropLast()), Set($0.dropFirst())) }) { first, _ in first }
  }()

  private static let table: [String: CodeLanguage] = [
    "swift": CodeLanguage("swift", quotes: "\"", longQuotes: ["\"\"\""], types: true),
    "javascript": CodeLanguage("javascript", longQuotes: ["`"], types: true),
    "python": CodeLanguage("python", comments: ["#"], block: nil, longQuotes: ["\"\"\"", "'''"], types: true),
    "ruby": CodeLanguage("ruby", comments: ["#"], block: nil, types: true),
    "go": CodeLanguage("go", longQuotes: ["`"], types: true),
    "rust": CodeLanguage("rust", quotes: "\"", types: true),
    "c": CodeLanguage("c", types: true),
    "java": CodeLanguage("java", longQuotes: ["\"\"\""], types: true),
    "kotlin": CodeLanguage("kotlin", longQuotes: ["\"\"\""], types: true),
    "csharp": CodeLanguage("csharp", types: true),
    "php": CodeLanguage("php", comments: ["//", "#"], variables: true),
    "shell": CodeLanguage("shell", comments: ["#"], block: nil, variables: true),
    "sql": CodeLanguage("sql", comments: ["--"], ignoresCase: true),
    "lua": CodeLanguage("lua", comments: ["--"], block: ("--[[", "]]")),
    "haskell": CodeLanguage("haskell", comments: ["--"], block: ("{-", "-}"), quotes: "\"", types: true),
    "r": CodeLanguage("r", comments: ["#"], block: nil),
    "perl": CodeLanguage("perl", comments: ["#"], block: nil),
  ]
}
