package import NoteModel
import NoteSyntax
package import Wording

/// Returns the error for a place that is no task.
///
/// - Parameter note: The note that the name leads to, if it was read.
package func notATask(_ reference: NotePosition, in note: Note? = nil) -> Problem {
  let path = reference.path
  let boxes = note?.document.checkboxes.map(\.line) ?? []
  let isReminded = note.flatMap { RemindedNote($0) } != nil
  let explanation =
    if let line = reference.line {
      Message("There is no check box at \(path):\(line)", ko: "체크박스가 없는 줄입니다: \(path):\(line)")
    } else if isReminded {
      Message("\(path) is a note with a reminder, not a task", ko: "할 일이 아니라 알림이 있는 메모입니다: \(path)")
    } else {
      Message("\(path) is not a task", ko: "할 일이 아닙니다: \(path)")
    }
  let hint: Message? =
    if let first = boxes.first, boxes.count == 1 {
      Message(
        "Its check box is on line \(first); use \(path):\(first)",
        ko: "체크박스가 있는 줄은 \(first)입니다. \(path):\(first)처럼 지정하세요.")
    } else if let first = boxes.first {
      Message(
        "Its check boxes are on lines \(list(boxes)); use \(path):\(first)",
        ko: "체크박스가 있는 줄은 \(list(boxes))입니다. \(path):\(first)처럼 지정하세요.")
    } else if isReminded {
      Message(
        "“sheaf set \(path) remind:” removes the reminder, “sheaf set \(path) status:todo” makes it a task.",
        ko: "“sheaf set \(path) remind:”로 알림을 제거하거나 “sheaf set \(path) status:todo”로 할 일로 만들 수 있습니다.")
    } else if reference.line == nil {
      Message(
        "“sheaf set \(path) status:todo” makes it a task.", ko: "“sheaf set \(path) status:todo”로 할 일로 만들 수 있습니다.")
    } else {
      nil
    }
  return Problem(.notFound, explanation, hint: hint)
}

private func list(_ lines: [Int]) -> String { lines.prefix(12).map { String($0) }.joined(separator: ", ") }
