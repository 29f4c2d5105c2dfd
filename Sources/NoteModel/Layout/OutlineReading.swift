import ByteBasics
import CivilCalendar
import NoteSyntax

/// What a file of an outliner means beyond Markdown.
///
/// Each line that begins with `- ` is a block, whatever comes before it; cmark takes some for code, and their links and
/// tags are found by reading the file again without the tabs that are too many.
struct OutlineReading {
  private let document: Document
  private let lines: [Line]

  private struct Line {
    let range: ByteRange
    let tabs: Int
    let isBullet: Bool
    let isFenced: Bool
  }

  /// The document with the tasks, links and tags that the outliner sees in it.
  static func read(_ document: Document) -> Document {
    let reading = OutlineReading(document)
    let (links, tags) = reading.hiddenByCode()
    return document.adding(
      links: links + reading.blockReferences() + reading.links(ofTags: document.tags + tags),
      tags: tags, checkboxes: reading.boxes())
  }

  private init(_ document: Document) {
    self.document = document
    var lines: [Line] = []
    var isFenced = false
    let bytes = document.source.bytes
    var start = document.body.lowerBound
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var text = bytes[start..<end].drop { $0 == UInt8(ascii: "\t") }
      let tabs = text.startIndex - start
      text = text.drop { $0 == UInt8(ascii: " ") }
      let isBullet = text.starts(with: "- ".utf8) || text.elementsEqual("-".utf8)
      let inner = isBullet ? text.dropFirst(2) : text
      let isFence = inner.starts(with: "```".utf8) || inner.starts(with: "~~~".utf8)
      lines.append(
        Line(
          range: ByteRange(start, end), tabs: tabs, isBullet: isBullet && !isFenced,
          isFenced: isFenced || isFence))
      if isFence { isFenced.toggle() }
      start = end + 1
    }
    self.lines = lines
  }

  private func firstLine() -> Int {
    1 + document.source.bytes[..<document.body.lowerBound].count { $0 == UInt8(ascii: "\n") }
  }

  // MARK: - Tasks

  /// The check boxes that are no numbers, and the bullets that begin with a word for the state of a task.
  private func boxes() -> [Checkbox] {
    var boxes = document.checkboxes.filter { !$0.state.allSatisfy(\.isNumber) }
    let first = firstLine()
    var open: [(tabs: Int, line: Int)] = []
    let bytes = document.source.bytes
    for (index, line) in lines.enumerated() where line.isBullet {
      open.removeAll { $0.tabs >= line.tabs }
      let text = bytes[line.range.indices].drop { $0 != UInt8(ascii: "-") }.dropFirst(2)
      let word = text.prefix { $0 != UInt8(ascii: " ") }
      let state = String(decoding: word, as: UTF8.self)
      guard TaskWord(rawValue: state) != nil else { continue }
      boxes.append(
        Checkbox(
          stateRange: ByteRange(word.startIndex, word.endIndex), state: state,
          textRange: ByteRange(
            min(word.endIndex + 1, line.range.upperBound), line.range.upperBound),
          lineRange: line.range, line: first + index, depth: open.count,
          parentLine: open.last?.line))
      open.append((line.tabs, first + index))
    }
    return boxes
  }

  // MARK: - Links

  /// `((id))` is a link to the block of that id, `{{embed ((id))}}` as well.
  private func blockReferences() -> [Link] {
    let bytes = document.source.bytes
    let first = firstLine()
    return lines.enumerated().flatMap { index, line -> [Link] in
      guard !line.isFenced else { return [] }
      var links: [Link] = []
      var start = line.range.lowerBound
      while let open = bytes[start..<line.range.upperBound].firstRange(of: "((".utf8)?.upperBound,
        open + 38 <= line.range.upperBound
      {
        start = open
        let name = bytes[open..<(open + 36)]
        guard bytes[open + 36] == UInt8(ascii: ")"), bytes[open + 37] == UInt8(ascii: ")"),
          name.allSatisfy({ $0 == UInt8(ascii: "-") || isHexDigit($0) })
        else { continue }
        links.append(
          Link(
            kind: .wiki, range: ByteRange(open - 2, open + 38),
            destinationRange: ByteRange(open, open + 36),
            destination: String(decoding: name, as: UTF8.self), fragment: nil, text: nil,
            line: first + index))
        start = open + 38
      }
      return links
    }
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  /// A tag is a link to the page of its name.
  private func links(ofTags tags: [TagOccurrence]) -> [Link] {
    let bytes = document.source.bytes
    var line = 1
    var offset = 0
    return tags.sorted { $0.range.lowerBound < $1.range.lowerBound }.map { tag in
      line += bytes[offset..<tag.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      offset = tag.range.lowerBound
      return Link(
        kind: .wiki, range: tag.range,
        destinationRange: ByteRange(tag.range.lowerBound + 1, tag.range.upperBound),
        destination: tag.name, fragment: nil, text: nil, line: line)
    }
  }

  /// What is in bullets that cmark takes for code.
  private func hiddenByCode() -> ([Link], [TagOccurrence]) {
    let bytes = document.source.bytes
    let code = document.blocks.filter { block in
      block.kind == .codeBlock && isBullet(bytes, block.range)
    }
    guard !code.isEmpty else { return ([], []) }
    let (shorter, removed) = outdented()
    let other = Document(parsing: shorter)
    func original(_ range: ByteRange?) -> ByteRange? {
      guard let range else { return nil }
      let shift = removed.last { $0.start <= range.lowerBound }?.count ?? 0
      let endShift = removed.last { $0.start < range.upperBound }?.count ?? 0
      return ByteRange(range.lowerBound + shift, range.upperBound + endShift)
    }
    func isHidden(_ range: ByteRange) -> Bool {
      code.contains { $0.range.contains(range) }
    }
    let links = other.links.compactMap { link -> Link? in
      guard let range = original(link.range), isHidden(range) else { return nil }
      return Link(
        kind: link.kind, range: range, destinationRange: original(link.destinationRange),
        destination: link.destination, fragment: link.fragment, text: link.text, line: link.line,
        definition: link.definition)
    }
    let tags = other.tags.compactMap { tag -> TagOccurrence? in
      guard let range = original(tag.range), isHidden(range) else { return nil }
      return TagOccurrence(range: range, name: tag.name)
    }
    return (links, tags)
  }

  private func isBullet(_ bytes: [UInt8], _ range: ByteRange) -> Bool {
    bytes[range.indices].drop { $0 == 0x09 || $0 == 0x20 }.first == UInt8(ascii: "-")
  }

  /// The file without the tabs that a bullet has more than one deeper than the bullet before it, and how many bytes
  /// are gone before each line of it.
  private func outdented() -> (bytes: [UInt8], removed: [(start: Int, count: Int)]) {
    let bytes = document.source.bytes
    var result = Array(bytes[..<document.body.lowerBound])
    var removed: [(start: Int, count: Int)] = []
    var depth = -1
    var surplus = 0
    var count = 0
    for line in lines {
      if line.isBullet {
        let allowed = min(line.tabs, depth + 1)
        surplus = line.tabs - allowed
        depth = allowed
      } else if line.tabs == 0, !line.range.isEmpty {
        depth = -1
        surplus = 0
      }
      let cut = min(surplus, line.tabs)
      count += cut
      removed.append((result.count, count))
      result += bytes[(line.range.lowerBound + cut)..<min(line.range.upperBound + 1, bytes.count)]
    }
    return (result, removed)
  }
}

/// The words with which a bullet of an outline says how far a task is.
enum TaskWord: String, CaseIterable {
  case todo = "TODO"
  case doing = "DOING"
  case now = "NOW"
  case later = "LATER"
  case waiting = "WAITING"
  case wait = "WAIT"
  case done = "DONE"
  case canceled = "CANCELED"
  case cancelled = "CANCELLED"
  case inProgress = "IN-PROGRESS"

  var status: TaskStatus {
    switch self {
    case .todo, .later, .waiting, .wait: .todo
    case .doing, .now, .inProgress: .doing
    case .done: .done
    case .canceled, .cancelled: .cancelled
    }
  }

  /// The word for another status, of the pair that this word belongs to: `LATER` and `NOW`, or `TODO` and `DOING`.
  func word(for status: TaskStatus) -> TaskWord {
    let usesNow = self == .now || self == .later
    switch status {
    case .todo, .custom: return usesNow ? .later : .todo
    case .doing: return usesNow ? .now : .doing
    case .done: return .done
    case .cancelled: return .canceled
    }
  }
}

/// `SCHEDULED: <2026-06-12 Fri>` and `DEADLINE: <2026-06-12 Fri 10:00>` in the lines of a block after its first.
struct BlockDates {
  struct Entry {
    let key: String
    /// The text between `<` and `>`.
    let range: ByteRange
    let text: String
  }

  private(set) var entries: [Entry] = []
  /// Where another line of the block would begin: after the end of the bullet's own line.
  let insertion: Int
  /// What is before the text of the block's further lines.
  let indent: [UInt8]

  init(of checkbox: Checkbox, in document: Document) {
    let bytes = document.source.bytes
    insertion = checkbox.lineRange.upperBound
    let line = bytes[checkbox.lineRange.indices]
    indent = Array(line.prefix { $0 == 0x09 || $0 == 0x20 }) + [0x20, 0x20]
    var start = insertion + 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let text = bytes[start..<end].drop { $0 == 0x09 || $0 == 0x20 }
      if text.isEmpty || text.first == UInt8(ascii: "-") || text.startIndex == start { break }
      for (word, key) in Self.keys where text.starts(with: word.utf8) {
        guard let open = text.firstIndex(of: UInt8(ascii: "<")),
          let close = text[open...].firstIndex(of: UInt8(ascii: ">"))
        else { continue }
        entries.append(
          Entry(
            key: key, range: ByteRange(open + 1, close),
            text: String(decoding: bytes[(open + 1)..<close], as: UTF8.self)))
      }
      start = end + 1
    }
  }

  private static let keys = [("SCHEDULED:", "scheduled"), ("DEADLINE:", "due")]

  /// Writes a day into its line, with the repeater that is there, or into a new line of the block.
  ///
  /// - Returns: nil for a field that has no line of its own in an outline.
  func edit(setting key: String, to date: CivilDate) -> TextEdit? {
    guard let word = Self.keys.first(where: { $0.1 == key })?.0 else { return nil }
    var text =
      date.day.description + " " + CalendarNames.shortWeekday(date.day.weekday, in: .english)
    if case .moment(let moment) = date { text += " " + moment.time.description }
    if let entry = entries.first(where: { $0.key == key }) {
      let repeater = entry.text.firstIndex { $0 == "+" || $0 == "." }
      return TextEdit(
        range: entry.range, replacement: text + (repeater.map { " " + entry.text[$0...] } ?? ""))
    }
    let line = String(decoding: indent, as: UTF8.self) + "\(word) <\(text)>"
    return TextEdit(range: ByteRange(insertion, insertion), replacement: "\n" + line)
  }
}

