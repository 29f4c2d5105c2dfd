import CivilCalendar
import NoteModel
import Wording

/// The order that `--sort` asks for.
struct TaskOrder {
  private let keys: [SortKey]
  private let isReversed: Bool
  private let limit: Int?

  /// - Throws: ``UsageError`` for a key that tasks do not have.
  init(_ keys: [SortKey], isReversed: Bool, limit: Int?) throws {
    for key in keys where !Self.known.contains(key.field) {
      let nearest = nearestName(to: key.field, among: Self.known).map {
        Message("Did you mean \($0)?", ko: "혹시 \($0)인가요?")
      }
      throw UsageError(
        Message(
          "Tasks cannot be sorted by “\(key.field)”", ko: "할 일을 정렬할 수 없는 필드입니다: “\(key.field)”"),
        hint: nearest ?? Message(verbatim: Self.known.joined(separator: ", ")))
    }
    self.keys = keys
    self.isReversed = isReversed
    self.limit = limit
  }

  private static let known = [
    "due", "urgency", "scheduled", "start", "closed", "created", "priority", "status", "title",
    "project",
    "path",
  ]

  /// Tasks that are alike keep their order.
  ///
  /// - Parameter urgency: In tenths, of an open task.
  func sorted(
    _ tasks: [LocatedTask], urgency: (LocatedTask) -> Int
  ) -> [LocatedTask] {
    var sorted = keys.isEmpty ? tasks : byKeys(tasks, urgency)
    if isReversed { sorted.reverse() }
    return limit.map { Array(sorted.prefix(max(0, $0))) } ?? sorted
  }

  private func byKeys(
    _ tasks: [LocatedTask], _ urgency: (LocatedTask) -> Int
  ) -> [LocatedTask] {
    let values = tasks.map { task in
      keys.map { $0.field == "urgency" ? Self.place(urgency(task)) : Self.value($0.field, task) }
    }
    return tasks.indices.sorted { left, right in
      for (position, key) in keys.enumerated() {
        let (one, other) = (values[left][position], values[right][position])
        if one == other { continue }
        // What has no value comes last in either direction.
        if one.isEmpty || other.isEmpty { return other.isEmpty != isReversed }
        return key.isDescending ? one > other : one < other
      }
      return left < right
    }.map { tasks[$0] }
  }

  /// The most urgent first.
  private static func place(_ urgency: Int) -> String { String(500_000 - urgency) }

  private static func value(_ field: String, _ task: LocatedTask) -> String {
    switch field {
    case "due": task.item.due?.description ?? ""
    case "scheduled": task.item.scheduled?.description ?? ""
    case "start": task.item.start?.description ?? ""
    case "closed": task.item.closed?.description ?? ""
    case "created": task.item.created?.description ?? ""
    case "priority": String(2 - task.item.priority.rawValue)
    case "status": task.item.status.name
    case "project": task.item.project ?? ""
    case "path": task.reference
    default: foldedName(task.item.title)
    }
  }
}
