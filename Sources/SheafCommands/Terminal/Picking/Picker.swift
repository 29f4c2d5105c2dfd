import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalScreen
import TerminalText

/// Lets the user choose on the whole screen, with rows that follow what is typed.
struct Picker {
  let context: CommandContext
  let workspace: Workspace
  let screen: any TerminalScreen
  /// What is asked; nil for a picker that the user opened as such.
  var question: PickerQuestion?

  /// What was chosen, and with which key.
  struct Choice {
    let action: PickerState.Action
    let items: [PickerItem]
    let text: String
  }

  /// - Returns: nil if the picker was closed without a choice.
  func choose(
    _ scope: PickerSource.Scope, text: String = "", allowsSeveral: Bool = true,
    actions: [PickerState.Action] = []
  ) -> Choice? {
    let source = PickerSource(workspace, scope: scope, now: context.clock())
    let preview = PickerPreview(workspace: workspace)
    var state = PickerState(text: text, allowsSeveral: allowsSeveral, actions: actions)
    state.show(source.items(for: text, readsBodies: true))
    while true {
      let view = PickerView(
        size: screen.size, language: context.language, asciiOnly: context.page.asciiOnly,
        question: question)
      draw(state, view, preview)
      switch screen.nextEvent() {
      case .ended: return nil
      case .resized: continue
      case .key(let key):
        switch state.handle(key, pageSize: view.pageSize) {
        case .redraw: continue
        case .ended: return nil
        case .done(let action, let items):
          return Choice(action: action, items: items, text: state.line.text)
        case .typed: find(source, &state)
        }
      }
    }
  }

  /// Names at once; the words of notes where nobody types on meanwhile.
  private func find(_ source: PickerSource, _ state: inout PickerState) {
    state.show(source.items(for: state.line.text, readsBodies: !screen.hasPendingInput))
  }

  private func draw(_ state: PickerState, _ view: PickerView, _ preview: PickerPreview) {
    let shown = state.selected.map { preview.lines(of: $0, view.previewSize) } ?? []
    let theme = context.theme
    let lines = view.lines(state, preview: shown).map { theme.encode($0) }
    let column = min(view.size.columns - 1, view.cursorColumn + state.line.cursorColumn)
    screen.draw(lines, cursor: ScreenPosition(column: column, row: view.cursorRow))
  }
}

/// Finds the rows of a picker: names first, then tasks, then lines with the words.
final class PickerSource {
  /// What can be picked.
  enum Scope: Sendable {
    case everything
    /// Notes alone.
    case notes
    /// These notes alone.
    case only([NoteSummary])
    /// Open tasks alone.
    case tasks([LocatedTask])
  }

  private let workspace: Workspace
  private let now: CivilMoment
  private let scope: Scope
  private lazy var names = try? workspace.index.namesOfNotes()
  private lazy var recent = recentNotes()
  private lazy var tasks = openTasks()

  /// More rows than anybody looks through.
  private static let limit = 200
  /// The notes whose lines are read at a key.
  private static let readNotes = 20

  init(_ workspace: Workspace, scope: Scope, now: CivilMoment) {
    self.workspace = workspace
    self.scope = scope
    self.now = now
  }

  /// The rows for what was typed; without `readsBodies` what takes longest is left out, because another key waits.
  func items(for text: String, readsBodies: Bool) -> [PickerItem] {
    guard let part = NamePart(text) else { return unfiltered() }
    switch scope {
    case .only(let notes): return notes.filter { matches($0, part) }.map(PickerItem.init)
    case .tasks: return found(part, in: tasks)
    case .notes, .everything:
      var items = named(part)
      if case .everything = scope { items += found(part, in: tasks) }
      if readsBodies { items += lines(text, besides: Set(items.map(\.place.path))) }
      return Array(items.uniqued().prefix(Self.limit))
    }
  }

  private func unfiltered() -> [PickerItem] {
    switch scope {
    case .only(let notes): notes.map(PickerItem.init)
    case .tasks: tasks.map(item)
    case .notes, .everything: recent
    }
  }

  private func matches(_ note: NoteSummary, _ part: NamePart) -> Bool {
    [note.title, note.path.string].contains { part.match(TypedName($0)) != nil }
  }

  private func recentNotes() -> [PickerItem] {
    let request = NoteRequest(query: .all, limit: Self.limit, now: now)
    return ((try? workspace.index.notes(request)) ?? []).map(PickerItem.init)
  }

  private func openTasks() -> [LocatedTask] {
    if case .tasks(let tasks) = scope { return tasks }
    let request = TaskRequest(scope: .open, now: now)
    return LocatedTask.inOrder((try? workspace.index.tasks(request)) ?? [])
  }

  private func named(_ part: NamePart) -> [PickerItem] {
    let numbers = names?.notes(matching: part, limit: Self.limit) ?? []
    let notes = (try? workspace.index.notes(numbered: numbers)) ?? []
    return notes.map(PickerItem.init)
  }

  private func found(_ part: NamePart, in tasks: [LocatedTask]) -> [PickerItem] {
    tasks.lazy.filter { part.match(TypedName($0.item.title)) != nil }.prefix(Self.limit).map(item)
  }

  private func item(_ task: LocatedTask) -> PickerItem {
    let due = task.item.due.map { "\($0.day)  " } ?? ""
    return PickerItem(
      kind: .task, place: task.position, title: task.item.title,
      detail: due + task.path.string, isOverdue: task.item.isOverdue(at: now))
  }

  /// The first line of each note that has the words, the last of them perhaps half typed.
  private func lines(_ text: String, besides paths: Set<NotePath>) -> [PickerItem] {
    guard text.count >= 2,
      let query = Self.query(text),
      let notes = try? workspace.index.notes(
        NoteRequest(query: query, limit: Self.readNotes + paths.count, now: now))
    else { return [] }
    let matcher = LineMatcher(query)
    return notes.filter { !paths.contains($0.path) }
      .prefix(Self.readNotes).compactMap { note in
        guard let bytes = try? workspace.files.read(note.path),
          let hit = matcher.hits(in: Document.visibleBytes(of: bytes), limit: 1).first
        else { return nil }
        let line = String(
          decoding: bytes[hit.range.lowerBound..<hit.range.upperBound], as: UTF8.self)
        return PickerItem(
          kind: .line, place: NotePosition(note.path, line: hit.line), title: note.title,
          detail: line.trimmingWhitespace())
      }
  }

  /// Notes with all these words, the last of which may be half typed.
  ///
  /// - Returns: nil if there is none.
  private static func query(_ text: String) -> Query? {
    let words = text.split(whereSeparator: \.isWhitespace).map { word in
      word.filter { $0.isLetter || $0.isNumber }
    }.filter { !$0.isEmpty }
    guard let last = words.last else { return nil }
    let whole = words.dropLast().map { Query.text(TextTerm(words: $0)) }
    return .and(whole + [.text(TextTerm(words: last, isPrefix: true))])
  }
}

extension String {
  fileprivate func trimmingWhitespace() -> String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
