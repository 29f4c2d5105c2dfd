import ByteBasics
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

/// Lets changes of one side follow the names that the other side has changed: of notes, of headings, of tags.
///
/// The command that renames rewrites the links that it finds. Links that another machine wrote at the same time come
/// with the merge, by the old name. The files are as the merge has left them; only files that the one side changed are
/// rewritten, by names that the other side gave away.
struct NameFollowing {
  private let workspace: Workspace
  private let git: any GitClient

  /// - Parameter git: In the root of the repository.
  init(_ workspace: Workspace, git: any GitClient) {
    self.workspace = workspace
    self.git = git
  }

  /// The changes of one side to files.
  private struct Side {
    let renames: GitRenames
    /// The present paths of files that this side renamed; also of those that both sides renamed, with a third name.
    var placed: [NotePath: NotePath] = [:]
    /// The paths of its files that another file has now.
    var displaced: Set<NotePath> = []
    /// The notes that it renamed or changed.
    var versions: [Version] = []
    /// The versions by their present paths.
    var versionsByPlace: [NotePath: Version] = [:]
    let commit: String

    var renamed: [NotePath: NotePath] { renames.moves }
    var changed: Set<NotePath> { renames.changed }
    var exchanged: Set<NotePath> { renames.exchanged }
  }

  /// Returns the changes that make links and tags of either side follow the other.
  ///
  /// The index must be up to date.
  ///
  /// - Parameters:
  ///   - ours: A commit.
  ///   - theirs: The commit that was brought together with it.
  func transaction(_ ours: String, _ theirs: String) throws -> Transaction {
    var transaction = Transaction(words: ["sync"])
    for (path, text) in try texts(ours, theirs, of: nil).sorted(by: { $0.key < $1.key }) {
      transaction.replace(path, expecting: text.before, with: text.after)
    }
    return transaction
  }

  /// Returns the texts that change, by their paths.
  ///
  /// - Parameters:
  ///   - versions: Texts of notes that are not in the work tree, which alone are looked at; nil for the files.
  ///   - isBase: True for texts that both sides had before.
  func texts(
    _ ours: String, _ theirs: String, of versions: [NotePath: [UInt8]]?, isBase: Bool = false
  ) throws -> [NotePath: (before: [UInt8], after: [UInt8])] {
    let bases = try git.run(.reading("merge-base", ours, theirs))
    guard bases.isSuccess, ![ours, theirs].contains(bases.output.text) else { return [:] }
    let base = bases.output.text
    let sides = try [ours, theirs].map { try side(base, $0) }
    var texts = (versions ?? [:]).mapValues { (before: $0, after: $0) }
    for (renamer, writer, isOurs) in [(sides[0], sides[1], false), (sides[1], sides[0], true)] {
      // A note that the writer only renamed has what the writer knew if the renamer had removed it.
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
    take(try links(in: sources, renamer, writer, isOurs: isOurs, texts))
    for (old, new) in try tags(in: sources, renamer.versions) {
      take(try workspace.renamingTag(old, to: new, in: texts.mapValues(\.after)).notes)
    }
  }

  /// Returns texts that others wrote before names were changed here since `commit`, with the present names.
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
    var side = Side(renames: renames, commit: commit)
    let since = try GitRenames(since: commit, to: "HEAD^{commit}", in: git)
    (side.placed, side.displaced) = (since.moves, since.exchanged)
    side.versions = try versions(of: side, at: base)
    for version in side.versions {
      side.versionsByPlace[side.placed[version.newPath] ?? version.newPath] = version
    }
    return side
  }

  /// A note that a side renamed or changed: as it was, as the side has it.
  private struct Version {
    let path: NotePath
    let newPath: NotePath
    let before: [UInt8]
    let after: [UInt8]
  }

