import ByteBasics
import NoteIndex
package import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

extension Workspace {
  /// Replaces an embed by the text of the embedded note or part.
  ///
  /// - Parameters:
  ///   - place: The note, and the line of the embed. Nil for the only embed.
  ///   - embedded: The embedded note, if there are several embeds. Nil for any.
  ///   - includesLinks: True if a link to the note counts as an embed.
  ///   - removes: True to delete the embedded note. Links to the note then lead to the text, and its front matter is
  ///     united with that of the note.
  ///   - transaction: Receives the changes.
  /// - Throws: ``Problem``.
  package func inline(
    _ place: NotePosition, _ embedded: NotePath?, includesLinks: Bool = false, removes: Bool,
    _ transaction: inout Transaction
  ) throws -> ShapedNotes {
    var shaping = NoteShaping(self)
    let document = try shaping.open(place.path)
    let kinds: Set<Link.Kind> = includesLinks ? [.embed, .image, .wiki, .inline] : [.embed, .image]
    let embed = try embed(in: document, place, embedded, kinds)
    let source = embed.path
    guard source != place.path else { throw sameNote(source) }
    let text = try shaping.open(source)
    let inlining = NoteInlining(workspace: self, path: place.path, document: document, source: source, text: text)
    let isWhole = embed.link.fragment?.isEmpty != false
    let range = try inlining.range(of: embed.link)
    var fields = UnitedFields(of: document, at: place.path)
    if removes, isWhole { try fields.unite(text, at: source) }
    shaping.results = [inlining.composed(embed.range, range, fields)]
    if removes, isWhole {
      shaping.removed = [source]
      shaping.homes[source] = .note(place.path)
    }
    let fixes = try shaping.carryOut(in: &transaction)
    transaction.subject = place.path
    return ShapedNotes(paths: [place.path], linkFixes: fixes, droppedFields: fields.dropped)
  }

  /// Finds the embed at a place, the note that it shows, and the lines of its paragraph.
  private func embed(
    in document: Document, _ place: NotePosition, _ embedded: NotePath?, _ kinds: Set<Link.Kind>
  ) throws -> (link: Link, path: NotePath, range: ByteRange) {
    let embeds = try index.links.resolving { resolve in
      try document.links.compactMap { link -> (Link, NotePath)? in
        guard kinds.contains(link.kind), let target = LinkTarget(link),
          let path = try resolve(target, place.path).path, path.isMarkdown,
          place.line == nil || place.line == link.line, embedded == nil || embedded == path
        else { return nil }
        return (link, path)
      }
    }
    guard let (link, path) = embeds.first else { throw noEmbed(place.path) }
    guard embeds.count == 1 else {
      let lines = embeds.map { "\($0.0.line)" }.joined(separator: ", ")
      let example = "sheaf inline '\(place.path):\(embeds[0].0.line)'"
      throw Problem(
        .usage,
        Message(
          "\(place.path) embeds several notes, on lines \(lines)",
          ko: "여러 메모를 포함(embed)하는 메모입니다: \(place.path)(줄: \(lines))"), hint: Message(example, ko: example))
    }
    guard let paragraph = document.separate([link]).first?.paragraph, paragraph.depth == 0 else {
      throw Problem(
        .conflict,
        Message(
          "\(place.path):\(link.line): the embed is not a separate paragraph, so it cannot be replaced by text",
          ko: "\(place.path):\(link.line): 임베드가 별도의 문단이 아니라서 본문으로 바꿀 수 없습니다"))
    }
    return (link, path, document.lines(of: paragraph.range))
  }
}

/// The text of an embedded note in the place of its embed.
struct NoteInlining {
  let workspace: Workspace
  let path: NotePath
  let document: Document
  let source: NotePath
  let text: Document

  /// The body without the heading that is the note's title, as an embed shows it.
  private var whole: ByteRange {
    let title = Note(text, at: source, in: workspace.layout).titleHeading
    return trimmed(
      ByteRange(title.map { text.lineEnd(of: $0.range.upperBound) } ?? text.body.lowerBound, text.source.count))
  }

  /// Returns the range that an embed shows.
  func range(of link: Link) throws -> ByteRange {
    link.fragment?.isEmpty != false ? whole : withoutDefinitions(try part(link))
  }

