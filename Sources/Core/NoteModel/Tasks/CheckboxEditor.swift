package import ByteBasics
import CivilCalendar
package import NoteSyntax

/// Changes a check box: one character, and fields only if the line has fields already.
///
/// Every change is read back before it is handed out: the fields have the new values, and the title, the tags and all
/// other fields of the line are as they were, or the change is refused.
package struct CheckboxEditor {
  private let checkbox: Checkbox
  private let source: SourceBuffer
  private let fields: CheckboxFields
  /// The text of the box with its comments blank.
  private let visibleText: [UInt8]
  /// The dates of a task of an outline, which are on separate lines.
  private let blockDates: BlockDates?
  private let statuses: OwnStatuses

  package init(_ checkbox: Checkbox, in document: Document, statuses: OwnStatuses = OwnStatuses()) {
    self.checkbox = checkbox
    self.statuses = statuses
    source = document.source
    fields = CheckboxFields(checkbox, in: document)
    visibleText = Array(document.visible(checkbox.textRange))
    blockDates = TaskWord(rawValue: checkbox.state) == nil ? nil : BlockDates(of: checkbox, in: document)
  }

  /// The notation of the line. Nil for a line without fields. A single mark decides: a field that only brackets can
  /// express is written in brackets on either kind of line.
  package var notation: CheckboxNotation? {
    let forms = fields.fields.map(\.form).filter { $0 == .emoji || $0 == .brackets }
    return forms.isEmpty ? nil : forms.contains(.emoji) ? .emoji : .brackets
  }

  /// Returns the edits of a change. Throws if other words or fields of the line would change.
  package func edits(_ change: TaskChange, of task: TaskItem) throws(FrontMatterRefusal) -> [TextEdit] {
    var draft = Draft(notation ?? .emoji)
    switch change {
    case .status(let status, let today):
      if status == .done, let next = blockDates?.edits(afterDoneOn: today), !next.isEmpty {
        draft.edits = [stateEdit(.todo)]
        draft.blockEdits = next
        return try proved(draft)
      }
      draft.edits = [stateEdit(status)]
      for key in Self.closingKeys { remove(key, &draft) }
      if status.isClosed, notation != nil {
        draft.add(status == .done ? "completion" : "cancelled", today.description)
      }
    case .postpone, .fields: make(change.fields(of: task), &draft)
    }
    return try proved(draft)
  }

  /// Gives fields other values, under the keys of the bracket notation; nil takes one out.
  ///
  /// - Throws: If other words or fields of the line would change.
  func edits(setting changes: [TaskChange.FieldChange]) throws(FrontMatterRefusal) -> [TextEdit] {
    var draft = Draft(notation ?? .emoji)
    make(changes, &draft)
    return try proved(draft)
  }

  private func make(_ changes: [TaskChange.FieldChange], _ draft: inout Draft) {
    for change in changes {
      guard let value = change.value else {
        remove(change.key, &draft)
        if case .moment? = fields.date(change.key) { remove("time", &draft) }
        draft.blockEdits += blockDates?.removal(of: change.key) ?? []
        continue
      }
      if let date = CivilDate(iso: value), CheckboxNotation.dayKeys.contains(change.key) {
        set(change.key, to: date, &draft)
      } else {
        set(change.key, to: value, &draft)
      }
    }
  }

  /// Returns the edits that give the task another title. Nil if there are fields or tags within the old title.
  func edits(title new: String, of task: TaskItem) -> [TextEdit]? {
    let old = Array(task.title.utf8)
    let text = source[checkbox.textRange]
    guard !old.isEmpty, let start = text.firstRange(of: old)?.lowerBound else { return nil }
    let range = ByteRange(start, start + old.count)
    return [TextEdit(range: range, replacement: new)]
  }

  /// Returns the line of the next occurrence, without its line ending.
  package func line(of occurrence: TaskOccurrence) -> [UInt8] {
    var draft = Draft(notation ?? .emoji)
    draft.isOneLine = true
    draft.edits = [stateEdit(.todo)]
    for key in Self.closingKeys { remove(key, &draft) }
    for (key, date) in occurrence.dates { set(key, to: date, &draft) }
    if let anchor = occurrence.anchor, fields.text("anchor") == nil {
      draft.add("anchor", anchor.description)
    }
    if fields.text("id") != nil { set("id", to: occurrence.identifier, &draft) }
    if fields.text("created") != nil { set("created", to: occurrence.done.description, &draft) }
    if let block = fields.blockIdentifier {
      draft.edits.append(TextEdit(range: placed(block), replacement: ""))
    }
    let line = checkbox.lineRange
    let shifted = edits(draft).map { edit in
      TextEdit(
        range: ByteRange(edit.range.lowerBound - line.lowerBound, edit.range.upperBound - line.lowerBound),
        replacement: edit.replacement)
    }
    let old = SourceBuffer(Array(source[line]))
    return (try? old.applying(shifted).bytes) ?? old.bytes
  }

  private static let closingKeys = ["completion", "cancelled"]

  /// Edits in place, and fields that are new to the line.
  private struct Draft {
    var edits: [TextEdit] = []
    /// Edits of lines below the line of the box. Text inserted at the end of the box's line precedes these edits.
    var blockEdits: [TextEdit] = []
    /// The start offsets of the fields to remove.
    var removed: Set<Int> = []
    /// The fields to change, with their new values. An empty value removes the field.
    var values: [String: String] = [:]
    private(set) var insertion: CheckboxInsertion
    /// True if only the box's own line may change.
    var isOneLine = false

    init(_ notation: CheckboxNotation) { insertion = CheckboxInsertion(notation) }

    mutating func add(_ key: String, _ value: String) {
      values[key] = value
      insertion.add(key, value)
    }
  }

  func stateEdit(_ status: TaskStatus) -> TextEdit {
    let word = TaskWord(rawValue: checkbox.state)?.word(for: status).rawValue
    return TextEdit(range: checkbox.stateRange, replacement: word ?? statuses.boxState(of: status) ?? " ")
  }

  private func placed(_ range: ByteRange) -> ByteRange {
    let start = checkbox.textRange.lowerBound
    return ByteRange(start + range.lowerBound, start + range.upperBound)
  }

  /// Removes all fields with this key, each with the space before it.
  private func remove(_ key: String, _ draft: inout Draft) {
    for field in fields.fields where field.key == key { remove(field, &draft) }
    draft.values[key] = ""
  }

  private func remove(_ field: CheckboxFields.Field, _ draft: inout Draft) {
    draft.removed.insert(field.range.lowerBound)
    draft.edits.append(removal(field))
  }

  /// Takes a field out with the space before it; a word that begins right after it stays apart from the word before it.
  private func removal(_ field: CheckboxFields.Field) -> TextEdit {
    func isLetter(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || byte >= 0x80 }
    let range = placed(field.range)
    let text = source[checkbox.textRange]
    let before = text[..<range.lowerBound].last
    let beginsWord = text[range.upperBound...].first.map { isLetter($0) || "#[(".utf8.contains($0) } ?? false
    let takesSpace = before == ASCII.space && !beginsWord
    return TextEdit(
      range: ByteRange(range.lowerBound - (takesSpace ? 1 : 0), range.upperBound),
      replacement: beginsWord && before.map(isLetter) ?? false ? " " : "")
  }

  /// Sets a date: the day after the mark, the time in a separate field, because other programs read no time there.
  private func set(_ key: String, to date: CivilDate, _ draft: inout Draft) {
    if let blockDates, !draft.isOneLine, fields.field(key) == nil, let edit = blockDates.edit(setting: key, to: date) {
      return draft.blockEdits.append(edit)
    }
    set(key, to: date.day.description, &draft)
    guard case .moment(let moment) = date, key == "due" || fields.text("due") == nil else { return }
    let time = moment.time.description
    if fields.text("time") != time { set("time", to: time, &draft) }
  }

  /// Changes the last field with this key, which is the valid one, and removes the others.
  private func set(_ key: String, to value: String, _ draft: inout Draft) {
    guard let last = fields.field(key) else { return draft.add(key, value) }
    draft.values[key] = value
    for field in fields.fields where field.key == key && field.range.lowerBound < last.range.lowerBound {
      remove(field, &draft)
    }
    let written =
      switch last.form {
      case .emoji: CheckboxNotation.emoji.written(key, value)
      // Between parentheses the key is hidden, and stays so.
      case .brackets where source.bytes[placed(last.range).lowerBound] == UInt8(ascii: "("): "(\(key):: \(value))"
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
    return edits
  }

  /// Puts fields before the first field of the line.
  private func insertion(of text: String, before offset: Int) -> TextEdit {
    let isApart = offset == checkbox.textRange.lowerBound || source.bytes[offset - 1] == UInt8(ascii: " ")
    return TextEdit(range: ByteRange(offset, offset), replacement: (isApart ? "" : " ") + text + " ")
  }

  /// Puts fields at the end of the line, before a block id.
  private func appending(_ text: String) -> TextEdit {
    let line = source[checkbox.textRange]
    var end = fields.blockIdentifier.map { placed($0).lowerBound } ?? line.endIndex
    var replacement = " " + text
    func leaveSpaces() {
      while end > line.startIndex, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    }
    leaveSpaces()
    // A backslash at the end breaks the line, and stays there.
    if end == line.endIndex, line.reversed().prefix(while: { $0 == ASCII.backslash }).count % 2 == 1 {
      end -= 1
      if end == line.startIndex || line[end - 1] != ASCII.space { replacement += " " }
      leaveSpaces()
    }
    return TextEdit(range: ByteRange(end, end), replacement: replacement)
  }
}

extension CheckboxEditor {
  /// Returns the edits of a draft. Those of other lines come last, after the edits at the end of the line.
  private func proved(_ draft: Draft) throws(FrontMatterRefusal) -> [TextEdit] {
    if draft.values["repeat"] != nil, hasWordsAfterRule {
      throw FrontMatterRefusal(reason: .wordsAfterRule, line: checkbox.line)
    }
    let edits = edits(draft)
    guard isSafe(edits, draft.values) else {
      throw FrontMatterRefusal(reason: .unsafeLine, line: checkbox.line)
    }
    return edits + draft.blockEdits
  }

  /// True if the text after 🔁 begins with a rule and goes on with words that are none: who takes the field out, or
  /// puts another rule there, does not mean these.
  private var hasWordsAfterRule: Bool {
    func isRule(_ text: String) -> Bool { (try? RecurrenceRule.parse(text)) != nil }
    guard let field = fields.field("repeat"), field.form == .emoji, !isRule(field.value) else {
      return false
    }
    let words = field.value.split(separator: " ").prefix(20)
    return words.indices.contains { isRule(words[..<$0].joined(separator: " ")) }
  }

  /// Reads the line with its edits: the fields have the values, and nothing else has changed.
  private func isSafe(_ edits: [TextEdit], _ values: [String: String]) -> Bool {
    let start = checkbox.textRange.lowerBound
    // An edit before the text is that of the state.
    let shifted = edits.filter { $0.range.lowerBound >= start }.map { edit in
      TextEdit(
        range: ByteRange(edit.range.lowerBound - start, edit.range.upperBound - start), replacement: edit.replacement)
    }
    if shifted.isEmpty { return true }
    let text = SourceBuffer(Array(source[checkbox.textRange]))
    let takesComment = shifted.contains { !text[$0.range].elementsEqual(visibleText[$0.range.indices]) }
    guard !takesComment, let changed = try? text.applying(shifted) else { return false }
    let (before, after) = (reading(text.bytes), reading(changed.bytes))
    return before.isSame(as: after, without: Set(values.keys))
      && values.allSatisfy { Self.has(after, $0.key, $0.value) }
  }

  /// Parses the fields of a text after the bracket of a box, or after the word of a task in an outline.
  private func reading(_ text: [UInt8]) -> CheckboxFields {
    let isOutline = TaskWord(rawValue: checkbox.state) != nil
    let document = Document(parsing: Array((isOutline ? "- TODO " : "- [ ] ").utf8) + text)
    let read = isOutline ? OutlineReading.read(document) : document
    // A box without any text may be none.
    return read.checkboxes.first.map { CheckboxFields($0, in: read) }
      ?? CheckboxFields(reading: [], marks: CheckboxMarks())
  }

  private static func has(_ fields: CheckboxFields, _ key: String, _ value: String) -> Bool {
    guard let field = fields.field(key) else { return value.isEmpty }
    // Three letters mean four priorities, and a moment of a reminder has two spellings.
    return field.value == value || field.form == .letter || key == "remind"
  }
}

extension CheckboxFields {
  /// Returns true if title, tags, block id and all fields except `keys` are the same.
  fileprivate func isSame(as other: CheckboxFields, without keys: Set<String>) -> Bool {
    func rest(_ fields: CheckboxFields) -> [String: [String]] {
      Dictionary(grouping: fields.fields.filter { !keys.contains($0.key) }, by: \.key).mapValues { $0.map(\.value) }
    }
    // A comma alone may have separated fields, and a field stood as a space.
    func letters(_ fields: CheckboxFields) -> String { fields.title.filter { !$0.isWhitespace && $0 != "," } }
    return letters(self) == letters(other) && tags == other.tags && rest(self) == rest(other)
      && (blockIdentifier == nil) == (other.blockIdentifier == nil)
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