  private func versions(of side: Side, at base: String) throws -> [Version] {
    let formerPaths = Dictionary(
      side.renamed.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let wanted = side.changed.union(side.renamed.values).filter(\.isMarkdown)
    guard !wanted.isEmpty else { return [] }
    func objects(_ commit: String, _ paths: [NotePath]) throws -> [NotePath: String] {
      let files = try GitObjects(git).files(of: commit, paths: paths.map(\.string))
      return Dictionary(
        files.map { (NotePath(trusted: $0.path), $0.object) }, uniquingKeysWith: { $1 })
    }
    let old = try objects(base, wanted.map { formerPaths[$0] ?? $0 })
    let new = try objects(side.commit, Array(wanted))
    let contents = try GitObjects(git).contents(of: Array(old.values) + Array(new.values))
    return wanted.sorted().compactMap { path in
      let former = formerPaths[path] ?? path
      guard let before = old[former].flatMap({ contents[$0] }),
        let after = new[path].flatMap({ contents[$0] })
      else { return nil }
      return Version(path: former, newPath: path, before: before, after: after)
    }
  }

  // MARK: - Links

  private func links(
    in sources: [NotePath], _ renamer: Side, _ writer: Side, isOurs: Bool,
    _ texts: [NotePath: (before: [UInt8], after: [UInt8])]
  ) throws -> [RewrittenNote] {
    let exchanged = renamer.exchanged.union(writer.displaced)
    let moves = renamer.renamed.merging(writer.placed) { $1 }.filter {
      workspace.files.exists($0.value)
        && (!workspace.files.exists($0.key) || workspace.files.isFolder($0.key) || exchanged.contains($0.key))
    }
    let anchors = anchors(renamer, writer)
    guard !moves.isEmpty || !anchors.isEmpty else { return [] }
    // A name that was exchanged means one note in the writer's text and another in all else.
    let staying = moves.filter { !exchanged.contains($0.key) }
    var fixer = fixer(staying, renamer, anchors.filter { !exchanged.contains($0.key) })
    var foreign = exchanged.isEmpty ? fixer : self.fixer(moves, renamer, anchors)
    let formerPaths = Dictionary(
      moves.map { ($1, $0) }, uniquingKeysWith: { writer.placed[$0] == nil ? $1 : $0 })
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
      let theirs = renamer.versionsByPlace[path]
      if !exchanged.isEmpty {
        let known = KnownLines(theirs?.after ?? [])
        document = try Self.counting(document, from: former, unless: known.contain, &foreign)
      } else if former.folder != path.folder, let theirs {
        let known = KnownLinks(
          at: path, renamer: theirs, writer: writer.versionsByPlace[path], isWriterOurs: isOurs, workspace.layout)
        document = try Self.counting(document, from: former, unless: known.contain, &foreign)
      }
      try fixer.fix(path, before: before, document, into: &fixes)
    }
    return fixes.notes
  }

  private func fixer(
    _ moves: [NotePath: NotePath], _ renamer: Side, _ anchors: [NotePath: AnchorChange]
  ) -> LinkFixer {
    let moves = PathMoves(
      moves.map { PathMoves.Move(from: $0.key, to: $0.value) }.sorted { $0.from < $1.from }, isOfFiles: true)
    var names: [NotePath: [NoteName]] = [:]
    var titles: [NotePath: String] = [:]
    for move in moves.moves { names[move.from] = NoteName.names(ofFile: move.from) }
    for version in renamer.versions where names[version.path] != nil {
      names[version.path] =
        Note(Document(parsing: version.before), at: version.path, in: workspace.layout).names
      titles[version.newPath] =
        Note(Document(parsing: version.after), at: version.newPath, in: workspace.layout).title
    }
    return LinkFixer(
      files: workspace.originals, layout: workspace.layout, moves: moves,
      names: NameTable(workspace.index, done: moves, former: names), titles: titles,
      anchors: anchors, fixesParticles: workspace.configuration.flag("links.particles"))
  }

  /// Returns the headings and blocks that the renamer gave other names. Links of the writer's call a note by the name
  /// that it has there.
  private func anchors(_ renamer: Side, _ writer: Side) -> [NotePath: AnchorChange] {
    var anchors: [NotePath: AnchorChange] = [:]
    for version in renamer.versions {
      anchors[writer.renames.newPath(of: version.path)] = AnchorChange(
        from: NoteAnchors(Document(parsing: version.before)),
        to: NoteAnchors(Document(parsing: version.after)))
    }
    return anchors
  }

  /// The links of a merged note that the writer did not write: they count from where the note is.
  private struct KnownLinks {
    private let known: Set<[UInt8]>
    /// All that the writer has; nil if the rest is the writer's.
    private let own: Set<[UInt8]>?

    /// - Parameter isWriterOurs: If neither side has the note in its present folder, each has a round; for content
    ///   that both have, ours counts.
    init(
      at path: NotePath, renamer: Version, writer: Version?, isWriterOurs: Bool, _ layout: VaultLayout
    ) {
      func links(_ version: Version) -> Set<[UInt8]> {
        Set(layout.document(version.after).links.compactMap { $0.range.map { Array(version.after[$0.indices]) } })
      }
      let isThere = renamer.newPath.folder == path.folder
      known = isThere || !isWriterOurs ? links(renamer) : []
      own = isThere ? nil : writer.map(links)
    }

