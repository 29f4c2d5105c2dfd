import ByteBasics
import CivilCalendar
package import NoteSyntax
package import Wording

/// The bytes of a note while the tasks in it change.
package struct TaskFile: Sendable {
  package let path: NotePath
  /// As the file was found.
  package let before: [UInt8]
  package private(set) var bytes: [UInt8]
  private let layout: VaultLayout
  /// The lines above which next occurrences were put, as the file numbered them before.
  package private(set) var insertions: [Int] = []

  package init(path: NotePath, bytes: [UInt8], in layout: VaultLayout = .standard) {
    self.path = path
    self.layout = layout
    before = bytes
    self.bytes = bytes
  }

  package var note: Note { Note(Document(parsing: bytes), at: path, in: layout) }

  /// The task at a line, or the note itself; nil where there is none.
  package func task(at line: Int?) -> TaskItem? {
    note.tasks.first { task in
      switch (task.source, line) {
      case (.note, nil): true
      case (.checkbox(let place), let line?): place == line
      default: false
      }
    }
  }

  /// Why a task that repeats cannot be finished: nobody could say when it comes back.
  package func mistake(
    of task: TaskItem, at line: Int?, before change: TaskChange
  ) -> (any ExplainedError)? {
    guard case .status(.done, _) = change, let rule = task.repetition else { return nil }
    do throws(RecurrenceError) {
      _ = try RecurrenceRule.parse(rule)
    } catch {
      return RecurrenceMistake(error, in: rule)
    }
    guard let line else { return nil }
    let document = Document(parsing: bytes)
    guard let checkbox = document.checkboxes.first(where: { $0.line == line }) else { return nil }
    let fields = CheckboxFields(checkbox, in: document)
    let wrong = ["due", "scheduled", "start"].lazy.compactMap(fields.field)
      .first { CivilDate(iso: $0.value) == nil }
    return wrong.map { FieldAssignmentError.notADate(key: $0.key, text: $0.value) }
  }

  /// Makes a change of one task. Lines below keep their numbers.
  package mutating func apply(
    _ change: TaskChange, at line: Int?
  ) throws(FrontMatterRefusal) {
    guard let task = task(at: line) else { return }
    if let line {
      let document = Document(parsing: bytes)
      guard let checkbox = document.checkboxes.first(where: { $0.line == line }) else { return }
      apply(CheckboxEditor(checkbox, in: document).edits(change, of: task))
    } else {
      try set(change.fields(of: task))
    }
  }

  /// Puts the next occurrence of a check box above it; the lines below move down by one.
  package mutating func insert(_ occurrence: TaskOccurrence, above line: Int) {
    let document = Document(parsing: bytes)
    guard let checkbox = document.checkboxes.first(where: { $0.line == line }) else { return }
    let text = CheckboxEditor(checkbox, in: document).line(of: occurrence)
    let end = checkbox.lineRange.upperBound
    insertions.append(line)
    let isWindows = end < bytes.count && bytes[end] == 0x0D
    let start = checkbox.lineRange.lowerBound
    bytes.insert(contentsOf: text + (isWindows ? [0x0D, 0x0A] : [0x0A]), at: start)
  }

  /// Changes fields of the front matter, each under the spelling that the note uses.
  package mutating func set(_ changes: [TaskChange.FieldChange]) throws(FrontMatterRefusal) {
    for change in changes {
      let document = Document(parsing: bytes)
      let field = FieldCatalogue.field(for: change.key)
      let used = FieldCatalogue.spelling(of: change.key, in: document.frontMatter)
      let edits = try FrontMatterEditor(document).edits(used, Self.change(change, field))
      apply(edits)
    }
  }

  private static func change(
    _ change: TaskChange.FieldChange, _ field: KnownField?
  ) -> FrontMatterEditor.Change {
    guard let value = change.value else { return .unset }
    if field?.type == .list {
      return .set(.list(value.split(separator: ",").map { String($0.drop { $0 == " " }) }))
    }
    let isTyped = field?.type == .date || field?.type == .day
    return .set(isTyped ? .typed(value) : .text(value))
  }

  /// For what is made of the whole note at once.
  mutating func replaceBytes(_ new: [UInt8]) { bytes = new }

  private mutating func apply(_ edits: [TextEdit]) {
    bytes = (try? SourceBuffer(bytes).applying(edits).bytes) ?? bytes
  }
}

extension TaskFile {
  /// The note of the next occurrence: this note as it was, with other days, and every box empty again.
  ///
  /// - Throws: Where a field cannot be changed safely.
  package func next(_ occurrence: TaskOccurrence) throws(FrontMatterRefusal) -> TaskFile {
    var file = TaskFile(path: path(of: occurrence), bytes: before, in: layout)
    var changes = [
      TaskChange.FieldChange(key: "id", value: occurrence.identifier),
      TaskChange.FieldChange(key: "series", value: occurrence.series),
      TaskChange.FieldChange(key: "status", value: TaskStatus.todo.name),
    ]
    changes += occurrence.dates.map {
      TaskChange.FieldChange(key: $0.key, value: $0.date.description)
    }
    if let anchor = occurrence.anchor {
      changes.append(TaskChange.FieldChange(key: "anchor", value: anchor.description))
    }
    for key in ["closed", "updated"] where file.note.fields.contains(where: { $0.key == key }) {
      changes.append(TaskChange.FieldChange(key: key, value: nil))
    }
    try file.set(changes)
    file.emptyBoxes()
    return file
  }

  /// Every check box of the body is to be done again.
  private mutating func emptyBoxes() {
    let note = note
    let document = note.document
    let change = TaskChange.status(.todo, today: Day(daysSinceEpoch: 0))
    let boxes = note.tasks.filter { $0.source != .note }
    let edits = zip(document.checkboxes, boxes).flatMap { checkbox, task in
      checkbox.state == " "
        ? [] : CheckboxEditor(checkbox, in: document).edits(change, of: task)
    }
    apply(edits)
  }

  /// The old name with the new day after it.
  private func path(of occurrence: TaskOccurrence) -> NotePath {
    var stem = path.stem
    if let space = stem.lastIndex(of: " "), Day(iso: stem[stem.index(after: space)...]) != nil {
      stem = stem[..<space]
    }
    let name = "\(stem) \(occurrence.day).md"
    return path.folder?.appending(name) ?? NotePath(trusted: name)
  }
}
