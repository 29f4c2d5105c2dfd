package import CivilCalendar

/// The dependencies and the hierarchy of tasks.
package struct TaskGraph: Sendable {
  /// One task names another; both by their ``LocatedTask/reference``.
  package struct Edge: Hashable, Sendable {
    package enum Kind: Sendable {
      case waitsFor, isPartOf
    }

    package let from: String
    package let to: String
    package let kind: Kind

    package init(from: String, to: String, kind: Kind) {
      self.from = from
      self.to = to
      self.kind = kind
    }
  }

  /// The tasks that have to do with another, each once, by path and line.
  private let tasks: [LocatedTask]
  private let positions: [String: Int]
  private let blockerPositions: [[Int]]
  private let childPositions: [[Int]]

  /// - Parameter tasks: At least those that an edge names, in any order; edges of others are skipped.
  package init(_ tasks: [LocatedTask], edges: [Edge]) {
    let edges = edges + tasks.compactMap(Edge.init(nested:))
    let names = Set(edges.lazy.flatMap { [$0.from, $0.to] })
    let nodes = names.isEmpty ? [] : tasks.filter { names.contains($0.reference) }
    var sorted = nodes.sorted { ($0.path, $0.line ?? 0) < ($1.path, $1.line ?? 0) }
    sorted = sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
    let positions = Dictionary(zip(sorted.map(\.reference), sorted.indices), uniquingKeysWith: { first, _ in first })
    var blockers = sorted.map { _ in [Int]() }
    var children = blockers
    for edge in edges {
      guard let from = positions[edge.from], let to = positions[edge.to] else { continue }
      switch edge.kind {
      case .waitsFor: blockers[from].append(to)
      case .isPartOf: children[to].append(from)
      }
    }
    self.tasks = sorted
    self.positions = positions
    blockerPositions = blockers
    childPositions = children
  }

  /// Returns the open tasks that must be done before this one.
  package func blockers(of task: LocatedTask) -> [LocatedTask] {
    positions.isEmpty ? [] : blockers(of: task.reference)
  }

  /// Returns the open tasks that block the task of a reference.
  package func blockers(of reference: String) -> [LocatedTask] {
    guard let position = positions[reference] else { return [] }
    return blockerPositions[position].map { tasks[$0] }.filter { !$0.item.status.isClosed }
  }

  package func isBlocked(_ task: LocatedTask) -> Bool {
    !task.item.status.isClosed && !blockers(of: task).isEmpty
  }

  /// Returns the tasks that are part of this task.
  package func children(of task: LocatedTask) -> [LocatedTask] {
    guard !positions.isEmpty, let position = positions[task.reference] else { return [] }
    return childPositions[position].map { tasks[$0] }
  }

  /// Cycles of tasks that depend on each other, or are part of each other; each cycle once.
  package var cycles: [[LocatedTask]] {
    (Self.cycles(blockerPositions) + Self.cycles(childPositions)).map { cycle in
      cycle.map { tasks[$0] }
    }
  }

  /// Finds cycles depth first, with an explicit stack, because chains may be long.
  private static func cycles(_ edges: [[Int]]) -> [[Int]] {
    var cycles: [[Int]] = []
    var isFinished = edges.map { _ in false }
    for start in edges.indices where !isFinished[start] {
      var path: [(node: Int, next: Int)] = [(start, 0)]
      var depths = [start: 0]
      while let (node, next) = path.last {
        guard next < edges[node].count else {
          isFinished[node] = true
          depths[node] = nil
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = edges[node][next]
        if let depth = depths[target] {
          cycles.append(path[depth...].map(\.node))
        } else if !isFinished[target] {
          depths[target] = path.count
          path.append((target, 0))
        }
      }
    }
    return cycles
  }
}

extension TaskGraph.Edge {
  /// Creates the edge between a check box and the box that contains it.
  fileprivate init?(nested task: LocatedTask) {
    guard task.line != nil, let parent = task.item.parent.flatMap({ Int($0) }) else { return nil }
    self.init(from: task.reference, to: NotePosition(task.path, line: parent).text, kind: .isPartOf)
  }
}

extension TaskItem {
  /// Returns true before the day or the moment from which the task can be started.
  package func isWaiting(at now: CivilMoment) -> Bool {
    switch start {
    case .day(let day)?: day > now.day
    case .moment(let moment)?: now.here(moment).secondsSinceEpoch() > now.secondsSinceEpoch()
    case nil: false
    }
  }

  /// Returns the urgency of the task: a sum of points, in tenths.
  ///
  /// | points | for |
  /// |--:|:--|
  /// | 12 to 2.4 | a due day: 12 from a week overdue on, falling by the day to 2.4 two weeks ahead and later |
  /// | 9, 6, −2 | the priorities urgent, high, low |
  /// | 4 | a task that was started |
  /// | 3 | a scheduled day that has come |
  /// | −5 | a task that waits for another one |
  /// | −3 | a task whose start day is still to come |
  ///
  /// A closed task has none.
  ///
  /// - Parameters:
  ///   - isBlocked: Another task has to be done first.
  ///   - now: The moment from which days are counted.
  /// - Returns: The sum in tenths of a point.
  package func urgency(isBlocked: Bool, at now: CivilMoment) -> Int {
    guard !status.isClosed else { return 0 }
    var tenths = due.map { Self.dueUrgency($0.day.days(since: now.day)) } ?? 0
    switch priority {
    case .urgent: tenths += 90
    case .high: tenths += 60
    case .normal: break
    case .low: tenths -= 20
    }
    if isStarted { tenths += 40 }
    if let scheduled, scheduled.day <= now.day { tenths += 30 }
    if isBlocked { tenths -= 50 }
    if isWaiting(at: now) { tenths -= 30 }
    return tenths
  }

  private static func dueUrgency(_ days: Int) -> Int {
    let clamped = min(max(days, -7), 14)
    return 120 - (clamped + 7) * 96 / 21
  }
}
