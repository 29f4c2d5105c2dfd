import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

struct SetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("set", PackageResources.set_txt, ko: PackageResources.set_ko_txt)
  }

  @Argument(help: help(.noteChange, "Notes, then changes.", ko: "메모, 그 뒤에 변경"))
  var words: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  func run(in context: CommandContext) throws { try FieldWriter(context, change).run(words) }
}

/// Notes and changes, told apart as `set` and `tag` read them.
struct NotesAndChanges {
  var notes: [String] = []
  var changes: [FieldAssignment] = []

  /// The first word is notes, always; changes begin at the first later word that is one, and go on to the end. A known
  /// field goes before the name of a note, and that before a new field.
  ///
  /// - Parameter hasNotes: True if the first word is no change: it names notes.
  init(_ words: [String], hasNotes: Bool, _ context: CommandContext, _ workspace: Workspace) throws {
    guard !words.isEmpty else {
      throw UsageError(
        Message("No change given", ko: "바꿀 필드를 지정해야 합니다"), hint: FieldAssignmentError.unreadable("").hint)
    }
    let isQuery = hasNotes && context.beginsQuery(words[0], in: workspace) && !words[0].hasPrefix("+")
    var rest = words[...]
    if hasNotes, ChangeWord(words[0])?.isSigned != true, let first = rest.popFirst() { notes.append(first) }
    while let word = rest.popFirst() {
      guard var change = try Self.change(word, afterQuery: isQuery, isFirst: changes.isEmpty, context, workspace) else {
        guard changes.isEmpty else {
          throw UsageError(
            Message("“\(word)” comes after a change; notes come first", ko: "“\(word)”: 변경 뒤에 있습니다. 메모를 먼저 지정하세요"))
        }
        notes.append(word)
        continue
      }
      let isTag = change.isSigned || change.deed == .add && FieldCatalogue.canonical(change.key) == "tags"
      if isTag { _ = try TypedTag.tag(change.value) }
      change.extend(by: &rest, now: context.clock())
      let isRemoval = ["", "none", "없음"].contains(change.value.lowercased())
      if change.deed == .set, !isRemoval, FieldCatalogue.field(typed: change.key)?.key == "status" {
        change.value = try workspace.spelling(ofStatus: change.value, now: context.clock())
      }
      changes.append(try FieldAssignment(try context.choosingDay(change), now: context.clock(), zone: context.zone))
    }
    for (index, change) in changes.enumerated() where !change.isOfItem {
      let key = FieldCatalogue.canonical(change.key)
      if changes[..<index].contains(where: { !$0.isOfItem && FieldCatalogue.canonical($0.key) == key }) {
        throw FieldAssignmentError.twice(change.key)
      }
    }
    changes = changes.keepingMonthEnds()
    guard !changes.isEmpty else { throw Self.noChange(notes, isQuery: isQuery) }
    guard hasNotes == !notes.isEmpty else { throw UsageError(Message("No note given", ko: "메모를 지정해야 합니다")) }
  }

  private static func change(
    _ word: String, afterQuery isQuery: Bool, isFirst: Bool, _ context: CommandContext, _ workspace: Workspace
  ) throws -> ChangeWord? {
    if word.hasPrefix("+"), DateExpression.parse(word, relativeTo: context.clock()) != nil {
      let day = word.dropFirst()
      throw UsageError(
        Message("“\(word)” could be a day or a tag", ko: "날짜일 수도, 태그일 수도 있습니다: “\(word)”"),
        hint: Message("due:\(word) or tags+=\(day)", ko: "due:\(word) 또는 tags+=\(day)"))
    }
    guard let change = ChangeWord(word), change.isSigned || change.hasKey else { return nil }
    if isQuery, isFirst {
      if change.isSigned, change.deed == .takeAway {
        throw UsageError(
          Message(
            "“\(word)” after a query could be part of the query or a tag", ko: "검색식일 수도, 태그일 수도 있습니다: “\(word)”"),
          hint: Message(
            "NOT \(change.value), or tags-=\(change.value)", ko: "NOT \(change.value) 또는 tags-=\(change.value)"))
      }
      return change.isSigned || change.mark == "=" || change.deed != .set ? change : nil
    }
    if change.isSigned || change.isKnown || change.deed != .set || ["tag", "태그"].contains(change.key) { return change }
    if try workspace.index.fields.keys().contains(FieldCatalogue.folded(change.key)) { return change }
    guard isFirst else { return change }
    let isNote = (try? NamedPlaces(.notes, context, workspace).places([word])) != nil
    return isNote ? nil : change
  }

