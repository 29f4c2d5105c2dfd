import ByteBasics
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

/// Lets changes of one side follow the names that the other side has changed: of notes, of headings, of tags.
///
/// A command that renames a note rewrites the existing links. A link that another machine writes at the same time arrives
/// with the merge, and still has the old name. The merged files are the input. Only files that one side changed are
/// rewritten, with the new names of the other side.
struct NameFollowing {
  private let workspace: Workspace
  private let git: any GitClient

  /// - Parameter git: In the root of the repository.
  init(_ workspace: Workspace, git: any GitClient) {
    self.workspace = workspace
    self.git = git
  }

  /// The changes of one side to files.
  struct Side {
    fileprivate let renames: GitRenames
    /// The present paths of files that this side renamed, including files to which both sides gave new names.
    fileprivate var placed: [NotePath: NotePath] = [:]
    /// The former paths of this side's files that other files have now.
    fileprivate var displaced: Set<NotePath> = []
    /// The notes that this side renamed or changed.
    fileprivate var versions: [Version] = []
    /// The versions by their present paths.
    fileprivate var versionsByPlace: [NotePath: Version] = [:]
    fileprivate let base, commit: String

    fileprivate var renamed: [NotePath: NotePath] { renames.moves }
    fileprivate var changed: Set<NotePath> { renames.changed }
    fileprivate var exchanged: Set<NotePath> { renames.exchanged }
  }

  /// Returns the changes of both sides since their common ancestor; empty if one commit contains the other.
  func sides(_ ours: String, _ theirs: String) throws -> [Side] {
    let bases = try git.run(.reading("merge-base", ours, theirs))
    guard bases.isSuccess, ![ours, theirs].contains(bases.output.text) else { return [] }
    return try [ours, theirs].map { try side(bases.output.text, $0) }
  }

  /// Returns the changes that make links and tags of either side follow the other.
  ///
  /// The index must be up to date.
  func transaction(_ sides: [Side]) throws -> Transaction {
    var transaction = Transaction(words: ["sync"])
    for (path, text) in try texts(sides, of: nil).sorted(by: { $0.key < $1.key }) {
      transaction.replace(path, expecting: text.before, with: text.after)
    }
    return transaction
  }

  /// Returns the texts that change, by their paths.
  ///
  /// - Parameters:
  ///   - versions: Texts of notes that are not in the work tree. Only these texts are read; nil to read the files.
  ///   - isBase: True for texts that both sides had before.
  func texts(
    _ sides: [Side], of versions: [NotePath: [UInt8]]?, isBase: Bool = false
  ) throws -> [NotePath: (before: [UInt8], after: [UInt8])] {
    guard sides.count == 2 else { return [:] }
    var texts = (versions ?? [:]).mapValues { (before: $0, after: $0) }
    for (renamer, writer, isOurs) in [(sides[0], sides[1], false), (sides[1], sides[0], true)] {
      // A note that the writer only renamed has the writer's text if the renamer removed the note.
      let written = writer.changed.union(writer.renamed.values)
      let places = written.map { writer.placed[$0] ?? renamer.renames.newPath(of: $0) }
      let sources = (isBase ? Set((versions ?? [:]).keys) : Set(places)).filter { path in
        versions.map { $0[path] != nil } ?? ((path.isMarkdown || path.isCanvas) && workspace.files.exists(path))
      }.sorted()
      try rewrite(&texts, in: sources, renamer, writer, isOurs: isOurs)
    }
    return texts.filter { path, text in text.before != text.after && versions.map { $0[path] != nil } ?? true }
  }

  private typealias Texts = [NotePath: (before: [UInt8], after: [UInt8])]

