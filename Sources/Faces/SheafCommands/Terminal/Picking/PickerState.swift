import NoteModel
import TerminalScreen
import TerminalText
import Wording

/// The content of a picker and its reaction to keys. The state is independent of terminals and notes.
struct PickerState {
  /// An action on the chosen rows, besides opening them.
  enum Action: Equatable, Sendable {
    case choose, create, finish, defer_, tag, copyLink
  }

  enum Outcome: Equatable {
    /// The text changed: the rows must be searched again.
    case typed
    case redraw
    case ended
    case done(Action, [PickerItem])
    /// An action on items, after which the picker stays open, with the words typed for the action.
    case stay(Action, [PickerItem], words: String)
  }

  private(set) var line: LineEditor
  private(set) var items: [PickerItem] = []
  /// The number of matches, also of those that are not among the rows.
  private(set) var count = 0
  /// Words for an action that are being typed: a tag.
  private(set) var words: LineEditor?
  /// True if all keys are shown.
  private(set) var showsKeys = false
  /// The report of the last action.
  var message = ""
  private(set) var selection = 0
  private(set) var marked: [PickerItem] = []
  /// True if several rows can be marked with Tab.
  let allowsSeveral: Bool
  let actions: [Action]

  init(text: String = "", allowsSeveral: Bool, actions: [Action] = []) {
    line = LineEditor(text)
    self.allowsSeveral = allowsSeveral
    self.actions = actions
  }

  var selected: PickerItem? { items.indices.contains(selection) ? items[selection] : nil }

  /// Shows other rows, the first of them selected.
  mutating func show(_ found: PickerSource.Found) {
    items = found.items
    count = found.count
    selection = 0
  }

  /// Shows the rows after a change: the selection stays on its note, or near its place.
  mutating func refresh(_ found: PickerSource.Found) {
    let (old, place) = (selected, selection)
    show(found)
    marked = []
    selection = old.flatMap { items.firstIndex(of: $0) } ?? max(0, min(place, items.count - 1))
  }

  /// Handles a key. `pageSize` is the number of visible rows.
  mutating func handle(_ key: Key, pageSize: Int) -> Outcome {
    message = ""
    if words != nil { return type(key) }
    if showsKeys {
      showsKeys = false
      return .redraw
    }
    switch key {
    case .text("?") where line.text.isEmpty:
      showsKeys = true
      return .redraw
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
      guard canRun else { return .redraw }
      if action == .tag {
        words = LineEditor()
        return .redraw
      }
      let ends = action == .choose || action == .create
      return ends ? .done(action, chosen) : .stay(action, chosen, words: "")
    }
    let before = line.text
    guard line.handle(key), line.text != before else { return .redraw }
    return .typed
  }

  /// Handles a key in the line of a tag: Enter adds the tag, Esc cancels.
  private mutating func type(_ key: Key) -> Outcome {
    let typed = words?.text ?? ""
    switch key {
    case .enter where !typed.isEmpty:
      words = nil
      return .stay(.tag, chosen, words: typed)
    case .escape, .enter, .control("c"), .control("g"): words = nil
    default: _ = words?.handle(key)
    }
    return .redraw
  }

  /// The marked rows, or the selected row if no row is marked.
  private var chosen: [PickerItem] { marked.isEmpty ? selected.map { [$0] } ?? [] : marked }

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

  /// Returns the action of a key. Letters that edit the line (Ctrl-U, Ctrl-W …) have no action.
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
  /// The text that distinguishes it from others of the same title: the path, the day, the words of the line.
  let detail: String
  var isOverdue = false

  /// The name on the command line.
  var reference: String { place.text }
}

extension PickerItem {
  init(_ note: NoteSummary) {
    self.init(kind: .note, place: NotePosition(note.path), title: note.title, detail: note.path.string)
  }
}

/// A line of text that the user is typing.
struct LineEditor: Equatable {
  private(set) var characters: [Character] = []
  /// The position of the cursor, in characters.
  private(set) var cursor = 0

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  /// The position of the cursor in cells, from the beginning of the line.
  var cursorColumn: Int { CellWidth.of(String(characters[..<cursor])) }

