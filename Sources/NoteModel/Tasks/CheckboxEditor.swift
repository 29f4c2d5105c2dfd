import CivilCalendar
package import NoteSyntax

/// Changes a check box: one character, and fields only where the line has fields already.
package struct CheckboxEditor {
  private let checkbox: Checkbox
  private let source: SourceBuffer
  private let fields: CheckboxFields

  package init(_ checkbox: Checkbox, in document: Document) {
    self.checkbox = checkbox
    source = document.source
    fields = CheckboxFields(reading: document.visible(checkbox.textRange))
  }

  /// The notation of the line; nil for a line without fields.
  package var notation: CheckboxNotation? {
    fields.fields.first.map { $0.usesEmoji ? .emoji : .brackets }
  }

  package func edits(_ change: TaskChange, of task: TaskItem) -> [TextEdit] {
    switch change {
    case .status(let status, let today):
      var edits = [stateEdit(status)]
      let closing = ["completion", "cancelled"]
      edits += fields.fields.filter { closing.contains($0.key) }.map(removal)
      if status.isClosed, let notation {
        let key = status == .done ? "completion" : "cancelled"
        edits.append(appending(notation.written(key, today.description)))
      }
      return edits
    case .postpone(let date):
      return change.postponement(of: task, to: date).compactMap { change in
        change.value.map { setting(change.key, to: $0, default: .emoji) }
      }
    }
  }

  /// The line of the next occurrence, without its end.
  package func line(of occurrence: TaskOccurrence) -> [UInt8] {
    var edits = [stateEdit(.todo)]
    edits += fields.fields.filter { ["completion", "cancelled"].contains($0.key) }.map(removal)
    for (key, date) in occurrence.dates {
      edits.append(setting(key, to: date.description, default: .emoji))
    }
    if let anchor = occurrence.anchor, fields.text("anchor") == nil {
      edits.append(appending(CheckboxNotation.brackets.written("anchor", anchor.description)))
    }
    if fields.text("id") != nil {
      edits.append(setting("id", to: occurrence.identifier, default: .emoji))
    }
    let line = checkbox.lineRange
    let shifted = edits.map { edit in
      TextEdit(
        range: ByteRange(
          edit.range.lowerBound - line.lowerBound, edit.range.upperBound - line.lowerBound),
        replacement: edit.replacement)
    }
    let old = SourceBuffer(Array(source[line]))
    return (try? old.applying(shifted).bytes) ?? old.bytes
  }

  private func stateEdit(_ status: TaskStatus) -> TextEdit {
    TextEdit(range: checkbox.stateRange, replacement: status.checkboxState)
  }

  private func range(_ field: CheckboxFields.Field) -> ByteRange {
    let start = checkbox.textRange.lowerBound
    return ByteRange(start + field.range.lowerBound, start + field.range.upperBound)
  }

  /// Takes a field out with the space before it.
  private func removal(_ field: CheckboxFields.Field) -> TextEdit {
    let range = range(field)
    let hasSpace =
      range.lowerBound > checkbox.textRange.lowerBound
      && source.bytes[range.lowerBound - 1] == UInt8(ascii: " ")
    return TextEdit(
      range: ByteRange(range.lowerBound - (hasSpace ? 1 : 0), range.upperBound), replacement: "")
  }

  private func setting(
    _ key: String, to value: String, default notation: CheckboxNotation
  ) -> TextEdit {
    guard let field = fields.fields.first(where: { $0.key == key }) else {
      return appending((self.notation ?? notation).written(key, value))
    }
    let notation: CheckboxNotation = field.usesEmoji ? .emoji : .brackets
    return TextEdit(range: range(field), replacement: notation.written(key, value))
  }

  /// Puts a field at the end of the line, before a block's name.
  private func appending(_ text: String) -> TextEdit {
    let line = source[checkbox.textRange]
    var end = line.endIndex
    while end > line.startIndex, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    if let space = line[..<end].lastIndex(of: UInt8(ascii: " ")), space + 1 < end,
      line[space + 1] == UInt8(ascii: "^")
    {
      end = space
    }
    return TextEdit(range: ByteRange(end, end), replacement: " " + text)
  }
}

extension TaskStatus {
  /// The sign between the brackets of a check box.
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