  private func rewrite(
    _ texts: inout Texts, in sources: [NotePath], _ renamer: Side, _ writer: Side, isOurs: Bool
  ) throws {
    guard !sources.isEmpty else { return }
    func take(_ notes: [RewrittenNote]) {
      for note in notes { texts[note.path] = (texts[note.path]?.before ?? note.before, note.after) }
    }
    let parts = try parts(renamer, writer)
    take(try links(in: sources, renamer, writer, parts, isOurs: isOurs, texts))
    take(try links(in: sources, into: parts.moved, texts))
    for (old, new) in try tags(in: sources, renamer.versions) {
      take(try workspace.renamingTag(old, to: new, in: texts.mapValues(\.after)).notes)
    }
  }

  /// Returns texts from other machines with the present names. The texts were written before the renames since `commit`.
  func texts(
    renamedSince commit: String, of versions: [NotePath: [UInt8]]
  ) throws -> [NotePath: (before: [UInt8], after: [UInt8])] {
    let (renamer, writer) = (try side(commit, "HEAD"), try side(commit, commit))
    var texts: Texts = versions.mapValues { ($0, $0) }
    try rewrite(&texts, in: versions.keys.sorted(), renamer, writer, isOurs: false)
    return texts.filter { path, text in text.before != text.after && versions[path] != nil }
  }

  // MARK: - What a side did

  private func side(_ base: String, _ commit: String) throws -> Side {
    let renames = try GitRenames(since: base, to: commit, in: git)
    var side = Side(renames: renames, base: base, commit: commit)
    let since = try GitRenames(since: commit, to: "HEAD^{commit}", in: git)
    (side.placed, side.displaced) = (since.moves, since.exchanged)
    side.versions = try versions(of: side)
    for version in side.versions {
      side.versionsByPlace[side.placed[version.newPath] ?? version.newPath] = version
    }
    return side
  }

  /// A note that a side renamed or changed, before and after the change.
  fileprivate struct Version {
    let path: NotePath
    let newPath: NotePath
    let before: [UInt8]
    let after: [UInt8]
    /// False if the changed lines certainly have no heading, no block with a name, and no tag.
    let mayMoveAnchors, mayChangeTags: Bool

    init(path: NotePath, newPath: NotePath, before: [UInt8], after: [UInt8]) {
      (self.path, self.newPath, self.before, self.after) = (path, newPath, before, after)
      func lines(_ text: [UInt8]) -> Set<ArraySlice<UInt8>> { Set(text.split(separator: UInt8(ascii: "\n"))) }
      let changed = lines(before).symmetricDifference(lines(after))
      let signs = "#^=`~<".utf8
      mayMoveAnchors = changed.contains { line in
        line.contains(where: signs.contains) || line.allSatisfy { $0 == UInt8(ascii: "-") }
      }
      func fields(_ text: [UInt8]) -> ArraySlice<UInt8> { text[..<Document.bodyStart(of: text)] }
      mayChangeTags = fields(before) != fields(after) || changed.contains { $0.contains(where: "#:".utf8.contains) }
    }
  }