/// The properties of an outline's page: `key:: value` lines before its first block, and the ids of its blocks.
struct PageProperties {
  private(set) var title: String?
  private(set) var aliases: [String] = []
  private(set) var tags: [String] = []
  /// The keys by which links call the blocks.
  private(set) var blocks: [String] = []

  init(_ document: Document) {
    let bytes = document.source.bytes
    let head = Self.headEnd(bytes, from: document.body.lowerBound)
    for field in document.fields {
      if field.key == "id", field.value.utf8.count == 36 { blocks.append(nameKey(field.value)) }
      guard field.range.lowerBound < head else { continue }
      switch field.key.lowercased() {
      case "title": title = field.value.isEmpty ? nil : field.value
      case "alias", "aliases": aliases += Self.names(field.value)
      case "tags", "tag": tags += Self.names(field.value)
      default: break
      }
    }
  }

  /// Where the first line is that is no property; they may be a block of their own.
  private static func headEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var start = start
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes[start..<end]
      guard
        line.isEmpty || line.firstRange(of: ":: ".utf8) != nil
          || line.suffix(2).elementsEqual("::".utf8)
      else { return start }
      start = end + 1
    }
    return bytes.count
  }

  /// `a, [[b c]], #d` are three names.
  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { part in
      let name = part.trimmingPrefix { $0 == " " || $0 == "#" }
      let trimmed = String(name.reversed().drop { $0 == " " }.reversed())
      return wikiLinkName(trimmed) ?? trimmed
    }.filter { !$0.isEmpty }
  }
}
