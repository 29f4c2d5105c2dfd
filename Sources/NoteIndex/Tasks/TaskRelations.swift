import CivilCalendar
import GRDB
import NoteModel

/// Which task a `depends` or a `parent` means: the note that it names as a link would, or the check box with this id.
enum TaskRelations {
  /// Joins the task that a row of `taskField` names, as `other`.
  static let blockers = [noteNamed, boxNamed]

  private static let noteNamed = """
    JOIN task AS other ON other.note = taskField.target AND other.line IS NULL
    """

  private static let boxNamed = """
    JOIN task AS other ON other.identifier = taskField.text AND other.line IS NOT NULL
    """

  /// What waits for what and what is part of what, without the tasks of sealed letters.
  static func edges(_ database: Database, today: Day) throws -> [TaskGraph.Edge] {
    let sealed = SealedLetters(on: today).numbers
    let selects = blockers.map { joined in
      """
      SELECT holder.path, task.line, holder2.path, other.line, taskField.key
      FROM taskField \(joined)
        JOIN task ON task.note = taskField.note AND task.position = taskField.task
        JOIN note AS holder ON holder.id = task.note
        JOIN note AS holder2 ON holder2.id = other.note
      WHERE taskField.name IS NOT NULL
        AND (other.note <> task.note OR other.position <> task.position)
        AND task.note NOT IN \(sealed) AND other.note NOT IN \(sealed)
      """
    }
    let rows = try BulkStatement(
      database, selects.joined(separator: " UNION ") + " ORDER BY 1, 2, 3, 4")
    var edges: [TaskGraph.Edge] = []
    while try rows.next() {
      edges.append(
        TaskGraph.Edge(
          from: LocatedTask.reference(rows.text(0), line: rows.optionalInteger(1).map { Int($0) }),
          to: LocatedTask.reference(rows.text(2), line: rows.optionalInteger(3).map { Int($0) }),
          kind: rows.text(4) == "parent" ? .isPartOf : .waitsFor))
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
