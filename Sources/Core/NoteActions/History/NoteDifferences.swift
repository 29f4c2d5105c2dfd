import ByteBasics
package import CivilCalendar
package import NoteHistory
import NoteIndex
package import NoteModel
package import NotePresentation
import NoteRepository
import NoteSyntax
package import Wording

extension Workspace {
  /// Returns the differences of the files from a commit: of one note, or of all that differ. Throws ``GitError``.
  package func differences(
    of path: NotePath?, from revision: GitRevision, in git: any GitClient
  ) throws -> [NoteDiffReport.Entry] {
    if let path {
      let former: (path: NotePath, bytes: [UInt8])?
      do {
        former = try version(of: path, at: revision, from: git)
      } catch is NotInCommit {
        former = nil
      }
      let now = try? originals.read(path)
      guard former != nil || now != nil else { throw NotInCommit(path: path, commit: revision.commit) }
      return [difference(path, former?.path ?? path, former?.bytes, now, gate)].compactMap(\.self)
    }
    let unknown = try git.output(.reading("ls-files", "--others", "--exclude-standard", "-z")).texts
    let changes = Self.ofNotes(try changes(since: revision.commit, in: git) + unknown.map { GitFileChange(new: $0) })
    let contents = try GitObjects(git).texts(of: changes.compactMap(\.before))
    for change in changes {
      if let before = change.before, contents[before] == nil {
        throw missingContent(path: NotePath(trusted: change.path), object: before)
      }
    }
    var gate = gate
    gate.close(changes, in: layout) { change in
      (change.before.flatMap { contents[$0] }, try? originals.read(NotePath(trusted: change.path)))
    }
    let changed = changes.map { change in
      (
        change: change, before: change.before.flatMap { contents[$0] },
        after: try? originals.read(NotePath(trusted: change.path))
      )
    }
    // Git sees no renaming to a file that it does not know yet.
    let gone = changed.compactMap { file in
      file.change.kind == .removed ? file.before.map { (NotePath(trusted: file.change.path), $0) } : nil
    }
    let come = changed.compactMap { file in
      file.change.kind == .added ? file.after.map { (NotePath(trusted: file.change.path), $0) } : nil
    }
    let moves = GitRenames.moves(from: gone, to: come)
    let (names, moved) = (Dictionary(uniqueKeysWithValues: moves.map { ($1, $0) }), Set(moves.map(\.0)))
    let texts = Dictionary(gone, uniquingKeysWith: { $1 })
    return changed.compactMap { change, before, after in
      let path = NotePath(trusted: change.path)
      if moved.contains(path) { return nil }
      let own = names[path]
      return difference(
        path, own ?? NotePath(trusted: change.formerPath ?? change.path), own.flatMap { texts[$0] } ?? before, after,
        gate)
    }
  }

  /// Returns the differences between two commits. Throws ``GitError``.
  package func differences(
    from former: GitRevision, to latter: GitRevision, in git: any GitClient
  ) throws -> [NoteDiffReport.Entry] {
    let changes = Self.ofNotes(try GitLog(git).differences(from: former.commit, to: latter.commit))
    let contents = try GitObjects(git).texts(of: changes.flatMap { [$0.before, $0.after] }.compactMap(\.self))
    func text(_ object: String?) -> [UInt8]? { object.flatMap { contents[$0] } }
    for change in changes {
      for case let object? in [change.before, change.after] where contents[object] == nil {
        throw missingContent(path: NotePath(trusted: change.path), object: object)
      }
    }
    var gate = gate
    gate.close(changes, in: layout) { (text($0.before), text($0.after)) }
    return changes.compactMap { change in
      difference(
        NotePath(trusted: change.path), NotePath(trusted: change.formerPath ?? change.path), text(change.before),
        text(change.after), gate)
    }
  }

  private static func ofNotes(_ changes: [GitFileChange]) -> [GitFileChange] {
    changes.filter { change in
      let path = NotePath(trusted: change.path)
      return path.isMarkdown && !path.isHidden
    }
  }

  /// Returns the files that git knows and that differ from a commit.
  ///
  /// If git would have to read a file to find out, it is read here: to read one, git would run the filters of the
  /// repository.
  package func changes(since commit: String, in git: any GitClient) throws(GitError) -> [GitFileChange] {
    try GitLog(git).possibleDifferences(from: commit).filter { change in
      guard change.kind == .modified, let before = change.before,
        let key = ContentKey.key(ofObject: before),
        let bytes = try? originals.read(NotePath(trusted: change.path))
      else { return true }
      return ContentKey.key(of: bytes) != key
    }
  }

