import ByteBasics
import CivilCalendar
package import NoteModel
package import NoteRepository
import NoteSyntax
package import Wording

/// The replacement for a section that became a note.
package enum SectionTrace: Sendable {
  case link, embed, nothing
}

/// The result of moving parts of notes to other places.
package struct ShapedNotes: Sendable {
  /// The notes that were made or joined, in their order.
  package let paths: [NotePath]
  package let linkFixes: LinkFixes
  /// Fields that were dropped because the other note has a different value.
  package var droppedFields: [(path: NotePath, key: String)] = []
}

extension NewNote {
  /// Creates a note like those of `extract` and `split`, whose questions must be answered before.
  ///
  /// - Parameters:
  ///   - path: The note with the sections.
  ///   - name: The `name` of ``Workspace/extract(_:to:leaving:_:_:)``
  package init(extractedFrom path: NotePath, to name: String?) throws(Problem) {
    try self.init(title: "x", folder: NoteExtraction.folder(of: name, from: path), keepsTitle: true)
  }
}

extension Workspace {
  /// Makes a note of a section.
  ///
  /// - Parameters:
  ///   - place: The note, and the line of the heading.
  ///   - name: The new title, with folders before it; a folder alone ends with `/`. Nil for the words of the heading, in
  ///     the folder of the note.
  ///   - trace: The replacement for the section at its old place.
  ///   - surroundings: The inputs of the template.
  ///   - transaction: Receives the changes.
  /// - Throws: ``Problem``, or an error if the template cannot be used.
  package func extract(
    _ place: NotePosition, to name: String?, leaving trace: SectionTrace,
    _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
  ) throws -> ShapedNotes {
    var extraction = try NoteExtraction(place.path, trace, self, surroundings)
    guard let heading = place.line.flatMap({ extraction.heading(atLine: $0) }) else {
      throw Problem(
        .notFound, Message("\(place.path): a heading is needed", ko: "\(place.path): 소제목을 지정해야 합니다"),
        hint: Message("sheaf extract 'Plan#Next steps'", ko: "sheaf extract '계획#다음 단계'"))
    }
    try extraction.add(extraction.parts([heading]), named: name)
    return try extraction.carryOut(&transaction)
  }

  /// Makes a note of the outermost blocks that some lines touch.
  ///
  /// - Parameter lines: The lines, counted from 1.
  /// - Throws: The errors of ``extract(_:to:leaving:_:_:)``.
  package func extract(
    lines: ClosedRange<Int>, of path: NotePath, leaving trace: SectionTrace,
    _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
  ) throws -> ShapedNotes {
    var extraction = try NoteExtraction(path, trace, self, surroundings)
    guard let part = extraction.document.passage(touching: lines) else {
      throw nothingThere(path, line: lines.lowerBound)
    }
    try extraction.add([part], named: nil)
    return try extraction.carryOut(&transaction)
  }

  /// Makes notes of all sections of one level, in `folder` or in the note's. Throws as ``extract(_:to:leaving:_:_:)``.
  package func split(
    _ path: NotePath, at level: Int, to folder: String?, leaving trace: SectionTrace,
    _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
  ) throws -> ShapedNotes {
    var extraction = try NoteExtraction(path, trace, self, surroundings)
    let headings = extraction.headings.filter { $0.level == level }
    guard !headings.isEmpty else {
      throw Problem(
        .notFound, Message("\(path) has no heading of level \(level)", ko: "\(level)단계 소제목이 없는 메모입니다: \(path)"))
    }
    try extraction.add(extraction.parts(headings), named: folder)
    return try extraction.carryOut(&transaction)
  }
}

/// Whole lines of a note that can become a note of their own.
package struct NotePassage {
  /// The heading that becomes the title. Nil for text without one.
  let heading: Heading?
  let range: ByteRange
  /// The default title of the note.
  package let title: String
}

extension Document {
  /// Returns the outermost blocks that some lines touch, and the empty lines after them.
  ///
  /// - Parameter lines: The lines, counted from 1.
  /// - Returns: nil if there are no blocks, or they have no words.
  package func passage(touching lines: ClosedRange<Int>) -> NotePassage? {
    let table = LineTable(source.bytes, in: ByteRange(0, source.count))
    guard lines.lowerBound >= 1, lines.lowerBound <= table.count else { return nil }
    let end = table.range(of: min(lines.upperBound, table.count) - 1).upperBound
    let selected = ByteRange(table.starts[lines.lowerBound - 1], end)
    let touched = blocks.lazy.filter { $0.depth == 0 }.map(\.range).filter {
      $0.lowerBound < selected.upperBound && selected.lowerBound < $0.upperBound
    }
    guard let first = touched.map(\.lowerBound).min(), let last = touched.map(\.upperBound).max() else { return nil }
    var range = self.lines(of: ByteRange(first, last))
    while range.upperBound < source.count, source.bytes[range.upperBound] <= ASCII.space {
      range = ByteRange(range.lowerBound, lineEnd(of: range.upperBound + 1))
    }
    let inside = sectionHeadings.filter { range.contains($0.range) }
    if let heading = inside.first, heading.range.lowerBound == first, heading != leadingHeading,
      inside.dropFirst().allSatisfy({ $0.level > heading.level })
    {
      return NotePassage(heading: heading, range: range, title: HeadingAttributes.text(of: heading))
    }
    let line = source.text(in: range).split(whereSeparator: \.isNewline).first { $0.contains(where: \.isLetter) }
    let title = (line ?? "").drop { "#>-*+ \t".contains($0) }.prefix(60).filter { !"[]|#^`*_".contains($0) }
    return FileName.stem(for: title).map { _ in NotePassage(heading: nil, range: range, title: title) }
  }
}

