import ByteBasics
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

/// Lets what one side wrote follow the names that the other side has changed: of notes, of headings, of tags.
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

  /// What one side did to files.
  private struct Side {
    /// Former and new path.
    var renamed: [NotePath: NotePath] = [:]
    /// Files with other contents, by the path that they have there; a renamed file too.
    var changed: Set<NotePath> = []
    /// Where files are now that have another name on this side; also those that both sides gave a name and that got a third.
    var placed: [NotePath: NotePath] = [:]
    let commit: String

    /// Where a file is that this side may have renamed.
    func newPath(of path: NotePath) -> NotePath { renamed[path] ?? path }
  }

  /// The changes that make links and tags of either side follow the other.
  ///
  /// The index must be up to date.
  ///
  /// - Parameters:
  ///   - ours: A commit.
  ///   - theirs: The commit that was brought together with it.
  func transaction(_ ours: String, _ theirs: String) throws -> Transaction {
    var transaction = Transaction(words: ["sync"])
    let bases = try git.run(.reading("merge-base", ours, theirs))
    guard bases.isSuccess, ![ours, theirs].contains(bases.output.text) else { return transaction }
    let base = bases.output.text
    let sides = try [ours, theirs].map { try side(base, $0) }
    var texts: [NotePath: (before: [UInt8], after: [UInt8])] = [:]
    for (renamer, writer) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      let places = writer.changed.map { writer.placed[$0] ?? renamer.newPath(of: $0) }
      let sources = Set(places).filter { path in
        (path.isMarkdown || path.isCanvas) && workspace.files.exists(path)
      }.sorted()
      guard !sources.isEmpty else { continue }
      let known = try versions(of: renamer, at: base)
      func take(_ notes: [RewrittenNote]) {
        for note in notes {
          texts[note.path] = (texts[note.path]?.before ?? note.before, note.after)
        }
      }
      take(try links(in: sources, renamer, writer, known, texts))
      for (old, new) in try tags(in: sources, known) {
        take(try workspace.renamingTag(old, to: new, in: texts.mapValues(\.after)).notes)
      }
    }
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      transaction.replace(path, expecting: text.before, with: text.after)
    }
    return transaction
  }

  // MARK: - What a side did

  private func side(_ base: String, _ commit: String) throws -> Side {
    var side = Side(commit: commit)
    (side.renamed, side.changed) = try differences(base, commit)
    side.placed = try differences(commit, "HEAD^{commit}").renamed
    return side
  }

  /// What got another name between two commits, and what has other contents, by its later path.
  private func differences(
    _ before: String, _ after: String
  ) throws -> (renamed: [NotePath: NotePath], changed: Set<NotePath>) {
    var (renamed, changed): ([NotePath: NotePath], Set<NotePath>) = ([:], [])
    var fields = try git.output(
      .reading("diff-tree", "-r", "-z", "-M", "--name-status", "--relative", before, after)
    ).texts[...]
    while let kind = fields.popFirst(), let first = fields.popFirst() {
      let path = NotePath(trusted: first)
      if kind.hasPrefix("R"), let second = fields.popFirst() {
        let target = NotePath(trusted: second)
        renamed[path] = target
        if kind != "R100" { changed.insert(target) }
      } else if kind != "D" {
        changed.insert(path)
      }
    }
    return (renamed, changed)
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
    in sources: [NotePath], _ renamer: Side, _ writer: Side, _ versions: [Version],
    _ texts: [NotePath: (before: [UInt8], after: [UInt8])]
  ) throws -> [RewrittenNote] {
    let moves = PathMoves(
      renamer.renamed.merging(writer.placed) { $1 }.filter {
        workspace.files.exists($0.value)
          && (!workspace.files.exists($0.key) || workspace.files.isFolder($0.key))
      }.map { PathMoves.Move(from: $0.key, to: $0.value) }.sorted { $0.from < $1.from })
    var names: [NotePath: [NoteName]] = [:]
    var titles: [NotePath: String] = [:]
    for move in moves.moves { names[move.from] = NoteName.names(ofFile: move.from) }
    var anchors: [NotePath: AnchorChange] = [:]
    for version in versions {
      let document = Document(parsing: version.before)
      if names[version.path] != nil {
        names[version.path] = Note(document, at: version.path, in: workspace.layout).names
        titles[version.newPath] =
          Note(Document(parsing: version.after), at: version.newPath, in: workspace.layout).title
      }
      // Links of the writer's call the note by the name that it has there.
      anchors[writer.newPath(of: version.path)] = AnchorChange(
        from: NoteAnchors(document), to: NoteAnchors(Document(parsing: version.after)))
    }
    guard !moves.moves.isEmpty || !anchors.isEmpty else { return [] }
    var fixer = LinkFixer(
      files: workspace.originals, layout: workspace.layout, moves: moves,
      names: NameTable(workspace.index, done: moves, former: names), titles: titles,
      anchors: anchors, fixesParticles: workspace.configuration.flag("links.particles"))
    var fixes = LinkFixes()
    for path in sources.sorted() {
      if path.isCanvas {
        try fixer.fixCanvas(path, into: &fixes)
      } else {
        let before = try workspace.originals.read(path)
        let text = texts[path]?.after ?? before
        let former = moves.moves.first { $0.to == path && $0.from.folder != path.folder }?.from
        let moved = versions.first { $0.newPath == path }?.after
        var document = workspace.layout.document(text)
        if let former, let moved {
          document = try Self.counting(document, from: former, besides: moved, &fixer)
        }
        try fixer.fix(path, before: before, document, into: &fixes)
      }
    }
    return fixes.notes
  }

  /// The text of a note that has gone to another folder, in which new links count from there too.
  ///
  /// - Parameters:
  ///   - former: Where the note was when the links were written.
  ///   - moved: The note as the side has it that moved it: its links are right.
  private static func counting(
    _ document: Document, from former: NotePath, besides moved: [UInt8], _ fixer: inout LinkFixer
  ) throws -> Document {
    func written(_ link: Link, _ bytes: [UInt8]) -> [UInt8]? { link.range.map { Array(bytes[$0.indices]) } }
    let known = Set(fixer.layout.document(moved).links.compactMap { written($0, moved) })
    let text = document.source.bytes
    var edits: [TextEdit] = []
    for link in document.links {
      guard let range = link.range, let words = written(link, text), !known.contains(words)
      else { continue }
      let alone = fixer.layout.document(words)
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

  /// The tags that a side has renamed, as far as only notes of the other side still have them.
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

/// What came in the place of a tag, as the notes show that had it.
private struct TagSuccessor {
  private var candidates: Set<TagName>
  private var noteCount = 1
  /// False where it is known only of tags below this one.
  private var isExact: Bool

  /// The tag was renamed where at least two notes have the same other one in its place.
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

  /// The successors of the tags that a note has no more, by their folded names. `work/client` that became `job/client` is
  /// also one of `work`.
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
