import GRDB
import NoteModel

/// The names of tasks that other tasks wait for or are part of, resolved as links are.
extension StoredLinkResolver {
  private struct StoredName {
    let note: Int
    let task: Int
    let key: String
    let position: Int
    let source: NotePath
    let target: LinkTarget?
    let number: Int?
  }

  /// Resolves those that ask for one of `keys`.
  func resolveTaskFields(_ keys: Set<String>, _ follower: inout LinkFollower) throws {
    let update = try BulkStatement(
      database,
      "UPDATE taskField SET target = ? WHERE note = ? AND task = ? AND key = ? AND position = ?")
    for stored in try storedNames(keys) {
      let number =
        follower.outcome(of: stored.target, from: stored.source, number: stored.note).number
      guard number != stored.number else { continue }
      update.bind(number)
      update.bind(stored.note)
      update.bind(stored.task)
      update.bind(stored.key)
      update.bind(stored.position)
      try update.run()
    }
  }

  private func storedNames(_ keys: Set<String>) throws -> [StoredName] {
    let rows = try BulkStatement(
      database,
      """
      SELECT taskField.note, task, key, position, note.path, taskField.text, target
      FROM taskField JOIN note ON note.id = taskField.note WHERE name = ?
      """)
    var stored: [StoredName] = []
    for name in keys {
      rows.bind(name)
      while try rows.next() {
        stored.append(
          StoredName(
            note: Int(rows.integer(0)), task: Int(rows.integer(1)), key: rows.text(2),
            position: Int(rows.integer(3)), source: NotePath(trusted: rows.text(4)),
            target: LinkTarget(naming: rows.text(5)),
            number: rows.optionalInteger(6).map { Int($0) }))
      }
    }
    return stored
  }
}
