package import ByteBasics
import CivilCalendar
package import NoteSyntax

/// Changes a check box: one character, and fields only if the line has fields already.
package struct CheckboxEditor {
  private let checkbox: Checkbox
  private let source: SourceBuffer
  private let fields: CheckboxFields
  /// Of a task of an outline, whose days are on lines of their own.
  private let blockDates: BlockDates?
  private let statuses: OwnStatuses

  package init(
    _ checkbox: Checkbox, in document: Document, statuses: OwnStatuses = OwnStatuses()
  ) {
    self.checkbox = checkbox
    self.statuses = statuses
    source = document.source
    fields = CheckboxFields(checkbox, in: document)
    blockDates =
      TaskWord(rawValue: checkbox.state) == nil ? nil : BlockDates(of: checkbox, in: document)
  }

  /// The notation of the line; nil for a line without fields. A single mark decides: what only brackets can
  /// say is written in brackets on either kind of line.
  package var notation: CheckboxNotation? {
    let forms = fields.fields.map(\.form).filter { $0 == .emoji || $0 == .brackets }
    return forms.isEmpty ? nil : forms.contains(.emoji) ? .emoji : .brackets
  }

  package func edits(_ change: TaskChange, of task: TaskItem) -> [TextEdit] {
    var draft = Draft(notation ?? .emoji)
    switch change {
    case .status(let status, let today):
      if status == .done, let next = blockDates?.edits(afterDoneOn: today), !next.isEmpty {
        draft.edits = [stateEdit(.todo)] + next
        return edits(draft)
      }
      draft.edits = [stateEdit(status)]
      for key in Self.closingKeys { remove(key, &draft) }
      if status.isClosed, notation != nil {
        draft.insertion.add(status == .done ? "completion" : "cancelled", today.description)
      }
    case .postpone, .fields: make(change.fields(of: task), &draft)
    }
    return edits(draft)
  }

  /// Gives fields other values, under the keys of the bracket notation; nil takes one out.
  func edits(setting changes: [TaskChange.FieldChange]) -> [TextEdit] {
    var draft = Draft(notation ?? .emoji)
    make(changes, &draft)
    return edits(draft)
  }

  private func make(_ changes: [TaskChange.FieldChange], _ draft: inout Draft) {
    for change in changes {
      guard let value = change.value else {
        remove(change.key, &draft)
        if case .moment? = fields.date(change.key) { remove("time", &draft) }
        draft.edits += blockDates?.removal(of: change.key) ?? []
        continue
      }
      if let date = CivilDate(iso: value), CheckboxNotation.dayKeys.contains(change.key) {
        set(change.key, to: date, &draft)
      } else {
        set(change.key, to: value, &draft)
      }
    }
  }

  /// Gives the task another title; nil if fields or tags stand within the old one, so that it is not in one piece.
  func edits(title new: String, of task: TaskItem) -> [TextEdit]? {
    let old = Array(task.title.utf8)
    let text = source[checkbox.textRange]
    guard !old.isEmpty, let start = text.firstRange(of: old)?.lowerBound else { return nil }
    let range = ByteRange(start, start + old.count)
    return [TextEdit(range: range, replacement: new)]
  }

  /// The line of the next occurrence, without its end.
  package func line(of occurrence: TaskOccurrence) -> [UInt8] {
    var draft = Draft(notation ?? .emoji)
    draft.isOneLine = true
    draft.edits = [stateEdit(.todo)]
    for key in Self.closingKeys { remove(key, &draft) }
    for (key, date) in occurrence.dates { set(key, to: date, &draft) }
    if let anchor = occurrence.anchor, fields.text("anchor") == nil {
      draft.insertion.add("anchor", anchor.description)
    }
    if fields.text("id") != nil { set("id", to: occurrence.identifier, &draft) }
    if fields.text("created") != nil { set("created", to: occurrence.done.description, &draft) }
    if let block = fields.blockIdentifier {
      draft.edits.append(TextEdit(range: placed(block), replacement: ""))
    }
    let line = checkbox.lineRange
    let shifted = edits(draft).map { edit in
      TextEdit(
        range: ByteRange(
          edit.range.lowerBound - line.lowerBound, edit.range.upperBound - line.lowerBound),
        replacement: edit.replacement)
    }
    let old = SourceBuffer(Array(source[line]))
    return (try? old.applying(shifted).bytes) ?? old.bytes
  }

  private static let closingKeys = ["completion", "cancelled"]

  /// Edits in place, and fields that are new to the line.
  private struct Draft {
    var edits: [TextEdit] = []
    /// Lines below that of the box: what is inserted at the end of its line comes before them.
    var blockEdits: [TextEdit] = []
    /// The start offsets of the fields to remove.
    var removed: Set<Int> = []
    var insertion: CheckboxInsertion
    /// Nothing outside the box's own line is changed.
    var isOneLine = false

    init(_ notation: CheckboxNotation) {
      insertion = CheckboxInsertion(notation)
    }
  }

  private func stateEdit(_ status: TaskStatus) -> TextEdit {
    let word = TaskWord(rawValue: checkbox.state)?.word(for: status).rawValue
    return TextEdit(range: checkbox.stateRange, replacement: word ?? statuses.boxState(of: status) ?? " ")
  }

  private func placed(_ range: ByteRange) -> ByteRange {
    let start = checkbox.textRange.lowerBound
    return ByteRange(start + range.lowerBound, start + range.upperBound)
  }

  /// Takes all fields with this key out, each with the space before it.
  private func remove(_ key: String, _ draft: inout Draft) {
    for field in fields.fields where field.key == key { remove(field, &draft) }
  }

  private func remove(_ field: CheckboxFields.Field, _ draft: inout Draft) {
    draft.removed.insert(field.range.lowerBound)
    draft.edits.append(removal(field))
  }

  private func removal(_ field: CheckboxFields.Field) -> TextEdit {
    let range = placed(field.range)
    let hasSpace =
      range.lowerBound > checkbox.textRange.lowerBound
      && source.bytes[range.lowerBound - 1] == UInt8(ascii: " ")
    return TextEdit(
      range: ByteRange(range.lowerBound - (hasSpace ? 1 : 0), range.upperBound), replacement: "")
  }

  /// The day goes after the mark, a time into a field of its own: no other program reads a time there.
  private func set(_ key: String, to date: CivilDate, _ draft: inout Draft) {
    if let blockDates, !draft.isOneLine, fields.field(key) == nil,
      let edit = blockDates.edit(setting: key, to: date)
    {
      return draft.blockEdits.append(edit)
    }
    set(key, to: date.day.description, &draft)
    guard case .moment(let moment) = date, key == "due" || fields.text("due") == nil else { return }
    let time = moment.time.description
    if fields.text("time") != time { set("time", to: time, &draft) }
  }

  /// Changes the last field with this key, the one that counts, and takes the others out.
  private func set(_ key: String, to value: String, _ draft: inout Draft) {
    guard let last = fields.field(key) else { return draft.insertion.add(key, value) }
    for field in fields.fields
    where field.key == key && field.range.lowerBound < last.range.lowerBound {
      remove(field, &draft)
    }
    let written =
      switch last.form {
      case .emoji: CheckboxNotation.emoji.written(key, value)
      case .brackets: CheckboxNotation.brackets.written(key, value)
      case .card: (key == "time" ? "@@{" : "@{") + value + "}"
      case .cardLink: "@[[\(value)]]"
      case .letter: "[#\((TaskPriority(value) ?? .normal).letter)]"
      }
    draft.edits.append(TextEdit(range: placed(last.range), replacement: written))
  }

  private func edits(_ draft: Draft) -> [TextEdit] {
    var edits = draft.edits
    let front = draft.insertion.front.joined(separator: " ")
    let back = draft.insertion.back.joined(separator: " ")
    let first = fields.fields.first { !draft.removed.contains($0.range.lowerBound) }
    if let first, !front.isEmpty {
      edits.append(insertion(of: front, before: placed(first.range).lowerBound))
      if !back.isEmpty { edits.append(appending(back)) }
    } else if !front.isEmpty || !back.isEmpty {
      edits.append(appending([front, back].filter { !$0.isEmpty }.joined(separator: " ")))
    }
    return edits + draft.blockEdits
  }

  /// Puts fields before the first field of the line.
  private func insertion(of text: String, before offset: Int) -> TextEdit {
    let isApart =
      offset == checkbox.textRange.lowerBound || source.bytes[offset - 1] == UInt8(ascii: " ")
    return TextEdit(
      range: ByteRange(offset, offset), replacement: (isApart ? "" : " ") + text + " ")
  }

  /// Puts fields at the end of the line, before a block id.
  private func appending(_ text: String) -> TextEdit {
    let line = source[checkbox.textRange]
    var end = fields.blockIdentifier.map { placed($0).lowerBound } ?? line.endIndex
    while end > line.startIndex, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return TextEdit(range: ByteRange(end, end), replacement: " " + text)
  }
}

extension TaskStatus {
  /// The character between the brackets of a check box.
  package var checkboxState: String {
    switch self {
    case .todo: " "
    case .doing: "/"
    case .done: "x"
    case .cancelled: "-"
    case .custom(let name): name.count == 1 ? name : " "
    }
  }
}
