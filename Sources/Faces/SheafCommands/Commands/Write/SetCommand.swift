import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// `sheaf set`
struct SetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "set",
      abstract: localized(
        "Change fields of notes and nothing else.", ko: "메모의 필드만 바꿉니다."),
      discussion: localized(
        """
        Notes come first, then changes: FIELD=VALUE, FIELD+=VALUE or FIELD-=VALUE for a list, FIELD- to remove. A
        check box is given as NOTE:LINE, by its id or by its number in a list of tasks. A note whose front matter
        cannot be changed safely is not changed but reported; the others are changed. A value that the note had before
        keeps its spelling. On a terminal due=? opens a calendar, for every field that is a day.

        Examples:
          sheaf set @ status=doing due=friday
          sheaf set --where 'tag:work status:todo' tags+=q4 --expect 12 --dry-run
          sheaf set Plan.md:12 priority=high due-
        """,
        ko: """
          메모 뒤에 바꿀 필드를 지정합니다: 필드=값, 목록에는 필드+=값과 필드-=값, 지울 때는 필드-.
          체크박스는 메모:줄, id, 할 일 목록의 번호로 지정합니다.
          안전하게 바꿀 수 없는 메모는 그대로 두고 표시합니다. 나머지는 바꿉니다. 메모에 있던 값은 원래 형식을 유지합니다.
          터미널에서는 due=?로 달력을 엽니다. 날짜 필드에는 모두 쓸 수 있습니다.

          예:
            sheaf set @ status=doing due=금요일
            sheaf set --where 'tag:일 status:todo' tags+=4분기 --expect 12 --dry-run
            sheaf set Plan.md:12 priority=high due-
          """))
  }

  @Argument(help: help(.noteChange, "Notes, then changes.", ko: "메모, 그 뒤에 바꿀 필드"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  init() {}

  func run(in context: CommandContext) throws {
    let changes = try context.choosingDays(in: words.filter { Self.isChange($0) })
    try FieldWriter(context, change).run(changes, on: words.filter { !Self.isChange($0) })
  }

  private static func isChange(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "=") else {
      return word.hasSuffix("-") && word.count > 1 && !word.contains("/") && !word.contains(" ")
    }
    return !word[..<equals].contains("/") && !word[..<equals].contains(" ")
  }
}

