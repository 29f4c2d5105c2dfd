package import CivilCalendar
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
  private let now: CivilMoment

  /// - Parameter now: The user's clock, on which days and hours are told.
  package init(_ differences: [Difference], at now: CivilMoment) {
    self.differences = differences
    self.now = now
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
    guard let new = difference.after else { return Message("Remove “\(title)”", ko: "“\(title)” 삭제") }
    return change(old, new)
  }

  private func change(_ old: Note, _ new: Note) -> Message {
    let title = new.title
    let changes = NoteChange.changes(from: old, to: new)
    switch changes.first {
    case .renamed(let from, let to) where from.folder == to.folder:
      return Message("Rename “\(old.title)” to “\(title)”", ko: "이름 변경: “\(old.title)” → “\(title)”")
    case .renamed(_, let to):
      let folder = to.folder?.string ?? "/"
      return Message("Move “\(title)” to \(folder)", ko: "“\(title)” 이동: \(folder)")
    case .moved(let from?, let to?):
      return Message("Move “\(title)” from \(from) to \(to)", ko: "“\(title)” 상태 변경: \(from) → \(to)")
    case .box(let text, _, TaskStatus.done.name):
      return Message("Tick “\(text)” in “\(title)”", ko: "“\(title)” 완료: “\(text)”")
    case .some(let change) where changes.count == 1:
      return Message(
        "Change “\(title)”: \(change.words(at: now).english)", ko: "“\(title)” 수정: \(change.words(at: now).korean)")
    default: return Message("Change “\(title)”", ko: "“\(title)” 수정")
    }
  }
}

extension NoteChange {
  /// A change in words: the name of the field, if there is one, and the event.
  package struct Part: Sendable {
    package let label: Message?
    package var value: Message
    /// The name of the field, with its values.
    package var field: (key: String, before: [String], after: [String])?
  }

  /// Returns the change in a few words without a full stop, its hours on the clock of `now`.
  package func words(at now: CivilMoment) -> Message {
    if case .moved(let from, let to) = self { return Self.moved(from, to) }
    let part = part(at: now, withDistance: false)
    guard let label = part.label else { return part.value }
    return Message("\(label.english) \(part.value.english)", ko: "\(label.korean) \(part.value.korean)")
  }

  /// Returns the change with its field apart.
  ///
  /// - Parameters:
  ///   - now: The user's clock, on which days and hours are told.
  ///   - withDistance: Whether new days of the next week are followed by their distance: `, tomorrow`.
  package func part(at now: CivilMoment, withDistance: Bool = true) -> Part {
    switch self {
    case .moved(let from, let to): return Self.part("status", from.map { [$0] } ?? [], to.map { [$0] } ?? [], at: now)
    case .field(let key, let from, let to): return Self.part(key, from, to, at: now, withDistance: withDistance)
    case .list(let key, let added, let removed):
      let items = added.map { "+" + $0 } + removed.map { "−" + $0 }
      return Part(label: Self.label(key), value: Message(verbatim: items.joined(separator: " ")))
    case .created: return Part(label: nil, value: Message("created", ko: "생성"))
    case .removed: return Part(label: nil, value: Message("removed", ko: "삭제"))
    case .renamed(let old, let new): return Part(label: nil, value: Self.renamed(old, new))
    case .box(let text, let from, let to): return Part(label: nil, value: Self.box(text, from, to))
    case .lines(let added, let removed, let heading):
      return Part(label: nil, value: Self.lines(added, removed, heading))
    case .merged: return Part(label: nil, value: Message("merged from both sides", ko: "양쪽의 변경을 병합"))
    case .missing(let object):
      let command = "git cat-file -p \(object.prefix(10))"
      return Part(
        label: nil,
        value: Message(
          "changed, but this partial clone lacks the content (\(command) fetches it)",
          ko: "변경됨. 부분 클론이라 내용이 없음(\(command) 명령으로 받을 수 있음)"))
    }
  }