  /// Returns the linked section with its heading, or the linked block.
  private func part(_ link: Link) throws -> ByteRange {
    switch ShapedAnchors(text).part(of: link.fragment ?? "", isWiki: link.kind.isWiki) {
    case .heading(let offset):
      guard let heading = text.sectionHeadings.first(where: { $0.range.lowerBound == offset }) else { break }
      return trimmed(text.section(of: heading))
    case .block(let offset):
      let block = text.blocks.first { $0.depth == 0 && $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
      guard let block else { break }
      return trimmed(text.lines(of: block.range))
    case .whole, .written, nil: break
    }
    throw noEmbed(path)
  }

  /// Removes the definitions at the end of a range. They are moved to the end of the other note if they are needed.
  private func withoutDefinitions(_ range: ByteRange) -> ByteRange {
    var range = range
    for definition in CarriedDefinitions(text).all.reversed()
    where range.contains(definition.range) && definition.range.upperBound == range.upperBound {
      range = trimmed(ByteRange(range.lowerBound, definition.range.lowerBound))
    }
    return range
  }

  private func trimmed(_ range: ByteRange) -> ByteRange {
    let bytes = text.source.bytes
    var start = range.lowerBound
    while start < range.upperBound, let line = Optional(text.lineEnd(of: start + 1)),
      bytes[start..<line].allSatisfy({ $0 <= ASCII.space })
    {
      start = line
    }
    var end = range.upperBound
    while end > start, bytes[end - 1] <= ASCII.space { end -= 1 }
    return ByteRange(start, max(start, min(text.lineEnd(of: end), range.upperBound)))
  }

  /// - Parameter prefix: The prefix of each line after the first, in a quotation or a list.
  func composed(_ embed: ByteRange, _ range: ByteRange, _ fields: UnitedFields, prefix: String = "") -> ComposedNote {
    let end = lineEnd(of: document.source.bytes)
    var note = ComposedNote(path)
    fields.append(to: &note)
    note.append(ByteRange(document.body.lowerBound, embed.lowerBound), of: document, at: path)
    let carried = CarriedDefinitions(text)
    // A part takes only the definitions that it uses; a whole note takes all.
    let isWhole = range == whole
    let added = isWhole ? [] : carried.needed(by: [range]).sorted().map { carried.all[$0].range }
    let cut = isWhole ? [] : carried.all.map(\.range)
    let (edits, known) = carried.edits([range] + added, besides: CarriedDefinitions(document))
    let headings = text.sectionHeadings.filter { range.contains($0.range) }
    let outer = document.sectionHeadings.last { $0.range.lowerBound < embed.lowerBound }?.level ?? 0
    let shift = headings.map(\.level).min().map { max(0, outer + 1 - $0) } ?? 0
    let all = edits + text.edits(shifting: headings, by: shift)
    if prefix.isEmpty {
      note.append([range], without: known + cut, of: text, at: source, all)
    } else {
      var part = ComposedNote(source)
      part.append([range], without: known + cut, of: text, at: source, all)
      let bytes = part.bytes.trimmingEnd(while: ASCII.isWhiteSpace)
      let bare = Array(prefix.utf8.trimmingEnd { $0 == ASCII.space })
      for (index, line) in bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).enumerated() {
        if index > 0 { note.append(new: [ASCII.lineFeed] + (line.isEmpty ? bare : Array(prefix.utf8))) }
        note.append(new: Array(line))
      }
    }
    if prefix.isEmpty, note.bytes.last != ASCII.lineFeed { note.append(new: end) }
    note.append(ByteRange(embed.upperBound, document.source.count), of: document, at: path)
    note.append(definitions: added.filter { !known.contains($0) }, of: text, at: source, all)
    return note
  }
}

private func noEmbed(_ path: NotePath) -> Problem {
  Problem(
    .notFound, Message("\(path) has no embed to replace", ko: "본문으로 바꿀 임베드가 없는 메모입니다: \(path)"),
    hint: Message("An embed is a line such as ![[Note]].", ko: "임베드는 ![[메모]] 형식의 줄입니다."))
}
