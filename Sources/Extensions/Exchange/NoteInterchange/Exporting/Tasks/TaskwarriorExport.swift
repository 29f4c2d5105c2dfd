import ByteBasics
import CivilCalendar
import NoteModel
import Wording

extension ExportFormat {
  static let taskwarrior = ExportFormat("taskwarrior") { TaskwarriorExporter(zone: $0.zone, now: $0.now) }
}

private struct TaskwarriorExporter: NoteExporter {
  let zone: LocalZone
  let now: CivilMoment
  fileprivate var isFirst = true

  mutating func start() -> [UInt8] { [UInt8(ascii: "[")] }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in TaskRecord.all(of: note) {
      bytes += (isFirst ? "\n" : ",\n").utf8
      bytes += object(record, note).text().utf8
      isFirst = false
    }
    return bytes
  }

  mutating func end() -> [UInt8] { Array("\n]\n".utf8) }

  private func object(_ record: TaskRecord, _ note: ExportedNote) -> JSONValue {
    let task = record.task
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ text: String?) {
      if let text, !text.isEmpty { members.append(JSONValue.Member(key, .string(text))) }
    }
    func add(_ key: String, _ date: CivilDate?) { add(key, date.map { ICSDate.utc($0, in: zone) }) }
    let kept = task.source == .note ? KeptTask(of: record.note) : nil
    add("uuid", record.taskwarriorIdentifier)
    add("description", task.title)
    add("status", Self.status(task.status))
    add("entry", record.created ?? note.modified ?? .moment(now))
    add("modified", note.note.updated)
    if task.isStarted { add("start", record.created ?? .moment(now)) }
    add("due", task.due)
    add("scheduled", task.scheduled)
    add("wait", task.start)
    if task.status.isClosed { add("end", task.closed ?? .moment(now)) }
    add("project", task.project)
    switch task.priority {
    case .urgent, .high: add("priority", "H")
    case .normal: break
    case .low: add("priority", "L")
    }
    if !task.tags.isEmpty { members.append(.init("tags", .array(task.tags.map { .string($0.string) }))) }
    if !task.dependencies.isEmpty {
      let known = Dictionary(
        (kept?.dependencies ?? []).map {
          (ImportedNoteText.identifier(of: $0, format: ImportFormat.taskwarrior.name), $0)
        }, uniquingKeysWith: { first, _ in first })
      members.append(.init("depends", .array(task.dependencies.map { .string(known[$0] ?? TaskRecord.uuid(of: $0)) })))
    }
    addOwn(record, kept, to: &members)
    addKept(kept, of: task, to: &members)
    return .object(members)
  }

  /// Adds the attributes that only Sheaf reads back: Taskwarrior keeps them as they are.
  private func addOwn(_ record: TaskRecord, _ kept: KeptTask?, to members: inout [JSONValue.Member]) {
    let task = record.task
    // Values that came from Taskwarrior are written back unchanged.
    let isKnown = kept != nil || record.note.importSource?.hasPrefix("taskwarrior:") == true
    let known = kept?["recur"]?.string.flatMap(TaskwarriorRule.words)
    let body = String(record.body.trimmingEnd(while: \.isNewline))
    let own = [
      ("sheafid", isKnown ? nil : task.identifier),
      ("sheafrepeat", task.repetition == known ? nil : task.repetition),
      ("sheafremind", task.reminders.isEmpty ? nil : task.reminders.joined(separator: ", ")),
      ("sheafpart", record.outer?.taskwarriorIdentifier),
      ("sheafbody", body.isEmpty || body == kept?.annotations ? nil : record.body),
    ]
    for case (let key, let text?) in own { members.append(.init(key, .string(text))) }
  }

  /// Adds attributes without a field of Sheaf: annotations, `until`, attributes of the user.
  private func addKept(_ kept: KeptTask?, of task: TaskItem, to members: inout [JSONValue.Member]) {
    guard let kept else { return }
    for member in kept.members {
      switch member.key {
      case "start":
        members.removeAll { $0.key == "start" }
        if task.isStarted { members.append(member) }
      case "priority":
        // `M` is the priority of a task without a priority here.
        let written = members.first { $0.key == "priority" }
        if written == nil, task.priority == .normal, member.value.string == "M" { members.append(member) }
      case "recur", "mask", "imask", "parent", "rtype": if task.repetition != nil { members.append(member) }
      case "depends": continue
      default:
        if !members.contains(where: { $0.key == member.key }) { members.append(member) }
      }
    }
  }

  private static func status(_ status: TaskStatus) -> String {
    switch status {
    case .done: "completed"
    case .cancelled: "deleted"
    case .todo, .doing, .custom: "pending"
    }
  }
}
