/// The text of org as Markdown, line by line.
struct OrgMarkdown {
  private var lines: [String] = []
  private(set) var references: [String: ImportedNote.Reference] = [:]
  private let states: Set<String>
  private var quoteDepth = 0
  private var isInCode = false
  private var isInDrawer = false
  private var isTableHead = true

  static func convert(
    _ source: [Substring], states: Set<String> = []
  ) -> (text: String, references: [String: ImportedNote.Reference]) {
    var converter = OrgMarkdown(states: states)
    for line in source { converter.add(line) }
    var lines = converter.lines[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let text = lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")
    return (text, converter.references)
  }

  private init(states: Set<String>) { self.states = states }

  private mutating func add(_ line: Substring) {
    let words = line.drop { $0 == " " || $0 == "\t" }
    let upper = words.uppercased()
    if isInCode {
      isInCode = !["#+END_SRC", "#+END_EXAMPLE"].contains(where: upper.hasPrefix)
      // What looks like org in a block has a comma before it.
      let code =
        words.hasPrefix(",*") || words.hasPrefix(",#+")
        ? Substring(line.replacing(",", with: "", maxReplacements: 1)) : line
      return append(isInCode ? String(code) : "```")
    }
    if isInDrawer {
      isInDrawer = upper != ":END:"
      return
    }
    if upper.hasPrefix("#+BEGIN_SRC") || upper.hasPrefix("#+BEGIN_EXAMPLE") {
      isInCode = true
      let language =
        upper.hasPrefix("#+BEGIN_SRC") ? words.split(separator: " ").dropFirst().first : nil
      return append("```" + (language.map(String.init) ?? ""))
    }
    if upper.hasPrefix("#+BEGIN_QUOTE") { return quoteDepth += 1 }
    if upper.hasPrefix("#+END_QUOTE") { return quoteDepth = max(0, quoteDepth - 1) }
    if upper == ":PROPERTIES:" || upper == ":LOGBOOK:" { return isInDrawer = true }
    if upper.hasPrefix("#+") || words.hasPrefix("# ") { return }
    if line.hasPrefix("*"), line.drop(while: { $0 == "*" }).first == " " { return addHeading(line) }
    if words.hasPrefix("|") { return addRow(words) }
    isTableHead = true
    if words.count >= 5, words.allSatisfy({ $0 == "-" }) { return append("---") }
    append(String(line[..<words.startIndex]) + listed(words))
  }

  private mutating func append(_ line: String) {
    let quote = String(repeating: "> ", count: quoteDepth)
    lines.append(quoteDepth > 0 ? (line.isEmpty ? ">" : quote + line) : line)
  }

  /// A heading below the note's own; one with a state is a box.
  private mutating func addHeading(_ line: Substring) {
    let heading = OrgHeading(line, states: states)
    let tags = heading.tags.map { " #" + $0 }.joined()
    if let state = heading.state {
      let mark = ["done": "x", "cancelled": "-", "doing": "/"][state] ?? " "
      append("- [\(mark)] " + inline(heading.title[...]) + tags)
    } else {
      if lines.last?.isEmpty == false { append("") }
      append(
        String(repeating: "#", count: min(6, max(1, heading.level - 1))) + " "
          + inline(heading.title[...]) + tags)
    }
  }

  private mutating func addRow(_ words: Substring) {
    if words.hasPrefix("|-") {
      if isTableHead, let last = lines.last {
        append("|" + String(repeating: " --- |", count: max(1, last.count { $0 == "|" } - 1)))
        isTableHead = false
      }
      return
    }
    append(inline(words))
  }

  /// `1)` and `+` as Markdown has them; `- term :: text` keeps its words.
  private mutating func listed(_ words: Substring) -> String {
    for (mark, box) in [
      ("- [X] ", "- [x] "), ("+ [X] ", "- [x] "), ("- [-] ", "- [/] "), ("+ ", "- "),
    ]
    where words.hasPrefix(mark) { return box + inline(words.dropFirst(mark.count)) }
    return inline(words)
  }

  /// Marks within a line: `*b*`, `/i/`, `=c=`, `~c~`, `+d+`, `[[to][words]]`.
  private mutating func inline(_ text: Substring) -> String {
    var result = ""
    var rest = text
    var previous: Character = " "
    while let character = rest.first {
      if rest.hasPrefix("[["), let (link, end) = link(rest) {
        result += link
        rest = rest[end...]
        previous = "]"
      } else if let (open, close) = Self.marks[character], !previous.isLetter, !previous.isNumber,
        let end = Self.end(of: rest, mark: character)
      {
        let inner = rest[rest.index(after: rest.startIndex)..<end]
        let isCode = character == "=" || character == "~"
        result += open + (isCode ? String(inner) : inline(inner)) + close
        rest = rest[rest.index(after: end)...]
        previous = character
      } else {
        result.append(character)
        previous = character
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static let marks: [Character: (String, String)] = [
    "*": ("**", "**"), "/": ("*", "*"), "=": ("`", "`"), "~": ("`", "`"), "+": ("~~", "~~"),
  ]

  /// Where a mark that begins here ends: not after a space, and not before a letter.
  private static func end(of text: Substring, mark: Character) -> Substring.Index? {
    var index = text.index(after: text.startIndex)
    guard index < text.endIndex, !text[index].isWhitespace, text[index] != mark else { return nil }
    while let found = text[index...].firstIndex(of: mark) {
      let after = text.index(after: found)
      let before = text[text.index(before: found)]
      let isLast = after == text.endIndex || !text[after].isLetter && !text[after].isNumber
      if isLast, !before.isWhitespace { return found }
      guard after < text.endIndex else { return nil }
      index = after
    }
    return nil
  }

  private mutating func link(_ text: Substring) -> (String, Substring.Index)? {
    guard let end = text.firstRange(of: "]]") else { return nil }
    let inner = text[text.index(text.startIndex, offsetBy: 2)..<end.lowerBound]
    let sides = inner.split(separator: "][", maxSplits: 1).map(String.init)
    guard var target = sides.first else { return nil }
    if target.hasPrefix("id:") { references[target] = .note(String(target.dropFirst(3))) }
    if target.hasPrefix("*") {
      return (
        "[[#\(target.drop { $0 == "*" })" + (sides.count > 1 ? "|\(sides[1])" : "") + "]]",
        end.upperBound
      )
    }
    if target.hasPrefix("file:") { target = String(target.dropFirst(5)) }
    let address = target.contains(" ") ? "<\(target)>" : target
    return ("[\(sides.count > 1 ? sides[1] : target)](\(address))", end.upperBound)
  }
}