/// Sections of a note that become notes.
struct NoteExtraction {
  private struct Section {
    let heading: Heading?
    let range: ByteRange
    let path: NotePath
    let title: String
    /// The template's text before and after the section.
    let frame: (before: [UInt8], after: [UInt8])
  }

  let path: NotePath
  let document: Document
  let headings: [Heading]
  private let headingStarts: SortedOffsets
  /// The starts of syntax that a title cannot keep: links, tags, labels.
  private let marked: SortedOffsets
  private let definitions: CarriedDefinitions
  private let style: WrittenLinkStyle
  private let trace: SectionTrace
  private let workspace: Workspace
  private let surroundings: NoteCreationInputs
  private var shaping: NoteShaping
  private var sections: [Section] = []

  init(_ path: NotePath, _ trace: SectionTrace, _ workspace: Workspace, _ surroundings: NoteCreationInputs) throws {
    self.path = path
    self.trace = trace
    self.workspace = workspace
    self.surroundings = surroundings
    shaping = NoteShaping(workspace)
    document = try shaping.open(path)
    headings = document.sectionHeadings
    headingStarts = SortedOffsets(headings.map(\.range.lowerBound))
    definitions = CarriedDefinitions(document)
    marked = Self.marked(document, definitions.labels)
    style = try WrittenLinkStyle(in: workspace)
  }

  private static func marked(_ document: Document, _ labels: DocumentLabels) -> SortedOffsets {
    var offsets = document.links.compactMap { $0.range?.lowerBound }
    offsets += document.tags.map(\.range.lowerBound)
    offsets += document.blockIdentifiers.map(\.range.lowerBound)
    offsets += document.marks.map(\.range.lowerBound)
    offsets += document.fields.map(\.range.lowerBound)
    offsets += labels.all.map(\.whole.lowerBound)
    return SortedOffsets(offsets.sorted())
  }

  func heading(atLine line: Int) -> Heading? {
    headings.first { document.source.position(at: $0.range.lowerBound).line == line }
  }

  func parts(_ headings: [Heading]) -> [NotePassage] {
    zip(headings, document.sections(of: headings, among: self.headings)).map { heading, range in
      NotePassage(heading: heading, range: range, title: HeadingAttributes.text(of: heading))
    }
  }

  /// Adds the notes for some passages. `name` is the name of the only passage, or nil or a folder to name each by its
  /// title.
  mutating func add(_ passages: [NotePassage], named name: String?) throws {
    var taken: Set<NotePath> = []
    for passage in passages {
      let parts = (name ?? "").split(separator: "/")
      let typed = name?.hasSuffix("/") == true ? nil : parts.last
      let title = typed.map { $0.hasSuffix(".md") ? String($0.dropLast(3)) : String($0) } ?? passage.title
      guard title.contains(where: { !$0.isWhitespace }) else {
        let line = document.source.position(at: passage.range.lowerBound).line
        throw Problem(
          .usage,
          Message(
            "\(path):\(line): the heading has no words, so the note has no title",
            ko: "\(path):\(line): 소제목에 글자가 없어 메모의 제목을 정할 수 없습니다"),
          hint: Message("Give a title with --title.", ko: "--title로 제목을 지정하세요."))
      }
      let folder = Self.folder(of: name, from: path)
      let mark = "sheaf-section-\(surroundings.newIdentifier())"
      let note = try NewNote(title: title, body: mark + "\n", folder: folder, keepsTitle: true)
      let identifier = surroundings.newIdentifier()
      let day = surroundings.now.day
      let target = try note.path(identifier: identifier, in: workspace, on: day, besides: taken)
      if typed != nil, target.stem != note.stem(identifier: identifier, in: workspace, on: day) {
        throw RepositoryError.alreadyExists(folder.isEmpty ? "\(title).md" : "\(folder)/\(title).md")
      }
      taken.insert(target)
      let text = try note.text(identifier: identifier, in: workspace, surroundings.following(sections.count))
      sections.append(
        Section(
          heading: passage.heading, range: passage.range, path: target, title: title,
          frame: Self.frame(Array(text.utf8), mark, lineEnd(of: document.source.bytes))))
    }
  }

  /// Returns the folder of the new notes: the part before the title in `name`, otherwise the folder of the note.
  fileprivate static func folder(of name: String?, from path: NotePath) -> String {
    guard let slash = name?.lastIndex(of: "/") else { return path.folder?.string ?? "" }
    return name?[..<slash].split(separator: "/").joined(separator: "/") ?? ""
  }

