package import ByteBasics
import CivilCalendar
package import NoteSyntax

/// The meaning of an outliner's file beyond Markdown.
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

  /// Returns the document with the tasks, links and tags that the outliner sees in it.
  static func read(_ document: Document) -> Document {
    let reading = OutlineReading(document)
    let (hidden, hiddenTags) = reading.hiddenByCode()
    let tags = (document.tags + hiddenTags).filter { !reading.isPriority($0) }
    // A link without a range is one that cmark may see as well.
    let links = (document.links + hidden).map(reading.withText).filter {
      $0.range != nil || bracketedName($0.destination) == nil
    }
    return document.with(
      links: links + reading.blockReferences() + reading.links(ofTags: tags) + PageProperties(document).links,
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
        Line(range: ByteRange(start, end), tabs: tabs, isBullet: isBullet && !isFenced, isFenced: isFenced || isFence))
      if isFence { isFenced.toggle() }
      start = end + 1
    }
    self.lines = lines
  }

  private func firstLine() -> Int {
    1 + document.source.bytes[..<document.body.lowerBound].count { $0 == UInt8(ascii: "\n") }
  }

  // MARK: - Tasks

  /// Returns the check boxes that are not numbers, and the bullets that begin with a word for the state of a task.
  private func boxes() -> [Checkbox] {
    var boxes = document.checkboxes.filter { !$0.state.allSatisfy(\.isNumber) }
    let first = firstLine()
    var open: [(tabs: Int, line: Int)] = []
    let bytes = document.source.bytes
    for (index, line) in lines.enumerated() where line.isBullet {
      open.removeAll { $0.tabs >= line.tabs }
      let hasReturn = bytes[line.range.indices].last == UInt8(ascii: "\r")
      let end = line.range.upperBound - (hasReturn ? 1 : 0)
      let text = bytes[line.range.lowerBound..<end].drop { $0 != UInt8(ascii: "-") }.dropFirst(2)
      let word = text.prefix { $0 != UInt8(ascii: " ") }
      let state = String(decoding: word, as: UTF8.self)
      guard TaskWord(rawValue: state) != nil else { continue }
      boxes.append(
        Checkbox(
          stateRange: ByteRange(word.startIndex, word.endIndex), state: state,
          textRange: ByteRange(min(word.endIndex + 1, end), end),
          lineRange: ByteRange(line.range.lowerBound, end), line: first + index, depth: open.count,
          parentLine: open.last?.line))
      open.append((line.tabs, first + index))
    }
    return boxes
  }

  /// Returns true for the tag of a priority, `[#A]`.
  private func isPriority(_ tag: TagOccurrence) -> Bool {
    let bytes = document.source.bytes
    let (start, end) = (tag.range.lowerBound, tag.range.upperBound)
    return start > 0 && end < bytes.count && bytes[start - 1] == UInt8(ascii: "[")
      && bytes[end] == UInt8(ascii: "]") && TaskPriority(letter: tag.name) != nil
  }

  // MARK: - Links

  /// Corrects `[text]([[two words]])` to an inline link. cmark finds a wiki link in brackets there.
  private func withText(_ link: Link) -> Link {
    let bytes = document.source.bytes
    guard link.kind == .wiki, link.text == nil, let range = link.range else { return link }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let end = range.upperBound + bytes[range.upperBound...].prefix(while: isBlank).count
    let start = range.lowerBound - bytes[..<range.lowerBound].reversed().prefix(while: isBlank).count
    guard end < bytes.count, bytes[end] == UInt8(ascii: ")"), start > 2,
      bytes[(start - 2)..<start].elementsEqual("](".utf8), let open = openingBracket(of: start - 2)
    else { return link }
    return Link(
      kind: .inline, range: ByteRange(open, end + 1), destinationRange: range,
      destination: document.source.text(in: range), fragment: nil,
      text: document.source.text(in: ByteRange(open + 1, start - 2)), line: link.line)
  }

  /// Returns the offset of the bracket that closes at an offset: on its line, and not too far before it.
  private func openingBracket(of close: Int) -> Int? {
    let bytes = document.source.bytes
    var depth = 0
    for offset in stride(from: close, through: max(0, close - 1_000), by: -1) {
      switch bytes[offset] {
      case UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "["): depth -= 1
      case UInt8(ascii: "\n"): return nil
      default: continue
      }
      if depth == 0 { return offset }
    }
    return nil
  }

  /// Returns `((id))` and `{{embed ((id))}}` as links to the block with that id.
  private func blockReferences() -> [Link] {
    let bytes = document.source.bytes
    let first = firstLine()
    var links: [Link] = []
    var line = 0
    var start = document.body.lowerBound
    while let open = firstOffset(of: UInt8(ascii: "("), in: bytes, from: start, to: bytes.count - 39) {
      start = open + 1
      let name = bytes[(open + 2)..<(open + 38)]
      guard bytes[open + 1] == UInt8(ascii: "("), bytes[open + 38] == UInt8(ascii: ")"),
        bytes[open + 39] == UInt8(ascii: ")"),
        name.allSatisfy({ $0 == UInt8(ascii: "-") || ($0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6) })
      else { continue }
      start = open + 40
      while lines[line].range.upperBound < start { line += 1 }
      guard !lines[line].isFenced else { continue }
      links.append(
        Link(
          kind: .wiki, range: ByteRange(open, open + 40),
          destinationRange: ByteRange(open + 2, open + 38),
          destination: String(decoding: name, as: UTF8.self), fragment: nil, text: nil, line: first + line))
    }
    return links
  }

  /// Returns tags as links to the pages of their names.
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

  /// Returns the links and tags in bullets that cmark takes for code: only these are read again.
  private func hiddenByCode() -> ([Link], [TagOccurrence]) {
    let bytes = document.source.bytes
    var links: [Link] = []
    var tags: [TagOccurrence] = []
    var next = 0
    for block in document.blocks where block.kind == .codeBlock && isBullet(bytes, block.range) {
      while next < lines.count, lines[next].range.upperBound <= block.range.lowerBound { next += 1 }
      let end = lines[next...].firstIndex { $0.range.lowerBound >= block.range.upperBound }
      let inside = HiddenBullets(bytes, lines[next..<(end ?? lines.count)], firstLine() + next)
      links += inside.links
      tags += inside.tags
      next = end ?? lines.count
    }
    return (links, tags)
  }

  private func isBullet(_ bytes: [UInt8], _ range: ByteRange) -> Bool {
    bytes[range.indices].drop { $0 == 0x09 || $0 == 0x20 }.first == UInt8(ascii: "-")
  }

  /// Lines of bullets, read without the tabs that a bullet has more than one deeper than the bullet before it.
  private struct HiddenBullets {
    private(set) var links: [Link] = []
    private(set) var tags: [TagOccurrence] = []
    /// The start of each line in the shortened text, and in the file.
    private var starts: [(read: Int, written: Int)] = []

    init(_ bytes: [UInt8], _ lines: ArraySlice<Line>, _ firstLine: Int) {
      var shorter: [UInt8] = []
      var depth = -1
      var surplus = 0
      for line in lines {
        if line.isBullet {
          let allowed = min(line.tabs, depth + 1)
          surplus = line.tabs - allowed
          depth = allowed
        }
        let start = line.range.lowerBound + min(surplus, line.tabs)
        starts.append((shorter.count, start))
        shorter += bytes[start..<min(line.range.upperBound + 1, bytes.count)]
      }
      let other = Document(parsing: shorter)
      links = other.links.compactMap { link in
        link.range.map {
          Link(
            kind: link.kind, range: written($0), destinationRange: link.destinationRange.map(written),
            destination: link.destination, fragment: link.fragment, text: link.text,
            line: firstLine + link.line - 1, definition: link.definition)
        }
      }
      tags = other.tags.map { TagOccurrence(range: written($0.range), name: $0.name) }
    }

    private func written(_ range: ByteRange) -> ByteRange {
      ByteRange(written(range.lowerBound), written(range.upperBound - 1) + 1)
    }

    private func written(_ offset: Int) -> Int {
      let start = starts[max(0, starts.firstOrderedIndex { $0.read > offset } - 1)]
      return start.written + offset - start.read
    }
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

  /// Returns the word for another status, from the pair of this word: `LATER` and `NOW`, or `TODO` and `DOING`.
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
    /// The range to remove with the field: its line and the line end before it, or only its words if the line has more.
    let whole: ByteRange

    var date: CivilDate? { WrittenDate.read(String(text.prefix { $0 != "+" && $0 != "." })) }

    /// `+1w`. Nil for a day that does not repeat.
    var repeater: Substring? {
      text.firstIndex { $0 == "+" || $0 == "." }.map { text[$0...] }
    }
  }

  private(set) var entries: [Entry] = []
  /// The offset at which another line of the block would begin: after the end of the bullet's own line.
  let insertion: Int
  /// The indentation of the block's further lines.
  let indent: [UInt8]
  private let lineEnd: [UInt8]

  init(of checkbox: Checkbox, in document: Document) {
    let bytes = document.source.bytes
    lineEnd = ByteBasics.lineEnd(of: bytes)
    insertion = checkbox.lineRange.upperBound
    let line = bytes[checkbox.lineRange.indices]
    indent = Array(line.prefix { $0 == 0x09 || $0 == 0x20 }) + [0x20, 0x20]
    var start = (bytes[insertion...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) + 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let text = bytes[start..<end].drop { $0 == 0x09 || $0 == 0x20 }
      if text.isEmpty || text.first == UInt8(ascii: "-") || text.startIndex == start { break }
      for (word, key) in Self.keys where text.starts(with: word.utf8) {
        guard let open = text.firstIndex(of: UInt8(ascii: "<")),
          let close = text[open...].firstIndex(of: UInt8(ascii: ">"))
        else { continue }
        let rest = text[(close + 1)...].drop { $0 == 0x09 || $0 == 0x20 || $0 == 0x0D }
        let hasLine = rest.isEmpty
        let isWindows = hasLine && start > 1 && bytes[start - 2] == 0x0D && text.last == 0x0D
        entries.append(
          Entry(
            key: key, range: ByteRange(open + 1, close),
            text: String(decoding: bytes[(open + 1)..<close], as: UTF8.self),
            whole: hasLine
              ? ByteRange(start - (isWindows ? 2 : 1), end - (isWindows ? 1 : 0))
              : ByteRange(text.startIndex, rest.startIndex)))
      }
      start = end + 1
    }
  }

  private static let keys = [("SCHEDULED:", "scheduled"), ("DEADLINE:", "due")]

  /// Moves the days that repeat on, as the outliner does when the task is done, which is open again then.
  ///
  /// - Returns: Nothing for a task that does not repeat.
  func edits(afterDoneOn today: Day) -> [TextEdit] {
    entries.compactMap { entry in
      guard let date = entry.date,
        let next = entry.repeater.flatMap({ Self.next(after: date.day, $0, today) })
      else { return nil }
      return edit(setting: entry.key, to: date.moved(to: next, in: .fixed(0)))
    }
  }

  /// Returns the next day of a repeater: `+1w` is a step later, `++1w` the first one after today, `.+1w` is from today.
  private static func next(after day: Day, _ repeater: Substring, _ today: Day) -> Day? {
    let word = repeater.prefix { $0 != " " }
    let sign = word.prefix { $0 == "+" || $0 == "." }
    guard let count = Int(word.dropFirst(sign.count).dropLast()), (1...9_999).contains(count) else {
      return nil
    }
    func later(_ start: Day, _ steps: Int) -> Day? {
      switch word.last {
      case "d": start.adding(days: count * steps)
      case "w": start.adding(days: 7 * count * steps)
      case "m": start.adding(months: count * steps)
      case "y": start.adding(months: 12 * count * steps)
      default: nil
      }
    }
    switch sign {
    case "+": return later(day, 1)
    case ".+": return later(today, 1)
    case "++": return (1...10_000).lazy.compactMap { later(day, $0) }.first { $0 > today }
    default: return nil
    }
  }

  /// Takes a day out, with its repeater.
  func removal(of key: String) -> [TextEdit] {
    entries.filter { $0.key == key }.map { TextEdit(range: $0.whole, replacement: "") }
  }

  /// Writes a day into its line, with the repeater that is there, or into a new line of the block.
  ///
  /// - Returns: nil for a field that has no line of its own in an outline.
  func edit(setting key: String, to date: CivilDate) -> TextEdit? {
    guard let word = Self.keys.first(where: { $0.1 == key })?.0 else { return nil }
    var text = date.day.description + " " + CalendarNames.shortWeekday(date.day.weekday, in: .english)
    if case .moment(let moment) = date { text += " " + moment.time.description }
    if let entry = entries.first(where: { $0.key == key }) {
      return TextEdit(range: entry.range, replacement: text + (entry.repeater.map { " " + $0 } ?? ""))
    }
    let line = String(decoding: lineEnd + indent, as: UTF8.self) + "\(word) <\(text)>"
    return TextEdit(range: ByteRange(insertion, insertion), replacement: line)
  }
}

