import ByteBasics
package import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository
import NoteSyntax
package import Wording

/// Plans moves of parts of notes: the changes of the notes, of their links, and of all links to them.
///
/// ``plan()`` checks its result: every moved block has the same HTML, every link has the same target, and no link of
/// the notes is missing. If the check fails, nothing is written.
struct NoteShaping {
  /// The new target of links to a note as a whole.
  enum Home {
    case note(NotePath)
    /// A heading, by the offset at which it begins in the note as it will be.
    case heading(NotePath, Int)
  }

  let workspace: Workspace
  /// The notes as they were: all of which parts are used, changed or removed.
  private(set) var before: [NotePath: Document] = [:]
  private var anchorsBefore: [NotePath: ShapedAnchors] = [:]
  /// The new places of the notes' headings and blocks, by their present offsets.
  private var places: [NotePath: [Int: (path: NotePath, offset: Int)]] = [:]
  private var touched: Set<NotePath> = []
  var results: [ComposedNote] = []
  var removed: [NotePath] = []
  var homes: [NotePath: Home] = [:]
  /// Headings that became the title of a note, by their offset.
  var titles: [NotePath: [Int: NotePath]] = [:]
  /// Lists that get or lose items, by their range: of these each item reads as it did.
  var openLists: [NotePath: [ByteRange]] = [:]

  private let exclusions: LaterExclusions

  init(_ workspace: Workspace) {
    self.workspace = workspace
    exclusions = LaterExclusions(of: workspace)
  }

  /// Reads a note that is going to be split.
  ///
  /// - Throws: ``Problem`` for a letter whose day has not come.
  mutating func open(_ path: NotePath) throws -> Document {
    if let known = before[path] { return known }
    let bytes = try workspace.originals.read(path)
    if let day = workspace.gate.day(of: bytes, at: path, in: workspace.layout) {
      throw sealedNote(path: path, day: day)
    }
    let hasOldLineEnds = zip(bytes, bytes.dropFirst() + [0]).contains {
      $0 == ASCII.carriageReturn && $1 != ASCII.lineFeed
    }
    guard !hasOldLineEnds else {
      throw Problem(
        .conflict,
        Message(
          "\(path) has lines that end in a carriage return alone, so its text is not moved",
          ko: "캐리지 리턴만으로 끝나는 줄이 있어 텍스트를 옮길 수 없는 메모입니다: \(path)"))
    }
    let document = workspace.layout.document(bytes)
    before[path] = document
    anchorsBefore[path] = ShapedAnchors(document)
    return document
  }

  /// Adds the new notes and links to a transaction.
  ///
  /// - Throws: If a text would be parsed in another way than before, or a note would break a rule.
  mutating func carryOut(in transaction: inout Transaction) throws -> LinkFixes {
    var (texts, fixes) = try plan()
    let made = Set(texts.map(\.path))
    for index in texts.indices {
      let (path, bytes) = texts[index]
      let origins = results.first { $0.path == path }?.origins.keys.filter { $0 != path } ?? []
      if before[path] == nil { transaction.sources[path] = origins.min() }
      if isHeldBack(path), !isHeldBack(path, bytes) {
        // What kept the note back was in the text that goes.
        texts[index].bytes = try UnitedFields.edited(bytes, path, "private", .set(.typed("true")))
        continue
      }
      guard let source = origins.filter(isHeldBack).min(), !isHeldBack(path, bytes) else { continue }
      if before[path] != nil {
        fixes.revealed.append((source, path))
      } else {
        texts[index].bytes = try UnitedFields.edited(bytes, path, "private", .set(.typed("true")))
      }
    }
    for (path, bytes) in texts {
      let change = ChangedNote(path: path, before: before[path]?.source.bytes, after: bytes)
      try workspace.add(change, to: &transaction)
    }
    for note in fixes.notes where !made.contains(note.path) {
      transaction.replace(note.path, expecting: note.before, with: note.after)
    }
    for path in removed { transaction.remove(path, expecting: before[path]?.source.bytes ?? []) }
    return fixes
  }

  private func isHeldBack(_ path: NotePath) -> Bool {
    before[path].map { isHeldBack(path, $0.source.bytes) } ?? false
  }

