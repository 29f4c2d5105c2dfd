import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import TerminalScreen
import Wording

extension CommandContext {
  /// Returns the task that the user's words name: `3`, `NOTE`, `NOTE:LINE`, the id of a check box, or a part of a
  /// title.
  ///
  /// A part is looked for among open tasks first, then among the names of all notes.
  ///
  /// - Parameter isMeant: A condition that selects among several notes of one name, for example in a repeating series;
  ///   an open one rather than a closed one.
  func task(
    _ text: String, in workspace: Workspace, parts: NamePartRule = .accepted,
    isMeant: (TaskItem) -> Bool = { _ in true }
  ) throws -> NotePosition {
    if case .row(let row) = NoteReference(text) { return try place(ofRow: row, in: workspace) }
    let equal = try openTasks(called: text, in: workspace, isMeant)
    if equal.count > 1 { return try one(of: equal, named: text, in: workspace, parts) }
    do {
      let path = try note(text, in: workspace, parts: .refused)
      if let other = try sibling(of: path, called: text, in: workspace, isMeant) {
        return NotePosition(other, line: nil)
      }
      if try !workspace.note(at: path).tasks.contains(where: { $0.source == .note }),
        let found = try openTask(text, in: workspace, parts, isMeant)
      {
        return found
      }
      return NotePosition(path, line: nil)
    } catch NoteLookupError.ambiguous(let name, let notes) {
      let paths = notes.map(\.path)
      let tasks = try workspace.index.tasks()
      var meant = tasks.filter { $0.line == nil && paths.contains($0.path) && isMeant($0.item) }
      if meant.count > 1 { meant.removeAll(where: \.item.status.isClosed) }
      if meant.count > 1 { return try one(of: LocatedTask.inOrder(meant), named: name, in: workspace, parts) }
      guard meant.count == 1 else { throw NoteLookupError.ambiguous(name, notes) }
      return NotePosition(meant[0].path, line: nil)
    } catch let error as NoteLookupError {
      if let found = try namedBox(text, in: workspace) { return found }
      if let found = try openTask(text, in: workspace, parts, isMeant) { return found }
      guard parts != .refused else { throw error }
      if let found = try place(text, in: workspace) { return found }
      do {
        return NotePosition(try note(text, in: workspace), line: nil)
      } catch NoteLookupError.notFound(let name, let nearest, _) {
        if let other = try taskInAnyState(text, in: workspace) { return other }
        throw NoteLookupError.notFound(name, nearest: nearest, ofTasks: true)
      } catch NoteLookupError.noEntry(_, let name) {
        throw NoteLookupError.notFound(name, nearest: nil, ofTasks: true)
      }
    }
  }

  /// Returns the one task with this name, or with a part of it, whatever its state. Nil if there is none, or several.
  private func taskInAnyState(_ text: String, in workspace: Workspace) throws -> NotePosition? {
    guard let part = NamePart(text) else { return nil }
    let found = try workspace.index.tasks().filter { part.match(TypedName($0.item.title)) != nil }
    let whole = found.filter { nameKey($0.item.title) == nameKey(text) }
    let meant = whole.isEmpty ? found : whole
    return meant.count == 1 ? meant[0].position : nil
  }

  /// Returns the closed task that words name. For a repeating task, returns the occurrence that was closed last.
  func closedTask(_ text: String, in workspace: Workspace, parts: NamePartRule) throws -> NotePosition {
    var isName = true
    if case .row = NoteReference(text) { isName = false }
    if isName, let part = NamePart(text) {
      let done = try workspace.index.tasks().filter {
        $0.item.status.isClosed && part.match(TypedName($0.item.title)) != nil
      }
      let whole = done.filter { nameKey($0.item.title) == nameKey(text) }
      let latest = (whole.isEmpty && parts != .refused ? done : whole).sorted {
        ($0.item.closed?.day.description ?? "") > ($1.item.closed?.day.description ?? "")
      }
      var series: Set<String> = []
      let meant = latest.filter { task in
        task.item.repetition == nil && task.item.series == nil || series.insert(nameKey(task.item.title)).inserted
      }
      if meant.count > 1 { return try one(of: meant, named: text, in: workspace, parts) }
      if let task = meant.first { return task.position }
    }
    return try task(text, in: workspace, parts: parts) { $0.status.isClosed }
  }

  /// Returns the task that the user chooses.
  ///
  /// - Throws: ``Problem`` without a terminal.
  private func one(
    of tasks: [LocatedTask], named name: String, in workspace: Workspace, _ parts: NamePartRule
  ) throws -> NotePosition {
    if parts != .refused, let place = try chosen(of: tasks, in: workspace)?.first { return place }
    let limit = 20
    let lines = tasks.prefix(limit).map { task in
      "  \(task.reference)  \(plainTitle(task.item.title))" + (task.item.due.map { "  \($0)" } ?? "")
    }
    let list = (lines + (tasks.count > limit ? ["  …"] : [])).joined(separator: "\n")
    throw Problem(
      .usage,
      Message(
        "“\(name)” matches \(tasks.count)\(tasks.allSatisfy { $0.item.status.isClosed } ? "" : " open") tasks:\n"
          + list,
        ko: "“\(name)”에 맞는 할 일이 \(tasks.count)개입니다:\n" + list),
      hint: Message("Add a word, or use PATH or PATH:LINE as listed.", ko: "단어를 더 입력하거나 목록의 경로나 경로:줄을 지정하세요."))
  }