    func contain(_ range: ByteRange, in text: [UInt8]) -> Bool {
      let words = Array(text[range.indices])
      return known.contains(words) || own?.contains(words) == false
    }
  }

  /// The lines that the renamer has: their links have the new meaning of a name that was exchanged.
  private struct KnownLines {
    private let lines: Set<ArraySlice<UInt8>>

    init(_ bytes: [UInt8]) { lines = Set(bytes.split(separator: UInt8(ascii: "\n"))) }

    func contain(_ range: ByteRange, in text: [UInt8]) -> Bool {
      let feed = UInt8(ascii: "\n")
      let start = text[..<range.lowerBound].lastIndex(of: feed).map { $0 + 1 } ?? 0
      let end = text[range.upperBound...].firstIndex(of: feed) ?? text.endIndex
      return lines.contains(text[start..<end])
    }
  }

  /// Returns the text of a note in which links that were written elsewhere count from where it is now.
  ///
  /// - Parameters:
  ///   - former: The path of the note when these links were written.
  ///   - isKnown: True for a link of the text that is none of them.
  private static func counting(
    _ document: Document, from former: NotePath, unless isKnown: (ByteRange, [UInt8]) -> Bool,
    _ fixer: inout LinkFixer
  ) throws -> Document {
    let text = document.source.bytes
    var edits: [TextEdit] = []
    for link in document.links {
      guard let range = link.range, !isKnown(range, text) else { continue }
      let alone = fixer.layout.document(Array(text[range.indices]))
      let plan = try fixer.plan(alone, fixer.meanings(alone, former), former)
      guard !plan.edits.isEmpty else { continue }
      edits.append(
        TextEdit(
          range: range, replacement: try alone.source.applying(plan.textEdits).bytes))
    }
    return edits.isEmpty
      ? document : fixer.layout.document(try document.source.applying(edits).bytes)
  }

  // MARK: - Tags

  /// Returns the tags that a side has renamed, as far as only notes of the other side still have them.
  private func tags(
    in sources: [NotePath], _ versions: [Version]
  ) throws -> [(old: TagName, new: TagName)] {
    var successors: [String: TagSuccessor] = [:]
    for version in versions {
      func tags(_ bytes: [UInt8], _ path: NotePath) -> [String: TagName] {
        let note = Note(Document(parsing: bytes), at: path, in: workspace.layout)
        return Dictionary(
          note.tags.map { (foldedName($0.string), $0) }, uniquingKeysWith: { first, _ in first })
      }
      let found = TagSuccessor.inNote(
        from: tags(version.before, version.path), to: tags(version.after, version.newPath))
      successors.merge(found) { $0.agreeing(with: $1) }
    }
    let written = Set(sources)
    return try successors.sorted { $0.key < $1.key }.compactMap { key, successor in
      guard let old = TagName(key), let new = successor.name,
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
  /// False if it is known only of tags below this one.
  private var isExact: Bool

  /// The new name, if at least two notes have the same other tag in its place.
  var name: TagName? {
    isExact && noteCount > 1 && candidates.count == 1 ? candidates.first : nil
  }

  func agreeing(with other: TagSuccessor, inOneNote: Bool = false) -> TagSuccessor {
    var both = self
    both.candidates.formIntersection(other.candidates)
    both.isExact = isExact || other.isExact
    if !inOneNote { both.noteCount += other.noteCount }
    return both
  }

  /// Returns the successors of the tags that a note has no more, by their folded names. `work/client` that became
  /// `job/client` is also one of `work`.
  static func inNote(
    from before: [String: TagName], to after: [String: TagName]
  ) -> [String: TagSuccessor] {
    let gone = before.keys.filter { after[$0] == nil }
    let come = after.filter { before[$0.key] == nil }.map(\.value)
    // A tag that has simply gone has no successor.
    let names = gone.count <= come.count ? come : []
    var found: [String: TagSuccessor] = [:]
    for tag in gone {
      for end in tag.indices.filter({ tag[$0] == "/" }) + [tag.endIndex] {
        let candidates = names.compactMap { name -> TagName? in
          foldedName(name.string).hasSuffix(tag[end...])
            ? TagName(name.string.dropLast(tag[end...].count)) : nil
        }
        let successor = TagSuccessor(candidates: Set(candidates), isExact: end == tag.endIndex)
        let ancestor = String(tag[..<end])
        found[ancestor] = found[ancestor]?.agreeing(with: successor, inOneNote: true) ?? successor
      }
    }
    return found
  }
}
