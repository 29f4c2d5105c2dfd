import ByteBasics
package import NoteModel

/// The dates of all notes, kept up commit by commit.
package struct NoteDateTable: Sendable {
  /// The dates by path from the root of the notes.
  package private(set) var dates: [String: NoteDates]
  /// True if the history is cut off. In such a history, a commit without parents contains files from before that
  /// commit.
  private let isShallow: Bool
  private var laterNames: [String: String] = [:]

  package init(_ dates: [String: NoteDates] = [:], isShallow: Bool = false) {
    self.dates = dates
    self.isShallow = isShallow
  }

  /// Takes the next commit; its parents came before.
  package mutating func add(_ commit: GitCommit) {
    let knows = !(isShallow && commit.parents.isEmpty)
    for change in commit.changes { add(change, at: knows ? commit.seconds : nil) }
  }

  /// - Parameter seconds: nil if nobody knows when.
  private mutating func add(_ change: GitFileChange, at seconds: Int?) {
    let content = change.after.flatMap { ContentKey.key(ofObject: $0) }
    switch change.kind {
    case .removed: dates[change.path] = nil
    case .renamed:
      guard let former = change.formerPath else { return }
      var entry = dates.removeValue(forKey: former) ?? NoteDates(created: nil, changed: seconds, content: nil)
      if change.before != change.after { entry.change(at: seconds, to: content) }
      dates[change.path] = entry
      laterNames[former] = change.path
    case .added:
      if dates[change.path] == nil {
        dates[change.path] = NoteDates(created: seconds, changed: seconds, content: content)
      } else {
        // Another branch added it too.
        dates[change.path]?.change(at: seconds, to: content)
      }
    case .modified:
      let path = dates[change.path] == nil ? laterNames[change.path] ?? change.path : change.path
      dates[path, default: NoteDates(created: nil, changed: nil, content: nil)].change(at: seconds, to: content)
    }
  }
}

extension NoteDates {
  fileprivate mutating func change(at seconds: Int?, to content: Int?) {
    if let seconds { changed = max(changed ?? seconds, seconds) }
    self.content = content
  }
}

/// Reads the dates of notes from the history, in one pass.
package enum GitDates {
  /// Returns the dates of the notes of a commit, by path.
  ///
  /// - Parameters:
  ///   - git: Runs in the root of the notes.
  ///   - head: The commit whose files are dated.
  ///   - known: The dates at an earlier commit; if that one is in the history of `head`, only later commits
  ///     are read.
  /// - Returns: Nothing about files that are no notes.
  /// - Throws: ``GitError``
  package static func read(
    _ git: any GitClient, at head: String, since known: (commit: String, dates: [String: NoteDates])?
  ) throws(GitError) -> [String: NoteDates] {
    let log = GitLog(git)
    var table = NoteDateTable(isShallow: try log.isShallow)
    var range = head
    if let known, try log.isAncestor(known.commit, of: head) {
      table = NoteDateTable(known.dates)
      range = known.commit + ".." + head
    }
    let result = try log.read(range, oldestFirst: true, into: table) { $0.add($1) }
    return result.dates.filter { Self.isDated($0.key) }
  }

  /// Returns true for notes; other files have no dates.
  private static func isDated(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }
}

/// A number that tells contents apart: the first 64 bits of the object name that git gives them.
package enum ContentKey {
  /// Returns the key of a file with these bytes.
  package static func key(of bytes: [UInt8]) -> Int {
    Int(bitPattern: UInt(SHA1.prefix(Array("blob \(bytes.count)\0".utf8) + bytes)))
  }

  /// Returns the key of an object by its name in hexadecimal digits. Nil for a name of another form.
  package static func key(ofObject name: String) -> Int? {
    UInt(name.prefix(16), radix: 16).map { Int(bitPattern: $0) }
  }
}
