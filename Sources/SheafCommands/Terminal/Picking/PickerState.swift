import NoteModel
import TerminalScreen

/// What a picker shows and what the keys do to it. It knows nothing of a terminal or of notes.
struct PickerState {
  /// What can be done with what was chosen, besides opening it.
  enum Action: Equatable, Sendable {
    case choose, create, finish, defer_, tag, copyLink
  }

  enum Outcome: Equatable {
    /// Another text: the rows have to be found anew.
    case typed
    case redraw
    case ended
    case done(Action, [PickerItem])
  }

  private(set) var line: LineEditor
  private(set) var items: [PickerItem] = []
  private(set) var selection = 0
  private(set) var marked: [PickerItem] = []
  /// Several can be marked with Tab.
  let allowsSeveral: Bool
  /// The actions that have a key.
  let actions: [Action]

  init(text: String = "", allowsSeveral: Bool, actions: [Action] = []) {
    line = LineEditor(text)
    self.allowsSeveral = allowsSeveral
    self.actions = actions
  }

  var selected: PickerItem? { items.indices.contains(selection) ? items[selection] : nil }

  /// Shows other rows, the first of them selected.
  mutating func show(_ items: [PickerItem]) {
    self.items = items
    selection = 0
  }

  /// - Parameter pageSize: The rows that are visible at once.
  mutating func handle(_ key: Key, pageSize: Int) -> Outcome {
    switch key {
    case .up, .control("p"): return move(by: -1)
    case .down, .control("n"), .control("j"): return move(by: 1)
    case .pageUp: return move(by: -pageSize)
    case .pageDown: return move(by: pageSize)
    case .tab where allowsSeveral: return mark()
    case .escape, .control("c"), .control("g"): return .ended
    case .enter: return chosen.isEmpty ? .redraw : .done(.choose, chosen)
    default: break
    }
    if let action = Self.action(of: key), actions.contains(action) {
      let canRun = action == .create ? !line.text.isEmpty : !chosen.isEmpty
      return canRun ? .done(action, chosen) : .redraw
    }
    let before = line.text
    guard line.handle(key), line.text != before else { return .redraw }
    return .typed
  }

  /// What is marked; without marks what is selected.
  private var chosen: [PickerItem] {
    marked.isEmpty ? selected.map { [$0] } ?? [] : marked
  }

  private mutating func move(by rows: Int) -> Outcome {
    selection = max(0, min(items.count - 1, selection + rows))
    return .redraw
  }

  private mutating func mark() -> Outcome {
    guard let selected else { return .redraw }
    if let index = marked.firstIndex(of: selected) {
      marked.remove(at: index)
    } else {
      marked.append(selected)
    }
    return move(by: 1)
  }

  /// Letters that edit the line (Ctrl-U, Ctrl-W …) are not among them.
  private static func action(of key: Key) -> Action? {
    switch key {
    case .control("o"): .create
    case .control("d"): .finish
    case .control("r"): .defer_
    case .control("t"): .tag
    case .control("y"): .copyLink
    default: nil
    }
  }
}

/// A row of the picker: a note, a line of one, or a task.
struct PickerItem: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case note
    /// A line that has the words.
    case line
    case task
  }

  let kind: Kind
  let place: NotePosition
  let title: String
  /// What tells it from others of the same title: the path, the day, the words of the line.
  let detail: String
  var isOverdue = false

  /// As it is named on the command line.
  var reference: String { place.text }
}

extension PickerItem {
  init(_ note: NoteSummary) {
    self.init(
      kind: .note, place: NotePosition(note.path), title: note.title, detail: note.path.string)
  }
}