  private func versions(of side: Side) throws -> [Version] {
    let formerPaths = Dictionary(side.renamed.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let wanted = side.changed.union(side.renamed.values).filter(\.isMarkdown)
    guard !wanted.isEmpty else { return [] }
    let old = try contents(of: wanted.map { formerPaths[$0] ?? $0 }, at: side.base)
    let new = try contents(of: Array(wanted), at: side.commit)
    return wanted.sorted().compactMap { path in
      let former = formerPaths[path] ?? path
      guard let before = old[former], let after = new[path] else { return nil }
      return Version(path: former, newPath: path, before: before, after: after)
    }
  }

  private func contents(of paths: [NotePath], at commit: String) throws -> [NotePath: [UInt8]] {
    let files = try GitObjects(git).files(of: commit, paths: paths.map(\.string))
    let contents = try GitObjects(git).texts(of: files.map(\.object))
    let known = files.compactMap { file in contents[file.object].map { (NotePath(trusted: file.path), $0) } }
    return Dictionary(known, uniquingKeysWith: { $1 })
  }

  // MARK: - Links

  private func links(
    in sources: [NotePath], _ renamer: Side, _ writer: Side, _ parts: Parts, isOurs: Bool, _ texts: Texts
  ) throws -> [RewrittenNote] {
    let exchanged = renamer.exchanged.union(writer.displaced)
    let moves = renamer.renamed.merging(writer.placed) { $1 }.merging(parts.joined) { $1 }.filter {
      workspace.files.exists($0.value)
        && (!workspace.files.exists($0.key) || workspace.files.isFolder($0.key) || exchanged.contains($0.key))
    }
    let anchors = parts.anchors
    let rivals = try rivals(renamer, writer)
    guard !moves.isEmpty || !anchors.isEmpty || !rivals.isEmpty else { return [] }
    // An exchanged name, or a name that a second note got, means one note in the writer's text and another note elsewhere.
    let staying = moves.filter { !exchanged.contains($0.key) }
    var fixer = fixer(staying, renamer, anchors.filter { !exchanged.contains($0.key) })
    let isForeign = !exchanged.isEmpty || !rivals.isEmpty
    var foreign = isForeign ? self.fixer(moves, renamer, anchors, besides: rivals) : fixer
    let formerPaths = Dictionary(
      moves.filter { parts.joined[$0.key] == nil }.map { ($1, $0) },
      uniquingKeysWith: { writer.placed[$0] == nil ? $1 : $0 })
    var fixes = LinkFixes()
    for path in sources.sorted() {
      if path.isCanvas {
        if !renamer.changed.contains(path) {
          try foreign.fixCanvas(path, into: &fixes)
        } else {
          try fixer.fixCanvas(path, into: &fixes)
        }
        continue
      }
      let before = try texts[path]?.before ?? workspace.originals.read(path)
      var document = workspace.layout.document(texts[path]?.after ?? before)
      let former = formerPaths[path] ?? path
      let (theirs, own) = (renamer.versionsByPlace[path], writer.versionsByPlace[path])
      // A line that no side has rewritten is read as the writer's if names were exchanged, and as a shared line otherwise.
      let authors = LinkAuthors(
        renamer: theirs?.after ?? (exchanged.isEmpty ? own?.before : nil) ?? [], writer: own?.after,
        base: theirs?.before ?? own?.before, workspace.layout)
      if isForeign || former.folder != path.folder && theirs != nil {
        // If neither side has the note in its present folder, each side has a round. Shared links belong to our round.
        let countsShared = exchanged.isEmpty && theirs.map { $0.newPath.folder != path.folder && isOurs } ?? false
        document = try Self.counting(document, from: former, &foreign) { range, text in
          let author = authors.author(of: range, in: text)
          return author == .writer || author == .both && countsShared
        }
      }
      let text = document.source.bytes
      try fixer.fix(path, before: before, document, into: &fixes) { link in
        theirs == nil || link.range.map { ![.renamer, .two].contains(authors.author(of: $0, in: text)) } ?? true
      }
    }
    return fixes.notes
  }

  /// Returns the notes that one side has created and that share a name with another file. In the texts of the other side,
  /// the name does not mean these notes.
  private func rivals(_ renamer: Side, _ writer: Side) throws -> Set<NotePath> {
    func come(_ side: Side) -> Set<NotePath> {
      Set(side.renames.come.subtracting(side.renamed.values).map { side.placed[$0] ?? $0 })
    }
    return try come(renamer).subtracting(come(writer)).filter { path in
      try workspace.index.names(of: path).contains { try workspace.index.names.candidates(key: $0.key).count > 1 }
    }
  }

  /// - Parameter rivals: Notes that the names in the links do not mean.
  private func fixer(
    _ moves: [NotePath: NotePath], _ renamer: Side, _ anchors: [NotePath: AnchorChange],
    besides rivals: Set<NotePath> = []
  ) -> LinkFixer {
    let moves = PathMoves(
      moves.map { PathMoves.Move(from: $0.key, to: $0.value) }.sorted { $0.from < $1.from }, isOfFiles: true)
    var names: [NotePath: [NoteName]] = [:]
    var titles: [NotePath: String] = [:]
    for move in moves.moves { names[move.from] = NoteName.names(ofFile: move.from) }
    for version in renamer.versions where names[version.path] != nil {
      names[version.path] = Note(Document(parsing: version.before), at: version.path, in: workspace.layout).names
      titles[version.newPath] = Note(Document(parsing: version.after), at: version.newPath, in: workspace.layout).title
    }
    return LinkFixer(
      files: workspace.originals, layout: workspace.layout, moves: moves,
      names: NameTable(workspace.index, done: moves, former: names, besides: rivals), titles: titles,
      anchors: anchors, fixesParticles: workspace.configuration.flag("links.particles"))
  }

  // MARK: - Headings, blocks and texts of removed notes

  /// The places to which one side moved headings, blocks and texts of notes.
  private struct Parts {
    /// Renamed headings and blocks, by the note's name at the time when the link was written.
    var anchors: [NotePath: AnchorChange] = [:]
    /// Headings and blocks that are in another note now, by the current names of their former notes.
    var moved: [NotePath: (former: ShapedAnchors, goals: [ShapedLinks.Goal.Part: ShapedLinks.Goal])] = [:]
    /// The notes that have the texts of removed notes.
    var joined: [NotePath: NotePath] = [:]
  }

  private func parts(_ renamer: Side, _ writer: Side) throws -> Parts {
    var parts = Parts()
    var lost: [(version: Version, document: Document, targets: [NoteAnchors.Target])] = []
    for version in renamer.versions where version.mayMoveAnchors {
      let former = Document(parsing: version.before)
      let change = AnchorChange(matching: former, Document(parsing: version.after))
      parts.anchors[writer.renames.newPath(of: version.path)] = change
      if !change.lost.isEmpty { lost.append((version, former, change.lost)) }
    }
    let gone = renamer.renames.gone.filter { $0.isMarkdown && renamer.renamed[$0] == nil }.sorted()
    let known = Set(renamer.versions.map(\.newPath))
    let come = renamer.changed.subtracting(known).filter(\.isMarkdown)
    // So many at once come from a program that moved no parts.
    guard !lost.isEmpty || !gone.isEmpty, gone.count <= 200, known.count + come.count <= 2_000 else { return parts }
    let homes =
      renamer.versions.map { PartHome($0.newPath, before: $0.before, after: $0.after) }
      + (try contents(of: Array(come), at: renamer.commit)).sorted { $0.key < $1.key }
      .map { PartHome($0.key, before: [], after: $0.value) }
    for (version, document, targets) in lost {
      let former = ShapedAnchors(document)
      var goals: [ShapedLinks.Goal.Part: ShapedLinks.Goal] = [:]
      for target in targets {
        guard let (part, title, lines) = document.part(target) else { continue }
        guard let home = PartHome.best(homes, for: lines, title: title, besides: version.newPath) else { continue }
        goals[part] = goal(in: renamer.placed[home.path] ?? home.path, title, isNew: home.hasNewly(title))
      }
      let path = renamer.placed[version.newPath] ?? version.newPath
      if !goals.isEmpty { parts.moved[path] = (former, goals) }
    }
    for (path, bytes) in try contents(of: gone, at: renamer.base) {
      let lines = PartHome.lines(bytes[Document.bodyStart(of: bytes)...])
      if let home = PartHome.best(homes, for: lines, title: nil, besides: path) {
        parts.joined[path] = renamer.placed[home.path] ?? home.path
      }
    }
    return parts
  }

  /// - Parameter isNew: True if the note got a heading or a block of this name with the part.
  private func goal(in path: NotePath, _ title: String, isNew: Bool) -> ShapedLinks.Goal? {
    guard let bytes = try? workspace.originals.read(path) else { return nil }
    let found = isNew ? workspace.layout.document(bytes).offset(ofPart: title) : nil
    return ShapedLinks.Goal(path: path, part: found ?? .whole)
  }

  /// Returns the notes with links into parts that are in another note now.
  private func links(
    in sources: [NotePath],
    into moved: [NotePath: (former: ShapedAnchors, goals: [ShapedLinks.Goal.Part: ShapedLinks.Goal])], _ texts: Texts
  ) throws -> [RewrittenNote] {
    guard !moved.isEmpty else { return [] }
    let paths = Set(moved.keys).union(moved.values.flatMap { $0.goals.values.map(\.path) })
    var notes: [NotePath: ShapedAnchors] = [:]
    for path in paths {
      notes[path] = (try? workspace.originals.read(path)).map { ShapedAnchors(workspace.layout.document($0)) }
    }
    var fixer = LinkFixer(
      files: workspace.originals, layout: workspace.layout, moves: PathMoves([]),
      names: NameTable(workspace.index, PathMoves([]), renamed: [:]), titles: [:], anchors: [:], fixesParticles: false)
    var shaped = ShapedLinks(
      names: fixer.names, notes: notes, titles: [:], callsByTitle: workspace.layout.rules.decodesPageNames,
      pagesAreFolders: workspace.layout.rules.pagesAreFolders,
      fixesParticles: workspace.configuration.flag("links.particles"))
    var results: [RewrittenNote] = []
    for path in sources where path.isMarkdown {
      let before = try texts[path]?.before ?? workspace.originals.read(path)
      let document = workspace.layout.document(texts[path]?.after ?? before)
      let links = try document.links.compactMap { link -> ShapedLinks.Link? in
        let meaning = try fixer.meaning(of: link, from: path)
        let isWiki = link.kind.isWiki
        guard link.kind != .reference, !LinkFixer.isByLabel(meaning.link, document),
          let target = fixer.found(meaning, from: path), let parts = moved[target],
          let fragment = meaning.link.fragment, notes[target]?.part(of: fragment, isWiki: isWiki) == nil,
          let goal = parts.former.part(of: fragment, isWiki: isWiki).flatMap({ parts.goals[$0] })
        else { return nil }
        return ShapedLinks.Link(
          written: meaning.written, link: meaning.link, source: path, oldTarget: target, goal: goal)
      }
      guard !links.isEmpty else { continue }
      let result = try shaped.edits(document, at: path, links) { workspace.layout.document($0) }
      let after = try document.source.applying(result.edits).bytes
      results.append(RewrittenNote(path: path, before: before, after: after, count: result.count))
    }
    return results
  }

  /// Determines the side that wrote a link of a merged note.
  private final class LinkAuthors {
    enum Author {
      case renamer, writer
      /// Both sides have the line, or no side has the line or the link.
      case both
      /// Each side has written an equal line or link, and the sides may mean different notes.
      case two
    }

    private typealias Text = ArraySlice<UInt8>
    private let layout: VaultLayout
    private let texts: (renamer: [UInt8], writer: [UInt8]?, base: [UInt8]?)
    private lazy var lines = (
      renamer: Self.lines(texts.renamer), writer: texts.writer.map(Self.lines), base: texts.base.map(Self.lines)
    )
    private lazy var links = (renamer: links(texts.renamer), writer: links(texts.writer ?? []))

    /// - Parameter writer: The text of the writer. Nil if the whole note is the writer's.
    init(renamer: [UInt8], writer: [UInt8]?, base: [UInt8]?, _ layout: VaultLayout) {
      (texts, self.layout) = ((renamer, writer, base), layout)
    }

    func author(of range: ByteRange, in text: [UInt8]) -> Author {
      let feed = UInt8(ascii: "\n")
      let start = text[..<range.lowerBound].lastIndex(of: feed).map { $0 + 1 } ?? 0
      let end = text[range.upperBound...].firstIndex(of: feed) ?? text.endIndex
      let (line, link) = (text[start..<end], text[range.indices])
      let has = (lines.renamer.contains(line), lines.writer?.contains(line) ?? true)
      if has.0, has.1 { return lines.base?.contains(line) ?? true ? .both : .two }
      if has.0 || has.1 { return has.0 ? .renamer : .writer }
      switch (links.renamer.contains(link), links.writer.contains(link)) {
      case (true, true): return .two
      case (true, false): return .renamer
      case (false, true): return .writer
      case (false, false): return .both
      }
    }

    private static func lines(_ text: [UInt8]) -> Set<Text> { Set(text.split(separator: UInt8(ascii: "\n"))) }

    private func links(_ text: [UInt8]) -> Set<Text> {
      Set(layout.document(text).links.compactMap { $0.range.map { text[$0.indices] } })
    }
  }

  /// Returns the text of a note with relative links that were written at another path, adapted to the current path.
  ///
  /// - Parameters:
  ///   - former: The path of the note when these links were written.
  ///   - isForeign: Returns true for a link that was written while the note was at `former`.
  private static func counting(
    _ document: Document, from former: NotePath, _ fixer: inout LinkFixer, where isForeign: (ByteRange, [UInt8]) -> Bool
  ) throws -> Document {
    let text = document.source.bytes
    var edits: [TextEdit] = []
    for link in document.links {
      guard let range = link.range, isForeign(range, text) else { continue }
      let alone = fixer.layout.document(Array(text[range.indices]))
      let plan = try fixer.plan(alone, fixer.meanings(alone, former), former)
      guard !plan.edits.isEmpty else { continue }
      edits.append(TextEdit(range: range, replacement: try alone.source.applying(plan.textEdits).bytes))
    }
    return edits.isEmpty ? document : fixer.layout.document(try document.source.applying(edits).bytes)
  }

  // MARK: - Tags

  /// Returns the tags that a side has renamed, as far as only notes of the other side still have them.
  private func tags(in sources: [NotePath], _ versions: [Version]) throws -> [(old: TagName, new: TagName)] {
    var successors: [String: TagSuccessor] = [:]
    for version in versions where version.mayChangeTags {
      func tags(_ bytes: [UInt8], _ path: NotePath) -> [String: TagName] {
        let note = Note(Document(parsing: bytes), at: path, in: workspace.layout)
        return Dictionary(note.tags.map { (foldedName($0.string), $0) }, uniquingKeysWith: { first, _ in first })
      }
      let found = TagSuccessor.inNote(
        from: tags(version.before, version.path), to: tags(version.after, version.newPath))
      successors.merge(found) { $0.agreeing(with: $1) }
    }
    let written = Set(sources)
    return try successors.sorted { $0.key < $1.key }.compactMap { key, successor in
      // Under another name, a private tag of a note that the renamer never saw would hide the note no longer.
      guard let old = TagName(key), let new = successor.name,
        !PublicationCandidate.isPrivateTag(old.string),
        try workspace.index.tags.notes(below: old).allSatisfy(written.contains)
      else { return nil }
      return (old, new)
    }
  }
}

/// The successor of a tag, as the notes that had it show.
private struct TagSuccessor {
  private var candidates: Set<TagName>
  private var noteCount = 1
  /// False if only tags below this tag show the new name.
  private var isExact: Bool

