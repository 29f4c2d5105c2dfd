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
  /// Wiki links that a definition gives a destination.
  private let wikiUses: [(offset: Int, key: String)]

  init(_ document: Document) {
    self.document = document
    labels = DocumentLabels(document)
    let notes = document.blocks.filter { $0.kind == .footnoteDefinition && $0.depth == 0 }
    let lists = document.blocks.filter { $0.depth == 0 && $0.kind != .footnoteDefinition }
    all = labels.all.filter(\.isDefinition).compactMap { label in
      let start = document.lineStart(of: label.whole.lowerBound)
      guard !lists.contains(where: { $0.range.contains(label.whole.lowerBound) }) else { return nil }
      switch label.kind {
      case .footnote:
        guard let block = notes.first(where: { document.lineStart(of: $0.range.lowerBound) == start })
        else { return nil }
        return Definition(label: label, range: document.lines(of: ByteRange(start, block.range.upperBound)))
      case .link:
        guard
          let link = document.links.first(where: {
            $0.kind == .definition && $0.range?.lowerBound == label.whole.lowerBound
          }), let range = link.range
        else { return nil }
        return Definition(label: label, range: document.lines(of: range))
      }
    }
    wikiUses = document.links.compactMap { link in
      guard link.definition != nil, let range = link.range else { return nil }
      return (range.lowerBound, foldedName(link.shown))
    }
  }

  /// The definitions that the text of some ranges asks for, directly or through other definitions, by their position.
  func needed(by ranges: [ByteRange]) -> Set<Int> {
    let texts = all.map(\.range)
    func isText(_ offset: Int) -> Bool {
      ranges.contains { $0.contains(offset) } && !texts.contains { $0.contains(offset) }
    }
    var needed = Set(definitions { isText($0) })
    var open = Array(needed)
    while let position = open.popLast() {
      let range = all[position].range
      for other in definitions(where: { range.contains($0) }) where needed.insert(other).inserted {
        open.append(other)
      }
    }
    return needed
  }

  private func definitions(where isInside: (Int) -> Bool) -> [Int] {
    let used = labels.all.filter { !$0.isDefinition && isInside($0.whole.lowerBound) }
      .compactMap { labels.definition(of: $0) }
    let wiki = Set(wikiUses.filter { isInside($0.offset) }.map(\.key))
    return all.indices.filter { index in
      used.contains(all[index].label) || all[index].label.kind == .link && wiki.contains(all[index].label.key)
    }
  }

  /// How the definitions are shared out among parts of the note.
  ///
  /// - Parameter parts: Ranges that share no byte, together the whole text.
  /// - Returns: For each part what leaves it, and what it gets at its end.
  func shared(among parts: [[ByteRange]]) -> [(cut: [ByteRange], added: [ByteRange])] {
    let needs = parts.map { needed(by: $0) }
    let isNeeded = needs.reduce(Set<Int>()) { $0.union($1) }
    return parts.indices.map { part in
      func isInside(_ index: Int) -> Bool {
        parts[part].contains { $0.contains(all[index].range) }
      }
      return (
        all.indices.filter { isInside($0) && isNeeded.contains($0) && !needs[part].contains($0) }
          .map { all[$0].range },
        needs[part].filter { !isInside($0) }.sorted().map { all[$0].range }
      )
    }
  }

  /// The edits that give labels, and block ids, of some ranges other names where another note uses theirs for something else.
  ///
  /// - Parameters:
  ///   - ranges: What goes into the other note, definitions among it.
  ///   - other: That note.
  /// - Returns: The edits, and the definitions that the other note has already, word for word.
  func edits(
    _ ranges: [ByteRange], besides other: CarriedDefinitions
  ) -> (edits: [TextEdit], known: [ByteRange]) {
    func isInside(_ range: ByteRange) -> Bool { ranges.contains { $0.contains(range) } }
    var known: [ByteRange] = []
    var edits: [TextEdit] = []
    var taken = Set((other.labels.all + labels.all).map(\.key))
    for definition in all where isInside(definition.range) {
      let label = definition.label
      guard let rival = other.all.first(where: { $0.label.isSame(as: label) }) else { continue }
      if trimmed(definition) == other.trimmed(rival) {
        known.append(definition.range)
        continue
      }
      let name = Self.free(document.source.text(in: label.range), &taken)
      edits += labels.places(of: label).filter { isInside($0.whole) }.map { renamed($0, to: name) }
    }
    let blocks = Set(other.document.blockIdentifiers.map { $0.name.lowercased() })
    var names = blocks.union(document.blockIdentifiers.map { $0.name.lowercased() })
    for block in document.blockIdentifiers
    where isInside(block.range) && blocks.contains(block.name.lowercased()) {
      let name = Self.free(block.name, &names)
      edits.append(TextEdit(range: block.range, replacement: "^" + name))
    }
    return (edits, known)
  }

  private func trimmed(_ definition: Definition) -> String {
    document.source.text(in: definition.range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// `[label]` alone becomes `[label][label-2]`, so that a reader sees what was there.
  private func renamed(_ label: DocumentLabel, to name: String) -> TextEdit {
    let bytes = document.source.bytes
    let before = label.whole.lowerBound
    let isSecond = before > 0 && bytes[before - 1] == ASCII.rightBracket
    guard label.kind == .link, !label.isDefinition, !isSecond else {
      return TextEdit(range: label.range, replacement: name)
    }
    let after = label.whole.upperBound
    // `[label][]`
    let isCollapsed = bytes[after...].starts(with: "[]".utf8)
    return TextEdit(range: ByteRange(after, after + (isCollapsed ? 2 : 0)), replacement: "[\(name)]")
  }

  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var number = 2
    while !taken.insert(foldedName("\(name)-\(number)")).inserted { number += 1 }
    return "\(name)-\(number)"
  }
}
