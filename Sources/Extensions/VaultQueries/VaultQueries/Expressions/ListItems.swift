import ByteBasics
import NoteModel
import NoteSyntax

/// The items of the lists of a note, as queries ask for them: `file.lists`, `file.tasks`.
///
/// Comments are left out: the answers to queries are read by others too.
struct ListItems {
  private let document: Document
  private let page: Int
  private let path: String
  private let hidden: [ByteRange]
  private let links: [Link]
  private var items: [Item] = []
  private var rows: [QueryRow] = []

  private struct Item {
    let range: ByteRange
    /// The text of the item itself, without its marker, its box and nested blocks.
    var text = ByteRange(0, 0)
    /// The line, counted from 0.
    let line: Int
    let box: Checkbox?
    let parent: Int?
  }

  init(_ document: Document, page: Int, path: String) {
    self.document = document
    self.page = page
    self.path = path
    hidden = document.privateRanges
    links = document.links.filter { $0.range != nil }.sorted {
      ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0)
    }
    read()
    build()
  }

  /// Returns the item with a box that begins on a line, counted from 0.
  func item(at line: Int) -> QueryRow? {
    let number = items.firstOrderedIndex { $0.line >= line }
    // An item in another begins on its line.
    return items[number...].prefix { $0.line == line }.indices.last { items[$0].box != nil }.map { rows[$0] }
  }

  /// Returns the row of an item with a box, from the facts that are known without reading its note.
  ///
  /// - Parameters:
  ///   - line: Counted from 0.
  ///   - fields: ``BoxFields/text``, if known.
  static func unread(_ mark: String, _ fields: String?, at line: Int, of page: Int, path: String) -> QueryRow {
    let isDone = isDone(mark)
    var own: [String: QueryValue] = [
      "status": .text(mark), "checked": .boolean(isChecked(mark)), "completed": .boolean(isDone),
      "line": .number(Double(line)), "path": .text(path), "task": .boolean(true), "real": .boolean(true),
    ]
    if !isDone { own["fullyCompleted"] = .boolean(false) }
    return QueryRow(page: page, own: own, unread: UnreadItem(line: line, fields: fields.map { BoxFields(text: $0) }))
  }

  /// All items with and without a box.
  var all: [QueryValue] { rows.map { .row($0) } }
  var tasks: [QueryValue] { items.indices.filter { items[$0].box != nil }.map { .row(rows[$0]) } }
  var entries: [QueryValue] { items.indices.filter { items[$0].box == nil }.map { .row(rows[$0]) } }

  private mutating func read() {
    let boxes = Dictionary(document.checkboxes.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first })
    let bytes = document.source.bytes
    var open: [(depth: Int, number: Int)] = []
    var (line, counted) = (0, 0)
    var texts: [(start: Int?, end: Int?)] = []
    for block in document.blocks {
      while let last = open.last, last.depth >= block.depth { open.removeLast() }
      if let last = open.last, last.depth + 1 == block.depth {
        // The first list in an item ends its own text.
        if block.kind == .list { texts[last.number].end = texts[last.number].end ?? block.range.lowerBound }
        texts[last.number].start = texts[last.number].start ?? block.range.lowerBound
      }
      guard block.kind == .item else { continue }
      line += bytes[counted..<block.range.lowerBound].count { $0 == ASCII.lineFeed }
      counted = block.range.lowerBound
      let box = boxes[line + 1].flatMap { block.range.contains($0.textRange) ? $0 : nil }
      items.append(Item(range: block.range, line: line, box: box, parent: open.last?.number))
      texts.append((box?.textRange.lowerBound, nil))
      open.append((block.depth, items.count - 1))
    }
    for (number, text) in texts.enumerated() {
      let end = text.end ?? items[number].range.upperBound
      items[number].text = ByteRange(min(text.start ?? end, end), end)
    }
  }

  /// Builds the rows from the last item on, so that nested items exist when their parent is built.
  private mutating func build() {
    var children: [[QueryRow]] = items.map { _ in [] }
    var areDone = items.map { $0.box.map { Self.isDone($0.state) } ?? true }
    rows = items.map { _ in QueryRow(page: nil) }
    var nextHeading = document.headings.count - 1
    for number in items.indices.reversed() {
      let item = items[number]
      while nextHeading >= 0, document.headings[nextHeading].range.lowerBound > item.range.lowerBound {
        nextHeading -= 1
      }
      let heading = nextHeading >= 0 ? document.headings[nextHeading].text : nil
      var row = QueryRow(page: nil, own: common(item, heading, children[number].reversed()))
      let fields = fields(of: item)
      row.own["annotated"] = .boolean(!fields.isEmpty)
      row.own.merge(fields) { known, _ in known }
      if let box = item.box {
        row.own["status"] = .text(box.state)
        row.own["checked"] = .boolean(Self.isChecked(box.state))
        row.own["completed"] = .boolean(Self.isDone(box.state))
        row.own["fullyCompleted"] = .boolean(areDone[number])
      }
      rows[number] = row
      if let parent = item.parent {
        children[parent].append(row)
        areDone[parent] = areDone[parent] && areDone[number]
      }
    }
  }

  private static func isDone(_ mark: String) -> Bool { mark == "x" || mark == "X" }
  private static func isChecked(_ mark: String) -> Bool { mark != " " && !mark.isEmpty }

  private func common(_ item: Item, _ heading: String?, _ children: [QueryRow]) -> [String: QueryValue] {
    let section = QueryValue.link(QueryLink(target: path, part: heading, source: page))
    let block = document.blockIdentifier(in: item.text)
    let nested = QueryValue.list(children.map { .row($0) })
    let line = QueryValue.number(Double(item.line))
    var own: [String: QueryValue] = [
      "text": .text(text(item.text)), "line": line, "path": .text(path), "section": section, "header": section,
      "link": block.map { .link(QueryLink(target: path, part: $0.name, source: page)) } ?? section,
      "task": .boolean(item.box != nil), "real": .boolean(item.box != nil), "children": nested, "subtasks": nested,
      "tags": .list(document.tags(in: item.text).map { .text("#" + $0.name) }), "outlinks": .list(links(in: item.text)),
      "position": .object([QueryValue.Member("start", .object([QueryValue.Member("line", line)]))]),
    ]
    if let block { own["blockId"] = .text(String(block.name.drop { $0 == "^" })) }
    if let parent = item.parent { own["parent"] = .number(Double(items[parent].line)) }
    return own
  }

  private func links(in range: ByteRange) -> [QueryValue] {
    let first = links.firstOrderedIndex { ($0.range?.lowerBound ?? 0) >= range.lowerBound }
    return links[first...].prefix { ($0.range?.lowerBound ?? 0) < range.upperBound }.map {
      .link(QueryLink($0, source: page))
    }
  }

  private func fields(of item: Item) -> [String: QueryValue] {
    var values: [String: [QueryValue]] = [:]
    func add(_ key: String, _ text: String) {
      let value = QueryValue(inline: text, source: page)
      for name in Set([key, propertyKey(key)]) { values[name, default: []].append(value) }
    }
    for field in document.fields(in: item.text) { add(field.key, field.value) }
    if let box = item.box {
      for field in CheckboxFields(box, in: document).fields where field.form == .emoji { add(field.key, field.value) }
    }
    return values.mapValues { $0.count == 1 ? $0[0] : .list($0) }
  }

  private func text(_ range: ByteRange) -> String {
    var bytes: [UInt8] = []
    var copied = range.lowerBound
    let first = hidden.firstOrderedIndex { $0.upperBound > range.lowerBound }
    for comment in hidden[first...].prefix(while: { $0.lowerBound < range.upperBound }) {
      bytes += document.source.bytes[copied..<max(copied, comment.lowerBound)]
      copied = min(range.upperBound, max(copied, comment.upperBound))
    }
    let text = String(decoding: bytes + document.source.bytes[copied..<range.upperBound], as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map { trimmedSpaces(String($0)) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

/// An item of a list of which the index knows a part.
struct UnreadItem: Sendable {
  /// The line, counted from 0.
  let line: Int
  /// nil if they are not known without the note.
  let fields: BoxFields?

  /// The properties that only the note itself can supply.
  static let namesInNote: Set<String> = [
    "text", "visual", "section", "header", "link", "children", "subtasks", "tags", "outlinks", "position", "blockId",
    "parent",
    "annotated", "fullyCompleted",
  ]
}

extension BoxFields {
  /// Returns the value of a field, or nil if the box does not have it.
  func value(_ name: String, source page: Int) -> QueryValue? {
    guard !text.isEmpty else { return nil }
    let values = text.split(separator: "\n").compactMap { line -> QueryValue? in
      let parts = line.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == name || propertyKey(String(parts[0])) == name else { return nil }
      return QueryValue(inline: String(parts[1]), source: page)
    }
    return values.isEmpty ? nil : values.count == 1 ? values[0] : .list(values)
  }
}

extension QueryLink {
  /// Creates the value of a link in a note.
  init(_ link: Link, source: Int?) {
    self.init(
      target: link.destination, display: link.text, part: link.fragment,
      isEmbed: link.kind == .embed || link.kind == .image, source: source)
  }
}