  /// Handles a key of the input line. Returns false for a key that does not edit a line.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .text(let text): insert(text)
    case .backspace: remove(from: cursor - 1, to: cursor)
    case .delete: remove(from: cursor, to: cursor + 1)
    case .control("u"): remove(from: 0, to: cursor)
    case .control("k"): remove(from: cursor, to: characters.count)
    case .control("w"): remove(from: startOfWord, to: cursor)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    default: return false
    }
    return true
  }

  /// Inserts text; characters that join, as in decomposed Korean, become one.
  private mutating func insert(_ text: String) {
    let before = String(characters[..<cursor]) + text
    let after = characters[cursor...]
    characters = Array(before)
    cursor = characters.count
    characters += after
  }

  private mutating func remove(from start: Int, to end: Int) {
    let range = max(0, start)..<min(characters.count, end)
    guard !range.isEmpty else { return }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var startOfWord: Int {
    var position = cursor
    while position > 0, characters[position - 1].isWhitespace { position -= 1 }
    while position > 0, !characters[position - 1].isWhitespace { position -= 1 }
    return position
  }
}

/// The question of a picker, with the verb of the command that opened it, so that Enter is clear: “Remove which note?”.
struct PickerQuestion {
  enum Subject { case note, task }

  /// A command as its picker and its questions call it.
  struct Verb {
    let english: String
    /// The Korean verbs with the particle before the verb: `를 지울`, `에 추가할`.
    let korean: (note: String, task: String)
    let key: Message

    /// - Parameter particle: The particle before the Korean verb; nil for that of an object.
    init(_ english: String, _ korean: String, key: String, particle: String? = nil) {
      self.english = english
      self.korean = ("\(particle ?? "를") \(korean)", "\(particle ?? "을") \(korean)")
      self.key = Message(english.lowercased(), ko: key)
    }
  }

  private static let verbs: [String: Verb] = [
    "rm": Verb("Remove", "지울", key: "지우기"), "mv": Verb("Move", "옮길", key: "옮기기"),
    "rename": Verb("Rename", "이름을 바꿀", key: "이름 바꾸기", particle: "의"), "edit": Verb("Edit", "편집할", key: "편집"),
    "show": Verb("Show", "볼", key: "보기"), "open": Verb("Open", "열", key: "열기"),
    "set": Verb("Change", "바꿀", key: "바꾸기"),
    "tag": Verb("Change", "바꿀", key: "바꾸기"), "get": Verb("Read", "읽을", key: "읽기"),
    "extract": Verb("Extract from", "나눌", key: "나누기"),
    "merge": Verb("Merge", "합칠", key: "합치기"), "inline": Verb("Change", "바꿀", key: "바꾸기"),
    "refile": Verb("Choose", "고를", key: "고르기"),
    "append": Verb("Add to", "추가할", key: "추가", particle: "에"),
    "links add": Verb("Add to", "추가할", key: "추가", particle: "에"),
    "attach": Verb("Attach to", "첨부할", key: "첨부", particle: "에"),
    "add": Verb("Add to", "추가할", key: "추가", particle: "에"),
    "done": Verb("Complete", "완료할", key: "완료"), "start": Verb("Start", "시작할", key: "시작"),
    "cancel": Verb("Cancel", "취소할", key: "취소"), "reopen": Verb("Reopen", "다시 열", key: "다시 열기"),
    "defer": Verb("Defer", "미룰", key: "미루기"), "restore": Verb("Restore", "복원할", key: "복원"),
    "fmt": Verb("Format", "정리할", key: "정리"), "render": Verb("Render", "변환할", key: "변환"),
    "share": Verb("Share", "공유할", key: "공유"), "log": Verb("Show", "볼", key: "보기"),
    "diff": Verb("Show", "볼", key: "보기"), "links": Verb("Show", "볼", key: "보기"),
  ]

  let verb: Verb
  private let subject: Subject

  /// - Parameter words: The command line, with aliases expanded.
  /// - Returns: nil for a command that does not act on a choice, such as `list`.
  init?(of words: [String], _ subject: Subject) {
    guard let command = words.first,
      let verb = Self.verbs[words.prefix(2).joined(separator: " ")] ?? Self.verbs[command]
    else { return nil }
    self.verb = verb
    self.subject = subject
  }

  /// Returns a question such as “Remove which note?”
  func text(ofSeveral isPlural: Bool) -> Message {
    let noun = (subject == .note ? "note" : "task") + (isPlural ? "s" : "")
    let korean = subject == .note ? "메모" + verb.korean.note : "할 일" + verb.korean.task
    return Message("\(verb.english) which \(noun)?", ko: "어느 \(korean)까요?")
  }

  /// The label of Enter: “remove”.
  var key: Message { verb.key }

  /// Returns a question such as “Remove “Plan” (Memo/plan.md)?”
  func confirmation(of title: String, at path: NotePath) -> Message {
    Message("\(verb.english) “\(title)” (\(path))?", ko: "“\(title)”(\(path)): 이 메모\(verb.korean.note)까요?")
  }
}

extension CommandContext {
  func pickerQuestion(_ subject: PickerQuestion.Subject) -> PickerQuestion? {
    PickerQuestion(of: words, subject)
  }
}
