package import NoteModel
import NoteSyntax
package import Wording

package struct NotATask: ExplainedError {
  private let reference: NotePosition
  /// The lines of the note's check boxes.
  private let boxes: [Int]
  private let isReminded: Bool

  /// - Parameter note: The note that the name leads to, if it was read.
  package init(_ reference: NotePosition, in note: Note? = nil) {
    self.reference = reference
    boxes = note?.document.checkboxes.map(\.line) ?? []
    isReminded = note.flatMap { RemindedNote($0) } != nil
  }

  package var category: ErrorCategory { .notFound }

  package var explanation: Message {
    guard let line = reference.line else {
      guard !isReminded else {
        return Message(
          "\(reference.path) is a note with a reminder, not a task",
          ko: "할 일이 아니라 알림이 있는 메모입니다: \(reference.path)")
      }
      return Message(
        "\(reference.path) is not a task", ko: "할 일이 아닙니다: \(reference.path)")
    }
    return Message(
      "There is no check box at \(reference.path):\(line)",
      ko: "체크박스가 없는 줄입니다: \(reference.path):\(line)")
  }

  package var hint: Message? {
    guard !boxes.isEmpty else {
      guard !isReminded else {
        return Message(
          "“sheaf set \(reference.path) remind:” removes the reminder, “sheaf set \(reference.path) status:todo” makes it a task.",
          ko:
            "“sheaf set \(reference.path) remind:”로 알림을 제거하거나 “sheaf set \(reference.path) status:todo”로 할 일로 만들 수 있습니다."
        )
      }
      return reference.line == nil
        ? Message(
          "“sheaf set \(reference.path) status:todo” makes it a task.",
          ko: "“sheaf set \(reference.path) status:todo”로 할 일로 만들 수 있습니다.") : nil
    }
    let example = "\(reference.path):\(boxes[0])"
    guard boxes.count > 1 else {
      return Message(
        "Its check box is on line \(boxes[0]); use \(example)",
        ko: "체크박스가 있는 줄은 \(boxes[0])입니다. \(example)처럼 지정하세요.")
    }
    let lines = boxes.prefix(12).map { String($0) }.joined(separator: ", ")
    return Message(
      "Its check boxes are on lines \(lines); use \(example)",
      ko: "체크박스가 있는 줄은 \(lines)입니다. \(example)처럼 지정하세요.")
  }
}