  /// The new name, if at least two notes have the same other tag in its place.
  var name: TagName? { isExact && noteCount > 1 && candidates.count == 1 ? candidates.first : nil }

  func agreeing(with other: TagSuccessor, inOneNote: Bool = false) -> TagSuccessor {
    var both = self
    both.candidates.formIntersection(other.candidates)
    both.isExact = isExact || other.isExact
    if !inOneNote { both.noteCount += other.noteCount }
    return both
  }

  /// Returns the successors of tags that a note no longer has, by the folded names of the tags. `work/client` that became
  /// `job/client` is also one of `work`.
  static func inNote(from before: [String: TagName], to after: [String: TagName]) -> [String: TagSuccessor] {
    let gone = before.keys.filter { after[$0] == nil }
    let come = after.filter { before[$0.key] == nil }.map(\.value)
    // A tag that has simply gone has no successor.
    let names = gone.count <= come.count ? come : []
    var found: [String: TagSuccessor] = [:]
    for tag in gone {
      for end in tag.indices.filter({ tag[$0] == "/" }) + [tag.endIndex] {
        let candidates = names.compactMap { name -> TagName? in
          foldedName(name.string).hasSuffix(tag[end...]) ? TagName(name.string.dropLast(tag[end...].count)) : nil
        }
        let successor = TagSuccessor(candidates: Set(candidates), isExact: end == tag.endIndex)
        let ancestor = String(tag[..<end])
        found[ancestor] = found[ancestor]?.agreeing(with: successor, inOneNote: true) ?? successor
      }
    }
    return found
  }
}

/// A note that may have got a part of another.
private struct PartHome {
  let path: NotePath
  private let before, after: Set<ArraySlice<UInt8>>
  private let documents: (before: [UInt8], after: [UInt8])