/// A part of a page of a PDF that an outliner shows where the block of the highlight is: `assets/Book/12_ID_16.png`.
package enum OutlineHighlight {
  /// Returns the key of the block that a file may belong to, or nil if its name contains none.
  package static func block(of file: NotePath) -> String? {
    file.stem.split(separator: "_").first { $0.utf8.count == 36 }.map { nameKey($0) }
  }
}

extension VaultLayout {
  /// Parses a document with the links, tags and boxes that the folder's program finds in it.
  package func document(_ bytes: [UInt8]) -> Document { asRead(Document(parsing: bytes)) }

  /// Adds the links, tags and boxes that the folder's program finds to a document that was parsed as Markdown only.
  package func asRead(_ document: Document) -> Document {
    rules.readsOutlines ? OutlineReading.read(document) : document
  }
}

/// A page that is called by its name alone, without brackets: in an outline `#name` and each name after `tags::`.
package enum BarePageName {
  /// Returns the spelling of a name there: bare if it reads as one name then.
  ///
  /// - Parameter isTag: True after `#`.
  package static func written(_ name: String, isTag: Bool) -> String {
    let isBare = isTag ? Document(parsing: Array("#\(name)\n".utf8)).tags.map(\.name) == [name] : !name.contains(",")
    return isBare ? name : "[[\(name)]]"
  }
}

