import CivilCalendar
import GRDB
import NoteModel
import Synchronization

/// The conditions on a task, in columns of its row: each fact has one condition, for notes and for tasks.
extension QueryCompiler {
  /// The table with the columns that notes and tasks have in common.
  var subjectTable: String { subject == .task ? "task" : "note" }

  /// Applies a condition on `task` to the task in question, or to the task that the note itself is.
  func ofOwnTask(_ condition: String) -> String {
    switch subject {
    case .task: "(\(condition))"
    case .note: "EXISTS (SELECT 1 FROM task WHERE task.note = note.id AND task.line IS NULL AND \(condition))"
    }
  }

  /// Returns a condition with one part for tasks that are notes and another for check boxes.
  static func ofTask(note: String, box: String) -> String {
    "(task.line IS NULL AND \(note) OR task.line IS NOT NULL AND \(box))"
  }

  /// True for a note that is a task itself; an unknown `status` does not make a note a task.
  static var isOwnTask: String {
    "EXISTS (SELECT 1 FROM task AS own WHERE own.note = note.id AND own.line IS NULL)"
  }

  static var isOpen: String { "task.isClosed = 0" }

  /// True for an open task with a title. The index `taskOpen` contains these.
  static var isOpenAndShown: String { "\(isOpen) AND task.place IS NOT NULL" }

  /// A day is over when it has ended here, a moment when it has passed.
  var isOverdue: String {
    """
    CASE WHEN task.dueSeconds IS NULL THEN task.dueDay < \(now.day.daysSinceEpoch)
      ELSE task.dueSeconds < \(now.secondsSinceEpoch()) END
    """
  }

  /// The day or the moment from which it can be begun has passed or is today.
  var hasStarted: String {
    """
    (task.startDay IS NULL OR CASE WHEN task.startSeconds IS NULL
      THEN task.startDay <= \(now.day.daysSinceEpoch)
      ELSE task.startSeconds <= \(now.secondsSinceEpoch()) END)
    """
  }

  /// The SQL condition of a task that depends on an open task.
  var isBlocked: String {
    // Looked up once for all tasks: few have blockers, or none.
    let blocked = TaskRelations.blockers.map { joined in
      """
      SELECT taskField.note, taskField.task FROM taskField \(joined)
      WHERE taskField.key = 'depends' AND other.isClosed = 0
        AND (other.note <> taskField.note OR other.position <> taskField.task)
      """
    }
    return "((task.note, task.position) IN (\(blocked.joined(separator: " UNION ALL "))))"
  }

  /// A check box has its own tags and those of its note's front matter.
  var hasTag: String {
    switch subject {
    case .note: "(note.tags <> '')"
    case .task:
      Self.ofTask(note: "note.tags <> ''", box: "(task.tags <> '' OR note.id IN (SELECT note FROM tag WHERE isField))")
    }
  }

  /// Returns the condition for a check box that has the folded tag, or a nested tag, in its own line.
  mutating func boxHasTag(_ folded: String) -> String {
    arguments += ["\n\(folded)\n", "\n\(folded)/"]
    return "(instr(task.tagKeys, ?) OR instr(task.tagKeys, ?))"
  }

  /// Returns the condition for words in the text of a box, or in its tags unless they are asked of the title alone.
  mutating func inBox(_ term: TextTerm) -> String {
    let texts = term.scope == .title ? ["task.title"] : ["task.title", "task.tags"]
    let conditions = texts.map { text in
      arguments.append(BoxWords.encoded(term))
      return "hasWords(\(text), ?)"
    }
    return "(" + conditions.joined(separator: " OR ") + ")"
  }
}

/// Words that a query looks for in the text of a check box, which full-text search keeps only as a part of its note.
enum BoxWords {
  /// Returns a term as the argument of ``DatabaseFunction/hasWords``.
  static func encoded(_ term: TextTerm) -> String { (term.isPrefix ? "*" : " ") + term.words }

  /// The matchers of the queries of this process, each made once.
  private static let matchers = Mutex<[String: LineMatcher]>([:])

  fileprivate static func matcher(_ encoded: String) -> LineMatcher {
    matchers.withLock { matchers in
      if let matcher = matchers[encoded] { return matcher }
      let term = TextTerm(words: String(encoded.dropFirst()), isPrefix: encoded.hasPrefix("*"))
      let matcher = LineMatcher(.text(term))
      // A server answers queries for days.
      if matchers.count > 100 { matchers = [:] }
      matchers[encoded] = matcher
      return matcher
    }
  }
}

extension DatabaseFunction {
  /// `hasWords(text, term)`: whether the words of a term are in a text.
  static let hasWords = DatabaseFunction("hasWords", argumentCount: 2, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let term = String.fromDatabaseValue(values[1])
    else { return nil }
    return !BoxWords.matcher(term).hits(in: Array(text.utf8), limit: 1).isEmpty
  }
}