  /// Splits the template's text at the mark for the body, and converts it to the line endings of the note.
  private static func frame(_ text: [UInt8], _ mark: String, _ lineEnd: [UInt8]) -> (before: [UInt8], after: [UInt8]) {
    func ended(_ part: ArraySlice<UInt8>) -> [UInt8] {
      part.flatMap { $0 == ASCII.lineFeed && lineEnd.count > 1 ? lineEnd : [$0] }
    }
    guard let place = ByteSearch(Array(mark.utf8))?.place(in: text, from: 0) else {
      return (ended(text[...]), [])
    }
    let after = text[(place + mark.utf8.count)...]
    return (ended(text[..<place]), after == [ASCII.lineFeed] ? [] : ended(after))
  }

  mutating func carryOut(_ transaction: inout Transaction) throws -> ShapedNotes {
    let rests = rests()
    let parts = [rests] + sections.map { [$0.range] }
    let shares = definitions.shared(among: parts)
    shaping.results = [remainder(rests, shares[0])]
    for (section, share) in zip(sections, shares.dropFirst()) {
      shaping.results.append(note(of: section, share))
      if let heading = section.heading {
        shaping.titles[path, default: [:]][heading.range.lowerBound] = section.path
      }
    }
    let fixes = try shaping.carryOut(in: &transaction)
    transaction.subject = sections.first?.path
    return ShapedNotes(paths: sections.map(\.path), linkFixes: fixes)
  }

  /// Returns the ranges outside of all sections.
  private func rests() -> [ByteRange] {
    var offset = 0
    var rests: [ByteRange] = []
    for section in sections {
      rests.append(ByteRange(offset, section.range.lowerBound))
      offset = section.range.upperBound
    }
    return rests + [ByteRange(offset, document.source.count)]
  }

  private func remainder(_ rests: [ByteRange], _ share: (cut: [ByteRange], added: [ByteRange])) -> ComposedNote {
    var note = ComposedNote(path)
    let end = lineEnd(of: document.source.bytes)
    for (position, rest) in rests.enumerated() {
      note.append([rest], without: share.cut, of: document, at: path)
      guard position < sections.count, trace != .nothing else { continue }
      note.closeBlock(end)
      let section = sections[position]
      note.append(new: Array(link(to: section).utf8) + end, leadingTo: section.path)
      let blank = trailingBlank(of: section.range)
      note.append(blank, of: document, at: path)
      if blank.isEmpty, position + 1 < rests.count, !rests[position + 1].isEmpty { note.append(new: end) }
    }
    note.append(definitions: share.added, of: document, at: path)
    return note
  }

  /// Returns the empty lines at the end of a section, which are not moved with it.
  private func trailingBlank(of range: ByteRange) -> ByteRange {
    let bytes = document.source.bytes
    var start = range.upperBound
    while start > range.lowerBound, bytes[start - 1] <= ASCII.space { start -= 1 }
    return ByteRange(min(document.lineEnd(of: start), range.upperBound), range.upperBound)
  }

  private func link(to section: Section) -> String {
    let isEmbed = trace == .embed
    if isEmbed || style == .wiki || style == .wikiPath,
      let name = (style == .wikiPath ? section.path.wikiNames.last : section.path.wikiNames.first)
    {
      return (isEmbed ? "![[" : "[[") + name + "]]"
    }
    let way = style == .root ? section.path.string : section.path.relative(to: path.folder)
    let shown = LinkDestinationStyle.markdown(text: section.title)
    return "\(isEmbed ? "!" : "")[\(shown)](\(LinkDestinationStyle.markdown(way)))"
  }

  private func note(of section: Section, _ share: (cut: [ByteRange], added: [ByteRange])) -> ComposedNote {
    var note = ComposedNote(section.path)
    note.append(new: section.frame.before)
    let inside = Array(headings[headingStarts.positions(in: section.range)])
    let edits = document.edits(shifting: inside, by: section.heading.map { 1 - $0.level } ?? 0)
    var start = section.range.lowerBound
    // A heading of plain words can be kept as a title without a loss.
    if let heading = section.heading, marked.positions(in: heading.range).isEmpty {
      start = document.lineEnd(of: heading.range.upperBound)
      let bytes = document.source.bytes
      while start < section.range.upperBound, let line = Optional(document.lineEnd(of: start + 1)),
        bytes[start..<line].allSatisfy({ $0 <= ASCII.space })
      {
        start = line
      }
    }
    let end = trailingBlank(of: section.range).lowerBound
    note.append([ByteRange(start, max(start, end))], without: share.cut, of: document, at: path, edits)
    note.append(definitions: share.added, of: document, at: path)
    if note.bytes.last != ASCII.lineFeed { note.append(new: lineEnd(of: document.source.bytes)) }
    note.append(new: section.frame.after)
    return note
  }
}

/// Returns the error for a line outside of every section, item and block that can be moved.
func nothingThere(_ path: NotePath, line: Int) -> Problem {
  Problem(
    .notFound,
    Message("\(path):\(line): no list item or separate paragraph to move", ko: "\(path):\(line): 옮길 목록 항목이나 문단이 없습니다"))
}
