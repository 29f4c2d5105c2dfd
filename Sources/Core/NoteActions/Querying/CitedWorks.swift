package import ByteBasics
import MarkdownFormatting
package import NoteIndex
package import NoteModel
package import NoteSyntax

/// Replaces the citations of a document by author and year, each with a footnote.
///
/// ```
/// as @lem1961 says         as Lem (1961)[^work-1] says
/// [see @lem1961, p. 3]     (see Lem 1961[^work-1], p. 3)
///                          [^work-1]: Lem, *Solaris* (1961)
/// ```
///
/// A key without a bibliography entry is kept as written.
package struct CitedWorks {
  private let document: Document
  private let citations: [Citation]
  private var works: [String: KnownWork] = [:]
  /// The number of the footnote of each key.
  private var numbers: [String: Int] = [:]
  private var cited: [BibliographyEntry] = []
  /// Begins no label of the document.
  private let label: String

  private lazy var hasRoom = hasRoomForFootnotes

  /// - Parameter isAllowed: True for a bibliography that the readers may know of.
  package init(
    _ document: Document, at path: NotePath, in index: IndexDatabase, from isAllowed: (NotePath) -> Bool = { _ in true }
  ) throws {
    self.document = document
    // The text of a heading is the name that links use for it.
    var headings = document.headings.map(\.range)[...]
    citations = document.citations.filter { citation in
      while let first = headings.first, first.upperBound <= citation.range.lowerBound {
        headings.removeFirst()
      }
      return headings.first?.contains(citation.range) != true
    }
    let source = document.citations.isEmpty ? "" : document.source.text(in: document.body)
    label = ["work-", "cited-work-", "cited-work-of-note-"].first { !source.contains("[^" + $0) } ?? "w-"
    guard !citations.isEmpty, try index.bibliography.hasWorks() else { return }
    for key in Set(citations.map(\.key)) {
      works[key] = try index.bibliography.works(key: key).filter { isAllowed($0.file) }.cited(
        from: path, naming: document.bibliographies)
    }
  }

  /// The keys that are cited, by the files that have their works.
  package var keys: [NotePath: Set<String>] {
    Dictionary(grouping: works, by: \.value.file).mapValues { Set($0.map(\.key)) }
  }

  /// The keys in brackets that no bibliography has.
  package var unknownKeys: Set<String> {
    Set(citations.filter { $0.group != nil && works[$0.key] == nil }.map(\.key))
  }

  /// Returns the edits that replace citations by the words of their works, or none if no work is known.
  package mutating func edits() -> [TextEdit] {
    guard !works.isEmpty else { return [] }
    var edits: [TextEdit] = []
    var opened: Set<ByteRange> = []
    for citation in citations {
      guard let work = works[citation.key]?.entry else { continue }
      let isGrouped = citation.group != nil
      edits.append(TextEdit(range: citation.range, replacement: Array(words(for: work, citation).utf8)))
      guard isGrouped, let group = citation.group, opened.insert(group).inserted else { continue }
      let end = group.upperBound
      edits.append(TextEdit(range: ByteRange(group.lowerBound, group.lowerBound + 1), replacement: Array("(".utf8)))
      edits.append(TextEdit(range: ByteRange(end - 1, end), replacement: Array(")".utf8)))
    }
    let notes = cited.enumerated().map { index, work in
      "\n\n[^\(label)\(index + 1)]: \(Self.description(of: work))\n"
    }.joined()
    if !notes.isEmpty {
      let end = document.source.bytes.count
      edits.append(TextEdit(range: ByteRange(end, end), replacement: Array(notes.utf8)))
    }
    return edits.sorted { $0.range < $1.range }
  }

  /// The citations of known works, with the text in their brackets, for a program that formats citations itself:
  /// `@lem1961 [p. 3]`, `[see @lem1961; @eco80]`.
  package var passages: [(range: ByteRange, text: String)] {
    var opened: Set<ByteRange> = []
    return citations.compactMap { citation in
      guard works[citation.key] != nil else { return nil }
      let range = citation.group ?? withPages(citation.range)
      guard opened.insert(range).inserted else { return nil }
      return (range, document.source.text(in: range))
    }.sorted { $0.range < $1.range }
  }

  /// Extends a citation by the brackets after it, which name the pages in the work.
  private func withPages(_ range: ByteRange) -> ByteRange {
    let bytes = document.source.bytes
    let rest = bytes[range.upperBound...]
    guard rest.first == ASCII.space, rest.dropFirst().first == ASCII.leftBracket,
      let end = rest.dropFirst(2).firstIndex(where: { "[]\n".utf8.contains($0) }), bytes[end] == ASCII.rightBracket,
      end + 1 == bytes.count || !"([:".utf8.contains(bytes[end + 1])
    else { return range }
    let brackets = ByteRange(range.upperBound + 1, end + 1)
    let isOther = citations.contains { $0.group == brackets } || document.links.contains { $0.range == brackets }
    return isOther ? range : ByteRange(range.lowerBound, end + 1)
  }

  private mutating func words(for work: BibliographyEntry, _ citation: Citation) -> String {
    let note = hasRoom ? "[^\(label)\(number(of: work))]" : ""
    let isSuppressed = document.source.bytes[citation.range.lowerBound] == ASCII.hyphen
    let year = work.year.isEmpty ? work.key : work.year
    if isSuppressed { return Self.markdown([.text(year)]) + note }
    if citation.group != nil { return Self.markdown([.text(work.shortName)]) + note }
    let name = work.authorsInText
    return Self.markdown([.text(work.year.isEmpty ? name : "\(name) (\(work.year))")]) + note
  }

  private mutating func number(of work: BibliographyEntry) -> Int {
    if let number = numbers[work.key] { return number }
    cited.append(work)
    numbers[work.key] = cited.count
    return cited.count
  }

  /// False if the text ends in code or HTML that nothing closes, which would absorb footnotes.
  private var hasRoomForFootnotes: Bool {
    guard let last = document.blocks.last(where: { $0.depth == 0 }) else { return true }
    guard last.kind == .codeBlock || last.kind == .htmlBlock else { return true }
    let longer = Document(parsing: document.source.bytes + Array("\n\nx\n".utf8))
    return longer.blocks.last { $0.depth == 0 }?.kind == .paragraph
  }

  private static func description(of work: BibliographyEntry) -> String {
    let names = work.namedAuthors
    var parts: [DocumentTree.Inline] = names.isEmpty ? [] : [.text(names + ", ")]
    parts.append(.emphasis([.text(work.title.isEmpty ? work.key : work.title)]))
    if !work.year.isEmpty { parts.append(.text(" (\(work.year))")) }
    if !work.container.isEmpty { parts.append(.text(". " + work.container)) }
    let words = markdown(parts)
    let isPage = work.address.hasPrefix("https://") || work.address.hasPrefix("http://")
    let isSafe = !work.address.contains { "<>\" ".contains($0) || $0.isWhitespace }
    return isPage && isSafe ? words + ". <\(work.address)>" : words
  }

  /// Writes words as one line of Markdown.
  private static func markdown(_ inlines: [DocumentTree.Inline]) -> String {
    DocumentWriter().written([.paragraph(inlines)]).text
      .split(whereSeparator: \.isNewline).joined(separator: " ").replacing("|", with: "\\|")
  }
}

extension Workspace {
  /// Returns the note with its citations written as author and year, each with a footnote. A note without citations is
  /// returned unchanged.
  package func citing(_ note: Note) throws -> Note {
    guard !note.document.citations.isEmpty else { return note }
    var works = try CitedWorks(note.document, at: note.path, in: index, from: filesForUnchosen())
    return try self.note(note, with: works.edits())
  }

  package func note(_ note: Note, with edits: [TextEdit]) throws -> Note {
    edits.isEmpty
      ? note : Note(Document(parsing: try note.document.source.applying(edits).bytes), at: note.path, in: layout)
  }
}
