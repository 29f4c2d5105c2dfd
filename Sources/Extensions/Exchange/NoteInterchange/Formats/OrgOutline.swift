import ByteBasics
import CivilCalendar
import NoteModel

/// An org file before its text is read: its keywords, and the positions of its headings.
struct OrgOutline {
  let file: ImportFile
  let lines: [Substring]
  /// `#+TITLE:`
  private(set) var title: String?
  /// `#+FILETAGS:`
  private(set) var tags: [String] = []
  /// `#+DATE:`
  private(set) var date: String?
  /// The properties of the file itself, from its first lines.
  private(set) var properties: [(key: String, value: String)] = []
  /// The states that the file defines, with the usual ones.
  private(set) var states = OrgHeading.usualStates
  /// The text before the first heading, without the file's own keywords.
  private(set) var preamble: [Substring] = []
  /// Keywords of the file that no note has.
  private(set) var unread: [Substring] = []
  /// The texts of footnotes by their names, each from its first line up to an empty line, a heading or the next.
  private var footnotes: [Substring: Range<Int>] = [:]
  /// The lines that call a footnote, by its name.
  private var calls: [Substring: [Int]] = [:]
  /// The lines of headings with one star.
  private(set) var topHeadings: [Int] = []
  /// The headings by the names in links, in small letters: the words of the heading and of its top heading. A
  /// `CUSTOM_ID` has a number sign before it.
  private(set) var headings: [String: Heading] = [:]
  /// The lines of the top headings that have an `ID` or are above it, by the `ID`.
  private(set) var identifiers: [String: Int] = [:]
  /// The `ID` of a top heading, by its line.
  private var sectionIdentifiers: [Int: String] = [:]

  struct Heading {
    let title: String
    let section: Int
    let isTop: Bool
  }

