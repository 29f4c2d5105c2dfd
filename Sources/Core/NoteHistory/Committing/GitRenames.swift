package import NoteModel

/// The files that were renamed between two commits.
///
/// A note with an id is followed by its id, whatever its name and text. For other notes, git detects a rename only if
/// the former name is free. If two notes exchanged names, or if a note got a name that another note gave up, the rename
/// is found by comparing lines.
package struct GitRenames: Sendable {
  /// New paths by the former ones.
  package private(set) var moves: [NotePath: NotePath]
  /// The former paths of notes whose name another note has now, and of the notes in a chain with them.
  package let exchanged: Set<NotePath>
  /// The files with other contents, by their later paths; a renamed file too.
  package private(set) var changed: Set<NotePath> = []
  /// The paths of deleted notes at which another note is now.
  package let replaced: Set<NotePath>
  /// The paths that are new, and the paths that no longer have a file.
  package let come, gone: Set<NotePath>

  /// Only the folder that git runs in is looked at.
  package init(since former: String, to latter: String, in git: any GitClient) throws(GitError) {
    let all = try GitTreeChange.between(former, latter, in: git, isInFolder: true)
    let changes = all.filter { NotePath(trusted: $0.path).isMarkdown }
    let identified = try IdentifiedNotes(all, git)
    let known = try Self.exchanges(changes, identified, git).merging(identified.moves) { $1 }
    let targets = Set(known.values)
    func paths(_ isAmong: (GitTreeChange) -> Bool) -> Set<NotePath> {
      Set(all.filter(isAmong).map { NotePath(trusted: $0.path) })
    }
    let present = paths { $0.after != nil }
    (come, gone) = (paths { $0.before == nil }, paths { $0.after == nil })
    moves = known
    replaced = identified.replaced
    exchanged = Set(
      known.filter { present.contains($0.key) || known[$0.value] != nil || targets.contains($0.key) }.keys)
    var fields = try git.output(
      .reading("diff-tree", "-r", "-z", "-M40%", "-l7000", "--name-status", "--relative", former, latter)
    ).texts[...]
    while let kind = fields.popFirst(), let first = fields.popFirst() {
      let path = NotePath(trusted: first)
      if kind.hasPrefix("R"), let second = fields.popFirst() {
        let target = NotePath(trusted: second)
        if moves[path] == nil, !targets.contains(target), !identified.areTwo(path, target) { moves[path] = target }
        if kind != "R100" { changed.insert(target) }
      } else if kind != "D" {
        changed.insert(path)
      }
    }
  }

  /// Pairs removed notes with added notes: first by id or equal text, then by the most common
  /// lines. Two ids are two notes, whatever their lines.
  package static func moves(
    from gone: [(NotePath, [UInt8])], to come: [(NotePath, [UInt8])]
  ) -> [(NotePath, NotePath)] {
    let (gone, come) = (gone.sorted { $0.0 < $1.0 }, come.sorted { $0.0 < $1.0 })
    var (rest, free) = (Set(gone.indices), Set(come.indices))
    var moves: [(NotePath, NotePath)] = []
    func take(_ former: Int, _ latter: Int) {
      moves.append((gone[former].0, come[latter].0))
      rest.remove(former)
      free.remove(latter)
    }
    let ids = (gone.map { NoteIdentifier.telling($0.1) }, come.map { NoteIdentifier.telling($0.1) })
    func take<Key: Hashable>(equal former: (Int) -> Key?, _ latter: (Int) -> Key?) {
      var places = Dictionary(grouping: free.sorted(by: >), by: latter)
      for place in rest.sorted() {
        guard let key = former(place), let found = places[key]?.popLast() else { continue }
        take(place, found)
      }
    }
    take(equal: { ids.0[$0] }, { ids.1[$0] })
    take(equal: { gone[$0].1 }, { come[$0].1 })
    take(equal: { textBelowName(gone[$0].0, gone[$0].1) }, { textBelowName(come[$0].0, come[$0].1) })
    // Git compares no more either.
    guard rest.count * free.count <= 1_000_000 else { return moves }
    let (former, latter) = (rest.sorted(), free.sorted())
    for pair in NoteLines.alike(former.map { gone[$0].1 }, latter.map { come[$0].1 }) {
      let (old, new) = (former[pair.former], latter[pair.latter])
      guard rest.contains(old), free.contains(new), ids.0[old] == nil || ids.1[new] == nil else { continue }
      take(old, new)
    }
    return moves
  }

  /// Returns the text below a heading with the name of the file. The text identifies notes that are too short for git,
  /// and that may have a new heading. Nil for other notes, and for a heading alone.
  fileprivate static func textBelowName(_ path: NotePath, _ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let line = bytes.prefix { $0 != 0x0A }
    guard line.starts(with: "# ".utf8),
      String(decoding: line.dropFirst(2), as: UTF8.self).lowercased() == path.stem.lowercased()
    else { return nil }
    let rest = bytes.dropFirst(line.count + 1)
    return rest.contains { $0 > 0x2D } ? rest : nil
  }

  package func newPath(of path: NotePath) -> NotePath { moves[path] ?? path }

  // MARK: - Exchanged names

  /// The most notes that are compared with each other. If more notes were added, removed or replaced, no exchange of
  /// two names is assumed.
  private static let limit = 200
  /// The most changed notes that are read to find out; more at once come from a program.
  fileprivate static let readLimit = 2_000

  private static func exchanges(
    _ all: [GitTreeChange], _ identified: IdentifiedNotes, _ git: any GitClient
  ) throws(GitError) -> [NotePath: NotePath] {
    let changes = all.compactMap(identified.rest)
    let rewritten = changes.filter { $0.before != nil && $0.after != nil }
    guard rewritten.count <= readLimit else { return [:] }
    var lines = try self.lines(of: rewritten, git)
    let others = Set(rewritten.filter { $0.likeness(lines) > NoteLines.same }.map(\.path))
    // A whole note at another name is a renaming that git sees.
    let gone = Set(all.compactMap { $0.after == nil ? $0.before?.object : nil })
    let come = Set(all.compactMap { $0.before == nil ? $0.after?.object : nil })
    let candidates = changes.filter { change in
      !others.contains(change.path) && !(change.before == nil && change.after?.object.map(gone.contains) == true)
        && !(change.after == nil && change.before?.object.map(come.contains) == true)
    }
    // Only if a note has become another one is there something that git does not see.
    guard rewritten.contains(where: { !others.contains($0.path) }) || !identified.moves.isEmpty,
      (2...limit).contains(candidates.count)
    else { return [:] }
    lines.merge(try self.lines(of: candidates.filter { $0.before == nil || $0.after == nil }, git)) { $1 }
    return closed(successors(candidates, lines, identified), candidates, lines, identified.moves)
  }

  private static func lines(of changes: [GitTreeChange], _ git: any GitClient) throws(GitError) -> [String: NoteLines] {
    try GitObjects(git).texts(of: changes.flatMap(\.objects)).mapValues { NoteLines($0) }
  }

  /// Returns the successors of notes by former path: the note most like each, and more than like its own former text.
  private static func successors(
    _ changes: [GitTreeChange], _ lines: [String: NoteLines], _ identified: IdentifiedNotes
  ) -> [NotePath: NotePath] {
    var found: [String: (path: String, likeness: Double)] = [:]
    for new in changes {
      guard let text = new.after?.object.flatMap({ lines[$0] }) else { continue }
      let least = max(NoteLines.alike, new.likeness(lines) + NoteLines.margin)
      let best = changes.compactMap { old -> (path: String, likeness: Double)? in
        let paths = (NotePath(trusted: old.path), NotePath(trusted: new.path))
        guard old.path != new.path, !identified.areTwo(paths.0, paths.1), !paths.0.isOfAnotherDay(than: paths.1),
          let former = old.before?.object.flatMap({ lines[$0] })
        else { return nil }
        return (old.path, former.likeness(to: text))
      }.max { $0.likeness < $1.likeness }
      guard let best, best.likeness >= least, best.likeness > found[best.path]?.likeness ?? 0 else { continue }
      found[best.path] = (new.path, best.likeness)
    }
    return Dictionary(uniqueKeysWithValues: found.map { (NotePath(trusted: $0), NotePath(trusted: $1.path)) })
  }

  /// Returns the chains and cycles of renames. If a note gave up a name and another note has it now, the other note is
  /// the next in the chain, or a new note that shares little text with the former one.
  private static func closed(
    _ renamed: [NotePath: NotePath], _ changes: [GitTreeChange], _ lines: [String: NoteLines],
    _ identified: [NotePath: NotePath]
  ) -> [NotePath: NotePath] {
    func paths(_ isThere: (GitTreeChange) -> Bool) -> Set<NotePath> {
      Set(changes.filter(isThere).map { NotePath(trusted: $0.path) })
    }
    let (before, after) = (paths { $0.before != nil }, paths { $0.after != nil })
    let byPath = Dictionary(changes.map { (NotePath(trusted: $0.path), $0) }, uniquingKeysWith: { $1 })
    func likeness(_ former: NotePath, _ latter: NotePath) -> Double {
      guard let old = byPath[former]?.before?.object.flatMap({ lines[$0] }),
        let new = byPath[latter]?.after?.object.flatMap({ lines[$0] })
      else { return 0 }
      return old.likeness(to: new, isItself: former == latter)
    }
    var moves = renamed
    while true {
      let targets = Set(moves.values)
      let stray = moves.filter { path, name in
        let isOccupied = after.contains(path) && !targets.contains(path)
        let isPlain = isOccupied && likeness(path, name) < max(NoteLines.same, likeness(path, path) + NoteLines.margin)
        return isPlain || before.contains(name) && moves[name] == nil
      }
      guard !stray.isEmpty else { break }
      for path in stray.keys { moves[path] = nil }
    }
    let known = moves.merging(identified) { $1 }
    let targets = Set(known.values)
    return moves.filter { known[$0.value] != nil || targets.contains($0.key) || after.contains($0.key) }
  }
}