  /// Returns the values of a field before and after: `– → Fri 2026-11-27`.
  ///
  /// - Parameters:
  ///   - old: The values before; none if the field was missing, nil for a new note.
  ///   - new: The values after.
  ///   - now: The user's clock, on which days and hours are told.
  ///   - withDistance: Whether new days of the next week are followed by their distance: `, tomorrow`.
  package static func part(
    _ key: String, _ old: [String]?, _ new: [String], at now: CivilMoment, withDistance: Bool = true
  ) -> Part {
    func values(_ texts: [String], _ withDistance: Bool) -> Message {
      let values = texts.map { value(key, $0, now, withDistance) }
      guard let first = values.first else { return Message(verbatim: "–") }
      return values.dropFirst().reduce(first) {
        Message($0.english + " " + $1.english, ko: $0.korean + " " + $1.korean)
      }
    }
    let after = values(new, withDistance)
    let field = (key, old ?? [], new)
    guard let before = old.map({ values($0, false) }) else {
      return Part(label: label(key), value: after, field: field)
    }
    return Part(
      label: label(key),
      value: Message("\(before.english) → \(after.english)", ko: "\(before.korean) → \(after.korean)"), field: field)
  }

  /// The fields that are shown next to the title of a task.
  package static let taskFields = ["status", "due", "priority", "repeat", "color", "label", "ticket"]

  private static func label(_ key: String) -> Message {
    let korean = ["tags": "태그", "unseal": "여는 날", "color": "색상"]
    return Message(key, ko: korean[key] ?? FieldCatalogue.field(for: key)?.koreanNames.first ?? key)
  }

  private static func value(_ key: String, _ text: String, _ now: CivilMoment, _ withDistance: Bool) -> Message {
    switch FieldCatalogue.field(for: key)?.type {
    case .date, .day:
      guard let date = CivilDate(field: text)?.here(at: now) else { break }
      let near = withDistance ? distance(date.day.days(since: now.day)) : nil
      return Message(
        date.written(in: .english) + (near.map { ", " + $0.english } ?? ""),
        ko: date.written(in: .korean) + (near.map { ", " + $0.korean } ?? ""))
    case .status: return Message(TaskStatus(text).name, ko: state(text))
    case .boolean where text == "true": return Message(text, ko: "예")
    case .boolean where text == "false": return Message(text, ko: "아니요")
    case .priority: return Message(text, ko: TaskPriority(text)?.koreanName ?? text)
    case .reminder:
      guard case .before(let length)? = ReminderText(text) else { break }
      let units = [("d", "일 "), ("h", "시간 "), ("m", "분 "), ("s", "초 ")]
      return Message(text, ko: units.reduce(length.text) { $0.replacing($1.0, with: $1.1) } + "전")
    case _ where key == "tags": return Message(verbatim: "#" + short(text))
    default: break
    }
    return Message(verbatim: short(text))
  }

  private static func distance(_ days: Int) -> Message? {
    switch days {
    case 0: Message("today", ko: "오늘")
    case 1: Message("tomorrow", ko: "내일")
    case 2...7: Message("in \(days) days", ko: "\(days)일 뒤")
    default: nil
    }
  }

  private static func renamed(_ old: NotePath, _ new: NotePath) -> Message {
    old.folder == new.folder
      ? Message("renamed from \(old.fileName)", ko: "이름 변경(이전: \(old.fileName))")
      : Message("moved from \(old)", ko: "이동(이전: \(old))")
  }

  private static func moved(_ from: String?, _ to: String?) -> Message {
    switch (from, to) {
    case (let from?, let to?): Message("moved from \(from) to \(to)", ko: "상태 이동: \(state(from)) → \(state(to))")
    case (nil, let to?): Message("became a task: \(to)", ko: "할 일로 변경: \(state(to))")
    default: Message("no longer a task", ko: "할 일에서 제외")
    }
  }

  private static func state(_ status: String) -> String { TaskStatus(status).label.korean }

  private static func box(_ text: String, _ from: String, _ to: String) -> Message {
    if to == TaskStatus.done.name { return Message("ticked “\(text)”", ko: "완료: “\(text)”") }
    if from == TaskStatus.done.name, to == TaskStatus.todo.name {
      return Message("unticked “\(text)”", ko: "완료 취소: “\(text)”")
    }
    return Message("“\(text)” from \(from) to \(to)", ko: "“\(text)”: \(state(from)) → \(state(to))")
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
