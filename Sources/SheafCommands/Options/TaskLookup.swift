import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import TerminalScreen
import Wording

/// A task that the user named: a note, or a check box at a line of it.
struct TaskReference: Hashable {
  let path: NotePath
  let line: Int?

  var text: String { line.map { "\(path):\($0)" } ?? path.string }
}

extension CommandContext {
  /// The task that the user's words name: `3`, `NOTE`, `NOTE:LINE`, the id of a check box, or a part of a title.
  ///
  /// A part is looked for among open tasks first, then among the names of all notes.
  ///
  /// - Parameter isMeant: Of several notes of one name, as a series that repeats has, the one that this holds for; an
  ///   open one rather than a closed one.
  func task(
    _ text: String, in workspace: Workspace, isMeant: (TaskItem) -> Bool = { _ in true }
  ) throws -> TaskReference {
    if case .row(let row) = NoteReference(text),
      let task = TerminalMemory(self, workspace).taskRow(row)
    {
      return TaskReference(path: task.path, line: task.line)
    }
    do {
      let path = try note(text, in: workspace, parts: .refused)
      if let other = try sibling(of: path, called: text, in: workspace, isMeant) {
        return TaskReference(path: other, line: nil)
      }
      if try !workspace.note(at: path).tasks.contains(where: { $0.source == .note }),
        let found = try partlyNamed(text, in: workspace, isMeant)
      {
        return found
      }
      return TaskReference(path: path, line: nil)
    } catch NoteLookupError.ambiguous(let name, let notes) {
      let paths = notes.map(\.path)
      let tasks = try workspace.index.tasks(today: clock().day)
      var meant = tasks.filter { $0.line == nil && paths.contains($0.path) && isMeant($0.item) }
      if meant.count > 1 { meant.removeAll(where: \.item.status.isClosed) }
      guard meant.count == 1 else { throw NoteLookupError.ambiguous(name, notes) }
      return TaskReference(path: meant[0].path, line: nil)
    } catch is NoteLookupError {
      if let found = try place(text, in: workspace) { return found }
      if let found = try partlyNamed(text, in: workspace, isMeant) { return found }
      return TaskReference(path: try note(text, in: workspace), line: nil)
    }
  }

  /// Where the note of a name is closed or not meant, the one of the same title that is: a task that repeats.
  private func sibling(
    of path: NotePath, called text: String, in workspace: Workspace, _ isMeant: (TaskItem) -> Bool
  ) throws -> NotePath? {
    let note = try workspace.note(at: path)
    guard let task = note.tasks.first(where: { $0.source == .note }),
      task.status.isClosed || !isMeant(task), nameKey(note.title) == nameKey(text)
    else { return nil }
    var meant = try workspace.index.tasks(today: clock().day).filter {
      $0.line == nil && $0.noteTitle == note.title && isMeant($0.item)
    }
    if meant.count > 1 { meant.removeAll(where: \.item.status.isClosed) }
    return meant.count == 1 ? meant[0].path : nil
  }

  /// The open task with this part in its title; of several the one that is chosen.
  ///
  /// - Returns: nil where no open task has it.
  private func partlyNamed(
    _ text: String, in workspace: Workspace, _ isMeant: (TaskItem) -> Bool
  ) throws -> TaskReference? {
    guard let part = NamePart(text) else { return nil }
    let open = try workspace.index.tasks(TaskRequest(scope: .open, now: clock()))
    var found = LocatedTask.inOrder(
      open.filter { isMeant($0.item) && part.match(TypedName($0.item.title)) != nil })
    let whole = found.filter { nameKey($0.item.title) == nameKey(text) }
    if whole.count == 1 { found = whole }
    guard found.count > 1 else {
      return found.first.map { TaskReference(path: $0.path, line: $0.line) }
    }
    guard mayAsk, let screen = screen() else { throw AmbiguousTask(name: text, tasks: found) }
    defer { screen.close() }
    let picker = Picker(context: self, workspace: workspace, screen: screen)
    guard let place = picker.choose(.tasks(found), allowsSeveral: false)?.items.first?.place else {
      throw ExitStatus.interrupted
    }
    return TaskReference(path: place.path, line: place.line)
  }

  /// A check box by its line or its id.
  private func place(_ text: String, in workspace: Workspace) throws -> TaskReference? {
    if let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) {
      return TaskReference(path: try note(String(text[..<colon]), in: workspace), line: line)
    }
    let tasks = try workspace.index.tasks(today: clock().day)
    return tasks.first { $0.line != nil && $0.item.identifier == text }
      .map { TaskReference(path: $0.path, line: $0.line) }
  }
}

/// A part of a title that several open tasks have.
struct AmbiguousTask: ExplainedError {
  let name: String
  let tasks: [LocatedTask]

  private static let listedTasks = 20

  var category: ErrorCategory { .usage }

  var explanation: Message {
    let lines = tasks.prefix(Self.listedTasks).map { task in
      "  \(task.reference)  \(task.item.title)" + (task.item.due.map { "  \($0)" } ?? "")
    }
    let list = (lines + (tasks.count > Self.listedTasks ? ["  …"] : [])).joined(separator: "\n")
    return Message(
      "“\(name)” matches \(tasks.count) open tasks:\n" + list,
      ko: "“\(name)”에 맞는 할 일이 \(tasks.count)개입니다:\n" + list)
  }

  var hint: Message? {
    Message(
      "Add a word, or use PATH or PATH:LINE as listed.", ko: "단어를 더 입력하거나 목록의 경로나 경로:줄을 지정하세요.")
  }
}

/// A name that is not a task.
struct NotATask: ExplainedError {
  let reference: TaskReference
  /// The lines of the note's check boxes.
  let boxes: [Int]

  var category: ErrorCategory { .notFound }

  var explanation: Message {
    guard let line = reference.line else {
      return Message(
        "\(reference.path) is not a task", ko: "할 일이 아닙니다: \(reference.path)")
    }
    return Message(
      "There is no check box at \(reference.path):\(line)",
      ko: "체크박스가 없는 줄입니다: \(reference.path):\(line)")
  }

  var hint: Message? {
    guard !boxes.isEmpty else {
      return reference.line == nil
        ? Message(
          "“sheaf set \(reference.path) status=todo” makes it a task.",
          ko: "“sheaf set \(reference.path) status=todo”로 할 일로 만들 수 있습니다.") : nil
    }
    let lines = boxes.prefix(12).map { String($0) }.joined(separator: ", ")
    return Message(
      "Its check boxes are in the lines \(lines); use \(reference.path):\(boxes[0])",
      ko: "체크박스가 있는 줄은 \(lines)입니다. \(reference.path):\(boxes[0])처럼 지정하세요.")
  }
}
