package import ByteBasics
package import CivilCalendar
package import NoteSyntax

/// The fields of a check-box line, in both notations at once: `📅 2026-11-30` and `[due:: 2026-11-30]`.
///
/// Fields can be anywhere in the line and in any order, also with a no-break space or a variation selector between mark
/// and value. If a key occurs several times, the last field counts.
package struct CheckboxFields: Sendable {
  /// A field and its place; offsets count from the start of the text.
  package struct Field: Sendable {
    package let key: String
    package let value: String
    package let range: ByteRange
    package let form: Form
  }

  package enum Form: Sendable, Hashable {
    case emoji, brackets
    /// `@{2026-11-30}`, `@@{09:00}`, as cards of the Kanban plugin have them
    case card
    /// `@[[2026-11-30]]`
    case cardLink
    /// `[#A]` at the beginning of a task of an outline
    case letter
  }

  package let fields: [Field]
  /// The text without its fields, tags and block id; the tags if it contains nothing else.
  package let title: String
  package let tags: [TagName]
  /// ` ^block-id` at the end of the text, with the space before it.
  package let blockIdentifier: ByteRange?
  private let scanner: CheckboxFieldScanner
  /// Fields that look like days and are not read as such.
  var unreadDays: [Field] { scanner.unreadDays(besides: fields.map(\.range)) }

  /// Reads the line of a check box. Tags, fields in brackets and the block id are those of the document: characters in
  /// code or after a backslash are text of the task too.
  package init(_ checkbox: Checkbox, in document: Document) {
    let range = checkbox.textRange
    func placed(_ found: ByteRange) -> ByteRange {
      ByteRange(found.lowerBound - range.lowerBound, found.upperBound - range.lowerBound)
    }
    self.init(
      reading: document.visible(range),
      marks: CheckboxMarks(
        tags: document.tags(in: range).map { TagOccurrence(range: placed($0.range), name: $0.name) },
        brackets: Dictionary(
          document.fields(in: range).map { placed($0.range) }.map { ($0.lowerBound, $0.upperBound) },
          uniquingKeysWith: max),
        blockIdentifier: document.blockIdentifier(in: range).map { placed($0.range) },
        mayHaveLetter: TaskWord(rawValue: checkbox.state) != nil))
  }

  /// - Parameter text: A check box's line after its bracket; the offsets of `marks` count from its start.
  package init(reading text: ArraySlice<UInt8>, marks: CheckboxMarks) {
    scanner = CheckboxFieldScanner(Array(text), marks)
    let found = scanner.fields()
    fields = found
    blockIdentifier = scanner.blockIdentifier
    tags = marks.tags.compactMap { TagName($0.name) }
    let ranges = found.map(\.range)
    let words = scanner.words(without: ranges)
    // A comma alone separated fields.
    let others = scanner.words(without: scanner.merged(ranges, scanner.wordTags)).filter {
      found.isEmpty || $0 != ","
    }
    title = Self.title(others.isEmpty ? words : others, found)
  }

  /// Returns the title of a check box: its words, or, if it has none, the text after 🔁 if that is not a valid rule.
  private static func title(_ words: [Substring], _ fields: [Field]) -> String {
    guard words.isEmpty else { return words.joined(separator: " ") }
    let text = fields.last { $0.key == "repeat" }?.value ?? ""
    return (try? RecurrenceRule.parse(text)) == nil ? text : ""
  }

  package func field(_ key: String) -> Field? { fields.last { $0.key == key } }

  package func text(_ key: String) -> String? { field(key)?.value }

  /// Returns the day or moment of a field. The line's `time` belongs to its due day, else to its scheduled day.
  package func date(_ key: String) -> CivilDate? {
    guard let date = text(key).flatMap({ CivilDate(iso: $0) }) else { return nil }
    guard case .day(let day) = date, let time = text("time").flatMap({ TimeOfDay($0) }),
      key == "due" || key == "scheduled" && text("due") == nil
    else { return date }
    return .moment(CivilMoment(day: day, time: time))
  }
}

/// The marks that the scanner of the document found on the line of a check box.
package struct CheckboxMarks: Sendable {
  var tags: [TagOccurrence] = []
  /// The end offsets of fields in brackets, by their start offsets: links in a value have brackets of their own.
  var brackets: [Int: Int] = [:]
  var blockIdentifier: ByteRange?
  /// True for a task of an outline, which has its priority as `[#A]`.
  var mayHaveLetter = false
}

