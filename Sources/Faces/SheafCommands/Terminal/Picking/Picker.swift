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
import Wording

/// Lets the user choose on the whole screen, with rows that change while the user types.
struct Picker {
  let context: CommandContext
  let workspace: Workspace
  let screen: any TerminalScreen
  /// The question above the rows; nil for a picker that the user opened as such.
  var question: PickerQuestion?

  /// The chosen rows, and the action of the key that ended the choice.
  struct Choice {
    let action: PickerState.Action
    let items: [PickerItem]
    let text: String
  }

  /// Performs the action of a key while the picker remains open, and returns the message to show. Nil for a picker
  /// without such keys.
  var perform: ((PickerState.Action, [PickerItem], _ words: String) throws -> Message)?

  /// Shows the picker. Nil if the picker was closed without a choice.
  func choose(
    _ scope: PickerSource.Scope, text: String = "", allowsSeveral: Bool = true, actions: [PickerState.Action] = []
  ) -> Choice? {
    var source = PickerSource(workspace, scope: scope, now: context.clock(), language: context.language)
    var state = PickerState(text: text, allowsSeveral: allowsSeveral, actions: actions)
    state.show(source.found(for: text, readsBodies: true))
    while true {
      let view = PickerView(
        size: screen.size, language: context.language, asciiOnly: context.page.asciiOnly, question: question)
      draw(state, view, PickerPreview(workspace: source.workspace, page: context.page))
      switch screen.nextEvent() {
      case .ended: return nil
      case .resized: continue
      case .key(let key):
        switch state.handle(key, pageSize: view.pageSize) {
        case .redraw: continue
        case .ended: return nil
        case .stay(let action, let items, let words): carryOut(action, items, words, scope, &source, &state)
        case .done(let action, let items): return Choice(action: action, items: items, text: state.line.text)
        case .typed:
          // Names at once, and the words of notes if no further key is typed.
          state.show(source.found(for: state.line.text, readsBodies: !screen.hasPendingInput))
        }
      }
    }
  }

  /// Carries out an action, finds the rows again, and keeps the selection near its place.
  private func carryOut(
    _ action: PickerState.Action, _ items: [PickerItem], _ words: String,
    _ scope: PickerSource.Scope, _ source: inout PickerSource, _ state: inout PickerState
  ) {
    guard let perform else { return }
    do {
      state.message = context.text(try perform(action, items, words))
      source = PickerSource(
        try context.openWorkspace(of: workspace.repository, workspace.configuration), scope: scope,
        now: context.clock(), language: context.language)
      state.refresh(source.found(for: state.line.text, readsBodies: true))
    } catch let error as any ExplainedError {
      state.message = context.text(error.explanation)
    } catch {
      state.message = context.text(Message("Nothing was changed", ko: "아무것도 바꾸지 않았습니다"))
    }
  }

  private func draw(_ state: PickerState, _ view: PickerView, _ preview: PickerPreview) {
    let shown = state.selected.map { preview.lines(of: $0, view.previewSize) } ?? []
    let theme = context.theme
    let lines = view.lines(state, preview: shown).map { theme.encode($0) }
    screen.draw(lines, cursor: view.cursor(state))
  }
}

/// Finds the rows of a picker: names first, then tasks, then lines with the words.
final class PickerSource {
  /// The objects that can be picked.
  enum Scope: Sendable {
    case everything
    /// Only notes.
    case notes
    /// Only these rows.
    case only([PickerItem])
    /// Open tasks alone.
    case tasks([LocatedTask])
  }

  let workspace: Workspace
  private let now: CivilMoment
  private let scope: Scope
  private let language: Language
  private lazy var names = try? workspace.index.names.ofNotes()
  private lazy var recent = recentNotes()
  private lazy var tasks = openTasks()

  /// The largest number of rows.
  private static let limit = 200
  /// The notes whose lines are read at a key.
  private static let readNotes = 20

  init(_ workspace: Workspace, scope: Scope, now: CivilMoment, language: Language) {
    self.language = language
    self.workspace = workspace
    self.scope = scope
    self.now = now
  }

  /// Rows, and how many there would be with those that are left out.
  struct Found {
    var items: [PickerItem]
    var count: Int

    init(_ items: [PickerItem], count: Int? = nil) {
      self.items = items
      self.count = count ?? items.count
    }

    static func + (left: Found, right: Found) -> Found {
      let items = (left.items + right.items).uniqued()
      let same = left.items.count + right.items.count - items.count
      return Found(items, count: left.count + right.count - same)
    }
  }

