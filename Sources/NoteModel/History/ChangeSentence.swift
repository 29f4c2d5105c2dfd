package import Wording

/// One sentence about what a command did to notes: the message of its commit.
package struct ChangeSentence: Sendable {
  /// A note before and after; nil where it was not there.
  package struct Difference: Sendable {
    package let path: NotePath
    package let before: Note?
    package let after: Note?

    package init(path: NotePath, before: Note?, after: Note?) {
      self.path = path
      self.before = before
      self.after = after
    }
  }

  private let differences: [Difference]
  private let hidesTitles: Bool

  /// `hidesTitles`: True where a sealed letter is among them.
  package init(_ differences: [Difference], hidesTitles: Bool) {
    self.differences = differences
    self.hidesTitles = hidesTitles
  }

  package var message: Message {
    if differences.count == 1, let only = differences.first { return sentence(only) }
    let count = differences.count
    if differences.allSatisfy({ $0.before == nil }) {
      return Message("Add \(counted(count, "note"))", ko: "메모 \(count)개 추가")
    }
    if differences.allSatisfy({ $0.after == nil }) {
      return Message("Remove \(counted(count, "note"))", ko: "메모 \(count)개 삭제")
    }
    return Message("Change \(counted(count, "note"))", ko: "메모 \(count)개 수정")
  }

  private func sentence(_ difference: Difference) -> Message {
    guard let note = difference.after ?? difference.before else {
      return Message("Change \(difference.path)", ko: "파일 수정: \(difference.path)")
    }
    if hidesTitles { return Message("Change a letter", ko: "편지 수정") }
    let title = note.title
    guard let old = difference.before else { return Message("Add “\(title)”", ko: "“\(title)” 추가") }
    guard let new = difference.after else {
      return Message("Remove “\(title)”", ko: "“\(title)” 삭제")
    }
    return change(old, new)
  }

  private func change(_ old: Note, _ new: Note) -> Message {
    let title = new.title
    let changes = NoteChange.changes(from: old, to: new)
    switch changes.first {
    case .renamed(let from, let to) where from.folder == to.folder:
      return Message(
        "Rename “\(old.title)” to “\(title)”", ko: "이름 변경: “\(old.title)” → “\(title)”")
    case .renamed(_, let to):
      let folder = to.folder?.string ?? "/"
      return Message("Move “\(title)” to \(folder)", ko: "“\(title)” 이동: \(folder)")
    case .moved(let from?, let to?):
      return Message(
        "Move “\(title)” from \(from) to \(to)", ko: "“\(title)” 상태 변경: \(from) → \(to)")
    case .box(let text, _, TaskStatus.done.name):
      return Message("Tick “\(text)” in “\(title)”", ko: "“\(title)” 완료: “\(text)”")
    case .some(let change) where changes.count == 1:
      return Message(
        "Change “\(title)”: \(change.words.english)", ko: "“\(title)” 수정: \(change.words.korean)")
    default: return Message("Change “\(title)”", ko: "“\(title)” 수정")
    }
  }
}