/// `sheaf unset`
struct UnsetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "unset",
      abstract: localized(
        "Remove a field from notes and change nothing else.", ko: "메모에서 필드를 제거하고 다른 내용은 바꾸지 않습니다."),
      discussion: localized(
        """
        Examples:
          sheaf unset @ due
          sheaf unset --where 'in:Memo tag:published' draft --dry-run

        Notes come first, then the field; the field may also come first. “sheaf set NOTE FIELD-” does the same.
        """,
        ko: """
          예:
            sheaf unset @ due
            sheaf unset --where 'in:Memo tag:공개' draft --dry-run

          메모를 먼저, 필드를 나중에 지정합니다. 필드를 먼저 지정해도 됩니다. “sheaf set 메모 필드-”와 같습니다.
          """))
  }

  @Argument(help: help(.noteField, "Notes, then the field.", ko: "메모, 그 뒤에 필드"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  init() {}

  func run(in context: CommandContext) throws {
    var notes = words
    let key =
      try isField(words[words.count - 1], context) || !isField(words[0], context)
      ? notes.removeLast() : notes.removeFirst()
    try context.refuseInput([key])
    guard !notes.isEmpty || change.condition != nil else {
      throw UsageError(
        Message("Give a note and a field", ko: "메모와 필드를 지정해야 합니다"),
        hint: Message("sheaf unset @ due", ko: "sheaf unset @ due"))
    }
    try FieldWriter(context, change).run(["\(key)-"], on: notes)
  }

  /// The last word is the field, unless only the first one is known as one.
  private func isField(_ word: String, _ context: CommandContext) throws -> Bool {
    if FieldCatalogue.field(typed: word) != nil { return true }
    guard words.count > 1 else { return true }
    return try context.openWorkspace().index.fields.keys().contains(word.lowercased())
  }
}

/// Changes fields of several notes in one transaction.
struct FieldWriter {
  private let context: CommandContext
  private let care: WriteOptions
  /// A query whose notes are changed too.
  private let condition: String?

  init(_ context: CommandContext, care: WriteOptions = WriteOptions(), condition: String? = nil) {
    self.context = context
    self.care = care
    self.condition = condition
  }

  init(_ context: CommandContext, _ options: ChangeOptions<ChangedNotes>) {
    self.init(context, care: options.writing.care, condition: options.condition)
  }

  /// Makes the changes in all notes, and reports what was left unchanged.
  ///
  /// - Parameters:
  ///   - changes: `due=tomorrow`, `tags+=work`, `due-`.
  ///   - names: Notes, besides those of the query.
  /// - Throws: An error if a change cannot be read or a note is not found; ``ExitStatus`` if a note was left unchanged.
  func run(_ changes: [String], on names: [String]) throws {
    try run(
      changes.map { try FieldAssignment($0, now: context.clock(), zone: context.zone) }, on: names)
  }

  /// The same for changes that were read already.
  func run(_ assignments: [FieldAssignment], on names: [String]) throws {
    guard !assignments.isEmpty else {
      throw UsageError(
        Message("No change given", ko: "바꿀 필드를 지정해야 합니다"),
        hint: FieldAssignmentError.unreadable("").hint)
    }
    let (workspace, changes, tasks, used, remarks) = try context.write(care, reportsShifts: true) {
      workspace, transaction in
      let used = try workspace.index.fields.keys()
      let journal = context.changes.journal(of: workspace.repository, workspace.configuration)
      let (paths, boxes) = try targets(names, workspace)
      let changes = try FieldChanges(
        assignments, of: paths, in: workspace, earlier: EarlierVersions(journal), &transaction)
      for (path, refusal) in changes.refused {
        context.warn(.leftUnchanged("\(path):\(refusal.line)", refusal.message))
      }
      var tasks = TaskChanges(in: workspace)
      if let status = Self.status(of: assignments) {
        let today = context.clock().day
        try tasks.make(boxes, &transaction) { $0.status == status ? nil : .status(status, today: today) }
      } else if !boxes.isEmpty {
        let boxChanges = try assignments.map { try $0.ofBox() }
        try tasks.make(boxes, &transaction) { _ in .fields(boxChanges) }
      }
      for fact in tasks.facts { fact.warn(in: context) }
      try confirm(changes.made.count + tasks.changed.count, named: names.count)
      let isOne = condition == nil && paths.count == 1 && boxes.isEmpty && changes.refused.isEmpty
      let remarks =
        isOne ? try self.remarks(on: assignments, of: paths[0], changed: changes.made.first, workspace) : []
      return (workspace, changes, tasks, used, remarks)
    }
    if !care.dryRun {
      for change in changes.made { context.console.writeLine(change.path.string) }
      for box in tasks.changed { context.console.writeLine(box.text) }
    }
    for remark in remarks { context.note(remark) }
    if !changes.made.isEmpty { context.reportKeys(assignments.map(\.key), used: used) }
    if changes.areRuled { context.reportTasks(of: changes.made, in: workspace) }
    if changes.refused.contains(where: \.refusal.isUnreadable) { throw ExitStatus.inputOutput }
    for fact in tasks.facts { fact.note(in: context) }
    if !changes.refused.isEmpty || tasks.facts.contains(where: \.isRefusal) { throw ExitStatus.badData }
  }

  /// What the changes of one note's front matter leave: fields and tags of its text, and what it does not have.
  private func remarks(
    on assignments: [FieldAssignment], of path: NotePath, changed: ChangedNote?, _ workspace: Workspace
  ) throws -> [Message] {
    guard path.isMarkdown, try !workspace.isSealed(path) else { return [] }
    // The lines as they are called afterwards.
    let document =
      try changed.map { Note(Document(parsing: $0.after), at: path, in: workspace.layout).document }
      ?? workspace.note(at: path).document
    let isUnchanged = changed == nil
    return assignments.compactMap { assignment in
      let key = FieldCatalogue.canonical(assignment.key)
      var (name, isMissing) = (assignment.key, false)
      var place = document.fields.first { $0.form == .line && FieldCatalogue.canonical($0.key) == key }?.range
      switch assignment.change {
      case .success(.remove(let value)) where key == "tags":
        (name, isMissing) = ("#" + value, isUnchanged)
        place = document.tags.first { nameKey($0.name) == nameKey(value) }?.range
      case .success(.unset): isMissing = isUnchanged
      default: break
      }
      if let place {
        let line = document.source.position(at: place.lowerBound).line
        return Message(
          "\(path):\(line): “\(name)” is in the text, where it stays", ko: "\(path):\(line): 본문의 “\(name)”: 그대로 둡니다")
      }
      return isMissing ? Message("\(path) has no “\(name)”", ko: "\(path): “\(name)” 없음") : nil
    }
  }

  /// The status that boxes get, if nothing else is to change.
  private static func status(of assignments: [FieldAssignment]) -> TaskStatus? {
    guard assignments.count == 1, FieldCatalogue.field(typed: assignments[0].key)?.key == "status",
      case .success(.set(.text(let text))) = assignments[0].change
    else { return nil }
    return TaskStatus(text)
  }

  /// A query or a folder may change more notes than the user had in mind.
  private func confirm(_ count: Int, named: Int) throws {
    guard count > max(named, 1), care.expect == nil, !care.dryRun else { return }
    try context.confirm(
      Message("Change \(counted(count, "note"))?", ko: "메모 \(count)개를 바꿀까요?"))
  }

  private func targets(
    _ names: [String], _ workspace: Workspace
  ) throws -> (notes: [NotePath], boxes: [NotePosition]) {
    var boxes: [NotePosition] = []
    let others = try names.filter { name in
      guard let box = try context.box(name, in: workspace) else { return true }
      boxes.append(box)
      return false
    }
    var paths = others.isEmpty && !boxes.isEmpty ? [] : try context.notes(others, in: workspace)
    if let condition { paths += try context.notes(where: condition, in: workspace) }
    guard !paths.isEmpty || !boxes.isEmpty || condition != nil else {
      throw UsageError(Message("No note given", ko: "메모를 지정해야 합니다"))
    }
    if let both = boxes.first(where: { paths.contains($0.path) }) {
      throw UsageError(
        Message(
          "\(both.path) and a check box in it cannot be changed at once",
          ko: "메모와 그 안의 체크박스를 한 번에 바꿀 수 없습니다: \(both.path)"))
    }
    return (paths.uniqued(), boxes.uniqued())
  }
}

extension FrontMatterRefusal {
  fileprivate var isUnreadable: Bool { if case .unreadable = reason { true } else { false } }
}