/// Identifies the changed files: notes by their ids, pictures and documents by their content.
private struct IdentifiedNotes {
  private var before: [NotePath: String] = [:]
  private var after: [NotePath: String] = [:]
  /// New paths by the former ones.
  private(set) var moves: [NotePath: NotePath] = [:]
  /// The paths whose former notes, and whose present ones, are known before and after.
  private var settled: (before: Set<NotePath>, after: Set<NotePath>) = ([], [])

  init(_ changes: [GitTreeChange], _ git: any GitClient) throws(GitError) {
    let notes = changes.filter { NotePath(trusted: $0.path).isMarkdown }
    // A renamed note is either new or has changed, so without such files there is nothing to find.
    guard changes.contains(where: { $0.after != nil }), notes.count <= GitRenames.readLimit else { return }
    let contents = try GitObjects(git).texts(of: changes.flatMap(\.objects))
    let ids = contents.compactMapValues { NoteIdentifier.telling($0) }
    for change in changes {
      let path = NotePath(trusted: change.path)
      let isAttachment = !path.isMarkdown && FileKind(path.fileName) != .other
      before[path] = change.before?.object.flatMap { isAttachment ? $0 : ids[$0] }
      after[path] = change.after?.object.flatMap { isAttachment ? $0 : ids[$0] }
    }
    // An id that occurs twice identifies nothing.
    func places(_ ids: [NotePath: String]) -> [String: NotePath] {
      Dictionary(grouping: ids, by: \.value).compactMapValues { $0.count == 1 ? $0[0].key : nil }
    }
    var (gone, come): ([NotePath: String], [NotePath: String]) = ([:], [:])
    for change in notes where (change.before == nil) != (change.after == nil) {
      let path = NotePath(trusted: change.path)
      guard let object = change.objects.first, ids[object] == nil,
        let rest = contents[object].flatMap({ GitRenames.textBelowName(path, $0) })
      else { continue }
      if change.after == nil { gone[path] = "# " + String(decoding: rest, as: UTF8.self) }
      if change.before == nil { come[path] = "# " + String(decoding: rest, as: UTF8.self) }
    }
    let (old, new) = (places(before.merging(gone) { $1 }), places(after.merging(come) { $1 }))
    for (id, path) in old {
      guard let name = new[id] else { continue }
      settled.before.insert(path)
      settled.after.insert(name)
      if path != name { moves[path] = name }
    }
    for change in notes where change.after != nil {
      let path = NotePath(trusted: change.path)
      if let id = before[path], after[path] != id, new[id] == nil { replaced.insert(path) }
    }
  }

