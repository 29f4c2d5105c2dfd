/// The times at which a file of the last commit was created and last changed, in seconds since the epoch.
package struct NoteDates: Sendable, Hashable {
  /// The time of creation; nil if the history begins later.
  package var created: Int?
  package var changed: Int?
  /// The key of the committed content: the dates belong to this content.
  package var content: Int?

  package init(created: Int?, changed: Int?, content: Int?) {
    self.created = created
    self.changed = changed
    self.content = content
  }
}
