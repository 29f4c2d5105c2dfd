/// The times at which a file of the last commit was created and last changed, in seconds since the epoch.
package struct NoteDates: Sendable, Hashable {
  /// The time of creation. Nil if the history begins after the creation.
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