/// The properties of an outline's page: `key:: value` lines before its first block, and the ids of its blocks.
package struct PageProperties {
  package private(set) var title: String?
  package private(set) var titleRange: ByteRange?
  private(set) var aliases: [String] = []
  private(set) var tags: [String] = []
  /// The keys by which links call the blocks.
  private(set) var blocks: [String] = []
  /// The ranges of page names in `tags::` without brackets or `#`.
  private var bareNames: [ByteRange] = []
  private let source: SourceBuffer

  package init(_ document: Document) {
    source = document.source
    let bytes = document.source.bytes
    let head = Self.headEnd(bytes, from: document.body.lowerBound)
    for field in document.fields {
      if field.key == "id", field.value.utf8.count == 36 { blocks.append(nameKey(field.value)) }
      guard field.range.lowerBound < head else { continue }
      switch field.key.lowercased() {
      case "title":
        title = field.value.isEmpty ? nil : field.value
        titleRange = Self.valueRange(field, bytes)
      case "alias", "aliases": aliases += Self.names(field.value)
      case "tags", "tag":
        tags += Self.names(field.value)
        bareNames += Self.bareNames(Self.valueRange(field, bytes), bytes)
      default: break
      }
    }
  }

  /// Returns the document without the lines that the outliner writes and hides, such as `id:: 62c8…`.
  package static func withoutHidden(_ document: Document) -> Document {
    var bytes = document.source.bytes
    for field in document.fields.reversed() where hidden.contains(field.key.lowercased()) {
      let start = bytes[..<field.range.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let isAlone = bytes[start..<field.range.lowerBound].allSatisfy(ASCII.isWhiteSpace)
      let end = bytes[field.range.upperBound...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      // At the margin it parts a paragraph from the outline below, which would be code without it.
      let isNeeded = start == field.range.lowerBound && end < bytes.count && ASCII.isBlank(bytes[end])
      if isAlone, !isNeeded { bytes.removeSubrange(start..<end) }
    }
    return bytes.count == document.source.bytes.count ? document : Document(parsing: bytes)
  }

  private static let hidden: Set<String> = [
    "id", "collapsed", "created-at", "updated-at", "last-modified-at", "heading", "background-color", "ls-type",
    "hl-type", "hl-page", "hl-stamp", "hl-color", "query-table", "query-properties", "query-sort-by", "query-sort-desc",
    "logseq.order-list-type",
  ]

  private static func valueRange(_ field: BodyField, _ bytes: [UInt8]) -> ByteRange? {
    bytes[field.range.indices].firstRange(of: "::".utf8).map { colons in
      let value = trimmedBlanks(bytes[colons.upperBound..<field.range.upperBound])
      return ByteRange(value.startIndex, value.endIndex)
    }
  }

  private static func bareNames(_ range: ByteRange?, _ bytes: [UInt8]) -> [ByteRange] {
    guard let range else { return [] }
    return bytes[range.indices].split(separator: UInt8(ascii: ",")).map { trimmedBlanks($0) }
      .filter { name in !name.isEmpty && !name.contains { "[]#\"".utf8.contains($0) } }
      .map { ByteRange($0.startIndex, $0.endIndex) }
  }

  /// Links to the pages that `tags::` names bare.
  var links: [Link] {
    let positions = source.positions(of: bareNames.map(\.lowerBound))
    return bareNames.map { range in
      Link(
        kind: .wiki, range: range, destinationRange: range, destination: source.text(in: range),
        fragment: nil, text: nil, line: positions[range.lowerBound]?.line ?? 1)
    }
  }

  /// Returns the start of the first line that is no property; properties may be a block of their own.
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

  /// Splits a list of names: `a, [[b c]], #d` has three.
  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { part in
      let name = part.trimmingPrefix { $0 == " " || $0 == "#" }
      let trimmed = String(name.trimmingEnd { $0 == " " })
      return wikiLinkName(trimmed) ?? trimmed
    }.filter { !$0.isEmpty }
  }
}