  init(_ path: NotePath, before: [UInt8], after: [UInt8]) {
    (self.path, documents) = (path, (before, after))
    (self.before, self.after) = (Set(Self.lines(before[...])), Set(Self.lines(after[...])))
  }

  /// Returns the lines that have words.
  static func lines(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n")).filter { $0.contains { $0 > 0x2D } }
  }

  /// Returns true if the note has a new heading or block of this name.
  func hasNewly(_ name: String) -> Bool {
    Document(parsing: documents.after).offset(ofPart: name) != nil
      && Document(parsing: documents.before).offset(ofPart: name) == nil
  }

  /// Returns the note that got the most of these lines, and at least half.
  static func best(
    _ homes: [PartHome], for lines: [ArraySlice<UInt8>], title: String?, besides path: NotePath
  ) -> PartHome? {
    let found = homes.filter { $0.path != path }.map { home in
      (home, count: lines.count { home.after.contains($0) && !home.before.contains($0) })
    }
    let most = found.map(\.count).max() ?? 0
    guard most > 0 || lines.isEmpty, most * 2 >= lines.count else { return nil }
    let best = found.filter { home, count in
      count == most && (most > 0 || title.map(home.hasNewly) ?? false)
    }
    return best.count == 1 ? best[0].0 : nil
  }
}

extension Document {
  /// Returns a heading or a block by its offset, its name, and its lines.
  fileprivate func part(
    _ target: NoteAnchors.Target
  ) -> (part: ShapedLinks.Goal.Part, name: String, lines: [ArraySlice<UInt8>])? {
    switch target {
    case .heading(let place):
      let heading = headings[place]
      let end = headings[(place + 1)...].first { $0.level <= heading.level }?.range.lowerBound ?? source.bytes.count
      let text = source.bytes[heading.range.upperBound..<max(end, heading.range.upperBound)]
      return (.heading(heading.range.lowerBound), heading.text, PartHome.lines(text))
    case .block(let place):
      let block = blockIdentifiers[place]
      return (.block(block.range.lowerBound), "^" + block.name, [])
    case .element: return nil
    }
  }

  /// Returns the first heading or block of a name.
  fileprivate func offset(ofPart name: String) -> ShapedLinks.Goal.Part? {
    if name.hasPrefix("^") {
      return blockIdentifiers.first { "^" + $0.name == name }.map { .block($0.range.lowerBound) }
    }
    return headings.first { $0.text == name }.map { .heading($0.range.lowerBound) }
  }
}
