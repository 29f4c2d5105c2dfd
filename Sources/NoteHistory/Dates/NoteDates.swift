/// When a file of the last commit came to be and was last changed, in seconds since the epoch.
package struct NoteDates: Sendable, Hashable {
  /// nil where the history does not go back so far.
  package var created: Int?
  package var changed: Int?
  /// The ``ContentKey`` of what was committed: the dates are those of this content.
  package var content: Int?

  package init(created: Int?, changed: Int?, content: Int?) {
    self.created = created
    self.changed = changed
    self.content = content
  }
}

/// The dates of all notes, kept up commit by commit.
package struct NoteDateTable: Sendable {
  /// By path from the root of the notes.
  package private(set) var dates: [String: NoteDates]
  /// In a history that is cut off, a commit without parents holds files from before it.
  private let isShallow: Bool
  private var laterNames: [String: String] = [:]

  package init(_ dates: [String: NoteDates] = [:], isShallow: Bool = false) {
    self.dates = dates
    self.isShallow = isShallow
  }

  /// Takes the next commit; its parents came before.
  package mutating func add(_ commit: GitCommit) {
    let knows = !(isShallow && commit.parents.isEmpty)
    for change in commit.changes {
      add(change, at: knows ? commit.seconds : nil)
    }
  }

  /// `seconds`: nil where nobody knows when.
  private mutating func add(_ change: GitFileChange, at seconds: Int?) {
    let content = change.after.flatMap { ContentKey.key(ofObject: $0) }
    switch change.kind {
    case .removed:
      dates[change.path] = nil
    case .renamed:
      guard let former = change.formerPath else { return }
      var entry =
        dates.removeValue(forKey: former) ?? NoteDates(created: nil, changed: seconds, content: nil)
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
      dates[path, default: NoteDates(created: nil, changed: nil, content: nil)]
        .change(at: seconds, to: content)
    }
  }
}

extension NoteDates {
  fileprivate mutating func change(at seconds: Int?, to content: Int?) {
    if let seconds { changed = max(changed ?? seconds, seconds) }
    self.content = content
  }
}
