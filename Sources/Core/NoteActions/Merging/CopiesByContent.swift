import NoteIndex
import NoteMerging
package import NoteModel
package import NoteRepository
import NoteSyntax

extension Workspace {
  /// Returns the conflict copies among the files of a scan: by name, by id, and by content.
  ///
  /// The index must be up to date. A copy of a copy counts as a copy of the original note.
  ///
  /// - Parameters:
  ///   - files: The paths of the notes, and perhaps of other files.
  ///   - named: The copies that are recognised by name.
  ///   - shared: The notes that share their ids.
  package func conflictCopies(
    among files: some Sequence<NotePath>, named: [ConflictCopy], sharingIdentifiers shared: [[NotePath]]
  ) throws -> [ConflictCopy] {
    let copies = named + (try CopiesByContent(workspace: self).find(among: files, shared))
    let originals = Dictionary(copies.map { ($0.path, $0.original) }) { first, _ in first }
    return copies.map { copy in
      var original = copy.original
      while let further = originals[original] { original = further }
      return ConflictCopy(path: copy.path, original: original)
    }
  }
}

/// Finds conflict copies with names that other notes could have: `plan 2.md` can be a separate plan.
///
/// A note is a copy if it has the id of another note and its name or its lines. A note is also a copy if a program
/// could have derived its name from another note in the folder, most lines are equal, and nothing marks it as a
/// separate note: another id, title or creation day, or a link to it.
private struct CopiesByContent {
  let workspace: Workspace

  func find(among files: some Sequence<NotePath>, _ shared: [[NotePath]]) throws -> [ConflictCopy] {
    let doubled = Set(workspace.doubledOccurrences(among: shared).flatMap { [$0.kept, $0.other] })
    var found: [NotePath: NotePath] = [:]
    for paths in shared {
      let paths = paths.filter { !doubled.contains($0) }.sorted(by: Self.isRatherOriginal)
      guard let first = paths.first, let original = version(of: first), original.isIdentified else { continue }
      for path in paths.dropFirst() where try !isLinked(path) {
        guard let version = version(of: path) else { continue }
        if Self.isNamed(path, after: first) || version.isLike(original) { found[path] = first }
      }
    }
    for path in files where found[path] == nil && !doubled.contains(path) {
      if let original = try original(of: path) { found[path] = original }
    }
    return found.map { ConflictCopy(path: $0.key, original: $0.value) }.sorted { $0.path < $1.path }
  }

  private func original(of path: NotePath) throws -> NotePath? {
    for name in ConflictCopyName.possibleOriginals(of: path.fileName) {
      let place = path.folder?.appending(name) ?? NotePath(trusted: name)
      guard place.isMarkdown, let original = version(of: place), let version = version(of: path),
        version.isLike(original), try !isLinked(path)
      else { continue }
      return place
    }
    return nil
  }

  /// Returns true if a link names the file, because the user then knows it as a note.
  private func isLinked(_ path: NotePath) throws -> Bool {
    try workspace.index.links.backlinkCount(of: path) > 0
  }

  private static func isNamed(_ path: NotePath, after original: NotePath) -> Bool {
    path.folder == original.folder && ConflictCopyName.extends(String(path.fileName), String(original.fileName))
  }

  /// Returns true if the first name is shorter, or earlier if both are equally long: copies get longer names.
  private static func isRatherOriginal(_ one: NotePath, _ other: NotePath) -> Bool {
    let lengths = (one.fileName.utf8.count, other.fileName.utf8.count)
    return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : one < other
  }

  /// - Returns: nil if it cannot be read or has conflict markers, which are resolved first.
  private func version(of path: NotePath) -> Version? {
    guard let bytes = try? workspace.originals.read(path), MarkedText(bytes) == nil else { return nil }
    return Version(Note(Document(parsing: bytes), at: path, in: workspace.layout), bytes)
  }

  private struct Version {
    private let identifier: String?
    private let title: String?
    private let created: String?
    /// The text below the front matter of each note, because templates give the same fields to many notes.
    private let lines: [ArraySlice<UInt8>: Int]
    private let allLines: [ArraySlice<UInt8>: Int]

    init(_ note: Note, _ bytes: [UInt8]) {
      identifier = note.identifier?.lowercased()
      title = note.titleField ?? note.leadingHeading
      created = note.fields.first { $0.key == "created" }?.text
      allLines = LineDistance.counts(bytes)
      lines = LineDistance.counts(Array(bytes[Document.bodyStart(of: bytes)...]))
    }

    /// True for an id that distinguishes notes; one word may be the id of several notes.
    var isIdentified: Bool { identifier.map(NoteIdentifier.tellsApart) ?? false }

    func isLike(_ other: Version) -> Bool {
      for key in [\Version.identifier, \.title, \.created] {
        if let mine = self[keyPath: key], let others = other[keyPath: key], mine != others { return false }
      }
      // Some tasks have nothing but fields.
      let hasText = !lines.isEmpty && !other.lines.isEmpty
      return hasText ? Self.mostAreEqual(lines, other.lines) : Self.mostAreEqual(allLines, other.allLines)
    }

    private static func mostAreEqual(_ one: [ArraySlice<UInt8>: Int], _ other: [ArraySlice<UInt8>: Int]) -> Bool {
      let common = one.reduce(0) { $0 + min($1.value, other[$1.key] ?? 0) }
      return 2 * common > max(one.values.reduce(0, +), other.values.reduce(0, +))
    }
  }
}