  /// Returns true for a note that is not published because of its fields, tags or folder, or of another program.
  private func isHeldBack(_ path: NotePath, _ bytes: [UInt8]) -> Bool {
    let tomorrow = CivilMoment(day: workspace.gate.today.adding(days: 1), time: .midnight)
    var rules = PublicationRules(
      now: tomorrow, publishesByDefault: workspace.configuration.text("site.default") != "private",
      included: Set(PublicationRules.Part.allCases))
    rules.exclusion = { [exclusions] in exclusions.hold($0, isAsked: $1) ? .excluded : nil }
    let note = Note(workspace.layout.document(bytes), at: path, in: workspace.layout)
    return rules.reason(PublicationCandidate(note, in: .fixed(0))).map { ![.secret, .template].contains($0) } ?? false
  }

  /// Plans the new texts of the notes, and the changes of links.
  private mutating func plan() throws -> (texts: [(path: NotePath, bytes: [UInt8])], LinkFixes) {
    let after = results.map { ($0, workspace.layout.document($0.bytes)) }
    let originals = before.mapValues { ShapeProof.Original($0) }
    for (note, document) in after {
      try ShapeProof(shaping: self, note: note, document: document, originals: originals).check()
    }
    touched = Set(results.map(\.path) + removed)
    for (path, document) in before { places[path] = places(of: document, path) }
    var (links, keys) = try linkTable(after)
    var meanings = meanings(links.names)
    var fixes = LinkFixes()
    var texts: [(path: NotePath, bytes: [UInt8])] = []
    for (note, document) in after {
      let shaped = try shapedLinks(of: note, document, &meanings)
      let result = try links.edits(document, at: note.path, shaped) { workspace.layout.document($0) }
      let bytes = try document.source.applying(result.edits).bytes
      texts.append((note.path, bytes))
      report(result, note.path, bytes, into: &fixes)
    }
    for path in try sources(keys) where !isTouched(path) {
      if path.isCanvas {
        try fixCanvas(path, &links, &meanings, into: &fixes)
      } else {
        try fix(path, &links, &meanings, into: &fixes)
      }
    }
    return (texts, fixes)
  }

  // MARK: - Names

  private func linkTable(_ after: [(ComposedNote, Document)]) throws -> (ShapedLinks, Set<String>) {
    var renamed: [NotePath: [NoteName]] = [:]
    var titles: [NotePath: String] = [:]
    var keys: Set<String> = []
    for (composed, document) in after {
      let note = Note(document, at: composed.path, in: workspace.layout)
      renamed[composed.path] = note.names
      titles[composed.path] = note.title
    }
    for path in removed { renamed[path] = [] }
    for (path, names) in renamed {
      keys.formUnion((names + (try workspace.index.names(of: path))).map(\.key))
    }
    let anchors = after.map { ($0.0.path, ShapedAnchors($0.1)) }
    let links = ShapedLinks(
      names: NameTable(workspace.index, PathMoves([]), renamed: renamed),
      notes: Dictionary(uniqueKeysWithValues: anchors), titles: titles,
      callsByTitle: workspace.layout.rules.decodesPageNames,
      pagesAreFolders: workspace.layout.rules.pagesAreFolders,
      fixesParticles: workspace.configuration.flag("links.particles"))
    return (links, keys)
  }

  /// Reads links as they are meant now.
  private func meanings(_ names: NameTable) -> LinkFixer {
    LinkFixer(
      files: workspace.originals, layout: workspace.layout, moves: PathMoves([]), names: names,
      titles: [:], anchors: [:], fixesParticles: false)
  }

  private func sources(_ keys: Set<String>) throws -> [NotePath] {
    let index = workspace.index
    // The links of unopened letters are in no index.
    return Set(try index.links.sources(askingForAny: keys)).union(try workspace.unopenedLetters())
      .union(try index.files.canvasesWithoutLinks()).sorted()
  }

  // MARK: - Goals

  private func isTouched(_ path: NotePath) -> Bool { touched.contains(path) }

  /// Returns the new places of headings and blocks: in their own note if they are there and in another as well.
  private func places(of document: Document, _ path: NotePath) -> [Int: (path: NotePath, offset: Int)] {
    let parts = document.headings.map(\.range) + document.blockIdentifiers.map(\.range)
    let offsets = parts.map(\.lowerBound).sorted()
    let starts = SortedOffsets(offsets)
    var places: [Int: (path: NotePath, offset: Int)] = [:]
    for note in results.filter({ $0.path == path }) + results.filter({ $0.path != path }) {
      for range in note.origins[path] ?? [] {
        for offset in offsets[starts.positions(in: range)] where places[offset] == nil {
          places[offset] = note.place(of: offset, in: path).map { (note.path, $0) }
        }
      }
    }
    return places
  }

