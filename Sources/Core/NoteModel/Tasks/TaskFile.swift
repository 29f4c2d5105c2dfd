import ByteBasics
package import CivilCalendar
package import NoteSyntax
package import Wording

/// The bytes of a note while the tasks in it change.
///
/// The note is read once for all check boxes that change from its end on: their edits wait until something is asked
/// that they could answer otherwise.
package struct TaskFile: Sendable {
  package let path: NotePath
  /// The bytes of the file when it was found.
  package let before: [UInt8]
  private let layout: VaultLayout
  /// The lines above which next occurrences were put, as the file numbered them before.
  private var insertions: [Int] = []
  /// The done check boxes with `🏁 delete` to which other lines belong.
  package private(set) var undeletable: [TaskItem] = []
  /// The lines before the body when the file was found.
  private let fieldLines: Int
  /// The note without the edits that wait.
  private var reading: TaskReading
  /// Edits of check boxes in ``reading``. Edits of different check boxes do not overlap.
  private var waiting: [TextEdit] = []
  /// The start of the first waiting edit.
  private var firstWaiting = Int.max

  package init(path: NotePath, bytes: [UInt8], in layout: VaultLayout = .standard) {
    self.path = path
    self.layout = layout
    before = bytes
    reading = TaskReading(bytes, at: path, in: layout)
    fieldLines = reading.fieldLines
  }

  /// Returns the present line of a check box by the line that it had when the file was found.
  package func place(of line: Int) -> Int {
    line + insertions.count { $0 <= line } + reading.fieldLines - fieldLines
  }

  package var bytes: [UInt8] {
    let source = reading.note.document.source
    return waiting.isEmpty ? source.bytes : (try? source.applying(waiting).bytes) ?? source.bytes
  }

  package var note: Note { present.note }

  /// The note with the edits that wait.
  private var present: TaskReading { waiting.isEmpty ? reading : TaskReading(bytes, at: path, in: layout) }

  /// Returns the last reading if no edit at or before the line waits, else a new one with the edits.
  private func reading(of line: Int?) -> TaskReading {
    let range = line.flatMap { reading.checkboxes[$0]?.lineRange }
    let isSettled = waiting.isEmpty || range.map { $0.upperBound < firstWaiting } ?? false
    return isSettled ? reading : present
  }

  private mutating func replace(with bytes: [UInt8]) {
    reading = TaskReading(bytes, at: path, in: layout)
    waiting = []
    firstWaiting = .max
  }

  private mutating func replace(applying edits: [TextEdit]) {
    let bytes = bytes
    replace(with: (try? SourceBuffer(bytes).applying(edits).bytes) ?? bytes)
  }

  private mutating func settle() {
    if !waiting.isEmpty { replace(with: bytes) }
  }

  /// Lets edits of a check box wait.
  private mutating func add(_ edits: [TextEdit]) {
    waiting += edits
    firstWaiting = min(firstWaiting, edits.map(\.range.lowerBound).min() ?? .max)
  }

  /// Returns the task at a line, or of the note itself if `line` is nil, or nil if there is none.
  package func task(at line: Int?) -> TaskItem? { reading(of: line).task(at: line) }

  /// The repeating task that the note is. Nil for a note that is no task, or whose task does not repeat.
  package var repeatingTask: TaskItem? { task(at: nil).flatMap { $0.repetition == nil ? nil : $0 } }

  /// Returns the reason why a change is impossible: no box has the status, or a next day is unknown.
  package func mistake(of task: TaskItem, at line: Int?, before change: TaskChange) -> (any ExplainedError)? {
    if let line, case .status(let status, _) = change, layout.statuses.boxState(of: status) == nil,
      let state = reading(of: line).checkboxes[line]?.state, TaskWord(rawValue: state) == nil,
      KanbanBoard(reading(of: line).note.document)?.column(named: status.name) == nil
    {
      // The first letter of the name that a box has no meaning for.
      let letter = status.name.lowercased().first { $0.isASCII && $0.isLetter && $0 != "x" } ?? "?"
      return Problem(
        .usage,
        Message(
          "No character of a check box means “\(status.name)”; the setting tasks.statuses gives it one: {\(status.name): open \(letter)}",
          ko:
            "체크박스에 이 상태를 나타내는 문자가 없습니다: “\(status.name)”. tasks.statuses 설정에서 정할 수 있습니다: {\(status.name): open \(letter)}"
        ))
    }
    guard case .status(.done, _) = change, let rule = task.repetition else { return nil }
    do throws(RecurrenceError) {
      _ = try RecurrenceRule.parse(rule)
    } catch {
      return RecurrenceMistake(error, in: rule)
    }
    guard let line else { return nil }
    let reading = reading(of: line)
    guard let checkbox = reading.checkboxes[line] else { return nil }
    let fields = CheckboxFields(checkbox, in: reading.note.document)
    let wrong = ["due", "scheduled", "start"].lazy.compactMap(fields.field).first { CivilDate(iso: $0.value) == nil }
    return wrong.map { FieldAssignmentError.notADate(key: $0.key, text: $0.value) }
  }

  /// Makes a change of one task. Lines below keep their numbers.
  package mutating func apply(_ change: TaskChange, at line: Int?) throws(FrontMatterRefusal) {
    guard let line else {
      guard let task = task(at: nil) else { return }
      return try set(change.fields(of: task))
    }
    if !isAhead(line) { settle() }
    guard let checkbox = reading.checkboxes[line], let task = reading.task(at: line) else { return }
    let edits = try editor(of: checkbox).edits(change, of: task)
    guard (try? reading.note.document.source.applying(edits)) != nil else { return }
    add(edits)
  }

  private func editor(of checkbox: Checkbox) -> CheckboxEditor {
    CheckboxEditor(checkbox, in: reading.note.document, statuses: layout.statuses)
  }

  /// Returns true if all pending edits are below a line.
  private func isAhead(_ line: Int) -> Bool {
    reading.checkboxes[line].map { $0.lineRange.upperBound < firstWaiting } ?? false
  }

  /// Changes fields of a check box, under the keys of the bracket notation.
  package mutating func setBox(_ changes: [TaskChange.FieldChange], at line: Int) throws(FrontMatterRefusal) {
    settle()
    guard let checkbox = reading.checkboxes[line] else { return }
    replace(applying: try editor(of: checkbox).edits(setting: changes))
  }

  /// Gives a check box another title. Returns false, and changes nothing, if the line would then have a different
  /// title.
  package mutating func renameBox(_ title: String, at line: Int) -> Bool {
    settle()
    let document = reading.note.document
    guard let task = task(at: line), let checkbox = reading.checkboxes[line],
      let edits = CheckboxEditor(checkbox, in: document).edits(title: title, of: task)
    else { return false }
    let before = bytes
    replace(applying: edits)
    if let new = self.task(at: line), new.title == title, new.due == task.due, new.tags == task.tags {
      return true
    }
    replace(with: before)
    return false
  }

  /// Replaces the end of the file, which is `old`.
  ///
  /// - Returns: False if the file ends with another text; the file is not changed then.
  package mutating func replaceEnd(_ old: String, with new: String) -> Bool {
    let end = Array(old.utf8)
    var bytes = bytes
    guard bytes.count >= end.count, bytes.suffix(end.count).elementsEqual(end) else { return false }
    let isWindows = bytes.firstRange(of: [0x0D, 0x0A]) != nil
    let text = isWindows ? new.replacing("\n", with: "\r\n") : new
    let start = bytes.count - end.count
    // A file that has no text yet gets an empty line after its front matter.
    let gap = end.isEmpty && start > 0 && !text.isEmpty ? (isWindows ? "\r\n" : "\n") : ""
    bytes.replaceSubrange(start..., with: Array((gap + text).utf8))
    replace(with: bytes)
    return true
  }

  /// Puts the next occurrence of a check box above it; the lines below move down by one.
  package mutating func insert(_ occurrence: TaskOccurrence, above line: Int) {
    // The box's own edits may wait: nothing that they change is taken over.
    let start = reading.checkboxes[line]?.lineRange.lowerBound
    if start.map({ $0 >= firstWaiting }) ?? true { settle() }
    guard let checkbox = reading.checkboxes[line] else { return }
    let document = reading.note.document
    let text = editor(of: checkbox).line(of: occurrence)
    let end = checkbox.lineRange.upperBound
    insertions.append(line)
    let bytes = document.source.bytes
    let isWindows = end < bytes.count && bytes[end] == 0x0D
    let place = checkbox.lineRange.lowerBound
    add([
      TextEdit(
        range: ByteRange(place, place), replacement: text + (isWindows ? [0x0D, 0x0A] : [0x0A]))
    ])
  }

  /// Removes the next occurrence of a check box, if its line is still as ``insert(_:above:)`` wrote it.
  ///
  /// - Returns: The number of the removed line. Nil if there is no such line.
  package mutating func remove(_ occurrence: TaskOccurrence, of line: Int) -> Int? {
    settle()
    guard let checkbox = reading.checkboxes[line] else { return nil }
    let written = editor(of: checkbox).line(of: occurrence)
    let bytes = reading.note.document.source.bytes
    let found = reading.checkboxes.values.filter {
      $0.line != line && reading.note.document.source[$0.lineRange].elementsEqual(written)
    }
    guard let next = found.max(by: { $0.line < $1.line }) else { return nil }
    var end = next.lineRange.upperBound
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    let whole = ByteRange(next.lineRange.lowerBound, min(end + 1, bytes.count))
    replace(applying: [TextEdit(range: whole, replacement: "")])
    return next.line
  }

  /// Removes the line of a done check box with `🏁 delete`, unless other lines belong to its item.
  ///
  /// - Returns: False if the line stays.
  package mutating func removeIfDone(at line: Int) -> Bool {
    settle()
    let document = reading.note.document
    guard let checkbox = reading.checkboxes[line], let task = reading.task(at: line), task.status == .done,
      CheckboxFields(checkbox, in: document).text("onCompletion")?.lowercased() == "delete",
      let item = document.blocks.last(where: { $0.kind == .item && $0.range.contains(checkbox.textRange.lowerBound) })
    else { return false }
    let source = document.source
    let end = source.bytes[checkbox.lineRange.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? source.bytes.count
    guard end >= item.range.upperBound || source.bytes[end..<item.range.upperBound].allSatisfy(ASCII.isWhiteSpace),
      let bytes = try? source.applying([
        TextEdit(range: ByteRange(checkbox.lineRange.lowerBound, end), replacement: "")
      ]).bytes
    else {
      undeletable.append(task)
      return false
    }
    let after = TaskReading(bytes, at: path, in: layout)
    guard after.note.tasks.count == reading.note.tasks.count - 1 else { return false }
    reading = after
    return true
  }

  /// Changes fields of the front matter, each under the spelling that the note uses.
  package mutating func set(_ changes: [TaskChange.FieldChange]) throws(FrontMatterRefusal) {
    settle()
    for change in changes {
      let document = reading.note.document
      let field = FieldCatalogue.field(for: change.key)
      let used = FieldCatalogue.spelling(of: change.key, in: document.frontMatter)
      let edits = try FrontMatterEditor(document).edits(used, Self.change(change, field))
      add(edits)
      settle()
    }
  }

  private static func change(_ change: TaskChange.FieldChange, _ field: KnownField?) -> FrontMatterEditor.Change {
    guard let value = change.value else { return .unset }
    if field?.type == .list {
      return .set(.list(value.split(separator: ",").map { String($0.drop { $0 == " " }) }))
    }
    let isTyped = field?.type == .date || field?.type == .day
    return .set(isTyped ? .typed(value) : .text(value))
  }

  /// Replaces the whole file, for changes that affect the whole note at once.
  mutating func replaceBytes(_ new: [UInt8]) { replace(with: new) }
}

/// A note with its tasks and check boxes by their lines.
private final class TaskReading: Sendable {
  let note: Note
  let checkboxes: [Int: Checkbox]
  /// The tasks by line. The task of the note itself has no line.
  private let tasks: [Int?: TaskItem]

  init(_ bytes: [UInt8], at path: NotePath, in layout: VaultLayout) {
    note = Note(Document(parsing: bytes), at: path, in: layout)
    checkboxes = Dictionary(note.document.checkboxes.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first })
    tasks = Dictionary(
      note.tasks.map { task -> (Int?, TaskItem) in
        if case .checkbox(let line) = task.source { (line, task) } else { (nil, task) }
      }, uniquingKeysWith: { first, _ in first })
  }

  func task(at line: Int?) -> TaskItem? { tasks[line] }

  /// The lines before the body.
  var fieldLines: Int {
    note.document.source.bytes[..<note.document.body.lowerBound].count { $0 == ASCII.lineFeed }
  }
}

