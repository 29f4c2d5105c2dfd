import ByteBasics
import NoteModel
import NoteSyntax

/// The footnotes and link definitions of a note, and which of its parts need them.
struct CarriedDefinitions {
  /// A definition in lines of its own.
  struct Definition {
    let label: DocumentLabel
    let range: ByteRange
  }

  let document: Document
  let labels: DocumentLabels
  let all: [Definition]
  /// The offsets of references to definitions, in order, and the positions of these definitions.
  private let places: SortedOffsets
  private let asked: [Int]
  /// The definitions that a definition itself refers to.
  private var inner: [Int: [Int]] = [:]

  init(_ document: Document) {
    self.document = document
    let labels = DocumentLabels(document)
    let all = Self.definitions(of: document, labels)
    self.labels = labels
    self.all = all
    let starts = SortedOffsets(all.map(\.range.lowerBound))
    var text: [(offset: Int, definition: Int)] = []
    for use in Self.uses(of: all, in: document, labels) {
      if let outer = starts.last(upTo: use.offset), all[outer].range.contains(use.offset) {
        inner[outer, default: []].append(use.definition)
      } else {
        text.append(use)
      }
    }
    places = SortedOffsets(text.map(\.offset))
    asked = text.map(\.definition)
  }

  private static func uses(
    of all: [Definition], in document: Document, _ labels: DocumentLabels
  ) -> [(offset: Int, definition: Int)] {
    let positions = Dictionary(zip(all.map(\.label), all.indices), uniquingKeysWith: { first, _ in first })
    let byLabel = labels.all.compactMap { label -> (offset: Int, definition: Int)? in
      guard !label.isDefinition, let definition = labels.definition(of: label) else { return nil }
      return positions[definition].map { (label.whole.lowerBound, $0) }
    }
    // Other programs give a wiki link a destination by a definition.
    let names = Dictionary(grouping: all.indices.filter { all[$0].label.kind == .link }) { all[$0].label.key }
    let byName = document.links.flatMap { link -> [(offset: Int, definition: Int)] in
      guard link.definition != nil, let range = link.range else { return [] }
      return (names[foldedName(link.shown)] ?? []).map { (range.lowerBound, $0) }
    }
    return (byLabel + byName).sorted { $0 < $1 }
  }

  /// Returns the definitions outside lists and quotations.
  private static func definitions(of document: Document, _ labels: DocumentLabels) -> [Definition] {
    let outer = document.blocks.filter { $0.depth == 0 }
    let notes = Dictionary(
      outer.lazy.filter { $0.kind == .footnoteDefinition }
        .map { (document.lineStart(of: $0.range.lowerBound), $0.range) },
      uniquingKeysWith: { first, _ in first })
    let others = outer.filter { $0.kind != .footnoteDefinition }.map(\.range).sorted()
    let starts = SortedOffsets(others.map(\.lowerBound))
    let links = Dictionary(
      document.links.lazy.filter { $0.kind == .definition }
        .compactMap { link in link.range.map { ($0.lowerBound, $0) } },
      uniquingKeysWith: { first, _ in first })
    return labels.all.filter(\.isDefinition).compactMap { label in
      let start = label.whole.lowerBound
      if let other = starts.last(upTo: start), others[other].contains(start) { return nil }
      switch label.kind {
      case .footnote:
        let line = document.lineStart(of: start)
        return notes[line].map {
          Definition(label: label, range: document.lines(of: ByteRange(line, $0.upperBound)))
        }
      case .link: return links[start].map { Definition(label: label, range: document.lines(of: $0)) }
      }
    }
  }

  /// Returns the positions of the definitions that the text of some ranges uses, directly or through other definitions.
  func needed(by ranges: [ByteRange]) -> Set<Int> {
    var needed: Set<Int> = []
    var open = ranges.flatMap { range in asked[places.positions(in: range)] }
    while let definition = open.popLast() {
      if needed.insert(definition).inserted { open += inner[definition] ?? [] }
    }
    return needed
  }

  /// Returns the distribution of the definitions among parts of the note.
  ///
  /// - Parameter parts: Ranges that share no byte, together the whole text.
  /// - Returns: For each part, the ranges that are taken out, and the ranges that are added at the end.
  func shared(among parts: [[ByteRange]]) -> [(cut: [ByteRange], added: [ByteRange])] {
    let ranges = parts.enumerated().flatMap { part, ranges in ranges.map { (range: $0, part: part) } }
      .sorted { $0.range < $1.range }
    let starts = SortedOffsets(ranges.map(\.range.lowerBound))
    let owners = all.map { definition -> Int? in
      guard let place = starts.last(upTo: definition.range.lowerBound), ranges[place].range.contains(definition.range)
      else { return nil }
      return ranges[place].part
    }
    let needs = parts.map { needed(by: $0) }
    let isNeeded = needs.reduce(into: Set<Int>()) { $0.formUnion($1) }
    var shares = needs.enumerated().map { part, needs in
      (cut: [ByteRange](), added: needs.filter { owners[$0] != part }.sorted().map { all[$0].range })
    }
    for (position, owner) in owners.enumerated() {
      guard let owner, isNeeded.contains(position), !needs[owner].contains(position) else { continue }
      shares[owner].cut.append(all[position].range)
    }
    return shares
  }

  /// Returns the edits that rename labels and block ids of some ranges if another note uses their names.
  ///
  /// - Parameters:
  ///   - ranges: The text for the other note, including definitions.
  ///   - other: The definitions of the other note.
  /// - Returns: The edits, and the definitions that the other note has already, word for word.
  func edits(_ ranges: [ByteRange], besides other: CarriedDefinitions) -> (edits: [TextEdit], known: [ByteRange]) {
    func isInside(_ range: ByteRange) -> Bool { ranges.contains { $0.contains(range) } }
    var known: [ByteRange] = []
    var edits: [TextEdit] = []
    let rivals = Dictionary(other.all.map { ($0.label.name, $0) }, uniquingKeysWith: { first, _ in first })
    let places = Dictionary(grouping: labels.all, by: \.name)
    var taken = Set((other.labels.all + labels.all).map(\.key))
    for definition in all where isInside(definition.range) {
      let label = definition.label
      guard let rival = rivals[label.name] else { continue }
      if trimmed(definition) == other.trimmed(rival) {
        known.append(definition.range)
        continue
      }
      let name = Self.free(document.source.text(in: label.range), &taken)
      edits += (places[label.name] ?? []).filter { isInside($0.whole) }
        .map { $0.edit(naming: name, in: document.source) }
    }
    let blocks = Set(other.document.blockIdentifiers.map { $0.name.lowercased() })
    var names = blocks.union(document.blockIdentifiers.map { $0.name.lowercased() })
    for block in document.blockIdentifiers where isInside(block.range) && blocks.contains(block.name.lowercased()) {
      let name = Self.free(block.name, &names)
      edits.append(TextEdit(range: block.range, replacement: "^" + name))
    }
    return (edits, known)
  }

  private func trimmed(_ definition: Definition) -> String {
    document.source.text(in: definition.range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var number = 2
    while !taken.insert(foldedName("\(name)-\(number)")).inserted { number += 1 }
    return "\(name)-\(number)"
  }
}
