/// A language of words, strings, numbers and comments, as ``WordTokenizer`` needs it.
package struct CodeLanguage: Sendable {
  /// The tokenizer of a language.
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
  /// Keywords may be written in capitals.
  let ignoresCase: Bool
  /// Names of types begin with a capital.
  let hasCapitalTypes: Bool
  /// `$name` is a variable, and nothing is escaped between apostrophes.
  let hasVariables: Bool
  var hasRawApostrophes: Bool { hasVariables }
  /// The bytes that a word may begin with besides letters: `#` of `#include`.
  let wordMarks: [UInt8] = [UInt8(ascii: "#")]

  private init(
    _ keywords: String, comments: [String] = ["//"], block: (String, String)? = ("/*", "*/"),
    quotes: String = "\"'", longQuotes: [String] = [],
    ignoresCase: Bool = false, types: Bool = false, variables: Bool = false
  ) {
    self.keywords = Set(keywords.split(separator: " ").map(String.init))
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
  package static let names =
    (Array(table.keys) + Array(aliases.keys) + Array(families.keys)).sorted()

  private static let aliases = [
    "js": "javascript", "jsx": "javascript", "ts": "javascript", "tsx": "javascript",
    "typescript": "javascript", "mjs": "javascript", "py": "python", "rb": "ruby", "rs": "rust",
    "golang": "go", "sh": "shell", "bash": "shell", "zsh": "shell", "fish": "shell",
    "h": "c", "cpp": "c", "c++": "c", "cc": "c", "hpp": "c", "objc": "c",
    "m": "c", "kt": "kotlin", "cs": "csharp", "c#": "csharp", "hs": "haskell",
    "postgres": "sql", "postgresql": "sql", "sqlite": "sql", "mysql": "sql", "makefile": "shell",
    "make": "shell", "dockerfile": "shell", "docker": "shell", "dart": "java", "scala": "kotlin",
  ]

  private static let table: [String: CodeLanguage] = [
    "swift": CodeLanguage(
      """
      actor any as associatedtype async await borrowing break case catch class consuming continue \
      convenience default defer deinit do else enum extension fallthrough false fileprivate final \
      for func get guard if import in indirect init inout internal is isolated lazy let mutating \
      nil nonisolated open operator override package precedencegroup private protocol public \
      repeat required rethrows return self Self set some static struct subscript super switch \
      throw throws true try typealias unowned var weak where while
      """, quotes: "\"", longQuotes: ["\"\"\""], types: true),
    "javascript": CodeLanguage(
      """
      abstract any as async await boolean break case catch class const continue debugger declare \
      default delete do else enum export extends false finally for from function get if implements \
      import in instanceof interface keyof let namespace new null number of private protected \
      public readonly return set static string super switch this throw true try type typeof \
      undefined var void while with yield
      """, longQuotes: ["`"], types: true),
    "python": CodeLanguage(
      """
      and as assert async await break case class continue def del elif else except False finally \
      for from global if import in is lambda match None nonlocal not or pass raise return self True \
      try while with yield
      """, comments: ["#"], block: nil, longQuotes: ["\"\"\"", "'''"], types: true),
    "ruby": CodeLanguage(
      """
      alias and begin break case class def defined? do else elsif end ensure false for if in module \
      next nil not or redo require rescue retry return self super then true undef unless until when \
      while yield
      """, comments: ["#"], block: nil, types: true),
    "go": CodeLanguage(
      """
      break case chan const continue default defer else error fallthrough false for func go goto if \
      import interface iota map nil package range return select string struct switch true type var \
      int bool byte rune
      """, longQuotes: ["`"], types: true),
    "rust": CodeLanguage(
      """
      as async await break const continue crate dyn else enum extern false fn for if impl in let \
      loop match mod move mut pub ref return self Self static struct super trait true type unsafe \
      use where while
      """, quotes: "\"", types: true),
    "c": CodeLanguage(
      """
      alignas auto bool break case catch char class const constexpr continue default delete do \
      double else enum explicit extern false final float for friend goto if inline int long \
      namespace new noexcept nullptr operator override private protected public register return \
      short signed sizeof static struct switch template this throw true try typedef typename union \
      unsigned using virtual void volatile while #define #include #if #ifdef #ifndef #else #endif
      """, types: true),
    "java": CodeLanguage(
      """
      abstract assert boolean break byte case catch char class const continue default do double \
      else enum extends false final finally float for if implements import instanceof int interface \
      long native new null package private protected public record return short static super switch \
      synchronized this throw throws transient true try var void volatile while
      """, longQuotes: ["\"\"\""], types: true),
    "kotlin": CodeLanguage(
      """
      as break by class companion continue data do else enum false final for fun if import in init \
      interface internal is lateinit null object open operator override package private protected \
      public return sealed super suspend this throw true try typealias val var when while
      """, longQuotes: ["\"\"\""], types: true),
    "csharp": CodeLanguage(
      """
      abstract as async await base bool break byte case catch char class const continue decimal \
      default delegate do double else enum event false finally float for foreach if in int interface \
      internal is lock long namespace new null object out override params private protected public \
      readonly record ref return sealed static string struct switch this throw true try using var \
      virtual void while yield
      """, types: true),
    "php": CodeLanguage(
      """
      abstract array as break case catch class const continue declare default do echo else elseif \
      extends false final finally fn for foreach function global if implements include instanceof \
      interface isset match namespace new null print private protected public readonly require \
      return static switch this throw trait true try use var while yield
      """, comments: ["//", "#"], variables: true),
    "shell": CodeLanguage(
      """
      alias break case cd continue do done echo elif else esac eval exec exit export false fi for \
      function if in local readonly return set shift source sudo test then trap true unset until \
      while
      """, comments: ["#"], block: nil, variables: true),
    "sql": CodeLanguage(
      """
      add all alter and as asc begin between by case check column commit constraint create cross \
      default delete desc distinct drop else end exists foreign from full group having if in index \
      inner insert into is join key left like limit not null offset on or order outer primary \
      references right rollback select set table then transaction union unique update values view \
      when where with
      """, comments: ["--"], ignoresCase: true),
    "lua": CodeLanguage(
      """
      and break do else elseif end false for function goto if in local nil not or repeat return \
      then true until while
      """, comments: ["--"], block: ("--[[", "]]")),
    "haskell": CodeLanguage(
      """
      as case class data default deriving do else family forall foreign hiding if import in infix \
      infixl infixr instance let module newtype of qualified then type where
      """, comments: ["--"], block: ("{-", "-}"), quotes: "\"", types: true),
    "r": CodeLanguage(
      "break else FALSE for function if in Inf NA NaN next NULL repeat return TRUE while",
      comments: ["#"], block: nil),
    "perl": CodeLanguage(
      """
      and bless die do else elsif eval for foreach if last local my next not or our package print \
      return shift sub undef unless until use while
      """, comments: ["#"], block: nil),
  ]
}
