import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ExportFormat {
  static let org = ExportFormat("org", content: .document, linksByIdentifier: true) { OrgExporter(zone: $0.zone) }
}

private struct OrgExporter: NoteExporter {
  let zone: LocalZone
  /// States of boards, which are written at the end.
  fileprivate var states: Set<String> = []
  /// The notes, which wait for the states of all: text that begins like a state is shielded.
  fileprivate var notes: [ExportedNote] = []

  /// Returns the line of the states that Emacs has to know. A file may have several such lines.
  mutating func start() -> [UInt8] { Array("#+TODO: TODO DOING | DONE CANCELLED\n".utf8) }

  private var knownStates: Set<String> { OrgHeading.usualStates.union(states) }

  mutating func end() -> [UInt8] {
    let line = states.isEmpty ? "" : "#+TODO: \(states.sorted().joined(separator: " ")) |\n"
    var names: Set<String> = []
    return notes.flatMap { text(of: $0, &names) } + Array(line.utf8)
  }

  mutating func bytes(of exported: ExportedNote) -> [UInt8] {
    for task in exported.note.tasks {
      if case .custom = task.status { states.insert(Self.state(task.status)) }
    }
    notes.append(exported)
    return []
  }

  /// - Parameter names: The names of the footnotes in the file so far.
  private func text(of exported: ExportedNote, _ names: inout Set<String>) -> [UInt8] {
    let note = exported.note
    let writer = OrgText(address: { exported.address(of: $0) }, footnotes: OrgText.footnotes(of: note.document, &names))
    let task = note.tasks.first { $0.source == .note }
    var lines = [heading("*", note.title, note.fieldTags, task)]
    let planning = planning(task)
    if !planning.isEmpty { lines.append(planning) }
    lines += [":PROPERTIES:"] + properties(note, task) + [":END:"]
    lines += MarkdownOrg.lines(of: body(of: exported, writer), states: knownStates, writer)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private func body(of exported: ExportedNote, _ writer: OrgText) -> [OrgLine] {
    let body = exported.bodyWithoutTitle
    let head = exported.note.document.source.bytes.dropLast(body.utf8.count)
    let first = 1 + head.count { $0 == UInt8(ascii: "\n") }
    var boxes: [Int: TaskItem] = [:]
    for task in exported.note.tasks {
      if case .checkbox(let line) = task.source { boxes[line] = task }
    }
    let lines = body.textLines.enumerated().map { ($0.element, boxes[first + $0.offset]) }
    return OrgLine.lines(of: lines) { entry($0, level: $1, writer) }
  }

  /// Writes a check box with days, a priority or an id as a heading of its own.
  private func entry(_ box: TaskItem, level: Int, _ writer: OrgText) -> [String] {
    let title = MarkdownOrg.inline(box.title[...], OrgText(address: { _ in nil }, footnotes: writer.footnotes))
    var lines = [heading(String(repeating: "*", count: level), title, box.tags, box)]
    let planning = planning(box)
    if !planning.isEmpty { lines.append(planning) }
    let properties = [("ID", box.identifier), ("REPEAT", box.repetition)].compactMap { key, text in
      text.map { ":\(key): \($0)" }
    }
    return lines + (properties.isEmpty ? [] : [":PROPERTIES:"] + properties + [":END:"])
  }

  private func heading(_ stars: String, _ title: String, _ tags: [TagName], _ task: TaskItem?) -> String {
    var words = [stars]
    if let task {
      words.append(Self.state(task.status))
      switch task.priority {
      case .urgent, .high: words.append("[#A]")
      case .low: words.append("[#C]")
      case .normal: break
      }
    }
    words += OrgHeading.shielded(title.split(whereSeparator: \.isWhitespace).map(String.init), states: knownStates)
    let tags = tags.map { $0.string.replacing("-", with: "_").replacing("/", with: "_") }
    if !tags.isEmpty { words.append(":" + tags.joined(separator: ":") + ":") }
    return words.joined(separator: " ")
  }

  /// Writes a status as one word.
  private static func state(_ status: TaskStatus) -> String {
    String(status.name.uppercased().map { $0.isWhitespace || "|(".contains($0) ? "_" : $0 })
  }

  private func planning(_ task: TaskItem?) -> String {
    guard let task else { return "" }
    var words: [String] = []
    if let closed = task.closed { words.append("CLOSED: " + stamp(closed, isActive: false)) }
    if let due = task.due { words.append("DEADLINE: " + stamp(due, rule: task.repetition)) }
    if let scheduled = task.scheduled {
      words.append("SCHEDULED: " + stamp(scheduled, rule: task.due == nil ? task.repetition : nil))
    }
    return words.joined(separator: " ")
  }

  private func properties(_ note: Note, _ task: TaskItem?) -> [String] {
    var lines: [String] = []
    func add(_ key: String, _ text: String?) {
      guard let text, !text.isEmpty else { return }
      lines.append(":\(key): " + text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
    let kept = ImportedNoteText.kept(in: note.document, from: ImportFormat.org.name)
    add("ID", kept.first { $0.key == "ID" }?.text ?? note.identifier)
    if let status = task?.status, status.name.uppercased() != Self.state(status) {
      add("STATUS", status.name)
    } else if task == nil {
      add("STATUS", note.fields.first { FieldCatalogue.canonical($0.key) == "status" }?.text)
    }
    for entry in note.document.frontMatter?.entries ?? [] where PublicationStatement.isAboutPublication(entry.key) {
      add(entry.key.uppercased(), entry.value.scalarTexts.joined(separator: ", "))
    }
    add("CREATED", note.created.map { stamp($0, isActive: false) })
    add("UPDATED", note.updated.map { stamp($0, isActive: false) })
    add("START", task?.start.map { stamp($0) })
    add("REPEAT", task?.repetition)
    add("REMIND", (task?.reminders ?? RemindedNote(note)?.reminders)?.joined(separator: ", "))
    for key in ["project", "ticket", "color", "label"] {
      add(key.uppercased(), note.fields.first { $0.key == key }?.text)
    }
    for value in kept where value.key != "ID" && value.key != "warning" {
      add(value.key == value.key.lowercased() ? value.key.uppercased() : value.key, value.text)
    }
    return lines
  }

  /// Writes a date in Org's form, which has days and times but no offsets: a moment is written in local time.
  private func stamp(_ date: CivilDate, isActive: Bool = true, rule: String? = nil) -> String {
    var local = date
    if case .moment(let moment) = date, moment.utcOffsetSeconds != nil,
      let here = zone.moment(secondsSinceEpoch: moment.secondsSinceEpoch())
    {
      local = .moment(here)
    }
    var text = "\(local.day) \(CalendarNames.shortWeekday(local.day.weekday, in: .english))"
    if case .moment(let moment) = local {
      text += " \(padded(moment.time.hour, to: 2)):\(padded(moment.time.minute, to: 2))"
    }
    if let repeater = rule.flatMap(Self.repeater) { text += " " + repeater }
    return isActive ? "<\(text)>" : "[\(text)]"
  }

  private static func repeater(_ text: String) -> String? {
    guard let rule = try? RecurrenceRule.parse(text), rule.weekdays.isEmpty, rule.monthDays.isEmpty,
      rule.months.isEmpty, rule.end == .never
    else { return nil }
    let unit =
      switch rule.frequency {
      case .daily: "d"
      case .weekly: "w"
      case .monthly: "m"
      case .yearly: "y"
      }
    return (rule.basis == .completion ? ".+" : "+") + "\(rule.interval)\(unit)"
  }
}

/// A line of a body, and how org says it.
private struct OrgLine {
  let text: Substring
  /// The lines of a heading in its place; nil for a line as it is.
  let entry: [String]?

  /// Turns a check box with fields into a heading, together with its siblings, if nothing else follows before the next
  /// heading: org puts all text after a heading below the heading.
  ///
  /// - Parameters:
  ///   - lines: The lines of a body; lines of check boxes with their tasks.
  ///   - entry: Returns the lines of a check box as a heading of a level.
  static func lines(
    of lines: [(text: Substring, box: TaskItem?)], entry: (TaskItem, _ level: Int) -> [String]
  ) -> [OrgLine] {
    var result: [OrgLine] = []
    var level = 1
    var rest = lines[...]
    while !rest.isEmpty {
      let end = rest.dropFirst().firstIndex { $0.text.headingLevel > 0 } ?? rest.endIndex
      let section = rest[..<end]
      rest = rest[end...]
      if let own = section.first?.text.headingLevel, own > 0 { level = own + 1 }
      let tail = section.reversed().prefix { $0.box != nil || $0.text.allSatisfy(\.isWhitespace) }
      let count = tail.contains { $0.box.map(saysMore) ?? false } ? tail.count : 0
      result += section.dropLast(count).map { OrgLine(text: $0.text, entry: nil) }
      for case (let text, let box?) in section.suffix(count) {
        let depth = text.prefix { $0 == " " }.count / 2
        result.append(OrgLine(text: text, entry: entry(box, level + 1 + depth)))
      }
    }
    return result
  }

  private static func saysMore(_ box: TaskItem) -> Bool {
    box.due != nil || box.scheduled != nil || box.repetition != nil || box.identifier != nil || box.priority != .normal
  }
}

extension Substring {
  /// 0 for a line that is no heading.
  fileprivate var headingLevel: Int {
    let level = prefix { $0 == "#" }.count
    return (1...6).contains(level) && dropFirst(level).first == " " ? level : 0
  }
}

/// Markdown as org, line by line. Reading it back gives the same Markdown for headings, lists, code, quotes and marks.
private enum MarkdownOrg {
  /// Writes the lines of a body in org.
  ///
  /// - Parameters:
  ///   - states: The words that a heading must not begin with.
  ///   - writer: Writes the text of a line.
  static func lines(of body: [OrgLine], states: Set<String>, _ writer: OrgText) -> [String] {
    var result: [String] = []
    var fence: Substring?
    var isQuote = false
    func closeQuote() {
      if isQuote { result.append("#+end_quote") }
      isQuote = false
    }
    var isFootnote = false
    for line in body {
      // Only a second empty line ends a footnote before text.
      if isFootnote, result.last?.isEmpty == true, let first = line.text.first {
        isFootnote = first == " " || writer.definition(line.text) != nil
        if !isFootnote, line.entry == nil, first != "#" { result.append("") }
      }
      if let entry = line.entry {
        closeQuote()
        result += entry
        continue
      }
      let line = line.text
      let words = line.drop { $0 == " " }
      if let open = fence {
        let isEnd = words.hasPrefix(open) && words.drop { $0 == open.first }.allSatisfy { " \t".contains($0) }
        // In code, Org removes one comma from the beginning of a line.
        let isOrg = line.drop { $0 == "," }.hasPrefix("*") || words.drop { $0 == "," }.hasPrefix("#+")
        result.append(isEnd ? "#+end_src" : (isOrg ? "," : "") + line)
        if isEnd { fence = nil }
        continue
      }
      let mark = words.prefix { $0 == words.first }
      // Three backticks with a backtick later in the line begin code within the line.
      if words.hasPrefix("~~~") || words.hasPrefix("```") && !words.dropFirst(mark.count).contains("`") {
        closeQuote()
        fence = mark
        let language = words.dropFirst(mark.count)
        result.append("#+begin_src" + (language.isEmpty ? "" : " " + language))
      } else if line.hasPrefix(">") {
        if !isQuote { result.append("#+begin_quote") }
        isQuote = true
        result.append(inline(line.dropFirst().drop { $0 == " " }, writer))
      } else if let (name, text) = writer.definition(line) {
        closeQuote()
        isFootnote = true
        result.append("[fn:\(name)] " + inline(text, writer))
      } else {
        closeQuote()
        result.append(block(line, states, writer))
      }
    }
    closeQuote()
    if fence != nil { result.append("#+end_src") }
    return Array(result.trimmingEnd(while: \.isEmpty))
  }

  private static func block(_ line: Substring, _ states: Set<String>, _ writer: OrgText) -> String {
    let level = line.headingLevel
    if level > 0 {
      let words = inline(line.dropFirst(level), writer).split(separator: " ").map(String.init)
      let marks = String(repeating: "*", count: level + 1)
      return ([marks] + OrgHeading.shielded(words, states: states)).joined(separator: " ")
    }
    let marks = line.filter { $0 != " " }
    if marks.count >= 3, "-*_".contains(marks.prefix(1)), Set(marks).count == 1 { return "-----" }
    if line.hasPrefix("|"), line.allSatisfy({ "|-: ".contains($0) }) {
      return String(line).replacing(":", with: "-").replacing(" ", with: "-")
    }
    let words = line.drop { $0 == " " }
    let indent = String(line[..<words.startIndex])
    if words.hasPrefix("* ") { return indent + "- " + inline(words.dropFirst(2), writer) }
    if words.hasPrefix("- [x] ") { return indent + "- [X] " + inline(words.dropFirst(6), writer) }
    // Org has no box of something cancelled, and `[-]` is half done.
    if words.hasPrefix("- [-] ") { return indent + "- [X] CANCELLED " + inline(words.dropFirst(6), writer) }
    if words.hasPrefix("- [/] ") { return indent + "- [-] " + inline(words.dropFirst(6), writer) }
    return indent + inline(words, writer)
  }

  /// Writes inline marks in org: `**b**` → `*b*`, `*i*` → `/i/`, `` `c` `` → `~c~`, `[words](to)` → `[[to][words]]`.
  static func inline(_ text: Substring, _ writer: OrgText) -> String {
    var writer = writer
    let line = writer.text(of: text)
    // In a text, `#+INCLUDE`, `* words` and `:END:` must not become a keyword, a heading or a drawer. Org's escape is a
    // zero-width space.
    let isHeading = line.hasPrefix("*") && line.drop { $0 == "*" }.hasPrefix(" ")
    let isDrawer = line.count > 2 && line.hasPrefix(":") && line.hasSuffix(":") && !line.contains(" ")
    return line.hasPrefix("#+") || isHeading || isDrawer ? "\u{200B}" + line : line
  }
}

/// Writes the text of a line as org. cmark parses the line, and the scanner of the index finds all other syntax.
private struct OrgText {
  /// Returns the target of a link in org. Nil to keep the link as written.
  let address: (String) -> String?
  /// The names in org of the footnotes of the note, by their labels in small letters.
  let footnotes: [String: String]
  fileprivate var result = ""
  fileprivate var pending = ""
  /// The texts that cmark does not read, in the places of single characters.
  fileprivate var kept: [String] = []
  /// The beginnings of links, in `result`.
  fileprivate var starts: [Int] = []

  /// The first of the characters that replace kept texts. The character before it keeps a line from beginning a block.
  private static let first: UInt32 = 0xF0001
  /// A vertical bar in a cell.
  private static let bar = "\\vert{}"
  private static let lineStart = "\u{F0000} "

  /// Names the footnotes of a note. In org they belong to the file, so two notes do not share a name.
  static func footnotes(of document: Document, _ taken: inout Set<String>) -> [String: String] {
    var names: [String: String] = [:]
    for place in DocumentLabels(document).all where place.kind == .footnote && place.isDefinition {
      guard let label = Self.label(document.source.text(in: place.whole)[...])?.name.lowercased(), names[label] == nil
      else { continue }
      let own = String(label.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" })
      var (name, number) = (own, 1)
      while !taken.insert(name).inserted {
        number += 1
        name = "\(own)-\(number)"
      }
      names[label] = name
    }
    return names
  }

  private static func label(_ text: Substring) -> (name: Substring, rest: Substring)? {
    guard text.hasPrefix("[^"), let end = text.firstIndex(of: "]") else { return nil }
    return (text[..<end].dropFirst(2), text[text.index(after: end)...])
  }

  /// Returns the name in org of the footnote that a line defines, and its text.
  func definition(_ line: Substring) -> (name: String, text: Substring)? {
    guard let (label, rest) = Self.label(line), rest.first == ":", let name = footnotes[label.lowercased()]
    else { return nil }
    return (name, rest.dropFirst().drop { $0 == " " })
  }

  /// Returns a text with the calls of footnotes in org's form.
  private func withCalls(_ text: String) -> String {
    guard !footnotes.isEmpty, text.contains("[^") else { return text }
    var (result, rest) = ("", text[...])
    while let start = rest.firstRange(of: "[^") {
      result += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      if let (label, after) = Self.label(rest), let name = footnotes[label.lowercased()] {
        result += "[fn:\(name)]"
        rest = after
      } else {
        result += "[^"
        rest = rest.dropFirst(2)
      }
    }
    return result + rest
  }

  mutating func text(of line: Substring) -> String {
    guard line.utf8.contains(where: { "[*_~`<&\\$%@:.^".utf8.contains($0) }),
      !line.unicodeScalars.contains(where: { $0.value >= Self.first - 1 })
    else { return Self.shielded(String(line), after: nil) }
    let bytes = kept(of: Array((Self.lineStart + line).utf8))
    guard let tree = MarkdownTree(parsing: bytes[...]) else { return String(line) }
    let hasAngle = line.contains("<")
    tree.walk { node, isEntering in visit(node, isEntering, line: hasAngle ? line : "") }
    flush()
    return String(result.dropFirst(Self.lineStart.count))
  }

  /// Returns the line with one character in place of each formula, comment and wiki link.
  private mutating func kept(of bytes: [UInt8]) -> [UInt8] {
    let document = Document(parsing: bytes)
    var ranges: [(range: ByteRange, org: String)] = document.marks.compactMap { mark in
      switch mark.kind {
      case .mathematics, .comment: (mark.range, document.source.text(in: mark.range))
      case .footnote(let text):
        (mark.range, "[fn:: " + MarkdownOrg.inline(document.source.text(in: text)[...], fresh) + "]")
      default: nil
      }
    }
    for link in document.links where link.kind.isWiki {
      guard let range = link.range else { continue }
      let place = bytes[range.lowerBound] == UInt8(ascii: "!") ? nil : address(link.destination)
      ranges.append(
        (range, place.map { "[[\($0)][\(link.text ?? link.destination)]]" } ?? document.source.text(in: range)))
    }
    // In a row of a table.
    if bytes.dropFirst(Self.lineStart.utf8.count).first == UInt8(ascii: "|") {
      ranges += bytes.indices.dropLast().filter { bytes[$0...].starts(with: "\\|".utf8) }
        .map { (ByteRange($0, $0 + 2), Self.bar) }
    }
    var result: [UInt8] = []
    var position = 0
    for (range, org) in ranges.sorted(by: { $0.range < $1.range }) where range.lowerBound >= position {
      guard let sign = Unicode.Scalar(Self.first + UInt32(kept.count)) else { break }
      result += bytes[position..<range.lowerBound] + Array(String(Character(sign)).utf8)
      kept.append(org)
      position = range.upperBound
    }
    return result + bytes[position...]
  }

  private mutating func visit(_ node: MarkdownNode, _ isEntering: Bool, line: Substring) {
    switch node.kind {
    case .text: pending += node.literal
    case .softBreak, .lineBreak: pending += " "
    case .htmlInline: append(node.literal)
    // Org reads no entity in code.
    case .code where node.literal.unicodeScalars.contains(where: { keptText($0) == Self.bar }): pending += node.literal
    case .code:
      let sign = node.literal.contains("~") ? "=" : "~"
      append(node.literal.allSatisfy(\.isWhitespace) ? "`\(node.literal)`" : sign + node.literal + sign)
    case .emphasis: append("/")
    case .strong: append("*")
    case .strikethrough: append("+")
    case .link, .image:
      flush()
      if isEntering { return starts.append(result.count) }
      end(link: node.url, isImage: node.kind == .image, line)
    default: return
    }
  }

  private mutating func end(link url: String, isImage: Bool, _ line: Substring) {
    let start = result.index(result.startIndex, offsetBy: starts.removeLast())
    let words = String(result[start...])
    result.removeSubrange(start...)
    let place = address(url)
    if !isImage, place == nil, url.hasSuffix(words), [url, "http://" + words, "mailto:" + words].contains(url) {
      return result += line.contains("<\(words)>") ? "<\(words)>" : words
    }
    result += isImage && !words.isEmpty ? "!" : ""
    result += words.isEmpty ? "[[\(place ?? url)]]" : "[[\(place ?? url)][\(words)]]"
  }

  private mutating func append(_ org: String) {
    flush()
    result += org
  }

  private mutating func flush() {
    let text = Self.shielded(withCalls(pending), after: result.last)
    pending = ""
    for scalar in text.unicodeScalars {
      if let kept = keptText(scalar) { result += kept } else { result.unicodeScalars.append(scalar) }
    }
  }

  private func keptText(_ scalar: Unicode.Scalar) -> String? {
    let index = Int(scalar.value) - Int(Self.first)
    return kept.indices.contains(index) ? kept[index] : nil
  }

  private var fresh: OrgText { OrgText(address: address, footnotes: footnotes) }

  /// Escapes a text so that org reads no markup in it: a zero-width space, which is Org's own escape, precedes each
  /// character that would begin markup.
  private static func shielded(_ text: String, after before: Character?) -> String {
    let characters = Array(text)
    var result = ""
    // The last place at which each sign may close.
    var closings: [Character: Int] = [:]
    for end in characters.indices.dropFirst() where OrgInlines.signs.contains(characters[end]) {
      let isEnd = end + 1 == characters.count || !characters[end + 1].isLetter && !characters[end + 1].isNumber
      if isEnd, !characters[end - 1].isWhitespace { closings[characters[end]] = end }
    }
    for (index, character) in characters.enumerated() {
      if OrgInlines.signs.contains(character), index + 2 < characters.count, !characters[index + 1].isWhitespace {
        let previous = index > 0 ? characters[index - 1] : before ?? " "
        let closes = closings[character].map { $0 >= index + 2 } ?? false
        if previous.isWhitespace || "-–—('\"{".contains(previous), closes { result += OrgHeading.shield }
      }
      result.append(character)
    }
    return result
  }
}
