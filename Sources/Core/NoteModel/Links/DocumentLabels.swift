package import ByteBasics
package import NoteSyntax

/// The label of a footnote or of a link's definition, at one of its places in a document.
package struct DocumentLabel: Sendable, Hashable {
  package enum Kind: Sendable {
    /// `[text][label]`, `[label]: destination`
    case link
    /// `[^label]`, `[^label]: text`
    case footnote
  }

  package let kind: Kind
  /// The name as labels are compared.
  package let key: String
  /// The name, without brackets and `^`.
  package let range: ByteRange
  /// The range including the brackets.
  package let whole: ByteRange
  package let isDefinition: Bool

  /// Returns true for another place of the same label.
  package func isSame(as other: DocumentLabel) -> Bool { name == other.name }

  package var name: Name { Name(kind: kind, key: key) }

  /// Gives the label another name: `[label]` alone becomes `[label][label-2]`, so that a reader sees the same text.
  package func edit(naming name: String, in source: SourceBuffer) -> TextEdit {
    let bytes = source.bytes
    let before = whole.lowerBound
    let isSecond = before > 0 && bytes[before - 1] == ASCII.rightBracket
    guard kind == .link, !isDefinition, !isSecond else { return TextEdit(range: range, replacement: name) }
    let after = whole.upperBound
    // `[label][]`
    let isCollapsed = bytes[after...].starts(with: "[]".utf8)
    return TextEdit(range: ByteRange(after, after + (isCollapsed ? 2 : 0)), replacement: "[\(name)]")
  }

  /// The name that all places of a label share.
  package struct Name: Hashable, Sendable {
    package let kind: Kind
    package let key: String

    package init(kind: Kind, key: String) {
      self.kind = kind
      self.key = key
    }
  }
}