  /// Returns the rows for the typed text. Without `readsBodies` the slowest search is left out, because another key is
  /// waiting.
  func found(for text: String, readsBodies: Bool) -> Found {
    guard let part = NamePart(text) else { return unfiltered() }
    switch scope {
    case .only(let items): return Found(matching(part, among: items, ranked: false) { [$0.title, $0.detail] })
    case .tasks: return found(part, in: tasks)
    case .notes, .everything:
      var found = named(part)
      if case .everything = scope { found = found + self.found(part, in: tasks) }
      if readsBodies { found = found + lines(text, besides: Set(found.items.map(\.place.path))) }
      found.items = Array(found.items.prefix(Self.limit))
      return found
    }
  }

  private func unfiltered() -> Found {
    switch scope {
    case .only(let items): Found(items)
    case .tasks: Found(tasks.map(item))
    case .notes, .everything: recent
    }
  }

  /// Returns the matches, the best first. Texts that have the typed part keep their order if they are not ranked.
  private func matching<Element>(
    _ part: NamePart, among all: [Element], ranked: Bool, _ names: (Element) -> [String]
  ) -> [Element] {
    var byMatch: [NamePart.Match: [Element]] = [:]
    for element in all {
      let match = names(element).compactMap { part.match(TypedName($0), isFuzzy: true) }.min()
      guard let match else { continue }
      byMatch[ranked ? match : max(match, .inside), default: []].append(element)
    }
    return NamePart.Match.allCases.flatMap { byMatch[$0] ?? [] }
  }

  private func recentNotes() -> Found {
    let request = NoteRequest(query: .all, limit: Self.limit, now: now)
    let notes = (try? workspace.index.notes(request)) ?? []
    return Found(notes.map(PickerItem.init), count: try? workspace.index.notes.count())
  }

  private func openTasks() -> [LocatedTask] {
    if case .tasks(let tasks) = scope { return tasks }
    let request = TaskRequest(scope: .open, now: now)
    return LocatedTask.inOrder((try? workspace.index.tasks(request)) ?? [])
  }

  private func named(_ part: NamePart) -> Found {
    let ranking = names?.ranking(of: part, limit: Self.limit, isFuzzy: true)
    guard let ranking else { return Found([]) }
    let notes = (try? workspace.index.notes(numbered: ranking.hits.map(\.number))) ?? []
    // A letter that is sealed is not counted either.
    return Found(notes.map(PickerItem.init), count: ranking.count - ranking.hits.count + notes.count)
  }

  private func found(_ part: NamePart, in tasks: [LocatedTask]) -> Found {
    let found = matching(part, among: tasks, ranked: true) { [$0.item.title] }
    return Found(found.prefix(Self.limit).map(item), count: found.count)
  }

  private func item(_ task: LocatedTask) -> PickerItem {
    let due = task.item.due.map { DayText.text(.day($0.day), in: language) + "  " } ?? ""
    return PickerItem(
      kind: .task, place: task.position, title: task.item.title,
      detail: due + task.path.string, isOverdue: task.item.isOverdue(at: now))
  }

  /// Returns the first line of each note that has the words outside its title, the last of them perhaps half typed.
  private func lines(_ text: String, besides paths: Set<NotePath>) -> Found {
    guard text.count >= 2,
      let query = Self.query(text),
      let all = try? workspace.index.notes.paths(NoteRequest(query: query, now: now)),
      let notes = try? workspace.index.notes(NoteRequest(query: query, limit: Self.readNotes + paths.count, now: now))
    else { return Found([]) }
    let matcher = LineMatcher(query)
    let others = notes.filter { !paths.contains($0.path) }.prefix(Self.readNotes)
    let items = others.compactMap { note -> PickerItem? in
      guard let bytes = try? workspace.files.read(note.path),
        let hit = matcher.hits(in: Document.visibleBytes(of: bytes), limit: 1).first
      else { return nil }
      let line = String(decoding: bytes[hit.range.lowerBound..<hit.range.upperBound], as: UTF8.self)
      return PickerItem(
        kind: .line, place: NotePosition(note.path, line: hit.line), title: note.title,
        detail: String(line.trimming(while: \.isWhitespace)))
    }
    let unread = all.count { !paths.contains($0) } - others.count
    return Found(items, count: items.count + max(0, unread))
  }

  /// Returns notes with all these words, the last of which may be half typed. Nil if there is none.
  private static func query(_ text: String) -> Query? {
    let words = text.split(whereSeparator: \.isWhitespace).map { word in
      word.filter { $0.isLetter || $0.isNumber }
    }.filter { !$0.isEmpty }
    guard let last = words.last else { return nil }
    func all(in scope: TextTerm.Scope) -> Query {
      let whole = words.dropLast().map { Query.text(TextTerm(words: $0, scope: scope)) }
      return .and(whole + [.text(TextTerm(words: last, isPrefix: true, scope: scope))])
    }
    return .and([all(in: .anywhere), .not(all(in: .title))])
  }
}
