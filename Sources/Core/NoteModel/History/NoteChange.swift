/// A change of a note between two of its versions.
package enum NoteChange: Hashable, Sendable {
  case created
  case removed
  case renamed(from: NotePath, to: NotePath)
  /// A move to another column of the board; nil if the note was or is not a task.
  case moved(from: String?, to: String?)
  /// A field with its values before and after; none if it was missing.
  case field(String, from: [String], to: [String])
  /// A list of which some items came and others went.
  case list(String, added: [String], removed: [String])
  /// A check box, by its text, with the names of its states.
  case box(String, from: String, to: String)
  /// Lines of the text under a heading; nil above the first.
  case lines(added: Int, removed: Int, heading: String?)
  /// A merge that took neither side as it was.
  case merged
  /// A partial clone does not have one of the two contents.
  case missing(object: String)

  /// True for a field that Sheaf keeps with another change: the day of the last edit, the day of closing.
  package var isRecord: Bool {
    if case .field("updated", _, _) = self { return true }
    if case .field("closed", _, _) = self { return true }
    return false
  }

  /// True for a change that shows on the board: columns, ticks, and tasks that come and go.
  package var isOfBoard: Bool {
    switch self {
    case .moved, .box: true
    default: false
    }
  }
}

extension NoteChange {
  /// Returns the changes between two versions of a note; nil if one of the versions does not exist.
  package static func changes(from old: Note?, to new: Note?) -> [NoteChange] {
    guard let new else { return [.removed] }
    guard let old else { return [.created] }
    var changes: [NoteChange] = []
    if old.path != new.path { changes.append(.renamed(from: old.path, to: new.path)) }
    changes += FieldComparison(old, new).changes
    changes += boxes(old, new)
    changes += lines(old, new)
    return changes
  }

  /// Returns the changes of boxes with a different state. Boxes are matched by text, then by order.
  private static func boxes(_ old: Note, _ new: Note) -> [NoteChange] {
    var states: [String: [String]] = [:]
    for task in old.tasks where task.line != nil {
      states[task.title, default: []].append(task.status.name)
    }
    return new.tasks.compactMap { task in
      guard task.line != nil, var before = states[task.title], !before.isEmpty else { return nil }
      let state = before.removeFirst()
      states[task.title] = before
      return state == task.status.name ? nil : .box(task.title, from: state, to: task.status.name)
    }
  }

  private static func lines(_ old: Note, _ new: Note) -> [NoteChange] {
    let before = BodyLines(old)
    let after = BodyLines(new)
    var counts: [String?: (added: Int, removed: Int)] = [:]
    var order: [String?] = []
    func count(_ heading: String?, _ added: Int, _ removed: Int) {
      if counts[heading] == nil { order.append(heading) }
      counts[heading, default: (0, 0)].added += added
      counts[heading, default: (0, 0)].removed += removed
    }
    let changes = LineDifference(from: before.lines, to: after.lines).changes
    let added = changes.flatMap(\.after)
    let removed = changes.flatMap(\.before)
    // Blank lines count only if nothing else came or went.
    let written = (added.filter { !after.isBlank($0) }, removed.filter { !before.isBlank($0) })
    let isSpaceOnly = written.0.isEmpty && written.1.isEmpty
    for line in isSpaceOnly ? added : written.0 { count(after.heading(of: line), 1, 0) }
    for line in isSpaceOnly ? removed : written.1 { count(before.heading(of: line), 0, 1) }
    return order.compactMap { heading in
      counts[heading].map { .lines(added: $0.added, removed: $0.removed, heading: heading) }
    }
  }
}

extension TaskItem {
  /// The line of its check box; nil for a task that is a note.
  fileprivate var line: Int? { if case .checkbox(let line) = source { line } else { nil } }
}

/// The front matter of two versions of a note.
struct FieldComparison {
  private let before: [String: [String]]
  private let after: [String: [String]]
  private let order: [String]
  private let states: (before: String?, after: String?)

  init(_ old: Note, _ new: Note) {
    before = Self.values(old)
    after = Self.values(new)
    var seen: Set<String> = []
    order = (new.fields + old.fields).map { Self.key($0) }.filter { seen.insert($0).inserted }
    states = (Self.state(old), Self.state(new))
  }

  /// The column first, then the fields in the order of the note.
  var changes: [NoteChange] {
    let moved: [NoteChange] = states.before == states.after ? [] : [.moved(from: states.before, to: states.after)]
    return moved + order.compactMap(change)
  }

  private func change(_ key: String) -> NoteChange? {
    let old = before[key] ?? []
    let new = after[key] ?? []
    guard old != new, key != "status" || states.before == states.after else { return nil }
    let added = new.filter { !old.contains($0) }
    let removed = old.filter { !new.contains($0) }
    if max(old.count, new.count) > 1 || Self.lists.contains(key) {
      // A different order is not reported as a change.
      return added.isEmpty && removed.isEmpty ? nil : .list(key, added: added, removed: removed)
    }
    return .field(key, from: old, to: new)
  }

  private static let lists: Set = ["tags", "aliases", "depends"]

  private static func state(_ note: Note) -> String? { note.tasks.first { $0.source == .note }?.status.name }

  private static func key(_ field: NoteField) -> String {
    FieldCatalogue.field(for: field.key)?.key ?? field.key
  }

  private static func values(_ note: Note) -> [String: [String]] {
    Dictionary(grouping: note.fields, by: { key($0) }).mapValues { $0.map(\.text) }
  }
}