  /// Returns the new goal of a link that led to a note.
  func goal(_ path: NotePath, _ fragment: String?, isWiki: Bool) -> ShapedLinks.Goal {
    guard let anchors = anchorsBefore[path], isTouched(path) else {
      return ShapedLinks.Goal(path: path, part: .written(fragment))
    }
    guard let fragment, !fragment.isEmpty else { return whole(path) }
    switch anchors.part(of: fragment, isWiki: isWiki) {
    case .heading(let offset):
      if let note = titles[path]?[offset] { return ShapedLinks.Goal(path: note, part: .whole) }
      return places[path]?[offset].map { ShapedLinks.Goal(path: $0.path, part: .heading($0.offset)) } ?? whole(path)
    case .block(let offset):
      return places[path]?[offset].map { ShapedLinks.Goal(path: $0.path, part: .block($0.offset)) } ?? whole(path)
    case .whole, .written, nil:
      let isElement = anchors.hasElement(fragment, isWiki: isWiki)
      let owner = results.first {
        isElement && ShapedAnchors(Document(parsing: $0.bytes)).hasElement(fragment, isWiki: isWiki)
      }
      return ShapedLinks.Goal(path: owner?.path ?? whole(path).path, part: .written(fragment))
    }
  }

  private func whole(_ path: NotePath) -> ShapedLinks.Goal {
    switch homes[path] {
    case .note(let home)?: ShapedLinks.Goal(path: home, part: .whole)
    case .heading(let home, let offset)?: ShapedLinks.Goal(path: home, part: .heading(offset))
    case nil: ShapedLinks.Goal(path: path, part: .whole)
    }
  }

  // MARK: - Links

  private func shaped(
    _ link: Link, _ source: NotePath, _ document: Document, _ meanings: inout LinkFixer
  ) throws -> ShapedLinks.Link? {
    let meaning = try meanings.meaning(of: link, from: source)
    guard link.kind != .reference, !LinkFixer.isByLabel(meaning.link, document),
      let target = found(meaning, source, meanings)
    else { return nil }
    return ShapedLinks.Link(
      written: meaning.written, link: meaning.link, source: source, oldTarget: target,
      goal: goal(target, meaning.link.fragment, isWiki: link.kind.isWiki))
  }

  /// Returns the file that a link leads to, including ignored or hidden files, which are not in the index.
  private func found(_ meaning: LinkFixer.Meaning, _ source: NotePath, _ meanings: LinkFixer) -> NotePath? {
    if let found = meanings.found(meaning, from: source) { return found }
    guard case .broken? = meaning.now, let text = meaning.target?.path, !text.hasPrefix("/"),
      let path = NotePath((source.folder.map { $0.string + "/" } ?? "") + text), workspace.originals.exists(path)
    else { return nil }
    return path
  }

  /// Returns the links of a composed note, each with the note that it comes from.
  private func shapedLinks(
    of note: ComposedNote, _ document: Document, _ meanings: inout LinkFixer
  ) throws -> [ShapedLinks.Link] {
    let lines = LineTable(note.bytes, in: ByteRange(0, note.bytes.count))
    return try document.links.compactMap { link in
      let offset = link.range?.lowerBound ?? lines.starts[min(link.line - 1, lines.starts.count - 1)]
      if let target = note.target(at: offset) {
        return ShapedLinks.Link(
          written: link, link: link, source: note.path, oldTarget: target,
          goal: ShapedLinks.Goal(path: target, part: .whole))
      }
      let isField = link.kind == .frontMatter
      let source = note.origin(of: offset)?.path ?? (isField ? frontMatterSource(of: link, note.path) : nil)
      return try source.flatMap { try shaped(link, $0, document, &meanings) }
    }
  }

  /// Returns the note from whose front matter a link in combined front matter comes.
  private func frontMatterSource(of link: Link, _ path: NotePath) -> NotePath? {
    ([path] + before.keys.sorted()).first { source in
      before[source]?.links.contains {
        $0.kind == .frontMatter && $0.destination == link.destination && $0.fragment == link.fragment
      } == true
    }
  }

