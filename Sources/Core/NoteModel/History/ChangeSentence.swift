package import Wording

/// One sentence about the changes of a command to notes: the message of its commit.
package struct ChangeSentence: Sendable {
  /// A note before and after; nil if it was not there.
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

  package init(_ differences: [Difference]) {
    self.differences = differences
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

extension NoteChange {
  /// The change in a few words without a full stop.
  package var words: Message {
    switch self {
    case .created: Message("created", ko: "생성")
    case .removed: Message("removed", ko: "삭제")
    case .renamed(let old, let new): Self.renamed(old, new)
    case .moved(let from, let to): Self.moved(from, to)
    case .field(let key, let from, let to): Self.field(key, from.first, to.first)
    case .list(let key, let added, let removed):
      Message(
        verbatim: key + added.map { " +" + $0 }.joined() + removed.map { " −" + $0 }.joined())
    case .box(let text, let from, let to): Self.box(text, from, to)
    case .lines(let added, let removed, let heading): Self.lines(added, removed, heading)
    case .merged: Message("merged from both sides", ko: "양쪽의 변경을 병합")
    case .missing(let object):
      Message(
        "changed, but this partial clone lacks the content (git cat-file -p \(object.prefix(10)) fetches it)",
        ko: "변경됨. 부분 클론이라 내용이 없음(git cat-file -p \(object.prefix(10)) 명령으로 받을 수 있음)")
    }
  }

  private static func renamed(_ old: NotePath, _ new: NotePath) -> Message {
    old.folder == new.folder
      ? Message("renamed from \(old.fileName)", ko: "이름 변경(이전: \(old.fileName))")
      : Message("moved from \(old)", ko: "이동(이전: \(old))")
  }

  private static func moved(_ from: String?, _ to: String?) -> Message {
    switch (from, to) {
    case (let from?, let to?):
      Message("moved from \(from) to \(to)", ko: "상태 이동: \(label(from)) → \(label(to))")
    case (nil, let to?): Message("became a task: \(to)", ko: "할 일로 변경: \(label(to))")
    default: Message("no longer a task", ko: "할 일에서 제외")
    }
  }

  /// The Korean name of a status.
  private static func label(_ status: String) -> String { TaskStatus(status).label.korean }

  private static func field(_ key: String, _ from: String?, _ to: String?) -> Message {
    switch (from, to) {
    case (let from?, let to?): Message(verbatim: "\(key) \(short(from)) → \(short(to))")
    case (nil, let to?): Message("\(key) set to \(short(to))", ko: "\(key) 추가: \(short(to))")
    default:
      Message(
        "\(key) removed (was \(short(from ?? "")))", ko: "\(key) 삭제(이전: \(short(from ?? "")))")
    }
  }

  private static func box(_ text: String, _ from: String, _ to: String) -> Message {
    if to == TaskStatus.done.name { return Message("ticked “\(text)”", ko: "완료: “\(text)”") }
    if from == TaskStatus.done.name, to == TaskStatus.todo.name {
      return Message("unticked “\(text)”", ko: "완료 취소: “\(text)”")
    }
    return Message(
      "“\(text)” from \(from) to \(to)", ko: "“\(text)”: \(label(from)) → \(label(to))")
  }

  private static func lines(_ added: Int, _ removed: Int, _ heading: String?) -> Message {
    let counts = [added > 0 ? "+\(added)" : nil, removed > 0 ? "−\(removed)" : nil]
      .compactMap(\.self).joined(separator: " ")
    let noun = added + removed == 1 ? "line" : "lines"
    guard let heading else { return Message("\(counts) \(noun)", ko: "\(counts)줄") }
    return Message("\(counts) \(noun) in “\(heading)”", ko: "“\(heading)” \(counts)줄")
  }

  private static let longestValue = 60

  private static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > longestValue ? line.prefix(longestValue - 1) + "…" : line
  }
}