  /// Returns the open notes and check boxes whose whole title equals the text.
  private func openTasks(
    called text: String, in workspace: Workspace, _ isMeant: (TaskItem) -> Bool
  ) throws -> [LocatedTask] {
    let open = try workspace.index.tasks(TaskRequest(scope: .open, now: clock()))
    return LocatedTask.inOrder(open.filter { isMeant($0.item) && nameKey($0.item.title) == nameKey(text) })
  }

  /// Returns the one note of the same title whose task is meant, if the named note's is not or is closed: a task that
  /// repeats.
  private func sibling(
    of path: NotePath, called text: String, in workspace: Workspace, _ isMeant: (TaskItem) -> Bool
  ) throws -> NotePath? {
    let note = try workspace.note(at: path)
    guard let task = note.tasks.first(where: { $0.source == .note }),
      task.status.isClosed || !isMeant(task), nameKey(note.title) == nameKey(text)
    else { return nil }
    var meant = try workspace.index.tasks().filter {
      $0.line == nil && $0.noteTitle == note.title && isMeant($0.item)
    }
    if meant.count > 1 { meant.removeAll(where: \.item.status.isClosed) }
    return meant.count == 1 ? meant[0].path : nil
  }

  /// Returns the open task with this part in its title; of several the one that is chosen.
  ///
  /// - Returns: nil if no open task has it.
  func openTask(
    _ text: String, in workspace: Workspace, _ parts: NamePartRule, _ isMeant: (TaskItem) -> Bool = { _ in true }
  ) throws -> NotePosition? {
    guard let part = NamePart(text) else { return nil }
    let open = try workspace.index.tasks(TaskRequest(scope: .open, now: clock()))
    var found = LocatedTask.inOrder(open.filter { isMeant($0.item) && part.match(TypedName($0.item.title)) != nil })
    let whole = found.filter { nameKey($0.item.title) == nameKey(text) }
    if whole.count == 1 || parts == .refused { found = whole }
    guard found.count > 1 else { return found.first.map { $0.position } }
    return try one(of: found, named: text, in: workspace, .accepted)
  }

  /// Returns the tasks that the user chooses on the screen; nil without a terminal.
  ///
  /// - Throws: ``ExitStatus/negative`` if none was chosen.
  func chosen(of tasks: [LocatedTask], allowsSeveral: Bool = false, in workspace: Workspace) throws -> [NotePosition]? {
    guard mayAsk, let screen = world.screen() else { return nil }
    defer { screen.close() }
    let picker = Picker(context: self, workspace: workspace, screen: screen, question: pickerQuestion(.task))
    let places = picker.choose(.tasks(tasks), allowsSeveral: allowsSeveral)?.items.map(\.place) ?? []
    guard !places.isEmpty else { throw ExitStatus.negative }
    return places
  }

  /// Returns the check box that the user's words name: `3` in a list of tasks, `NOTE:LINE`, its id. Nil for anything
  /// else.
  func box(_ text: String, in workspace: Workspace) throws -> NotePosition? {
    let found: NotePosition?
    if case .row(let row) = NoteReference(text) {
      found = try place(ofRow: row, in: workspace)
    } else if (try? note(text, in: workspace, parts: .refused)) != nil {
      found = nil
    } else if let box = try namedBox(text, in: workspace) {
      found = box
    } else {
      let titles = try NamePart(text).map { try workspace.index.notes(matching: $0) } ?? []
      found = titles.isEmpty ? try? place(text, in: workspace) : nil
    }
    return found.flatMap { $0.line == nil ? nil : $0 }
  }

  /// Returns a check box that is there, by its line in a note that is named as a whole, or by its id.
  ///
  /// The title of a task can end in text that looks like a line, such as `standup at 10:30`: a title goes before a
  /// place whose note is named by a part, or that has no check box.
  private func namedBox(_ text: String, in workspace: Workspace) throws -> NotePosition? {
    do {
      guard let found = try place(text, in: workspace, parts: .refused), let line = found.line,
        try workspace.note(at: found.path).tasks.contains(where: { $0.source == .checkbox(line: line) })
      else { return nil }
      return found
    } catch is NoteLookupError {
      return nil
    }
  }

  /// Returns a check box by its line or its id.
  private func place(_ text: String, in workspace: Workspace, parts: NamePartRule = .accepted) throws -> NotePosition? {
    if let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) {
      return NotePosition(try note(String(text[..<colon]), in: workspace, parts: parts), line: line)
    }
    let tasks = try workspace.index.tasks()
    return tasks.first { $0.line != nil && $0.item.identifier == text }.map { $0.position }
  }
}
