package import ByteBasics
import NoteModel
package import NoteSyntax

/// The notes that become one Markdown document: each has lower headings there, and its footnotes and definitions are
/// its own.
package struct JoinedNotes {
  /// A note's text on its way into the document.
  package struct Part: Sendable {
    fileprivate let document: Document
    fileprivate let labels: [[TextEdit]]
    fileprivate let headings: [[TextEdit]]
    /// A line that ends its last block; nil if that has an end.
    fileprivate let end: [UInt8]?
  }

  /// The definition of each label. Footnotes have no entry, because each footnote is unique.
  private var definitions: [DocumentLabel.Name: String] = [:]
  /// The names of those that links have.
  private var linkNames: Set<String> = []
  private var taken: Set<String> = []
  private var numbers: [DocumentLabel.Name: Int] = [:]

  package init() {}

  /// Takes the next note.
  ///
  /// - Parameter levels: By how many levels its headings are lower; none is below the sixth.
  package mutating func add(_ document: Document, lowering levels: Int) -> Part {
    Part(
      document: document, labels: renamed(DocumentLabels(document), in: document),
      headings: document.headings.map { Self.lowered($0, by: levels, in: document) },
      end: Self.missingEnd(of: document))
  }

  /// Returns the text of a note in the document, after all have been added.
  ///
  /// - Parameter links: The edits of its links.
  package func text(of part: Part, with links: [TextEdit]) -> [UInt8] {
    let source = part.document.source
    // A label that the note does not define is text in that note.
    let open = DocumentLabels(part.document, besides: linkNames).undefined.filter { definitions[$0.name] != nil }
    let escapes = open.map { label in
      let start = label.whole.lowerBound
      return [TextEdit(range: ByteRange(start, start), replacement: "\\")]
    }
    let edits = DisjointEdits.first(of: part.labels + escapes + links.map { [$0] } + part.headings)
    let bytes = (try? source.applying(edits.flatMap(\.self)).bytes) ?? source.bytes
    let text = bytes.isEmpty || bytes.last == ASCII.lineFeed ? bytes : bytes + [ASCII.lineFeed]
    return text + (part.end.map { $0 + [ASCII.lineFeed] } ?? [])
  }

  // MARK: - Labels

  /// Returns the edits that rename each label that stands for something else in an earlier note.
  private mutating func renamed(_ labels: DocumentLabels, in document: Document) -> [[TextEdit]] {
    let texts = Dictionary(
      document.links.lazy.filter { $0.kind == .definition }.compactMap(\.range)
        .map { ($0.lowerBound, document.source.text(in: $0)) }, uniquingKeysWith: { first, _ in first })
    let places = Dictionary(grouping: labels.all, by: \.name)
    taken.formUnion(labels.all.map(\.key))
    var met: Set<DocumentLabel.Name> = []
    var edits: [[TextEdit]] = []
    for label in labels.all where label.isDefinition && met.insert(label.name).inserted {
      let text = label.kind == .link ? texts[label.whole.lowerBound] ?? "" : ""
      guard let known = definitions[label.name] else {
        define(label.name, text)
        continue
      }
      if known == text, !text.isEmpty { continue }
      let name = free(label, document.source.text(in: label.range))
      define(DocumentLabel.Name(kind: label.kind, key: foldedName(name)), text)
      edits.append((places[label.name] ?? []).map { $0.edit(naming: name, in: document.source) })
    }
    return edits
  }

  private mutating func define(_ name: DocumentLabel.Name, _ text: String) {
    definitions[name] = text
    if name.kind == .link { linkNames.insert(name.key) }
  }

  private mutating func free(_ label: DocumentLabel, _ text: String) -> String {
    while true {
      let number = numbers[label.name, default: 1] + 1
      numbers[label.name] = number
      let name = "\(text)-\(number)"
      if taken.insert(foldedName(name)).inserted { return name }
    }
  }

  // MARK: - Blocks

  private static func lowered(_ heading: Heading, by levels: Int, in document: Document) -> [TextEdit] {
    let bytes = document.source.bytes
    let (start, level) = (heading.range.lowerBound, min(6, heading.level + levels))
    guard level > heading.level, start < bytes.count else { return [] }
    func isLineEnd(_ byte: UInt8) -> Bool { byte == ASCII.lineFeed || byte == ASCII.carriageReturn }
    func marks(_ count: Int) -> String { String(repeating: "#", count: count) }
    let signs = bytes[start...].prefix { $0 == ASCII.hash }
    let next = signs.endIndex < bytes.count ? bytes[signs.endIndex] : ASCII.lineFeed
    if (1...6).contains(signs.count), ASCII.isBlank(next) || isLineEnd(next) {
      return [TextEdit(range: ByteRange(start, start), replacement: marks(level - heading.level))]
    }
    // A heading that is underlined has two levels only. Its words stay, since links in them change as well.
    var end = min(heading.range.upperBound, bytes.count)
    while end > start, isLineEnd(bytes[end - 1]) { end -= 1 }
    let lines = LineTable(bytes, in: ByteRange(start, end))
    let underline = lines.range(of: lines.count - 1).lowerBound
    guard lines.count > 1, bytes[underline..<end].allSatisfy({ " \t=-".utf8.contains($0) }) else { return [] }
    let ends = (1..<lines.count).map { line -> ByteRange in
      let next = lines.range(of: line).lowerBound
      var end = next
      while end > start, isLineEnd(bytes[end - 1]) { end -= 1 }
      return ByteRange(end, line == lines.count - 1 ? next : next + bytes[next...].prefix(while: ASCII.isBlank).count)
    }
    // A number sign at the end of a line with marks is not part of its words.
    let isClosed = ends.last.map { bytes[..<$0.lowerBound].last == ASCII.hash } ?? false
    return [TextEdit(range: ByteRange(start, start), replacement: marks(level) + " ")]
      + ends.dropLast().map { TextEdit(range: $0, replacement: " ") }
      + ends.suffix(1).map { TextEdit(range: ByteRange($0.lowerBound, end), replacement: isClosed ? " #" : "") }
  }

  /// Returns the line that ends a block at the end of the note, which would make the next note code or HTML.
  private static func missingEnd(of document: Document) -> [UInt8]? {
    guard let last = document.blocks.last(where: { $0.depth == 0 }) else { return nil }
    if last.kind == .htmlBlock { return missingTag(of: document.source.text(in: last.range)) }
    guard last.kind == .codeBlock else { return nil }
    let lines = document.source.text(in: last.range).textLines.map { $0.drop { $0 == " " } }
    guard let first = lines.first, first.hasPrefix("```") || first.hasPrefix("~~~") else { return nil }
    let mark = first.prefix { $0 == first.first }
    let isClosed = lines.dropFirst().contains { line in
      line.hasPrefix(mark) && line.drop { $0 == mark.first }.allSatisfy { " \t".contains($0) }
    }
    return isClosed ? nil : Array(mark.utf8)
  }

  /// Returns the missing end tag of HTML that an empty line does not end, or nil if no end tag is missing.
  private static func missingTag(of html: String) -> [UInt8]? {
    let text = html.lowercased().drop { $0 == " " }
    let name = String(text.dropFirst().prefix { $0.isLetter })
    guard text.first == "<", ["script", "style", "pre", "textarea"].contains(name),
      text.dropFirst(name.count + 1).first.map({ $0 == ">" || $0.isWhitespace }) == true, !text.contains("</\(name)>")
    else { return nil }
    return Array("</\(name)>".utf8)
  }
}