  private func fix(
    _ path: NotePath, _ links: inout ShapedLinks, _ meanings: inout LinkFixer, into fixes: inout LinkFixes
  ) throws {
    let document = workspace.layout.document(try workspace.originals.read(path))
    let shaped = try document.links.compactMap { try self.shaped($0, path, document, &meanings) }
    let result = try links.edits(document, at: path, shaped) { workspace.layout.document($0) }
    fixes.shifts += try meanings.shifts(try meanings.meanings(document, path), path)
    report(result, path, try document.source.applying(result.edits).bytes, into: &fixes)
    guard !result.edits.isEmpty else { return }
    fixes.notes.append(
      RewrittenNote(
        path: path, before: document.source.bytes,
        after: try document.source.applying(result.edits).bytes, count: result.count))
  }

  private func report(_ result: ShapedLinks.Result, _ path: NotePath, _ bytes: [UInt8], into fixes: inout LinkFixes) {
    // Of a letter nothing is shown.
    let isSealed = workspace.gate.day(of: bytes, at: path, in: workspace.layout) != nil
    fixes.lost += result.lost.map {
      LinkFixes.LostLink(path: path, line: $0.line, destination: isSealed ? "…" : $0.written)
    }
    if let old = before[path], !result.edits.isEmpty {
      fixes.notes.append(RewrittenNote(path: path, before: old.source.bytes, after: bytes, count: result.count))
    }
  }

  private func fixCanvas(
    _ path: NotePath, _ links: inout ShapedLinks, _ meanings: inout LinkFixer, into fixes: inout LinkFixes
  ) throws {
    let canvas: CanvasDocument
    do {
      canvas = try workspace.originals.canvas(path)
    } catch let mistake as CanvasMistake {
      fixes.unread.append(UnreadCanvas(path: path, mistake: mistake))
      return
    }
    var edits: [TextEdit] = []
    var count = 0
    for card in canvas.files {
      guard let link = try shaped(card.link, path, Document(parsing: []), &meanings) else { continue }
      let cardEdits = self.edits(of: card, link, links)
      edits += cardEdits
      if !cardEdits.isEmpty { count += 1 }
    }
    for card in canvas.texts {
      let shaped = try card.document.links.compactMap { try self.shaped($0, path, card.document, &meanings) }
      let result = try links.edits(card.document, at: path, shaped) { Document(parsing: $0) }
      edits += result.edits.map { card.edit($0) }
      count += result.count
      fixes.lost += result.lost.map {
        LinkFixes.LostLink(path: path, line: card.line, destination: $0.written)
      }
    }
    guard !edits.isEmpty else { return }
    let after = try canvas.source.applying(edits).bytes
    guard (try? CanvasDocument(parsing: after)) != nil else {
      fixes.unread.append(UnreadCanvas(path: path, mistake: .notJSON(line: 1)))
      return
    }
    fixes.notes.append(RewrittenNote(path: path, before: canvas.source.bytes, after: after, count: count))
  }

  /// Returns the edits of a card that shows a file or a part of a file.
  private func edits(of card: CanvasDocument.FileCard, _ link: ShapedLinks.Link, _ links: ShapedLinks) -> [TextEdit] {
    func edit(_ string: JSONString, _ text: String) -> TextEdit {
      string.edit(TextEdit(range: ByteRange(0, string.bytes.count), replacement: text))
    }
    var edits: [TextEdit] = []
    if link.goal.path != link.oldTarget { edits.append(edit(card.path, link.goal.path.string)) }
    let isKept =
      link.goal.part == .written(link.link.fragment)
      || link.link.fragment.flatMap { links.notes[link.goal.path]?.part(of: $0, isWiki: true) } == link.goal.part
    if let subpath = card.subpath, !isKept {
      let new = links.notes[link.goal.path]?.fragments(of: link.goal.part, isWiki: true).first
      edits.append(edit(subpath, new.map { "#" + $0 } ?? ""))
    }
    return edits
  }
}

/// Returns the error for a letter whose day has not come.
package func sealedNote(path: NotePath, day: Day) -> Problem {
  Problem(.conflict, Message("\(path) is sealed until \(day)", ko: "\(day)까지 봉인한 편지입니다: \(path)"))
}

/// Returns the error for a text that would be parsed differently in the other note. No note was changed.
func unshapedNote(_ path: NotePath, line: Int) -> Problem {
  Problem(
    .conflict,
    Message(
      "\(path):\(line): the text would mean something else at its new place; nothing was written",
      ko: "\(path):\(line): 옮기면 내용의 뜻이 달라지므로 아무것도 저장하지 않았습니다"),
    hint: Message(
      "An open HTML element, comment or list often reaches into the text around it.",
      ko: "닫지 않은 HTML 요소나 주석, 목록이 주변 텍스트와 이어지는 경우가 많습니다."))
}
