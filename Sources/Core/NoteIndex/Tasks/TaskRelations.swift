import CivilCalendar
import GRDB
import NoteModel

/// The task of a `depends` or a `parent`: the note that it names as a link would, or the check box with this id.
enum TaskRelations {
  /// Joins the task that a row of `taskField` names, as `other`.
  static let blockers = [noteNamed, boxNamed]

  private static let noteNamed = """
    JOIN task AS other ON other.note = taskField.target AND other.line IS NULL
    """

  private static let boxNamed = """
    JOIN task AS other ON other.identifier = taskField.text AND other.line IS NOT NULL
    """

  /// Returns the dependencies between tasks, and the parts of tasks.
  static func edges(_ database: Database) throws -> [TaskGraph.Edge] {
    let selects = blockers.map { joined in
      """
      SELECT \(EdgeColumn.list)
      FROM taskField \(joined)
        JOIN task ON task.note = taskField.note AND task.position = taskField.task
        JOIN note AS holder ON holder.id = task.note
        JOIN note AS holder2 ON holder2.id = other.note
      WHERE taskField.name IS NOT NULL
        AND (other.note <> task.note OR other.position <> task.position)
      """
    }
    let rows = try BulkStatement(database, selects.joined(separator: " UNION ") + " ORDER BY 1, 2, 3, 4")
    var edges: [TaskGraph.Edge] = []
    let row = BulkRow<EdgeColumn>(rows)
    while try rows.next() {
      edges.append(
        TaskGraph.Edge(
          from: NotePosition.text(row.text(.path), line: row.optionalNumber(.line)),
          to: NotePosition.text(row.text(.otherPath), line: row.optionalNumber(.otherLine)),
          kind: row.text(.key) == "parent" ? .isPartOf : .waitsFor))
    }
    return edges
  }

  /// A condition for the tasks that have part in one.
  static let hasPart = """
    ((task.note, task.position) IN (SELECT note, task FROM taskField WHERE name IS NOT NULL)
      OR task.line IS NULL AND task.note IN (SELECT target FROM taskField WHERE target IS NOT NULL)
      OR task.line IS NOT NULL AND task.identifier IN (SELECT text FROM taskField WHERE name IS NOT NULL))
    """
}

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

  /// Resolves the fields that name one of `keys`.
  func resolveTaskFields(_ keys: Set<String>, _ follower: inout LinkFollower) throws {
    let update = try BulkStatement(
      database, "UPDATE taskField SET target = ? WHERE note = ? AND task = ? AND key = ? AND position = ?")
    for stored in try storedNames(keys) {
      let number = follower.outcome(of: stored.target, from: stored.source, number: stored.note).number
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
      SELECT \(StoredNameColumn.list)
      FROM taskField JOIN note ON note.id = taskField.note WHERE name = ?
      """)
    let row = BulkRow<StoredNameColumn>(rows)
    var stored: [StoredName] = []
    for name in keys {
      rows.bind(name)
      while try rows.next() {
        stored.append(
          StoredName(
            note: row.number(.note), task: row.number(.task), key: row.text(.key),
            position: row.number(.position), source: row.path(.path),
            target: LinkTarget(naming: row.text(.text)), number: row.optionalNumber(.target)))
      }
    }
    return stored
  }
}

/// A task, another task that it names, and the field with the name.
private enum EdgeColumn: Int, SelectList {
  case path, line, otherPath, otherLine, key

  static let table = "taskField"

  var sql: String {
    switch self {
    case .path: "holder.path"
    case .line: "task.line"
    case .otherPath: "holder2.path"
    case .otherLine: "other.line"
    case .key: "taskField.key"
    }
  }
}

/// A name of a task in a field of another.
private enum StoredNameColumn: Int, SelectList {
  case note, task, key, position, path, text, target

  static let table = "taskField"
  var sql: String { self == .path ? "note.path" : "taskField.\(self)" }
}