  private func difference(
    _ path: NotePath, _ former: NotePath, _ before: [UInt8]?, _ after: [UInt8]?, _ gate: ReadingGate
  ) -> NoteDiffReport.Entry? {
    guard before != after || path != former else { return nil }
    var gate = gate
    gate.close([(former, before), (path, after)], in: layout)
    func note(_ bytes: [UInt8], _ path: NotePath) -> Note {
      Note(Document(parsing: gate.readable(bytes, at: path, in: layout)), at: path, in: layout)
    }
    let old = before.map { note($0, former) }
    let new = after.map { note($0, path) }
    guard let shown = new ?? old else { return nil }
    return NoteDiffReport.Entry(
      path: path, title: shown.title, changes: NoteChange.changes(from: old, to: new),
      before: Self.body(old), after: Self.body(new))
  }

  private static func body(_ note: Note?) -> String {
    guard let document = note?.document else { return "" }
    return String(decoding: document.source.bytes.dropFirst(document.body.lowerBound), as: UTF8.self)
  }
}

extension ReadingGate {
  /// Seals the text of letters in changes that happened together.
  ///
  /// If most of a note's text changed together with its name, git reports a deleted file and a new file. A file that
  /// was deleted when a letter was added can therefore be the letter before its change.
  ///
  /// - Parameter versions: The content of a file before and after its change.
  mutating func close(
    _ changes: [GitFileChange], in layout: VaultLayout, versions: (GitFileChange) -> (before: [UInt8]?, after: [UInt8]?)
  ) {
    var day: Day?
    for change in changes {
      let (before, after) = versions(change)
      let path = NotePath(trusted: change.path)
      let former = NotePath(trusted: change.formerPath ?? change.path)
      guard close([(former, before), (path, after)], in: layout), change.kind == .added else { continue }
      day = max(day, letters[path])
    }
    guard let day else { return }
    for change in changes where change.kind == .removed {
      letters[NotePath(trusted: change.path)] = day
    }
  }

  private func max(_ one: Day?, _ other: Day?) -> Day? { [one, other].compactMap(\.self).max() }
}

extension Workspace {
  /// Returns a note as a commit has it, by the name that it has now or had then.
  ///
  /// - Throws: ``NotInCommit`` if that commit does not have it; ``GitError``
  package func version(
    of path: NotePath, at revision: GitRevision, from git: any GitClient
  ) throws -> (path: NotePath, bytes: [UInt8]) {
    let objects = GitObjects(git)
    for candidate in try [path] + formerNames(of: path, since: revision, from: git) {
      let files = try objects.files(of: revision.commit, paths: [candidate.string])
      guard let file = files.first(where: { $0.path == candidate.string }) else { continue }
      guard let bytes = try objects.texts(of: [file.object])[file.object] else {
        throw missingContent(path: candidate, object: file.object)
      }
      return (candidate, bytes)
    }
    throw NotInCommit(path: path, commit: revision.commit)
  }

  /// Returns the letters whose day has not come, by all names that they had since a commit.
  package func unopenedLetters(since revision: GitRevision, from git: any GitClient) throws -> [NotePath: Day] {
    var letters = try index.notes.sealedLetters()
    for (path, day) in letters {
      for name in try formerNames(of: path, since: revision, from: git) { letters[name] = day }
    }
    return letters
  }

  /// Returns the names that a note had between a commit and now, the latest first.
  private func formerNames(
    of path: NotePath, since revision: GitRevision, from git: any GitClient
  ) throws(GitError) -> [NotePath] {
    try GitLog(git).read(revision.commit + "..HEAD", path: path.string, into: [NotePath]()) { names, commit in
      names += commit.changes.compactMap { $0.formerPath.map { NotePath(trusted: $0) } }
    }
  }
}

package struct NotInCommit: ExplainedError {
  let path: NotePath
  let commit: String

  package var category: ErrorCategory { .notFound }
  package var explanation: Message {
    Message(
      "\(path) does not exist in commit \(commit.prefix(7))",
      ko: "\(commit.prefix(7)) 커밋에 없는 파일입니다: \(path)")
  }
  package var hint: Message? {
    Message(
      "“sheaf log \(path)” lists the commits that have it.",
      ko: "“sheaf log \(path)”로 그 메모의 커밋을 볼 수 있습니다.")
  }
}

/// Returns the error for a content that is missing in a partial clone.
func missingContent(path: NotePath, object: String) -> Problem {
  Problem(
    .notFound,
    Message(
      "This partial clone lacks the content of \(path) (git object \(object.prefix(10)))",
      ko: "부분 클론이라 \(path) 파일의 내용이 없습니다(git 개체 \(object.prefix(10)))"),
    hint: Message(
      "git cat-file -p \(object.prefix(10)) fetches it.",
      ko: "git cat-file -p \(object.prefix(10)) 명령으로 받을 수 있습니다."))
}