  private static func noChange(_ notes: [String], isQuery: Bool) -> UsageError {
    let last = notes.last.flatMap { ChangeWord($0) }
    if last == nil, let first = notes.first, let change = ChangeWord(first), !change.value.isEmpty,
      FieldCatalogue.field(typed: change.key) != nil
    {
      let line = ["sheaf", "set"] + (notes.dropFirst() + [first]).map(typedWord)
      return UsageError(
        Message(
          "No change given: “\(first)” is in the position of the notes",
          ko: "바꿀 필드를 지정해야 합니다. 메모를 먼저 지정하세요: “\(first)”"),
        hint: Message(verbatim: line.joined(separator: " ")))
    }
    let line = (["sheaf", "set"] + notes.dropLast() + (last.map { ["\($0.key)=\($0.value)"] } ?? [])).joined(
      separator: " ")
    return UsageError(
      Message("No change given", ko: "바꿀 필드를 지정해야 합니다"),
      hint: isQuery && notes.count > 1 && last?.isSigned == false
        ? Message(verbatim: line) : FieldAssignmentError.unreadable("").hint)
  }
}

/// Changes fields of several notes in one transaction.
package struct FieldWriter {
  private let context: CommandContext
  private let care: WriteOptions
  /// A query whose notes are changed too.
  private let condition: String?

  package init(_ context: CommandContext, care: WriteOptions = WriteOptions(), condition: String? = nil) {
    self.context = context
    self.care = care
    self.condition = condition
  }

  init(_ context: CommandContext, _ options: ChangeOptions<ChangedNotes>) {
    self.init(context, care: options.writing.care, condition: options.condition)
  }

  /// Makes the requested changes in the named notes.
  func run(_ words: [String]) throws {
    try run { workspace in
      let read = try NotesAndChanges(words, hasNotes: condition == nil, context, workspace)
      return (read.changes, read.notes)
    }
  }

  /// Makes the changes in all notes, and reports which notes stay unchanged.
  ///
  /// - Parameter names: Notes, unless a query stands for them.
  /// - Throws: An error if a note is not found; ``ExitStatus`` if a note was left unchanged.
  package func run(_ assignments: [FieldAssignment], on names: [String]) throws {
    try run { _ in (assignments, names) }
  }

  private func run(_ read: (Workspace) throws -> (changes: [FieldAssignment], notes: [String])) throws {
    let (workspace, changes, changed, facts, isOfStatus, remarks) = try context.write(care, reportsShifts: true) {
      workspace, transaction in
      let (assignments, names) = try read(workspace)
      let used = try workspace.index.fields.keys()
      let journal = context.changes.journal(of: workspace.repository, workspace.configuration)
      try refuseMisspelt(assignments, used: used)
      let (paths, boxes) = try targets(names, workspace)
      var tasks = TaskChanges(in: workspace)
      let today = context.clock().day
      let changes = try FieldChanges(
        assignments, of: paths, in: workspace, earlier: EarlierVersions(journal), today: today, &tasks, &transaction)
      for (path, refusal) in changes.refused {
        context.warn(.leftUnchanged("\(path):\(refusal.line)", refusal.message))
      }
      // A box gets a status if nothing else is to change.
      let status = assignments.count == 1 ? assignments[0].status : nil
      if let status {
        try tasks.make(boxes, &transaction) { $0.status == status ? nil : .status(status, today: today) }
      } else if !boxes.isEmpty {
        let boxChanges = try assignments.map { try $0.ofBox() }
        try tasks.make(boxes, &transaction) { _ in .fields(boxChanges) }
      }
      for fact in tasks.facts { fact.warn(in: context) }
      let changed = changes.made.map { NotePosition($0.path) } + tasks.changed.filter { $0.line != nil }
      try confirm(assignments, of: changed, named: names, in: workspace)
      let isOne = condition == nil && paths.count == 1 && boxes.isEmpty && changes.refused.isEmpty
      let made = assignments.filter {
        FieldCatalogue.field(typed: $0.key) == nil && !used.contains(FieldCatalogue.folded($0.key)) && $0.text != nil
      }
      let remarks =
        made.map { Message("New field: \($0.key)", ko: "새 필드: \($0.key)") }
        + (isOne ? try self.remarks(on: assignments, of: paths[0], changed: changes.made.first, workspace) : [])
      return (workspace, changes, changed, tasks.facts, status != nil, remarks)
    }
    context.writePlaces(changed.map(\.text), dryRun: care.dryRun)
    if context.console.capabilities.isOutputTerminal, !care.dryRun {
      for path in changes.unchanged {
        let title = (try? workspace.note(at: path).title).map(context.page.title) ?? path.string
        context.note(Message("= \(title), unchanged", ko: "= \(title), 변경 없음"))
      }
    }
    for remark in remarks { context.note(remark) }
    if changes.areRuled { context.reportTasks(of: changes.made, in: workspace) }
    if changes.refused.contains(where: \.refusal.isUnreadable) { throw ExitStatus.inputOutput }
    for fact in facts { fact.note(isOfStatus: isOfStatus, in: context) }
    if !changes.refused.isEmpty || facts.contains(where: \.isRefusal) { throw ExitStatus.badData }
  }

  /// Returns remarks about fields and tags of the text, which a change of front matter keeps, and about missing fields.
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
          "\(path):\(line): “\(name)” is in the text and was not changed",
          ko: "\(path):\(line): 본문의 “\(name)”: 그대로 둡니다")
      }
      return isMissing ? Message("\(path) has no “\(name)”", ko: "\(path): “\(name)” 없음") : nil
    }
  }

  /// Refuses a key that no note has and that is similar to a known key, unless the user confirms.
  private func refuseMisspelt(_ assignments: [FieldAssignment], used: [String]) throws {
    guard !context.globals.assumeYes else { return }
    for assignment in assignments {
      let key = FieldCatalogue.folded(assignment.key)
      let isOwn = FieldCatalogue.field(typed: assignment.key) != nil || used.contains(key)
      let dated = assignment.text.flatMap {
        FieldCatalogue.dateField(like: assignment.key.lowercased(), value: $0, now: context.clock())
      }
      guard !isOwn, let nearest = FieldCatalogue.misspelt(assignment.key, used: used) ?? dated else { continue }
      throw UsageError(
        Message("No note has the field “\(assignment.key)”", ko: "“\(assignment.key)” 필드가 있는 메모가 없습니다"),
        hint: Message(
          "Did you mean \(nearest):\(assignment.text ?? "")? --yes writes “\(assignment.key)”.",
          ko: "혹시 \(nearest):\(assignment.text ?? "")인가요? 입력한 이름을 그대로 쓰려면 --yes를 지정하세요."))
    }
  }

  /// Asks before a query or a folder changes more notes than expected.
  private func confirm(
    _ assignments: [FieldAssignment], of changed: [NotePosition], named: [String], in workspace: Workspace
  ) throws {
    let parts = assignments.compactMap { assignment -> (label: Message, value: Message)? in
      let (item, values): (String?, [String]) =
        switch assignment.change {
        case .success(.set(.text(let text))), .success(.set(.typed(let text))): (nil, [text])
        case .success(.set(.list(let items))): (nil, items)
        case .success(.add(let item)), .success(.replace(_, let item)): ("+" + item, [])
        case .success(.remove(let item)): ("−" + item, [])
        case .success(.unset), .failure: (nil, [])
        }
      let key = FieldCatalogue.canonical(assignment.key)
      let part = NoteChange.part(key, nil, values, at: context.clock())
      let value = item.map { Message(verbatim: $0) } ?? Message("→ " + part.value.english, ko: "→ " + part.value.korean)
      return part.label.map { ($0, value) }
    }
    func text(_ language: Language) -> String {
      parts.map { $0.label.text(in: language) + " " + $0.value.text(in: language) }.joined(separator: ", ")
    }
    let change = Message(text(.english), ko: text(.korean))
    try context.confirm(
      changed.count, named: named, care, in: workspace, context.question(about: changed, .notes, in: workspace, change))
  }

  private func targets(_ names: [String], _ workspace: Workspace) throws -> (notes: [NotePath], boxes: [NotePosition]) {
    let places = try NamedPlaces(.notes, context, workspace).places(names, where: condition)
    let boxes = places.filter { $0.line != nil }
    let paths = places.filter { $0.line == nil }.map(\.path)
    if let both = boxes.first(where: { paths.contains($0.path) }) {
      throw UsageError(
        Message(
          "\(both.path) and a check box in it cannot be changed at once",
          ko: "메모와 그 안의 체크박스를 한 번에 바꿀 수 없습니다: \(both.path)"))
    }
    return (paths, boxes)
  }
}