  init(_ text: String, of file: ImportFile) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.last == "\r" ? line.dropLast() : line
    }
    takeStates()
    takeFootnotes()
    var isInBlock = false
    var isInDrawer = false
    var last: Heading?
    for (number, line) in lines.enumerated() {
      let words = line.drop { $0 == " " || $0 == "\t" }
      let upper = words.uppercased()
      if upper.hasPrefix("#+BEGIN_") { isInBlock = true }
      if upper.hasPrefix("#+END_") { isInBlock = false }
      if !isInBlock, Self.isHeading(line) {
        if line.hasPrefix("* ") { topHeadings.append(number) }
        let head = OrgHeading(line, states: states)
        let heading = Heading(title: head.title, section: topHeadings.last ?? 0, isTop: head.level == 1)
        if headings[head.title.lowercased()] == nil { headings[head.title.lowercased()] = heading }
        last = heading
        isInDrawer = false
      } else if upper == ":PROPERTIES:" {
        isInDrawer = true
      } else if isInDrawer {
        isInDrawer = upper != ":END:"
        if isInDrawer { takeProperty(words, last) }
      } else if topHeadings.isEmpty {
        if isInBlock { preamble.append(line) } else { takeKeyword(line, words, upper) }
      }
    }
  }

  /// Returns true if lines begin with a drawer of a name that ends before the next heading.
  static func beginsDrawer(_ lines: ArraySlice<Substring>, _ name: String) -> Bool {
    func words(_ line: Substring) -> String { line.drop { $0 == " " || $0 == "\t" }.uppercased() }
    return lines.first.map(words) == name
      && lines.dropFirst().prefix { !isHeading($0) }.contains { words($0) == ":END:" }
  }

  static func isHeading(_ line: Substring) -> Bool {
    line.hasPrefix("*") && line.drop { $0 == "*" }.first == " "
  }

  /// True if the file is one note.
  var isWhole: Bool {
    topHeadings.isEmpty
      || title != nil
        && !topHeadings.contains { OrgHeading(lines[$0], states: states).state != nil }
  }

  var identifier: String? { properties.last { $0.key.uppercased() == "ID" }?.value }

  /// Returns the source of the note of a top heading without `ID`.
  func source(ofHeading heading: OrgHeading) -> String { "\(file.path)/\(heading.title)" }

  /// Returns the source of the note that the file, or the top heading on this line, becomes.
  func source(ofSection section: Int?) -> String {
    guard let section, !isWhole else { return identifier ?? file.path }
    return sectionIdentifiers[section] ?? source(ofHeading: OrgHeading(lines[section], states: states))
  }

  private mutating func takeProperty(_ words: Substring, _ heading: Heading?) {
    let sides = words.dropFirst().split(separator: ":", maxSplits: 1)
    guard words.first == ":", let key = sides.first else { return }
    let value = String((sides.count > 1 ? sides[1] : "").drop { $0 == " " })
    guard let heading else { return properties.append((String(key), value)) }
    switch key.uppercased() {
    case "CUSTOM_ID": headings["#" + value.lowercased()] = heading
    case "ID":
      identifiers[value] = heading.section
      if heading.isTop { sectionIdentifiers[heading.section] = value }
    default: break
    }
  }

  /// Reads a keyword such as `#+TITLE:` or `#+FILETAGS:`.
  private mutating func takeKeyword(_ line: Substring, _ words: Substring, _ upper: String) {
    guard upper.hasPrefix("#+"), let colon = words.firstIndex(of: ":"),
      !upper.hasPrefix("#+BEGIN")
    else { return preamble.append(line) }
    let value = words[words.index(after: colon)...].drop { $0 == " " }
    switch upper.prefix(while: { $0 != ":" }) {
    case "#+TITLE": title = [title, String(value)].compactMap(\.self).joined(separator: " ")
    case "#+FILETAGS",
      "#+TAGS" where value.contains(":"):
      tags += value.split { $0 == ":" || $0 == " " }.map(String.init)
    case "#+DATE": date = String(value)
    case "#+TODO", "#+SEQ_TODO", "#+TYP_TODO": break
    case "#+HUGO_DRAFT": properties.append(("draft", value == "nil" ? "false" : "true"))
    default: if !value.isEmpty { unread.append(words) }
    }
  }

  private mutating func takeFootnotes() {
    var open: (name: Substring, start: Int)?
    for (number, line) in lines.enumerated() {
      var rest = line
      let own = OrgInlines.footnote(line).flatMap { line[$0.1...].first == "]" ? $0 : nil }
      if own != nil || line.allSatisfy(\.isWhitespace) || Self.isHeading(line) {
        if let open { footnotes[open.name] = open.start..<number }
        open = own.map { ($0.0, number) }
      }
      if let own { rest = line[own.1...] }
      while let mark = rest.firstRange(of: "[fn:") {
        if let (name, _) = OrgInlines.footnote(rest[mark.lowerBound...]) { calls[name, default: []].append(number) }
        rest = rest[mark.upperBound...]
      }
    }
    if let open { footnotes[open.name] = open.start..<lines.count }
  }

  /// Returns the lines of one note, with the footnotes that it uses and without the footnotes of other notes.
  ///
  /// - Parameter range: The lines of the file that are the note's; `note` may have fewer.
  func withFootnotes(_ note: some Sequence<Substring>, in range: Range<Int>) -> [Substring] {
    var called: Set<Substring> = []
    var places = [range]
    // A footnote may call another one.
    while let place = places.popLast() {
      for (name, text) in footnotes where !called.contains(name) {
        let isCalled = calls[name]?.contains { line in
          place.contains(line) && (place != range || !footnotes.values.contains { $0.contains(line) })
        }
        guard isCalled == true else { continue }
        called.insert(name)
        places.append(text)
      }
    }
    let others = footnotes.filter {
      !called.contains($0.key) && calls[$0.key] != nil && range.contains($0.value.lowerBound)
    }
    let left = Set(others.values.flatMap { $0 }.filter { range.contains($0) }.map { lines[$0].startIndex })
    let added = called.compactMap { footnotes[$0] }.filter { !range.contains($0.lowerBound) }
    let own = note.filter { !left.contains($0.startIndex) }
    guard !added.isEmpty else { return own }
    return Array(own.trimmingEnd(while: \.isEmpty))
      + added.sorted { $0.lowerBound < $1.lowerBound }.flatMap { [""] + lines[$0] }
  }

  /// Reads the states of `#+TODO: A B | C`, which apply to the whole file.
  private mutating func takeStates() {
    for line in lines {
      let words = line.drop { $0 == " " || $0 == "\t" }
      guard words.hasPrefix("#+"), let colon = words.firstIndex(of: ":"),
        ["#+TODO", "#+SEQ_TODO", "#+TYP_TODO"].contains(words[..<colon].uppercased())
      else { continue }
      let value = words[words.index(after: colon)...]
      states.formUnion(
        value.split { $0 == " " || $0 == "|" }.map { String($0.prefix { $0 != "(" }) })
    }
  }
}

/// The files of an import, for the links between them.
struct OrgLibrary {
  /// The sources of notes, by the paths of their files.
  private var files: [String: String] = [:]
  /// The sources of notes, by `ID`.
  private var identifiers: [String: String] = [:]
  private let source: ImportSource

  init(_ source: ImportSource) { self.source = source }

  mutating func add(_ outline: OrgOutline) {
    files[outline.file.path] =
      outline.isWhole || !outline.preamble.allSatisfy({ $0.allSatisfy(\.isWhitespace) })
      ? outline.source(ofSection: nil) : outline.source(ofSection: outline.topHeadings.first)
    for (identifier, section) in outline.identifiers {
      identifiers[identifier] = outline.source(ofSection: section)
    }
  }

  /// Returns the note that has the heading of an `ID`, or the note of that `ID`.
  func source(ofIdentifier identifier: String) -> String { identifiers[identifier] ?? identifier }

  var links: PathLinks {
    let files = files
    return PathLinks(source: source) { files[$0.path] }
  }
}

/// A heading: stars, a state, a priority, words, tags.
struct OrgHeading {
  let level: Int
  let state: String?
  let priority: String?
  let title: String
  let tags: [String]

  /// The states that programs have without being told.
  static let usualStates: Set<String> = [
    "TODO", "NEXT", "WAITING", "HOLD", "STARTED", "DOING", "DONE", "CANCELLED", "CANCELED",
  ]

