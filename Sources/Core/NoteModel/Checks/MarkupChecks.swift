import ByteBasics
import CivilCalendar
import NoteSyntax
import Wording

extension NoteCheck {
  static let tableWidth = NoteCheck(
    "table-width", .warning, "Table rows with more or fewer cells than the header.",
    ko: "칸 수가 머리글 행과 다른 표의 행"
  ) { check, note in
    let blocks = note.document.blocks
    return blocks.indices.filter { blocks[$0].kind == .table }.flatMap { table in
      let rows = blocks[(table + 1)...].prefix { $0.depth > blocks[table].depth }
        .filter { $0.kind == .tableRow }.dropFirst()
      let source = note.document.source
      guard let width = rows.first.map({ tableCells(of: lineBefore($0.range.lowerBound, source)).count }) else {
        return [Diagnostic]()
      }
      return rows.compactMap { row in
        let count = tableCells(of: source[row.range]).count
        guard count != width else { return nil }
        return check.diagnostic(
          row.range,
          count > width
            ? Message(
              "The row has \(count) cells and the header \(width): the rest is not shown",
              ko: "칸 수가 다릅니다: 머리글 \(width)칸, 이 행 \(count)칸(나머지는 표시되지 않음)")
            : Message(
              "The row has \(counted(count, "cell")), the header \(width)",
              ko: "칸 수가 다릅니다: 머리글 \(width)칸, 이 행 \(count)칸"))
      }
    }
  }

  /// Returns the line above the line of an offset. Above the first row of a table, this is the delimiter row.
  private static func lineBefore(_ offset: Int, _ source: SourceBuffer) -> ArraySlice<UInt8> {
    let above = source.bytes[..<offset].lastIndex(of: ASCII.lineFeed) ?? 0
    let start = source.bytes[..<above].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    return source.bytes[start..<above].drop { $0 == ASCII.greater || ASCII.isBlank($0) }
  }

  static let taskField = NoteCheck(
    "task-field", .warning,
    "A check box field that other programs do not recognise, a date that does not exist, or a rule that cannot be read.",
    ko: "다른 프로그램이 인식하지 못하거나, 없는 날짜나 읽을 수 없는 반복 규칙이 있는 체크박스 필드"
  ) { check, note in
    note.document.checkboxes.flatMap { checkbox -> [Diagnostic] in
      let fields = CheckboxFields(checkbox, in: note.document)
      return (fields.fields + fields.unreadDays).compactMap { field in
        let start = checkbox.textRange.lowerBound
        let range = ByteRange(start + field.range.lowerBound, start + field.range.upperBound)
        return wrongDay(check, field, range) ?? wrongRule(check, field, range)
          ?? invisibleSign(
            check, field, range, in: note.document.source, from: checkbox.textRange.lowerBound)
      }
    }
  }

  private static func wrongDay(_ check: NoteCheck, _ field: CheckboxFields.Field, _ range: ByteRange) -> Diagnostic? {
    guard CheckboxNotation.dayKeys.contains(field.key), CivilDate(iso: field.value) == nil else { return nil }
    return check.diagnostic(
      range,
      Message(
        "\(field.key): “\(field.value)” is not a date",
        ko: "\(field.key): 날짜가 아닙니다: “\(field.value)”"))
  }

  /// Checks a rule. Everything up to the next field is the rule, because a part of it would be another rule.
  private static func wrongRule(_ check: NoteCheck, _ field: CheckboxFields.Field, _ range: ByteRange) -> Diagnostic? {
    guard field.key == "repeat" else { return nil }
    do throws(RecurrenceError) {
      _ = try RecurrenceRule.parse(field.value)
      return nil
    } catch {
      return check.diagnostic(range, RecurrenceMistake(error, in: field.value).explanation)
    }
  }

  /// Returns the mistake of a no-break space or a variation selector before the field or inside it.
  private static func invisibleSign(
    _ check: NoteCheck, _ field: CheckboxFields.Field, _ fieldRange: ByteRange, in source: SourceBuffer, from start: Int
  ) -> Diagnostic? {
    let before = invisibleBytes(before: fieldRange.lowerBound, in: source.bytes, from: start)
    let range = ByteRange(fieldRange.lowerBound - before, fieldRange.upperBound)
    let written = source[range]
    let plain = withoutInvisibleSigns(written)
    guard plain.count != written.count else { return nil }
    return check.diagnostic(
      range,
      Message(
        "\(field.key): other programs do not recognise it because of an invisible character",
        ko: "\(field.key): 보이지 않는 문자 때문에 다른 프로그램이 인식하지 못합니다"),
      fix: Diagnostic.Fix(
        title: Message("Replace with a plain space", ko: "일반 공백으로 바꾸기"),
        edits: [TextEdit(range: range, replacement: plain)]))
  }

  /// Returns the number of bytes of an invisible character before a field. A variation selector after a non-ASCII
  /// character belongs to that character.
  private static func invisibleBytes(before offset: Int, in bytes: [UInt8], from start: Int) -> Int {
    let text = bytes[start..<offset]
    if text.suffix(2).elementsEqual([0xC2, 0xA0]) { return 2 }
    guard text.suffix(3).elementsEqual([0xEF, 0xB8, 0x8F]) else { return 0 }
    return text.dropLast(3).last.map { $0 < 0x80 } == false ? 0 : 3
  }

  /// Removes variation selectors, and replaces no-break spaces by spaces.
  private static func withoutInvisibleSigns(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index...].starts(with: [0xC2, 0xA0]) {
        result.append(0x20)
        index += 2
      } else if bytes[index...].starts(with: [0xEF, 0xB8, 0x8F]) {
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