extension Workspace {
  /// Returns the word by which the repository calls a status: of `in progress`, `in-progress` and `doing` the one that
  /// most of the latest notes have.
  fileprivate func spelling(ofStatus text: String, now: CivilMoment) throws -> String {
    func key(_ word: String) -> String { word.lowercased().filter { !" _-".contains($0) } }
    let spaced = String(text.map { "_-".contains($0) ? " " : $0 })
    guard let known = TaskStatus(known: text) ?? TaskStatus(known: spaced) else {
      let used = layout.statuses.declared + (try index.tasks.columns { _ in 0 }).map(\.status)
      return used.contains(text) ? text : used.first { key($0) == key(text) } ?? text
    }
    let status = Query.field(FieldTerm(key: "status", comparison: .equal, values: [.literal(.init(known.name))]))
    let paths = try index.notes(NoteRequest(query: status, limit: 20, now: now)).map(\.path)
    let words = paths.compactMap { path in try? note(at: path).fields.first { $0.key.lowercased() == "status" }?.text }
    let counts = Dictionary(grouping: words.filter { TaskStatus(known: $0) == known }, by: \.self).mapValues(\.count)
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return most ?? (TaskStatus(known: text) == nil ? known.name : text)
  }
}

extension FrontMatterRefusal {
  fileprivate var isUnreadable: Bool { if case .unreadable = reason { true } else { false } }
}
