import NotePresentation
import NoteRepository
import TerminalText
import Wording

/// `sheaf help dates`: a page of the manual as text, where no `man` has to be installed.
struct ManualText {
  private let source: String
  private let columns: Int

  /// - Parameter topic: `dates`, `query`, `tutorial` …: a page of section 5 or 7.
  init?(topic: String, in language: Language, columns: Int) {
    guard let text = Self.source(ofTopic: topic, in: language) else { return nil }
    source = text
    self.columns = min(columns, 100)
  }

  private static func source(ofTopic topic: String, in language: Language) -> String? {
    let names = ["5", "7"].map { "sheaf-\(pages[topic] ?? koreanNames[topic] ?? topic).\($0)" }
    return names.first(where: ManualPages.written.contains).flatMap { ManualPages.text(of: $0, in: language) }
  }

  /// Returns the line of a topic's page that names its subject, in the language of the help.
  static func subject(ofTopic topic: String) -> String? {
    let lines = source(ofTopic: topic, in: HelpLanguage.current)?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix(".Nd ") }.map { Mdoc.unescaped($0.dropFirst(4)) }
  }

  /// The topics that have a page.
  static var topics: [String] {
    let own = ManualPages.written.filter { !$0.hasSuffix(".1") }.map {
      String($0.dropFirst("sheaf-".count).dropLast(2))
    }
    return (own.filter { Program.current.command(named: $0) == nil } + pages.filter { own.contains($1) }.keys).sorted()
  }

  /// The pages of topics that have the name of a command, or another name than their page.
  static let pages = [
    "queries": "query", "notes": "changes", "merging": "git", "formats": "import", "settings": "config",
  ]

  /// The Korean names of topics, with their pages.
  static let koreanNames = [
    "날짜": "dates", "검색식": "query", "메모": "changes", "변경": "changes", "머리말": "note", "마크다운": "markdown",
    "병합": "git", "형식": "import", "설정": "config", "사이트": "site", "훅": "hooks", "편집기": "editors",
    "도입": "adopt", "튜토리얼": "tutorial",
  ]

  /// Returns the names of all topics that a reader of this language can type.
  static func names(in language: Language) -> [String] {
    topics + (language == .korean ? koreanNames.keys.sorted() : [])
  }

  /// The page, wrapped.
  var lines: [StyledText] {
    var drawing = Drawing(columns: columns)
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) { drawing.add(line) }
    drawing.endParagraph()
    return drawing.lines
  }

  /// The lines that are done and the paragraph that is being collected.
  private struct Drawing {
    let columns: Int
    var lines: [StyledText] = []
    fileprivate var paragraph = StyledText()
    fileprivate var indents: [Int] = []
    fileprivate var isLiteral = false

    private var indent: Int { 2 + indents.reduce(0, +) }

    mutating func add(_ line: Substring) {
      guard line.first == "." else {
        if isLiteral {
          append(StyledText(Mdoc.unescaped(line)))
        } else {
          collect(StyledText(Mdoc.unescaped(line)), glued: Mdoc.isGlued(line))
        }
        return
      }
      let words = Mdoc.words(line.dropFirst())
      guard let name = words.first else { return }
      macro(name, Array(words.dropFirst()))
    }

    private mutating func macro(_ name: String, _ rest: [String]) {
      let text = rest.joined(separator: " ")
      switch name {
      case "Sh", "Ss":
        endParagraph()
        if !lines.isEmpty { lines.append(StyledText()) }
        lines.append(StyledText(text, name == "Sh" ? .heading : .strong))
      case "Pp", "br":
        endParagraph()
        if name == "Pp" { lines.append(StyledText()) }
      case "Bl": start()
      case "Bd":
        start()
        isLiteral = true
      case "Dl":
        endParagraph()
        lines.append(StyledText(String(repeating: " ", count: indent + 4) + text))
      case "El", "Ed":
        endParagraph()
        isLiteral = false
        if !indents.isEmpty { indents.removeLast() }
      case "It":
        endParagraph()
        if !indents.isEmpty { indents[indents.count - 1] = 0 }
        collect(rest.isEmpty ? StyledText("-") : inline(rest, .strong))
        if !rest.isEmpty { endParagraph() }
        if !indents.isEmpty { indents[indents.count - 1] = 4 }
      case "Nm", "Ql", "Ic", "Ev", "Pa", "Em", "Fl", "Xr", "Pq": collect(inline([name] + rest))
      case "Nd": collect(StyledText("– " + text))
      default: return
      }
    }

    private mutating func start() {
      endParagraph()
      indents.append(4)
    }

    /// Returns the words of a macro with those within it: `Ql a , b`, `Xr sheaf-query 7`.
    private func inline(_ words: [String], _ usual: TextStyle = .plain) -> StyledText {
      let macros: Set<String> = ["Nm", "Ql", "Ic", "Ev", "Pa", "Em", "Fl", "Pq", "Ta"]
      var line = StyledText()
      var rest = words[...]
      var style = usual
      var (open, close) = ("", "")
      while let word = rest.popFirst() {
        if macros.contains(word) {
          style = word == "Pq" ? usual : .strong
          if word == "Pq" { (open, close) = ("(", ")") }
          continue
        }
        let isMark = word.count == 1 && ",.;:)?!".contains(word)
        line.append(isMark ? (rest.isEmpty ? close : "") : (line.isEmpty ? "" : " ") + open)
        open = ""
        if isMark, rest.isEmpty { close = "" }
        if word == "Xr", let page = rest.popFirst() {
          line.append(page + "(\(rest.popFirst() ?? "1"))", .path)
        } else {
          line.append(word, isMark ? .plain : style)
        }
      }
      line.append(close)
      return line
    }

    private mutating func collect(_ text: StyledText, glued: Bool = false) {
      if !paragraph.isEmpty, !glued { paragraph.append(" ") }
      paragraph.append(text)
    }

    private mutating func append(_ text: StyledText) {
      lines.append(StyledText(String(repeating: " ", count: indent)) + text)
    }

    mutating func endParagraph() {
      guard !paragraph.isEmpty else { return }
      for line in paragraph.wrapped(to: max(20, columns - indent)) { append(line) }
      paragraph = StyledText()
    }
  }
}

extension CommandContext {
  /// Shows a page of the manual for `help TOPIC`, or a suggestion. Returns false if the words ask for something else.
  func showsTopic(_ words: [String]) throws -> Bool {
    guard words.count == 2, words[0] == "help", !words[1].hasPrefix("-"),
      Program.current.command(named: words[1]) == nil
    else { return false }
    if ["topics", "주제"].contains(words[1]) {
      self.page(theme.encode(console.wrapped(HomeHelp.topics).split(separator: "\n").map { StyledText(String($0)) }))
      return true
    }
    guard let page = ManualText(topic: words[1], in: language, columns: self.page.columns) else {
      let topics = ManualText.names(in: language)
      let nearest = nearestName(to: words[1], among: Program.current.commandNames.sorted() + topics)
      throw UsageError(
        Message("No help for “\(words[1])”", ko: "“\(words[1])” 도움말을 찾을 수 없습니다"),
        hint: nearest.map { .didYouMean("sheaf help \($0)") }
          ?? Message(
            "Topics besides commands: \(topics.joined(separator: ", ")).",
            ko: "명령이 아닌 주제: \(topics.joined(separator: ", "))"))
    }
    let configured = configuration(of: try? repository()).program("pager")
    self.page(theme.encode(page.lines), configured: configured)
    return true
  }
}