extension TaskFile {
  /// Returns the note of the next occurrence: this note as before the completion, with new days and empty check boxes.
  ///
  /// Aliases remain with this note, as links by them do, and so does the import record. If the note has a creation day,
  /// the new note gets the day of the completion.
  ///
  /// - Throws: If a field cannot be changed safely.
  package func next(_ occurrence: TaskOccurrence) throws(FrontMatterRefusal) -> TaskFile {
    var file = TaskFile(path: path(of: occurrence), bytes: before, in: layout)
    var changes = [
      TaskChange.FieldChange(key: "id", value: occurrence.identifier),
      TaskChange.FieldChange(key: "series", value: occurrence.series),
      TaskChange.FieldChange(key: "status", value: TaskStatus.todo.name),
    ]
    changes += occurrence.dates.map { TaskChange.FieldChange(key: $0.key, value: $0.date.description) }
    if let anchor = occurrence.anchor {
      changes.append(TaskChange.FieldChange(key: "anchor", value: anchor.description))
    }
    // Links by another name lead to the old note.
    let keys = Set((file.note.document.frontMatter?.entries ?? []).map { FieldCatalogue.canonical($0.key) })
    if keys.contains("created") {
      changes.append(TaskChange.FieldChange(key: "created", value: occurrence.done.description))
    }
    for key in ["closed", "updated", "aliases"] where keys.contains(key) {
      changes.append(TaskChange.FieldChange(key: key, value: nil))
    }
    // The record of an import is a map, which the new note cannot share.
    file.add((try? FrontMatterEditor(file.note.document).removal(of: "import")) ?? [])
    try file.set(changes)
    file.emptyBoxes()
    return file
  }

