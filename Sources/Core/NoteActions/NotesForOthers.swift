import ByteBasics
package import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository
package import NoteSyntax
package import Wording

extension Workspace {
  /// Returns the rules for readers whom the owner chooses.
  package func rulesForChosen(at now: CivilMoment) -> PublicationRules {
    var rules = rulesForAnyFile(at: now)
    let unsent = try? unsentFiles()
    rules.exclusion = { path, _ in !path.isMarkdown && unsent?.contains(path) ?? true ? .excluded : nil }
    return rules
  }

  /// Returns the rules for notes that chosen readers get, but that the user did not choose one by one: notes in a
  /// digest, an answer or an embed.
  package func rulesForUnchosen(at now: CivilMoment) throws -> PublicationRules {
    var rules = rulesForAnyFile(at: now)
    rules.hidesPrivatePlaces = true
    // Read now: rules are asked while the index is read. While settings cannot be read, every note may be excluded.
    let (disputed, excluded) = (try disputedNotes(heldBackBy: rules), try? exclusions())
    rules.exclusion = { path, isAsked in
      if disputed.contains(path) { return .doubtful }
      return excluded?.hold(path, isAsked: isAsked) ?? true ? .excluded : nil
    }
    return rules
  }

  /// Returns the rules for chosen readers that exclude no file.
  private func rulesForAnyFile(at now: CivilMoment) -> PublicationRules {
    .forChosen(at: now, allowedSecrets: Set(configuration.list("site.allow-secrets")))
  }

  /// Returns a test for files whose text readers may get whom the owner chooses, such as a bibliography.
  package func filesForUnchosen() -> @Sendable (NotePath) -> Bool {
    let excluded = LaterExclusions(of: self)
    return { !PathScope($0.string).isPrivate && !excluded.hold($0, isAsked: true) }
  }
}