extension TimeOfDay {
  /// Parses a time such as `09:05`.
  init?(_ text: String) {
    guard case .moment(let moment)? = CivilDate(iso: "2000-01-01 " + text),
      moment.utcOffsetSeconds == nil
    else { return nil }
    self = moment.time
  }
}

/// Finds the fields of a check-box line in one pass over its bytes.
struct CheckboxFieldScanner: Sendable {
  private let bytes: [UInt8]
  private let marks: CheckboxMarks
  /// The end of the text before a block id.
  private let end: Int

  init(_ bytes: [UInt8], _ marks: CheckboxMarks) {
    self.bytes = bytes
    self.marks = marks
    end = marks.blockIdentifier.map { max(0, $0.lowerBound - 1) } ?? bytes.count
  }

  /// ` ^block-id` at the end.
  var blockIdentifier: ByteRange? { marks.blockIdentifier.map { ByteRange(end, $0.upperBound) } }

  /// Marks of days before something that is meant as a day and not written as one: `📅 2026/12/03`.
  func unreadDays(besides fields: [ByteRange]) -> [CheckboxFields.Field] {
    (0..<end).compactMap { start in
      guard let sign = CheckboxNotation.sign(in: bytes, at: start), CheckboxNotation.dayKeys.contains(sign.key),
        !fields.contains(where: { $0.lowerBound <= start && start < $0.upperBound })
      else { return nil }
      let colon = gapEnd(from: start + sign.bytes.count)
      let wordStart = colon < end && bytes[colon] == UInt8(ascii: ":") ? gapEnd(from: colon + 1) : colon
      let wordEnd = wordEnd(from: wordStart)
      let now = CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight)
      guard DateExpression.parse(text(wordStart, wordEnd), relativeTo: now) != nil else { return nil }
      return CheckboxFields.Field(
        key: sign.key, value: text(colon, wordEnd), range: ByteRange(start, wordEnd), form: .emoji)
    }
  }

  func fields() -> [CheckboxFields.Field] {
    var fields = [letterField()].compactMap(\.self)
    var index = fields.first?.range.upperBound ?? 0
    while index < end {
      if let field = bracketField(at: index) ?? emojiField(at: index) ?? cardField(at: index) {
        fields.append(field)
        index = field.range.upperBound
      } else {
        index += 1
      }
    }
    return fields
  }

  /// Returns the words up to the block id, without the text in `ranges`. The text is split by bytes, because searching
  /// for whole letters would take longer than everything else.
  func words(without ranges: [ByteRange]) -> [Substring] {
    var rest: [UInt8] = []
    var index = 0
    for range in ranges {
      rest += bytes[index..<range.lowerBound]
      rest.append(0x20)
      index = range.upperBound
    }
    rest += bytes[index..<max(index, end)]
    return String(decoding: rest, as: UTF8.self).utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
  }

  /// The tags that are words of their own; one in brackets or before a comma stays in the title.
  var wordTags: [ByteRange] {
    marks.tags.map(\.range).filter { tag in
      (tag.lowerBound == 0 || bytes[tag.lowerBound - 1] == 0x20)
        && (tag.upperBound == bytes.count || gapLength(at: tag.upperBound) > 0)
    }
  }

  /// Merges fields and tags in order, without the tags inside a field.
  func merged(_ fields: [ByteRange], _ tags: [ByteRange]) -> [ByteRange] {
    var covered = 0
    return (fields + tags).sorted().filter { range in
      defer { covered = max(covered, range.upperBound) }
      return range.lowerBound >= covered
    }
  }

  /// Reads `[key:: value]` or `(key:: value)`. Spaces inside the brackets are allowed.
  private func bracketField(at start: Int) -> CheckboxFields.Field? {
    guard bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "("),
      let fieldEnd = marks.brackets[start], fieldEnd <= bytes.count
    else { return nil }
    let keyStart = gapEnd(from: start + 1)
    var colon = keyStart
    while colon < bytes.count, colon <= keyStart + CheckboxNotation.longestKey, (bytes[colon] | 0x20) &- 0x61 < 26 {
      colon += 1
    }
    let key = String(decoding: bytes[keyStart..<colon], as: UTF8.self)
    guard bytes[colon...].starts(with: "::".utf8), CheckboxNotation.keys.contains(key) else { return nil }
    guard fieldEnd - colon <= CheckboxFieldValue.longest(of: key) ?? bytes.count else { return nil }
    let value = text(colon + 2, fieldEnd - 1)
    guard CheckboxFieldValue.isPossible(value, of: key) else { return nil }
    return CheckboxFields.Field(key: key, value: value, range: ByteRange(start, fieldEnd), form: .brackets)
  }

  /// Reads `[#A]` before the words.
  private func letterField() -> CheckboxFields.Field? {
    guard marks.mayHaveLetter, end > 3, bytes.starts(with: "[#".utf8), bytes[3] == UInt8(ascii: "]"),
      let priority = TaskPriority(letter: String(decoding: bytes[2...2], as: UTF8.self))
    else { return nil }
    return CheckboxFields.Field(key: "priority", value: priority.name, range: ByteRange(0, 4), form: .letter)
  }

  /// Reads an emoji, then its value up to the end of the value's form.
  private func emojiField(at start: Int) -> CheckboxFields.Field? {
    guard let sign = CheckboxNotation.sign(in: bytes, at: start) else { return nil }
    let signEnd = start + sign.bytes.count
    if let fixed = sign.value {
      let selector: [UInt8] = [0xEF, 0xB8, 0x8F]
      let end = signEnd + (bytes[signEnd...].starts(with: selector) ? selector.count : 0)
      return CheckboxFields.Field(key: sign.key, value: fixed, range: ByteRange(start, end), form: .emoji)
    }
    let valueStart = gapEnd(from: signEnd)
    let end =
      switch sign.key {
      case "repeat": phraseEnd(from: valueStart)
      case "remind": reminderEnd(from: valueStart)
      case "dependsOn": listEnd(from: valueStart)
      default: wordEnd(from: valueStart)
      }
    guard end > valueStart else { return nil }
    let value = text(valueStart, end)
    guard CheckboxFieldValue.isPossible(value, of: sign.key) else { return nil }
    return CheckboxFields.Field(key: sign.key, value: value, range: ByteRange(start, end), form: .emoji)
  }

  /// Reads `@{2026-11-30}`, `@[[2026-11-30]]` or `@@{09:00}`.
  private func cardField(at start: Int) -> CheckboxFields.Field? {
    guard bytes[start] == ASCII.at, start == 0 || bytes[start - 1] == ASCII.space else { return nil }
    let forms: [(open: String, close: String, key: String, form: CheckboxFields.Form)] = [
      ("@{", "}", "due", .card), ("@[[", "]]", "due", .cardLink), ("@@{", "}", "time", .card),
    ]
    for (open, close, key, form) in forms where bytes[start...].starts(with: open.utf8) {
      let valueStart = start + open.utf8.count
      let value = bytes[valueStart..<end].prefix(16).prefix { $0 != close.utf8.first }
      let text = String(decoding: value, as: UTF8.self)
      guard bytes[value.endIndex...].starts(with: close.utf8),
        key == "time" ? TimeOfDay(text) != nil : Day(iso: text) != nil
      else { continue }
      return CheckboxFields.Field(
        key: key, value: text, range: ByteRange(start, value.endIndex + close.utf8.count), form: form)
    }
    return nil
  }

  /// Returns the end of the text up to the next field, tag, link, HTML, code or block id, without the gap before it.
  private func phraseEnd(from start: Int) -> Int {
    var index = start
    var phraseEnd = start
    while index < end {
      let gap = gapLength(at: index)
      if gap == 0 {
        let isTag = bytes[index] == UInt8(ascii: "#") && (index == start || index > phraseEnd)
        let isLineBreak = bytes[index] == ASCII.backslash && index == bytes.count - 1
        let isField =
          CheckboxNotation.sign(in: bytes, at: index) != nil || bracketField(at: index) != nil
          || cardField(at: index) != nil
        if isTag || isField || isLineBreak || Self.marksOfSyntax.contains(where: bytes[index...].starts) { break }
        phraseEnd = index + 1
      }
      index += max(gap, 1)
    }
    return phraseEnd
  }

  /// The beginnings of links, pictures, HTML, code and formulas, which no phrase contains.
  private static let marksOfSyntax = ["[", "![", "<", "`", "$"].map { Array($0.utf8) }

  /// Returns the end of `1d, 2h`, `10분 전`, `2026-11-30 09:00`: the end of the whole phrase if it is a reminder,
  /// otherwise of its longest beginning that is a reminder.
  private func reminderEnd(from start: Int) -> Int {
    let phraseEnd = phraseEnd(from: start)
    var ends: [Int] = []
    var word = wordEnd(from: start)
    while word > (ends.last ?? start), word <= phraseEnd, ends.count < 12 {
      ends.append(word)
      word = wordEnd(from: gapEnd(from: word))
    }
    return ends.last { ReminderText.list(text(start, $0)) != nil } ?? ends.first ?? start
  }

  /// Returns the end of `a1, b2 , c3`.
  private func listEnd(from start: Int) -> Int {
    func itemEnd(_ start: Int) -> Int {
      let word = wordEnd(from: start)
      return bytes[start..<word].firstIndex(of: UInt8(ascii: ",")) ?? word
    }
    var end = itemEnd(start)
    while true {
      let comma = gapEnd(from: end)
      guard comma < bytes.count, bytes[comma] == UInt8(ascii: ",") else { return end }
      let next = gapEnd(from: comma + 1)
      let nextEnd = itemEnd(next)
      guard nextEnd > next else { return end }
      end = nextEnd
    }
  }

  /// Returns the end of the word that begins at `start`: at a space, a tag, a bracket or a mark.
  private func wordEnd(from start: Int) -> Int {
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(")
        || gapLength(at: index) > 0 || CheckboxNotation.sign(in: bytes, at: index) != nil
      {
        break
      }
      index += 1
    }
    return index
  }

  private func gapEnd(from start: Int) -> Int {
    var index = start
    while index < end, gapLength(at: index) > 0 { index += gapLength(at: index) }
    return index
  }

  /// Returns the length of a space, a tab, a no-break space or a variation selector, or 0 for anything else.
  private func gapLength(at index: Int) -> Int {
    switch bytes[index] {
    case 0x20, 0x09: 1
    case 0xC2: bytes[index...].starts(with: [0xC2, 0xA0]) ? 2 : 0
    case 0xEF: bytes[index...].starts(with: [0xEF, 0xB8, 0x8F]) ? 3 : 0
    default: 0
    }
  }

  /// Returns the text between two offsets without the gaps at its ends.
  private func text(_ start: Int, _ end: Int) -> String {
    let first = min(gapEnd(from: start), end)
    var last = first
    var index = first
    while index < end {
      let gap = gapLength(at: index)
      index += max(gap, 1)
      if gap == 0 { last = index }
    }
    return String(decoding: bytes[first..<last], as: UTF8.self)
  }
}

