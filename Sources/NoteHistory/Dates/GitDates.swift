/// Reads the dates of notes from the history, in one pass.
package enum GitDates {
  /// The dates of the notes of a commit, by path.
  ///
  /// - Parameters:
  ///   - git: Runs in the root of the notes.
  ///   - head: The commit whose files are dated.
  ///   - known: What is known of an earlier commit; where that one is in the history of `head`, only what came after it
  ///     is read.
  /// - Returns: Nothing about files that are no notes.
  /// - Throws: ``GitError``
  package static func read(
    _ git: any GitClient, at head: String,
    since known: (commit: String, dates: [String: NoteDates])?
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

  /// Notes only; other files have no dates of their own.
  private static func isDated(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }
}