  /// The paths with another id than before, whose former id is nowhere.
  private(set) var replaced: Set<NotePath> = []

  /// Returns the effect of a change on notes that are known only before or only after; nil if there is none.
  func rest(_ change: GitTreeChange) -> GitTreeChange? {
    let path = NotePath(trusted: change.path)
    let rest = GitTreeChange(
      path: change.path, before: settled.before.contains(path) ? nil : change.before,
      after: settled.after.contains(path) ? nil : change.after)
    return rest.before == nil && rest.after == nil ? nil : rest
  }

  func areTwo(_ former: NotePath, _ latter: NotePath) -> Bool {
    before[former].flatMap { id in after[latter].map { $0 != id } } ?? false
  }
}

/// The lines of a note, to tell how much of them is in another.
private struct NoteLines {
  /// The similarity from which two notes count as versions of one; above ``same`` the two are one note that was edited.
  static let alike = 0.5
  static let same = 0.7
  /// The least difference between the likeness to another note and that to the note's own former text.
  static let margin = 0.3

  private var counts: [ArraySlice<UInt8>: Int] = [:]
  private var size = 0

  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.contains(where: { $0 > 0x2D }) {
      counts[line, default: 0] += 1
      size += line.count
    }
  }

  /// Returns the share of the bytes of both that are in lines of both.
  ///
  /// - Parameter isItself: True for a later version at the same path. A note that only grew is the same note.
  func likeness(to other: NoteLines, isItself: Bool = false) -> Double {
    let shared = counts.filter { other.counts[$0.key] != nil }
    let common = shared.reduce(0) { $0 + $1.key.count * min($1.value, other.counts[$1.key] ?? 0) }
    // One short line, such as a link, is in many notes.
    guard isItself ? common > 0 : shared.count > 1 || common >= 64 else { return 0 }
    return Double(2 * common) / Double(size + (isItself ? min(size, other.size) : other.size))
  }

  /// Returns the places of texts that are alike, the most alike first. Each line is looked up once, whatever the number
  /// of texts.
  static func alike(_ former: [[UInt8]], _ latter: [[UInt8]]) -> [(former: Int, latter: Int)] {
    let new = latter.map { NoteLines($0) }
    var places: [ArraySlice<UInt8>: [(place: Int, count: Int)]] = [:]
    for (place, lines) in new.enumerated() {
      for (line, count) in lines.counts { places[line, default: []].append((place, count)) }
    }
    var found: [(former: Int, latter: Int, likeness: Double)] = []
    for (number, text) in former.enumerated() {
      let old = NoteLines(text)
      var common = Array(repeating: 0, count: new.count)
      for (line, count) in old.counts {
        for (place, other) in places[line] ?? [] { common[place] += line.count * min(count, other) }
      }
      for (place, bytes) in common.enumerated() where bytes > 0 {
        let likeness = Double(2 * bytes) / Double(old.size + new[place].size)
        if likeness >= alike { found.append((number, place, likeness)) }
      }
    }
    return found.sorted { $0.likeness > $1.likeness }.map { ($0.former, $0.latter) }
  }
}

extension GitTreeChange {
  /// Returns the likeness of a note to its former version; 0 for one that came or went.
  fileprivate func likeness(_ lines: [String: NoteLines]) -> Double {
    guard let before = before?.object.flatMap({ lines[$0] }), let after = after?.object.flatMap({ lines[$0] })
    else { return 0 }
    return before.likeness(to: after, isItself: true)
  }
}
