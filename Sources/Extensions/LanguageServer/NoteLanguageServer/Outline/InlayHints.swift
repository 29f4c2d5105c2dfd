import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

extension Request {
  /// Answers `textDocument/inlayHint` with titles after links by an id, and due days in words.
  func inlayHints() throws -> JSONValue {
    let document = try requireDocument()
    guard snapshot.client.option("inlayHints", default: true) else { return .array([]) }
    let wanted =
      PositionRange(parameters["range"]).map { document.table.range($0) } ?? ByteRange(0, document.bytes.count)
    return .array(try titles(document, wanted) + dueDays(document, wanted))
  }

  private func hint(_ offset: Int, _ text: String, _ table: PositionTable) -> JSONValue {
    .map([
      "position": table.position(of: offset).json, "label": .string(text),
      "paddingLeft": .boolean(true),
    ])
  }

  private func titles(_ document: OpenDocument, _ wanted: ByteRange) throws -> [JSONValue] {
    let workspace = snapshot.workspace()
    return try workspace.index.links(of: document.note).compactMap { row in
      guard row.rank == .identifier, let range = row.range, let target = row.target,
        wanted.lowerBound <= range.upperBound, range.lowerBound <= wanted.upperBound,
        let note = try? snapshot.note(at: target, in: workspace)
      else { return nil }
      return hint(range.upperBound, note.title, document.table)
    }
  }

  /// Returns the hints at due days: the delay of overdue tasks, and the number of days until the others.
  private func dueDays(_ document: OpenDocument, _ wanted: ByteRange) -> [JSONValue] {
    document.dueTasks().filter { wanted.contains($0.offset) }.map { task in
      let days = task.due.here(at: snapshot.now).day.days(since: snapshot.today)
      let words =
        days > 1
        ? snapshot.text(Message("in \(days) days", ko: "\(days)일 뒤"))
        : days == 1
          ? snapshot.text(Message("tomorrow", ko: "내일"))
          : DueText(task.due, at: snapshot.now).words(in: snapshot.language)
      return hint(task.offset, words, document.table)
    }
  }
}

extension OpenDocument {
  /// Returns the overdue tasks, and where their due day is written.
  func overdueTasks(at now: CivilMoment) -> [DueTask] { dueTasks { $0.isOverdue(at: now) } }

  typealias DueTask = (offset: Int, range: ByteRange, due: CivilDate)

  /// Returns the open tasks with a due day, and where it is written.
  func dueTasks(where isWanted: (TaskItem) -> Bool = { !$0.status.isClosed }) -> [DueTask] {
    let parsed = note.document
    let boxes = Dictionary(parsed.checkboxes.map { ($0.line, $0) }) { first, _ in first }
    return note.tasks.filter(isWanted).compactMap { task in
      guard let due = task.due else { return nil }
      switch task.source {
      case .note:
        guard
          let entry = parsed.frontMatter?.entries.first(where: {
            FieldCatalogue.field(for: $0.key)?.key == "due"
          }), let range = entry.valueRange
        else { return nil }
        return (range.upperBound, range, due)
      case .checkbox(let line):
        guard let box = boxes[line] else { return nil }
        let start = box.textRange.lowerBound
        let field = CheckboxFields(box, in: parsed).field("due")
        let range = field.map { ByteRange(start + $0.range.lowerBound, start + $0.range.upperBound) }
        return (box.lineRange.upperBound, range ?? box.lineRange, due)
      }
    }
  }
}