  /// Empties every check box of the body.
  private mutating func emptyBoxes() {
    let note = note
    let document = note.document
    let change = TaskChange.status(.todo, today: Day(daysSinceEpoch: 0))
    let boxes = note.tasks.filter { $0.source != .note }
    let edits = zip(document.checkboxes, boxes).flatMap { checkbox, task -> [TextEdit] in
      let editor = CheckboxEditor(checkbox, in: document)
      return checkbox.state == " " ? [] : (try? editor.edits(change, of: task)) ?? [editor.stateEdit(.todo)]
    }
    add(edits)
  }

  /// Returns the old name with the new day after it.
  private func path(of occurrence: TaskOccurrence) -> NotePath {
    let name = "\(Self.nameAndDay(of: path).name) \(occurrence.day).md"
    return path.folder?.appending(name) ?? NotePath(trusted: name)
  }

  /// Returns the day at the end of an occurrence's name, for which the occurrence was created.
  package static func namedDay(of path: NotePath) -> Day? { nameAndDay(of: path).day }

  private static func nameAndDay(of path: NotePath) -> (name: Substring, day: Day?) {
    let stem = path.stem
    guard let space = stem.lastIndex(of: " "), let day = Day(iso: stem[stem.index(after: space)...])
    else { return (stem, nil) }
    return (stem[..<space], day)
  }
}
