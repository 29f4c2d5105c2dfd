import ByteBasics
import CivilCalendar

/// The text of org as Markdown, line by line.
struct OrgMarkdown {
  private var lines: [String] = []
  private var inlines: OrgInlines
  /// The number added to the level of headings.
  private let levels: Int
  private var quoteDepth = 0
  /// The end of the current literal block: `#+END_SRC`.
  private var blockEnd: String?
  private var isInComment = false
  private var isInDrawer = false
  private var isInFixedWidth = false
  /// True if a text that follows directly would continue the quotation.
  private var isAfterQuote = false
  /// True for a block of code that is set in with the text around it.
  private var isSetIn = false
  /// The start of the last block of code.
  private var codeStart = 0
  /// True on the line after a heading that became a box, where its days are.
  private var isAfterBox = false
  /// The line of the box whose days or properties are read.
  private var box: Int?
  /// The level of the first of the headings that became boxes one after the other.
  private var boxLevel: Int?
  private var table = OrgTable()
  /// The current line, and text that the note does not have, with its lines.
  private var line: Substring = ""
  private var lost: [(line: Substring, text: Substring)] = []

  static func convert(_ source: ArraySlice<Substring>, _ links: OrgLinks, levels: Int) -> (
    text: String, references: [String: ImportedNote.Reference], lost: [(line: Substring, text: Substring)]
  ) {
    var converter = OrgMarkdown(inlines: OrgInlines(links: links), levels: levels)
    // A drawer without an end is text.
    var (drawers, hasEnd): (Set<Int>, Bool) = ([], false)
    for index in source.indices.reversed() {
      let words = source[index].drop { $0 == " " || $0 == "\t" }.uppercased()
      if OrgOutline.isHeading(source[index]) { hasEnd = false }
      if words == ":END:" { hasEnd = true }
      if hasEnd, words == ":PROPERTIES:" || words == ":LOGBOOK:" { drawers.insert(index) }
    }
    for index in source.indices { converter.add(source[index], beginsDrawer: drawers.contains(index)) }
    converter.end()
    let lines = converter.lines.trimming(while: \.isEmpty)
    let text = lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")
    return (text, converter.inlines.references, converter.lost + converter.inlines.lost)
  }

  private init(inlines: OrgInlines, levels: Int) {
    self.inlines = inlines
    self.levels = levels
  }

  private mutating func end() {
    endTable()
    endFixedWidth()
    if blockEnd != nil { endCode() }
    let notes = inlines.footnotes
    if !notes.isEmpty { append("") }
    for note in notes { append(note) }
  }

  private mutating func add(_ line: Substring, beginsDrawer: Bool) {
    self.line = line
    let words = line.drop { $0 == " " || $0 == "\t" }
    if isAfterBox, addPlanning(words) { return }
    isAfterBox = false
    if isInDrawer { return addProperty(words) }
    let upper = words.uppercased()
    if let blockEnd { return addBlockLine(line, words, isEnd: upper.hasPrefix(blockEnd)) }
    if isInComment {
      isInComment = !upper.hasPrefix("#+END_COMMENT")
      return isInComment ? addComment(words) : ()
    }
    let isFixedWidth = words == ":" || words.hasPrefix(": ")
    if !isFixedWidth { endFixedWidth() }
    if words.hasPrefix("|") { return table.add(words) }
    if isFixedWidth { return addFixedWidth(words) }
    if upper.hasPrefix("#+") { return addKeyword(words, upper, isIndented: words.startIndex > line.startIndex) }
    endTable()
    if beginsDrawer { return isInDrawer = true }
    box = nil
    if words.hasPrefix("# ") || words == "#" { return addComment(words.dropFirst()) }
    if OrgOutline.isHeading(line) { return addHeading(line) }
    if words.count >= 5, words.allSatisfy({ $0 == "-" }) {
      // Directly below a text, Markdown would take the line for the mark of a heading.
      if lines.last?.isEmpty == false { append("") }
      return append("---")
    }
    if isAfterQuote, !words.isEmpty { append("") }
    isAfterQuote = false
    append(String(line[..<words.startIndex]) + listed(words))
  }

  // MARK: - Blocks

  private static let codeBlocks = ["SRC", "EXAMPLE", "EXPORT", "HTML", "LATEX", "ASCII"]