/// Notes as others get them, in every format: with answers in the places of queries and the text of embedded notes in
/// the places of embeds, both without notes that are private.
package struct NotesForOthers {
  private let workspace: Workspace
  private let answers: QueryAnswers

  package init(of workspace: Workspace, now: CivilMoment, _ language: Language) throws {
    self.workspace = workspace
    answers = try .forOthers(of: workspace, now: now, language)
  }

  /// The limits of a note. Further embeds, and embeds of longer texts, remain links.
  private static let limit = (embeds: 200, bytes: 16 << 20)

  /// Returns the note with answers and embedded texts, or the same note if it has neither queries nor embeds.
  ///
  /// An embed inside a paragraph divides the paragraph. An embed in a heading or a table remains a link, and so do the
  /// embeds of an embedded note.
  ///
  /// - Parameter targets: The targets of the note's links, by their destinations. Receives those of the added links.
  package func complete(_ note: Note, _ targets: inout [String: NotePath]) throws -> Note {
    var note = note
    if let answered = answers.answered(note.document, at: note.path) {
      note = Note(answered, at: note.path, in: workspace.layout)
      targets.merge(try self.targets(of: note)) { $1 }
    }
    guard note.document.links.contains(where: { $0.kind == .embed }) else { return note }
    // Private text is removed first: an embedded text could end a comment.
    note = workspace.noteForOthers(note)
    let embeds = note.document.links.filter { $0.kind == .embed }
    var document = note.document
    // From the last to the first: the places of those before it stay.
    for embed in embeds.prefix(Self.limit.embeds).reversed() where document.source.count < Self.limit.bytes {
      document = (try? replaced(embed, in: document, at: note.path, &targets)) ?? document
    }
    return Note(document, at: note.path, in: workspace.layout)
  }

  private func targets(of note: Note) throws -> [String: NotePath] {
    Dictionary(
      try workspace.index.links(of: note).compactMap { link in link.target.map { (link.destination, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the document with an embedded text, or nil if the embed remains.
  private func replaced(
    _ link: Link, in document: Document, at path: NotePath, _ targets: inout [String: NotePath]
  ) throws -> Document? {
    guard let target = targets[link.destination], target.isMarkdown, target != path, answers.allows(target),
      let (document, embed) = Self.separated(link, in: document)
    else { return nil }
    let source = answers.answered(try workspace.note(at: target), in: workspace.layout)
    let own = try self.targets(of: source)
    let known = targets
    let shown = workspace.noteForOthers(source) { link in
      link.leadsIntoItsNote || link.kind == .embed && own[link.destination]?.isMarkdown != false
        || known[link.destination].map { $0 != own[link.destination] } == true
    }
    let inlining = NoteInlining(
      workspace: workspace, path: path, document: document, source: target, text: shown.document)
    let prefix = embed.paragraph.prefix(before: embed.range.lowerBound, in: document.source.bytes)
    let place = prefix.isEmpty ? document.lines(of: embed.paragraph.range) : embed.range
    let composed = inlining.composed(
      place, try inlining.range(of: embed.link), UnitedFields(of: document, at: path), prefix: prefix)
    let after = Document(parsing: composed.bytes)
    guard Self.hasRest(of: document, after: embed.range.upperBound, after) else { return nil }
    let used = Set(after.links.map(\.destination))
    targets.merge(own.filter { used.contains($0.key) }) { first, _ in first }
    return after
  }

  /// Returns an embed that is a separate paragraph, and the document in which it is: the same, or one with a divided
  /// paragraph. Nil if the text around the embed would be read in another way.
  private static func separated(
    _ link: Link, in document: Document
  ) -> (Document, (link: Link, range: ByteRange, paragraph: Block))? {
    if let embed = document.separate([link]).first { return (document, embed) }
    guard let range = link.range,
      let block = document.blocks.last(where: { $0.kind == .paragraph && $0.range.contains(range) })
    else { return nil }
    let paragraph = block.range
    let bytes = document.source.bytes
    func isSpace(_ byte: UInt8) -> Bool { byte <= ASCII.space || byte == ASCII.greater && block.depth > 0 }
    let before = Array(bytes[paragraph.lowerBound..<range.lowerBound].trimmingEnd(while: isSpace))
    let after = bytes[range.upperBound..<paragraph.upperBound].drop(while: isSpace)
    func divided(_ prefix: String) -> (bytes: [UInt8], start: Int) {
      let mark = Array("\n\(trimmedSpaces(prefix))\n\(prefix)".utf8)
      let head = before.isEmpty ? [] : before + mark
      return (head + bytes[range.indices] + (after.isEmpty ? [] : mark + after), head.count)
    }
    // Marks that begin before the embed and end after it are lost in two paragraphs.
    func shape(_ text: [UInt8]) -> [UInt8]? {
      let lines = text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
      let bare = Array(lines.map { $0.drop(while: isSpace) }.joined(separator: [ASCII.lineFeed]))
      return MarkdownTree(parsing: bare[...])?.html
        .replacing(Array("<p>".utf8), with: []).replacing(Array("</p>".utf8), with: []).filter { $0 > ASCII.space }
    }
    guard shape(divided("").bytes) == shape(Array(bytes[paragraph.indices])) else { return nil }
    let (text, start) = divided(block.prefix(before: paragraph.lowerBound, in: bytes))
    let changed = Document(parsing: bytes[..<paragraph.lowerBound] + text + bytes[paragraph.upperBound...])
    let embed = changed.separate(changed.links.filter { $0.kind == .embed })
      .first { $0.range.lowerBound == paragraph.lowerBound + start }
    return embed.map { (changed, $0) }
  }

  /// Returns true if the blocks below an embed are there as before: a text may end in code that nothing closes.
  private static func hasRest(of before: Document, after end: Int, _ document: Document) -> Bool {
    func text(_ block: Block, _ document: Document) -> [Substring] {
      document.source.text(in: block.range).split(whereSeparator: \.isNewline)
    }
    var rest = before.blocks.filter { $0.depth == 0 && $0.range.lowerBound >= end }[...]
    for block in document.blocks where block.depth == 0 {
      guard let next = rest.first else { break }
      if block.kind == next.kind, text(block, document) == text(next, before) { rest.removeFirst() }
    }
    return rest.isEmpty
  }
}

extension Workspace {
  /// Returns the note without its private parts, or the same note if it has none.
  ///
  /// - Parameters:
  ///   - withFiles: False for readers who do not receive files in `data:` addresses.
  ///   - becomesWords: Returns true for a link that becomes plain text.
  package func noteForOthers(
    _ note: Note, withFiles: Bool = true, becomesWords: (Link) -> Bool = { _ in false }
  ) -> Note {
    let bytes = note.document.source.bytes
    let head = bytes[..<note.document.body.lowerBound]
    let shown = head + note.document.bodyForOthers(withFiles: withFiles, becomesWords)
    return shown.elementsEqual(bytes) ? note : Note(Document(parsing: Array(shown)), at: note.path, in: layout)
  }

  /// Returns true for a link to a file of the repository that is not exported, or to no file.
  package static func leadsOut(
    _ link: Link, _ targets: [String: NotePath] = [:], of members: Set<NotePath> = []
  ) -> Bool {
    if link.destination.isEmpty { return false }
    if let target = targets[link.destination] { return !members.contains(target) }
    switch link.kind {
    case .wiki, .embed: return true
    case .inline, .reference, .definition, .image: return !link.destination.contains(":")
    case .autolink, .bareURL, .email, .telephone, .frontMatter, .canvas, .html, .tag, .pathTag: return false
    }
  }
}