  /// The character that keeps a word from being read as a mark: Org's own escape.
  static let shield = "\u{200B}"

  /// Returns the words of a heading's title as they are written: none of them is read as a state, a priority or tags.
  static func shielded(_ words: [String], states: Set<String>) -> [String] {
    var words = words
    if let last = words.last, isTags(last[...]) { words[words.count - 1] = shield + last }
    if let first = words.first, isMark(first[...], states) { words[0] = shield + first }
    return words
  }

  private static func isMark(_ word: Substring, _ states: Set<String>) -> Bool {
    states.contains(String(word)) || word.hasPrefix("[#") && word.count == 4
  }

  private static func isTags(_ word: Substring) -> Bool {
    word.count > 2 && word.first == ":" && word.last == ":"
  }

  /// Returns true for a heading of a section that Org never exports: `* COMMENT Title`, `* Title :noexport:`.
  static func isUnexported(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard let stars = words.first, stars.allSatisfy({ $0 == "*" }) else { return false }
    return words.dropFirst().prefix(2).contains("COMMENT")
      || words.last.map { isTags($0) && $0.lowercased().contains(":noexport:") } ?? false
  }

  init(_ line: Substring, states: Set<String>) {
    level = line.prefix { $0 == "*" }.count
    var words = line.drop { $0 == "*" }.split(separator: " ")[...]
    var tags: [String] = []
    if let last = words.last, Self.isTags(last) {
      tags = last.split(separator: ":").map(String.init)
      words.removeLast()
    }
    self.tags = tags
    var state: String?
    if let first = words.first, states.contains(String(first)) {
      let word = String(first)
      state = word == "STARTED" ? "doing" : TaskStatus(known: word)?.name ?? word.lowercased()
      words.removeFirst()
    }
    self.state = state
    var priority: String?
    if let first = words.first, first.hasPrefix("[#"), first.count == 4 {
      switch first.dropFirst(2).first {
      case "A": priority = "high"
      case "C": priority = "low"
      default: priority = nil
      }
      words.removeFirst()
    }
    self.priority = priority
    if let first = words.first, first.hasPrefix(Self.shield), Self.isMark(first.dropFirst(), states) {
      words[words.startIndex] = first.dropFirst()
    }
    if let last = words.last, last.hasPrefix(Self.shield), Self.isTags(last.dropFirst()) {
      words[words.endIndex - 1] = last.dropFirst()
    }
    title = words.joined(separator: " ")
  }
}

/// `<2026-11-30 Mon 09:00 +1w -2d>`, `[2026-11-30 Mon]`
struct OrgTimestamp {
  let date: CivilDate
  let rule: String?
  /// The words with another meaning, such as `-2d` or the end of `10:00-11:00`.
  let rest: String

  init?(_ text: Substring) {
    guard let open = text.firstIndex(where: { $0 == "<" || $0 == "[" }),
      let close = text[open...].firstIndex(where: { $0 == ">" || $0 == "]" })
    else { return nil }
    let words = text[text.index(after: open)..<close].split(separator: " ")
    guard let day = words.first.flatMap({ Day(iso: $0) }) else { return nil }
    var (time, rule, rest): (TimeOfDay?, String?, [Substring]) = (nil, nil, [])
    for word in words.dropFirst() {
      if let clock = Self.time(word) { time = clock }
      let isRule = word.first == "+" || word.hasPrefix(".+")
      if isRule { rule = Self.rule(word) }
      let isRead = isRule ? rule != nil && !word.contains("/") : word.contains(":") && !word.contains("-")
      // The name of the day says nothing more.
      if !isRead, !word.allSatisfy({ $0.isLetter || $0 == "." }) { rest.append(word) }
    }
    let behind = text[close...].dropFirst()
    if behind.hasPrefix("--"), let end = behind.firstIndex(where: { $0 == ">" || $0 == "]" }) {
      rest.append(behind[...end])
    }
    date = time.map { .moment(CivilMoment(day: day, time: $0)) } ?? .day(day)
    self.rule = rule
    self.rest = rest.joined(separator: " ")
  }

  private static func time(_ word: Substring) -> TimeOfDay? {
    let parts = word.prefix { $0 != "-" }.split(separator: ":").compactMap { Int($0) }
    guard word.contains(":"), parts.count == 2 else { return nil }
    return TimeOfDay(hour: parts[0], minute: parts[1])
  }

  /// Returns the rule of a repeater: `+1w` counts from the day, `.+1w` from completion, `++` as `+`.
  private static func rule(_ word: Substring) -> String? {
    let fromCompletion = word.first == "."
    // A habit says after `/` how late is too late.
    let text = word.drop { $0 == "+" || $0 == "." }.prefix { $0 != "/" }
    let units: [Character: String] = ["d": "day", "w": "week", "m": "month", "y": "year"]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0 else { return nil }
    let count = number == 1 ? unit : "\(number) \(unit)s"
    return fromCompletion ? "after \(number) \(unit)\(number == 1 ? "" : "s")" : "every \(count)"
  }
}