/// The labels of a document in their order. cmark leaves out unused footnotes, and treats a reference to an undefined
/// label as text.
package struct DocumentLabels: Sendable {
  package private(set) var all: [DocumentLabel] = []
  private let bytes: [UInt8]
  /// Code, raw HTML, comments, formulas: in their order.
  private let opaque: [ByteRange]
  /// The brackets that open `[x]` of a task, which is no link even if `x` is defined.
  private let boxes: Set<Int>
  /// Names that are defined around the document.
  private let others: Set<String>
  /// The position of the first definition of each name.
  private var definitions: [DocumentLabel.Name: Int] = [:]

  /// - Parameter others: The names of definitions around the document: a bracket alone may ask for one of them too.
  package init(_ document: Document, besides others: Set<String> = []) {
    bytes = document.source.bytes
    self.others = others
    let blocks = document.blocks.filter { $0.kind == .codeBlock || $0.kind == .htmlBlock }
    let marks = document.marks.filter { mark in
      if case .mathematics = mark.kind { return true }
      return mark.kind == .comment
    }
    opaque = (blocks.map(\.range) + marks.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
    boxes = Set(document.checkboxes.lazy.filter { ["x", "X"].contains($0.state) }.map(\.boxRange.lowerBound))
    guard bytes.contains(ASCII.leftBracket) else { return }
    addDefinitions(of: document)
    let definitions = all
    let defined = Set(definitions.filter { $0.kind == .link }.map(\.key))
    let places = Set(definitions.map(\.whole))
    for block in document.blocks {
      guard [.paragraph, .heading, .tableCell].contains(block.kind) else { continue }
      addUses(in: block.range, defined: defined)
    }
    all = (definitions + all[definitions.count...].filter { !places.contains($0.whole) })
      .sorted { $0.whole.lowerBound < $1.whole.lowerBound }
    for (position, label) in all.enumerated() where label.isDefinition && self.definitions[label.name] == nil {
      self.definitions[label.name] = position
    }
  }

  /// Returns the label at an offset, including its brackets.
  package func label(at offset: Int) -> DocumentLabel? {
    all.first { $0.whole.lowerBound <= offset && offset <= $0.whole.upperBound }
  }

  package func places(of label: DocumentLabel) -> [DocumentLabel] { all.filter { $0.isSame(as: label) } }

  package func definition(of label: DocumentLabel) -> DocumentLabel? {
    definitions[label.name].map { all[$0] }
  }

  /// Every definition with the number of places that ask for it.
  package var useCounts: [(definition: DocumentLabel, count: Int)] {
    var counts: [DocumentLabel.Name: Int] = [:]
    for label in all where !label.isDefinition { counts[label.name, default: 0] += 1 }
    return all.filter(\.isDefinition).map { ($0, counts[$0.name] ?? 0) }
  }

  /// References to labels that are not defined.
  package var undefined: [DocumentLabel] { all.filter { !$0.isDefinition && definitions[$0.name] == nil } }

  /// Returns the definitions that no link uses.
  ///
  /// - Parameter names: The names in wiki links: other programs define `[[name]]` by `[name]: path`.
  package func unused(besides names: Set<String>) -> [DocumentLabel] {
    let used = Set(all.filter { !$0.isDefinition }.map(\.name))
    return all.filter { label in
      label.isDefinition && !used.contains(label.name) && !(label.kind == .link && names.contains(label.key))
    }
  }

  // MARK: - Definitions

  private mutating func addDefinitions(of document: Document) {
    for link in document.links where link.kind == .definition {
      guard let range = link.range, let close = closing(from: range.lowerBound, to: range.upperBound) else { continue }
      add(.link, ByteRange(range.lowerBound, close + 1), isDefinition: true)
    }
    let lines = LineTable(bytes, in: document.body)
    for line in 0..<lines.count {
      let range = lines.range(of: line)
      var start = range.lowerBound
      while start < range.upperBound, ASCII.isBlank(bytes[start]) || bytes[start] == ASCII.greater {
        start += 1
      }
      guard start + 1 < range.upperBound, bytes[start] == ASCII.leftBracket,
        bytes[start + 1] == ASCII.caret, opaque(around: start) == nil,
        let close = closing(from: start, to: range.upperBound),
        close + 1 < range.upperBound, bytes[close + 1] == ASCII.colon
      else { continue }
      add(.footnote, ByteRange(start, close + 1), isDefinition: true)
    }
  }

  private mutating func add(_ kind: DocumentLabel.Kind, _ whole: ByteRange, isDefinition: Bool) {
    let start = whole.lowerBound + (kind == .footnote ? 2 : 1)
    guard start < whole.upperBound - 1 else { return }
    let range = ByteRange(start, whole.upperBound - 1)
    let words = String(decoding: bytes[range.indices], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    // A footnote's name has no white space.
    guard !words.isEmpty, kind == .link || words.count == 1 else { return }
    all.append(
      DocumentLabel(
        kind: kind, key: foldedName(words.joined(separator: " ")), range: range, whole: whole,
        isDefinition: isDefinition))
  }

  // MARK: - Uses

  private mutating func addUses(in block: ByteRange, defined: Set<String>) {
    var offset = block.lowerBound
    let end = min(block.upperBound, bytes.count)
    while offset < end {
      if let range = opaque(around: offset) {
        offset = max(range.upperBound, offset + 1)
        continue
      }
      switch bytes[offset] {
      case ASCII.backslash: offset += 2
      case ASCII.backtick: offset = afterCode(from: offset, to: end)
      case ASCII.leftBracket where boxes.contains(offset): offset += 3
      case ASCII.leftBracket: offset = afterBracket(from: offset, to: end, defined)
      default: offset += 1
      }
    }
  }

  /// Adds the label that begins at a bracket.
  ///
  /// - Returns: The offset to go on at.
  private mutating func afterBracket(from start: Int, to end: Int, _ defined: Set<String>) -> Int {
    let next = start + 1
    guard next < end else { return next }
    if bytes[next] == ASCII.leftBracket { return closing(from: next, to: end).map { $0 + 1 } ?? next + 1 }
    guard let close = closing(from: start, to: end) else { return next }
    if bytes[next] == ASCII.caret {
      add(.footnote, ByteRange(start, close + 1), isDefinition: false)
      return close + 1
    }
    let after = close + 1
    if after < end, bytes[after] == ASCII.leftBracket, after + 1 < end,
      bytes[after + 1] != ASCII.rightBracket, bytes[after + 1] != ASCII.caret,
      bytes[after + 1] != ASCII.leftBracket, let last = closing(from: after, to: end)
    {
      add(.link, ByteRange(after, last + 1), isDefinition: false)
      // Text may have labels of its own.
      addUses(in: ByteRange(next, close), defined: defined)
      return last + 1
    }
    if after < end, bytes[after] == ASCII.leftParenthesis { return next }
    let count = all.count
    add(.link, ByteRange(start, close + 1), isDefinition: false)
    // A bracket alone is a link only if its label is defined.
    if let label = all.last, all.count > count, !defined.contains(label.key), !others.contains(label.key) {
      all.removeLast()
      return next
    }
    return close + 1
  }

  /// Returns the bracket that closes the bracket at an offset.
  private func closing(from start: Int, to end: Int) -> Int? {
    var depth = 0
    var offset = start
    // A label has at most 999 characters.
    let limit = min(end, start + 4_000)
    while offset < limit {
      switch bytes[offset] {
      case ASCII.backslash: offset += 1
      case ASCII.leftBracket: depth += 1
      case ASCII.rightBracket:
        depth -= 1
        if depth == 0 { return offset }
      default: break
      }
      offset += 1
    }
    return nil
  }

  private func afterCode(from start: Int, to end: Int) -> Int {
    func run(_ offset: Int) -> Int { bytes[offset..<end].prefix { $0 == ASCII.backtick }.count }
    let length = run(start)
    var offset = start + length
    while offset < end {
      guard bytes[offset] == ASCII.backtick else {
        offset += 1
        continue
      }
      let other = run(offset)
      offset += other
      if other == length { return offset }
    }
    return start + length
  }

  private func opaque(around offset: Int) -> ByteRange? {
    var low = 0
    var high = opaque.count
    while low < high {
      let middle = (low + high) / 2
      if opaque[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < opaque[low - 1].upperBound else { return nil }
    return opaque[low - 1]
  }
}
