/// What blocks what, and what is part of what, among all tasks.
package struct TaskGraph: Sendable {
  package let tasks: [LocatedTask]
  /// Of every task by its reference; empty, like the two below, where no task names another.
  private let positions: [String: Int]
  private let blockerPositions: [[Int]]
  private let childPositions: [[Int]]

  /// `tasks`: All of the repository, closed ones too.
  /// `names`: The notes that a folded name may mean.
  package init(_ tasks: [LocatedTask], names: [String: [NotePath]]) {
    self.tasks = tasks
    guard tasks.contains(where: { !$0.item.dependencies.isEmpty || $0.item.parent != nil }) else {
      (positions, blockerPositions, childPositions) = ([:], [], [])
      return
    }
    let resolver = TaskNameResolver(tasks, names: names)
    positions = resolver.positions
    var blockers = tasks.map { _ in [Int]() }
    var children = blockers
    for (position, task) in tasks.enumerated() {
      for name in task.item.dependencies {
        if let blocker = resolver.position(of: name), blocker != position {
          blockers[position].append(blocker)
        }
      }
      if let parent = resolver.parent(of: task), parent != position {
        children[parent].append(position)
      }
    }
    blockerPositions = blockers
    childPositions = children
  }

  /// What must be done before this task and is not.
  package func blockers(of task: LocatedTask) -> [LocatedTask] {
    guard let position = positions[task.reference] else { return [] }
    return blockerPositions[position].map { tasks[$0] }.filter { !$0.item.status.isClosed }
  }

  package func isBlocked(_ task: LocatedTask) -> Bool {
    !task.item.status.isClosed && !blockers(of: task).isEmpty
  }

  /// The tasks that are part of this one.
  package func children(of task: LocatedTask) -> [LocatedTask] {
    guard let position = positions[task.reference] else { return [] }
    return childPositions[position].map { tasks[$0] }
  }

  /// Circles of tasks that wait for one another, or are part of one another; each once.
  package var cycles: [[LocatedTask]] {
    (Self.cycles(blockerPositions) + Self.cycles(childPositions)).map { cycle in
      cycle.map { tasks[$0] }
    }
  }

  /// Depth first with a stack of its own: chains may be long.
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

/// Finds the task that a `depends` or a `parent` names.
private struct TaskNameResolver {
  /// By ``LocatedTask/reference``.
  private(set) var positions: [String: Int] = [:]
  private var byIdentifier: [String: Int] = [:]
  private let names: [String: [NotePath]]

  init(_ tasks: [LocatedTask], names: [String: [NotePath]]) {
    self.names = names
    for (position, task) in tasks.enumerated() {
      positions[task.reference] = position
      if let identifier = task.item.identifier { byIdentifier[identifier] = position }
    }
  }

  /// `text`: An id, a name, a path, or a wiki link to one.
  func position(of text: String) -> Int? {
    var name = text[...]
    if name.hasPrefix("[[") { name = name.dropFirst(2) }
    if name.hasSuffix("]]") { name = name.dropLast(2) }
    name = name.prefix { $0 != "|" && $0 != "#" }
    if let found = byIdentifier[String(name)] { return found }
    for path in [String(name), name + ".md"] {
      if let found = positions[path] { return found }
    }
    let folded = foldedName(name)
    let key = folded.hasSuffix(".md") ? String(folded.dropLast(3)) : folded
    return names[key]?.lazy.compactMap { positions[$0.string] }.first
  }

  func parent(of task: LocatedTask) -> Int? {
    guard let parent = task.item.parent else { return nil }
    return task.line == nil ? position(of: parent) : positions["\(task.path):\(parent)"]
  }
}