  private mutating func addKeyword(_ words: Substring, _ upper: String, isIndented: Bool) {
    guard upper.hasPrefix("#+BEGIN_") || upper.hasPrefix("#+END_") else {
      if words.contains(where: \.isWhitespace) { lose(words) }
      return
    }
    endTable()
    let name = upper.drop { $0 != "_" }.dropFirst().prefix { $0 != " " }
    // The options of a block of code are on its fence.
    let isNamed = name == "SRC" || name == "EXPORT"
    if !isNamed, words.contains(" ") { lose(words) }
    if name == "QUOTE" {
      let isStart = upper.hasPrefix("#+BEGIN")
      quoteDepth = max(0, quoteDepth + (isStart ? 1 : -1))
      isAfterQuote = !isStart
    } else if name == "COMMENT" {
      isInComment = upper.hasPrefix("#+BEGIN")
    } else if Self.codeBlocks.contains(String(name)), upper.hasPrefix("#+BEGIN") {
      blockEnd = "#+END_" + name
      let options = words.split(separator: " ").dropFirst().joined(separator: " ")
      isSetIn = isIndented
      beginCode(isNamed && !options.contains("`") ? options : isNamed || name == "EXAMPLE" ? "" : name.lowercased())
    }
  }

  private mutating func lose(_ text: Substring) {
    if text.contains(where: { !$0.isWhitespace }) { lost.append((line, text)) }
  }

  /// Adds a line of a block; org puts a comma before lines that look like org.
  private mutating func addBlockLine(_ line: Substring, _ words: Substring, isEnd: Bool) {
    if isEnd {
      blockEnd = nil
      if isSetIn { setOutCode() }
      return endCode()
    }
    let rest = words.drop { $0 == "," }
    let isEscaped = words.hasPrefix(",") && (rest.hasPrefix("*") || rest.hasPrefix("#+"))
    append(isEscaped ? String(line).replacing(",", with: "", maxReplacements: 1) : String(line))
  }

  /// Adds a line of fixed width, such as `: text`.
  private mutating func addFixedWidth(_ words: Substring) {
    endTable()
    if !isInFixedWidth { beginCode() }
    isInFixedWidth = true
    append(String(words.dropFirst(2)))
  }

  private mutating func endFixedWidth() {
    if isInFixedWidth { endCode() }
    isInFixedWidth = false
  }

  private mutating func beginCode(_ language: String = "") {
    codeStart = lines.count
    append("```" + language)
  }

  /// Takes the indentation off that all lines of the code have.
  private mutating func setOutCode() {
    let quote = quoteDepth * 2
    let code = lines[(codeStart + 1)...].map { $0.dropFirst(quote) }
    let common = code.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    for index in (codeStart + 1)..<lines.count {
      lines[index] = String(lines[index].prefix(quote) + lines[index].dropFirst(quote + common))
    }
  }

  /// Adds a comment, which readers of the note do not see.
  private mutating func addComment(_ words: Substring) {
    let text = words.replacing("%%", with: "% %").drop { $0 == " " }
    if text.hasPrefix("-*-") { lose(words) } else if !text.isEmpty { append("%% \(text) %%") }
  }

  /// Ends a block of code with a fence longer than any fence in the code.
  private mutating func endCode() {
    let longest = lines[(codeStart + 1)...].map { line in
      line.drop { " >\t".contains($0) }.prefix { $0 == "`" }.count
    }
    let fence = String(repeating: "`", count: max(3, (longest.max() ?? 0) + 1))
    lines[codeStart] = lines[codeStart].replacing("```", with: fence, maxReplacements: 1)
    append(fence)
  }

  private mutating func endTable() {
    let ended = table
    table = OrgTable()
    let rows = ended.lines { inlines.markdown($0) }
    guard !rows.isEmpty else { return }
    if lines.last?.isEmpty == false { append("") }
    for row in rows { append(row) }
    append("")
  }

  private mutating func append(_ line: String) {
    let quote = String(repeating: "> ", count: quoteDepth)
    lines.append(quoteDepth > 0 ? (line.isEmpty ? ">" : quote + line) : line)
  }

  /// Adds `DEADLINE: <…> SCHEDULED: <…>` as fields of the box.
  private mutating func addPlanning(_ words: Substring) -> Bool {
    let signs = [("DEADLINE:", " 📅 ", "due"), ("SCHEDULED:", " ⏳ ", "scheduled"), ("CLOSED:", " ✅ ", "completion")]
    guard signs.contains(where: { words.hasPrefix($0.0) }), !lines.isEmpty else { return false }
    for (word, sign, field) in signs {
      guard let mark = words.firstRange(of: word),
        let stamp = OrgTimestamp(words[mark.upperBound...])
      else { continue }
      let rule = stamp.rule.map { " 🔁 " + $0 } ?? ""
      // With a time, only a field is read as widely.
      lines[lines.count - 1] += rule
      if case .moment(let moment) = stamp.date {
        lines[lines.count - 1] += " [\(field):: \(moment.day)T\("\(moment.time)".prefix(5))]"
      } else {
        lines[lines.count - 1] += sign + "\(stamp.date.day)"
      }
      lose(stamp.rest[...])
    }
    return true
  }

