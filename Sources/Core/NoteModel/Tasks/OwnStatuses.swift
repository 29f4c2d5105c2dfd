/// The statuses that a repository has besides todo, doing, done and cancelled.
package struct OwnStatuses: Sendable, Hashable {
  /// The meaning of a status for the lists of tasks.
  package enum Kind: String, Sendable, CaseIterable {
    case open
    /// The status counts as `doing`.
    case doing
    /// A status for tasks that are not for now, which are listed only on request.
    case later
  }

  /// The kinds by their names in lower case.
  private var kinds: [String: Kind] = [:]
  /// The names of those that check boxes have a character for, by that character.
  private var names: [String: String] = [:]
  /// The custom statuses of the repository, in its spelling. Each is a column.
  package private(set) var declared: [String] = []

  package init() {}

  /// - Parameters:
  ///   - usual: The kinds of statuses that are known everywhere: `["someday": "later"]`.
  ///   - declared: The repository's own statuses, with the character of their boxes: `["in-review": "doing r"]`.
  package init(usual: [String: String], declared: [String: String]) {
    for (name, text) in usual.merging(declared, uniquingKeysWith: { $1 }) {
      guard let meaning = Meaning(text) else { continue }
      kinds[name.lowercased()] = meaning.kind
      if let mark = meaning.mark { names[mark] = name }
    }
    self.declared = declared.keys.filter { TaskStatus(known: $0) == nil }.sorted()
  }

  /// `open`, or `doing r`: a kind, and the character of its boxes.
  package struct Meaning {
    package let kind: Kind
    package let mark: String?

    /// Parses a meaning. Nil for any other text, and for a character that means something else in a box.
    package init?(_ text: String) {
      let words = text.split(separator: " ")
      guard let first = words.first, let kind = Kind(rawValue: String(first)), words.count <= 2 else {
        return nil
      }
      self.kind = kind
      mark = words.count == 2 ? String(words[1]) : nil
      if let mark {
        guard mark.count == 1, mark.utf8.count == 1, !"[]".contains(mark),
          case .custom = TaskStatus(checkboxState: mark)
        else { return nil }
      }
    }
  }

  package func kind(of status: TaskStatus) -> Kind {
    if case .custom(let name) = status { kinds[name.lowercased()] ?? .open } else { status == .doing ? .doing : .open }
  }

  /// The names of the statuses in lower case, also of those that are known everywhere. Each makes tasks of notes.
  package var taskNames: [String] { Array(kinds.keys) }

  package func isKnown(_ name: String) -> Bool { kinds[name.lowercased()] != nil }

  /// Returns the statuses of a kind, in lower case.
  package func names(_ kind: Kind) -> [String] { kinds.filter { $0.value == kind }.keys.sorted() }

  func status(ofBox state: String) -> TaskStatus {
    names[state].map { .custom($0) } ?? TaskStatus(checkboxState: state)
  }

  /// Returns the character of a box with this status, or nil if there is none.
  func boxState(of status: TaskStatus) -> String? {
    guard case .custom(let name) = status, name.count > 1 else { return status.checkboxState }
    return names.first { $0.value.lowercased() == name.lowercased() }?.key
  }

  /// Returns the columns of a board: the chosen ones, and each custom status next to its kind, `later` before closed.
  package func columns(besides chosen: [String]) -> [String] {
    var columns = chosen
    let folded = Set(chosen.map { $0.lowercased() })
    func insert(_ kind: Kind, after key: TaskStatus) {
      let own = declared.filter { !folded.contains($0.lowercased()) && self.kind(of: .custom($0)) == kind }
      let place = columns.lastIndex(of: key.name).map { $0 + 1 }
      let closed = columns.firstIndex { TaskStatus($0).isClosed } ?? columns.endIndex
      columns.insert(contentsOf: own, at: place ?? closed)
    }
    insert(.open, after: .todo)
    insert(.doing, after: .doing)
    let later = declared.filter { !folded.contains($0.lowercased()) && kind(of: .custom($0)) == .later }
    let closed = columns.firstIndex { TaskStatus($0).isClosed } ?? columns.endIndex
    columns.insert(contentsOf: later, at: closed)
    return columns
  }

  /// The values that distinguish these statuses from others when a note is read.
  var facts: [String] {
    names.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } + ["own"] + declared
  }
}