/// The form of a field's value in a check box; anything else is text of the task.
enum CheckboxFieldValue {
  /// Returns a limit for the length of a value with its key, or nil if values of the key can have any length.
  static func longest(of key: String) -> Int? {
    CheckboxNotation.dayKeys.contains(key) || ["id", "time", "anchor", "priority"].contains(key) ? 120 : nil
  }

  static func isPossible(_ value: String, of key: String) -> Bool {
    if CheckboxNotation.dayKeys.contains(key) || key == "anchor" { return isDay(value.utf8) }
    return switch key {
    case "id": !value.isEmpty && value.utf8.allSatisfy(isIdentifier)
    case "priority": TaskPriority(value) != nil
    case "time": TimeOfDay(value) != nil
    default: true
    }
  }

  /// Returns true for ASCII letters, digits, `-` and `_`.
  static func isIdentifier(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Returns true for `2026-11-30`, alone or before a time, even if no calendar has the day.
  private static func isDay(_ text: String.UTF8View) -> Bool {
    let form = text.prefix(10).enumerated().allSatisfy { index, byte in
      index == 4 || index == 7 ? byte == UInt8(ascii: "-") : byte &- 0x30 < 10
    }
    guard form, text.count >= 10 else { return false }
    let next = text.dropFirst(10).first
    return next == nil || next == UInt8(ascii: "T") || next == UInt8(ascii: "t") || next == 0x20
  }
}