  /// Adds a line of a drawer. The name and the rule of a box become fields.
  private mutating func addProperty(_ words: Substring) {
    if words.uppercased() == ":END:" { return isInDrawer = false }
    let sides = words.dropFirst().split(separator: ":", maxSplits: 1)
    guard sides.count == 2, words.first == ":" else { return lose(words) }
    let value = sides[1].drop { $0 == " " }
    switch (sides[0].uppercased(), box) {
    case ("ID", let box?): lines[box] += " 🆔 " + value
    case ("REPEAT", let box?) where !lines[box].contains(" 🔁 "): lines[box] += " 🔁 " + value
    // Links to a heading are by its words here.
    case ("ID", nil), ("CUSTOM_ID", _): break
    default: lose(words)
    }
  }

  /// Adds a heading below the note's own heading. A heading with a state becomes a box.
  private mutating func addHeading(_ line: Substring) {
    let heading = OrgHeading(line, states: inlines.links.outline.states)
    let tags = heading.tags.map { " #" + $0 }.joined()
    if let state = heading.state {
      let mark = ["done": "x", "cancelled": "-", "doing": "/"][state] ?? " "
      let signs = ["urgent": " 🔺", "high": " ⏫", "low": " 🔽"]
      let priority = heading.priority.flatMap { signs[$0] } ?? ""
      let depth = max(0, heading.level - (boxLevel ?? heading.level))
      boxLevel = boxLevel ?? heading.level
      box = lines.count
      append(
        String(repeating: "  ", count: depth) + "- [\(mark)] " + inlines.markdown(heading.title[...]) + tags + priority)
      isAfterBox = true
    } else {
      boxLevel = nil
      if lines.last?.isEmpty == false { append("") }
      append(
        String(repeating: "#", count: min(6, max(1, heading.level + levels))) + " "
          + inlines.markdown(heading.title[...]) + tags)
    }
  }

  /// Converts the marker of a list item, such as `1)` or `+`, to Markdown. `- term :: text` keeps its words.
  private mutating func listed(_ words: Substring) -> String {
    for (mark, box) in [
      ("- [X] CANCELLED ", "- [-] "), ("- [X] ", "- [x] "), ("+ [X] ", "- [x] "), ("- [-] ", "- [/] "),
      ("+ [-] ", "- [/] "), ("+ [ ] ", "- [ ] "), ("- [ ] ", "- [ ] "), ("+ ", "- "),
    ] where words.hasPrefix(mark) { return box + inlines.markdown(words.dropFirst(mark.count)) }
    return inlines.markdown(words, isLine: true)
  }
}

struct OrgTable {
  /// nil for a line between rows.
  private var rows: [[Substring]?] = []

  mutating func add(_ words: Substring) {
    if words.hasPrefix("|-") { return rows.append(nil) }
    var cells = words.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
    // Nothing follows the last bar of a complete row.
    if cells.count > 1, cells.last?.allSatisfy(\.isWhitespace) == true { cells.removeLast() }
    rows.append(cells.map { cell in cell.trimming { $0 == " " || $0 == "\t" } })
  }

  /// Returns the table in Markdown. The row above the first rule is the header; a table without a rule has an empty header.
  func lines(_ markdown: (Substring) -> String) -> [String] {
    let rows = rows.drop { $0 == nil }.filter { !Self.saysWidths($0) }
    let cells = rows.compactMap(\.self)
    guard let width = cells.map(\.count).max(), width > 0 else { return [] }
    func line(_ row: [Substring]) -> String {
      let texts = row.map { markdown($0).replacing("|", with: "\\|") }
      return "| "
        + (texts + Array(repeating: "", count: width - row.count)).joined(separator: " | ")
        + " |"
    }
    let hasHead = rows.count > 2 && rows[rows.startIndex + 1] == nil
    let rule = "|" + String(repeating: " --- |", count: width)
    return [line(hasHead ? cells[0] : []), rule] + cells.dropFirst(hasHead ? 1 : 0).map(line)
  }

  /// Returns true for a row of column widths, such as `| <l> | <20> |`.
  private static func saysWidths(_ row: [Substring]?) -> Bool {
    guard let texts = row?.filter({ !$0.isEmpty }), !texts.isEmpty else { return false }
    return texts.allSatisfy { text in
      text.first == "<" && text.last == ">" && text.count > 2
        && text.dropFirst().dropLast().allSatisfy { $0.isNumber || "lrc".contains($0) }
    }
  }
}
