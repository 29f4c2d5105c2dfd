package import ByteBasics
package import CivilCalendar
package import NoteSyntax
package import Wording

/// `status:doing`, `tags+=a`, `+a`, `due:`: a change of a field as the user types it, checked.
package struct FieldAssignment: Sendable {
  package let key: String
  /// The change to the field, or the reason why the typed value is not valid.
  package let change: Result<FrontMatterEditor.Change, FieldAssignmentError>
  /// The value of `key:value` as it was typed.
  package let text: String?
  private let now: CivilMoment
  private let zone: LocalZone?

  /// Reads `text`; words for a day count from `now`.
  ///
  /// Values of known fields are checked: a day, a status, a priority, true or false.
  package init(_ text: String, now: CivilMoment, zone: LocalZone? = nil) throws(FieldAssignmentError) {
    guard let word = ChangeWord(text) else { throw .unreadable(text) }
    try self.init(word, now: now, zone: zone)
  }

  package init(_ word: ChangeWord, now: CivilMoment, zone: LocalZone? = nil) throws(FieldAssignmentError) {
    let (key, value) = (word.key, word.literal)
    if word.deed == .set, !word.isRemoval, Self.tagKeys.contains(key.lowercased()) {
      throw .tagMeant(String(value.prefix { $0 != " " }))
    }
    switch word.deed {
    case .add: try self.init(key: key, change: .success(.add(value)), now, zone)
    case .takeAway: try self.init(key: key, change: .success(.remove(value)), now, zone)
    case .set where word.isRemoval: try self.init(key: key, change: .success(.unset), now, zone)
    case .set:
      let type = FieldCatalogue.type(typed: key)
      let change = Result { () throws(FieldAssignmentError) in
        word.isQuoted && type?.isList == true
          ? FrontMatterEditor.Change.set(.list([value]))
          : .set(try Self.value(value, key: key, type, now: now, zone: zone))
      }
      try self.init(key: key, change: change, text: value, now, zone)
    }
  }

  /// Creates an assignment from a JSON value, as programs send it. Null removes the field.
  package init(key: String, value: JSONValue, now: CivilMoment, zone: LocalZone? = nil) throws(FieldAssignmentError) {
    switch value {
    case .null: try self.init(key: key, change: .success(.unset), now, zone)
    case .array(let items):
      let texts = items.map { $0.string ?? $0.text() }
      try self.init(key: key, change: .success(.set(.list(texts))), now, zone)
    case .string(let text):
      let type = FieldCatalogue.type(typed: key)
      let change = Result { () throws(FieldAssignmentError) in
        FrontMatterEditor.Change.set(try Self.value(text, key: key, type, now: now, zone: zone))
      }
      try self.init(key: key, change: change, text: text, now, zone)
    case .boolean, .integer, .number, .object, .written:
      let text = value.text()
      try self.init(key: key, change: .success(.set(.typed(text))), text: text, now, zone)
    }
  }

  /// True for one item of a list, more or less.
  package var isOfItem: Bool {
    switch change {
    case .success(.add), .success(.remove): true
    default: false
    }
  }

  /// The status that the field gets. Nil for another field.
  package var status: TaskStatus? {
    guard FieldCatalogue.field(typed: key)?.key == "status", case .success(.set(.text(let text))) = change else {
      return nil
    }
    return TaskStatus(text)
  }

  /// Returns the change in a note for a field with this rule.
  ///
  /// - Parameter rule: The rule, or nil if there is none.
  /// - Throws: If the field cannot have the value.
  package func change(by rule: FieldRule?) throws(FieldAssignmentError) -> FrontMatterEditor.Change {
    guard let rule else { return try change.get() }
    if let text {
      let items = rule.type.isList ? Self.items(of: text) : [text]
      let chosen = try items.map { (item) throws(FieldAssignmentError) in
        item.isEmpty ? item : try Self.allowed(item, rule)
      }
      return .set(try Self.value(chosen.joined(separator: ", "), key: key, rule.type, now: now, zone: zone))
    }
    if case .success(.add(let item)) = change {
      let item = try Self.allowed(item, rule)
      if let expected = rule.type.expectation(unmetBy: item), rule.type != .links {
        throw .unfit(key: key, text: item, expected)
      }
      return .add(rule.type == .links ? Self.link(item) : item)
    }
    return try change.get()
  }

  private static func allowed(_ text: String, _ rule: FieldRule) throws(FieldAssignmentError) -> String {
    guard let choice = rule.choice(text) else { throw .notAllowed(key: rule.key, text: text, rule.choices) }
    return choice
  }

  /// Returns the items of a list between commas.
  private static func items(of text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// Returns a name as a link to its note. A link is returned unchanged.
  private static func link(_ text: String) -> String {
    KnownField.ValueType.isLink(text) ? text : "[[\(text)]]"
  }

  /// Converts the change to one of a check box.
  ///
  /// - Throws: If a box has no such field, or the field cannot have the value.
  package func ofBox() throws(FieldAssignmentError) -> TaskChange.FieldChange {
    let own = FieldCatalogue.field(typed: key)?.key ?? key
    let boxKey = own == "depends" ? "dependsOn" : own == "closed" ? "completion" : own
    guard boxKey == "created" || boxKey == "completion" || CheckboxNotation.typedKeys.contains(boxKey)
    else { throw .notOfABox(key) }
    switch try change.get() {
    case .unset: return TaskChange.FieldChange(key: boxKey, value: nil)
    case .set(.text(let value)), .set(.typed(let value)): return TaskChange.FieldChange(key: boxKey, value: value)
    case .set(.list(let values)): return TaskChange.FieldChange(key: boxKey, value: values.joined(separator: ", "))
    case .add, .remove, .replace: throw .notOfABox(key)
    }
  }

  /// Returns the assignment if the field can have the value. Throws otherwise.
  package func checked() throws(FieldAssignmentError) -> FieldAssignment {
    _ = try change.get()
    return self
  }

  private init(
    key: String, change: Result<FrontMatterEditor.Change, FieldAssignmentError>,
    text: String? = nil, _ now: CivilMoment, _ zone: LocalZone?
  ) throws(FieldAssignmentError) {
    guard Self.isKey(key) else { throw .notAKey(key) }
    self.key = key
    self.change = change
    self.text = text
    self.now = now
    self.zone = zone
  }

  /// Returns true for a key in all YAML readers: letters, digits, `_`, `-` and `.`, the first no `-` or `.`.
  package static func isKey(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isWord(first) else { return false }
    return text.unicodeScalars.allSatisfy { isWord($0) || $0 == "-" || $0 == "." }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Words that a query has for one tag, and that would replace all as a field.
  static let tagKeys: Set = ["tag", "태그"]

  /// Returns `home` for the word `tag:home`.
  package static func tagMeant(by word: String) -> String? {
    guard let change = ChangeWord(word), change.deed == .set, !change.isRemoval,
      tagKeys.contains(change.key.lowercased())
    else { return nil }
    return change.value
  }

  private static func value(
    _ text: String, key: String, _ type: KnownField.ValueType?, now: CivilMoment, zone: LocalZone?
  ) throws(FieldAssignmentError) -> FrontMatterEditor.FieldValue {
    switch type {
    case .date?:
      guard
        let date = DateExpression.parse(joined: text, relativeTo: now, zone: zone, for: .deadline)?.date
      else {
        throw .notADate(key: key, text: text, nearest: NearestDate.reading(text, now: now))
      }
      return .typed(date.description)
    case .day?:
      guard case .day(let day)? = DateExpression.parse(joined: text, relativeTo: now, for: .deadline) else {
        throw .notADate(key: key, text: text, nearest: NearestDate.reading(text, now: now))
      }
      return .typed(day.description)
    case .boolean?:
      let words: [String: Bool] = ["true": true, "yes": true, "예": true, "false": false, "no": false, "아니요": false]
      guard let value = words[text.lowercased()] else { throw .notABoolean(key: key, text: text) }
      return .typed("\(value)")
    case .priority?:
      if let priority = TaskPriority(typed: text) { return .text(priority.name) }
      guard let priority = TaskPriority(text) else { throw .notAPriority(text) }
      // A single letter becomes the full word; a word of another program is kept.
      return .text(text.count == 1 ? priority.name : text)
    case .list?: return .list(items(of: text))
    case .number?:
      guard KnownField.ValueType.isNumber(text) else {
        throw .unfit(key: key, text: text, Message("a number", ko: "숫자가 아닙니다"))
      }
      return .typed(text)
    case .link?: return .text(link(text))
    case .links?: return .list(items(of: text).map(link))
    case .repetition?:
      do throws(RecurrenceError) {
        _ = try RecurrenceRule.parse(text)
      } catch {
        throw .notARule(RecurrenceMistake(error, in: text))
      }
      return .text(text)
    case .reminder?:
      let parts = ReminderText.parts(of: text).map { ReminderText.written($0, now: now, zone: zone) }
      let written = parts.compactMap(\.self)
      guard !parts.isEmpty, written.count == parts.count else { throw .notAReminder(text) }
      return parts.count == 1 ? .text(written[0]) : .list(written)
    case .status?:
      guard !text.isEmpty, !text.contains(where: \.isNewline) else { throw .notAStatus(text, nearest: nil) }
      if case .custom = TaskStatus(text), let nearest = misspelt(text) {
        throw .notAStatus(text, nearest: nearest)
      }
      return .text(text)
    case .text?: return .text(text)
    case nil:
      if let choices = PublicationStatement.audiences(notAmongThem: text, ofField: key) {
        throw .notAllowed(key: key, text: text, choices)
      }
      return meansItself(text) ? .typed(text) : .text(text)
    }
  }

  /// Returns the usual status that a misspelt word means, or nil for a custom word.
  private static func misspelt(_ text: String) -> String? {
    nearestName(to: text.lowercased(), among: ["todo", "doing", "done", "cancelled"])
      ?? TaskStatus.typedNames.first { isMisspelt(text, $0) }
  }

  /// Returns true for a word that differs from a Korean word in one letter of one syllable: `진헹중` and `진행중`.
  private static func isMisspelt(_ text: String, _ name: String) -> Bool {
    func letters(_ text: String) -> [UInt32] {
      composedName(text).unicodeScalars.filter { $0 != " " }.flatMap { scalar -> [UInt32] in
        let place: UInt32 = scalar.value &- 0xAC00
        return place < 11_172 ? [place / 588, place / 28 % 21 + 32, place % 28 + 64] : [scalar.value]
      }
    }
    let (typed, known) = (letters(text), letters(name))
    return known.count > 4 && typed.count == known.count && zip(typed, known).count(where: !=) == 1
  }

  /// Returns true for a number in its plain form, and for true and false. In a custom field they keep their type.
  package static func meansItself(_ text: String) -> Bool {
    text == "true" || text == "false" || Int(text).map { String($0) == text } == true
      || Double(text).map { String($0) == text } == true
  }
}

extension [FieldAssignment] {
  /// Adds the last day to a monthly rule if the day beside it was typed as a month's end: `due:eom repeat:every month`.
  /// From November 30 the rule alone would count the 30th of each month.
  package func keepingMonthEnds() -> [FieldAssignment] {
    contains(where: \.isMonthEnd) ? map(\.onMonthEnds) : self
  }
}

extension FieldAssignment {
  /// True if the text is the end of another month in another month.
  fileprivate var isMonthEnd: Bool {
    let ends = [1, 2].map { month -> Day? in
      guard ["due", "scheduled"].contains(FieldCatalogue.canonical(key)), let text,
        let now = Day(year: 2026, month: month, day: 5).map({ CivilMoment(day: $0, time: .midnight) })
      else { return nil }
      return DateExpression.parse(joined: text, relativeTo: now, for: .deadline)?.date?.day
    }
    return ends.map { $0?.dayOfMonth } == [31, 28]
  }

  fileprivate var onMonthEnds: FieldAssignment {
    guard FieldCatalogue.canonical(key) == "repeat", let text, var rule = try? RecurrenceRule.parse(text),
      rule.frequency == .monthly, rule.basis == .anchor, rule.weekdays.isEmpty, rule.monthDays.isEmpty
    else { return self }
    rule.monthDays = [-1]
    let longer = text + (text.utf8.allSatisfy { $0 < 128 } ? " on the last day" : " 말일")
    guard (try? RecurrenceRule.parse(longer)) == rule else { return self }
    return (try? FieldAssignment(key: key, value: .string(longer), now: now, zone: zone)) ?? self
  }
}

/// A change of a field that cannot be understood. Nothing was written.
package enum FieldAssignmentError: ExplainedError, Hashable {
  case unreadable(String)
  /// `nearest` is the word that was meant, perhaps.
  case notADate(key: String, text: String, nearest: String? = nil)
  case notAKey(String)
  /// A check box has no such field, or cannot have it changed like this.
  case notOfABox(String)
  case notABoolean(key: String, text: String)
  case notAPriority(String)
  case notAReminder(String)
  /// `nearest` is the usual status that it looks like.
  case notAStatus(String, nearest: String?)
  case notARule(RecurrenceMistake)
  /// A value that the repository does not allow in the field.
  case unfit(key: String, text: String, Message)
  case notAllowed(key: String, text: String, [String])
  /// One field is set more than once.
  case twice(String)
  /// `tag:x`
  case tagMeant(String)

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch self {
    case .unreadable(let text): Message("“\(text)” does not change a field", ko: "필드 변경으로 읽을 수 없습니다: “\(text)”")
    case .notAKey(let key): Message("Invalid field name “\(key)”", ko: "필드 이름으로 쓸 수 없습니다: “\(key)”")
    case .notOfABox(let key):
      Message("“\(key)” cannot be changed on a check box", ko: "체크박스에서는 바꿀 수 없는 필드입니다: “\(Self.korean(key))”")
    case .notADate(let key, let text, _):
      Message("\(key): “\(text)” is not a date", ko: "\(Self.korean(key)): 날짜로 읽을 수 없습니다: “\(text)”")
    case .notABoolean(let key, let text):
      Message("\(key): “\(text)” is not true or false", ko: "\(Self.korean(key)): 예나 아니요여야 합니다: “\(text)”")
    case .notAPriority(let text): Message("Unknown priority “\(text)”", ko: "없는 우선순위입니다: “\(text)”")
    case .notAReminder(let text): Message("remind: “\(text)” is not a time", ko: "알림: 시각으로 읽을 수 없습니다: “\(text)”")
    case .notAStatus(let text, _): Message("Unknown status “\(text)”", ko: "없는 상태입니다: “\(text)”")
    case .notARule(let mistake): mistake.explanation
    case .unfit(let key, let text, let expected):
      Message("\(key): “\(text)” is not \(expected.english)", ko: "\(Self.korean(key)): \(expected.korean): “\(text)”")
    case .notAllowed(let key, let text, _):
      Message("\(key): “\(text)” is not an allowed value", ko: "\(Self.korean(key)): 허용하지 않는 값입니다: “\(text)”")
    case .twice(let key): Message("“\(key)” is given twice", ko: "두 번 지정한 필드입니다: “\(key)”")
    case .tagMeant(let tag):
      Message("“tag:\(tag)” is a query and changes nothing", ko: "검색 조건이며 아무것도 바꾸지 않습니다: “tag:\(tag)”")
    }
  }

  /// Returns the name of a field in Korean sentences.
  private static func korean(_ key: String) -> String { FieldCatalogue.field(for: key)?.koreanNames.first ?? key }

  private static let priorities = ["low", "normal", "high", "urgent"]
  private static let korean = TaskPriority.allCases.map(\.koreanName)

  package var hint: Message? {
    switch self {
    case .unreadable:
      Message(
        "field:value sets a field, field: removes it, +tag and -tag change tags; see “sheaf help changes”.",
        ko: "필드:값은 지정, 필드:는 제거, +태그와 -태그는 태그 변경입니다. “sheaf help changes”를 참고하세요.")
    case .notADate(_, _, let nearest):
      Message(
        (nearest.map { "Did you mean “\($0)”? " } ?? "")
          + "Use today, friday, +3d, 2026-11-30 or 2026-11-30 14:00; see sheaf help dates.",
        ko: (nearest.map { "혹시 “\($0)”인가요? " } ?? "")
          + "오늘, 금요일, +3d, 2026-11-30, 2026-11-30 14:00처럼 입력하세요. 자세한 내용: sheaf help dates")
    case .notAKey: Message("Use letters, digits, _, - and .", ko: "글자, 숫자, _, -, .을 사용할 수 있습니다.")
    case .notOfABox:
      Message(
        "A check box can have due, scheduled, start, priority, repeat, remind, id, depends and project; its status is changed separately: status:doing.",
        ko:
          "체크박스에는 due, scheduled, start, priority, repeat, remind, id, depends, project를 쓸 수 있습니다. 상태는 status:doing처럼 따로 바꿉니다."
      )
    case .notABoolean: Message("Use true or false.", ko: "예 또는 아니요를 입력하세요.")
    case .notAPriority(let text):
      Message(
        Message.choice(among: Self.priorities, nearest: nearestName(to: text.lowercased(), among: Self.priorities))
          .english,
        ko: Message.choice(
          among: Self.korean, nearest: nearestName(to: text.lowercased(), among: Self.korean + Self.priorities)
        ).korean)
    case .notAReminder:
      Message(
        "Use 30m, 2h, 1d, “10 minutes before” the due date, several with commas, or 2026-11-30T09:00.",
        ko: "마감 전 시간은 “10분 전”, “1일 전”, 2h처럼 입력하고, 여러 개는 쉼표로 구분하세요. 2026-11-30T09:00처럼 입력할 수도 있습니다.")
    case .notAStatus(_, let nearest): nearest.map { .didYouMean($0) }
    case .notARule(let mistake): mistake.hint
    case .unfit, .twice: nil
    case .tagMeant(let tag):
      Message(
        "+\(tag) adds, -\(tag) removes, tags:\(tag) replaces all", ko: "+\(tag) 추가, -\(tag) 제거, tags:\(tag) 모두 교체")
    case .notAllowed(_, let text, let choices): .choice(among: choices, nearest: nearestName(to: text, among: choices))
    }
  }
}

/// Makes changes of fields in the bytes of one note.
package struct FieldRevision {
  private let assignments: [FieldAssignment]
  /// The rule that the repository declares for a field of a document.
  private let rule: (_ key: String, _ document: Document) -> FieldRule?

  package init(
    _ assignments: [FieldAssignment],
    rule: @escaping (_ key: String, _ document: Document) -> FieldRule? = { _, _ in nil }
  ) {
    self.assignments = assignments
    self.rule = rule
  }

  /// Makes all changes, one after the other.
  ///
  /// - Parameters:
  ///   - bytes: The note as it is.
  ///   - earlier: The note as it was before, the newest version first. An earlier value gets its earlier spelling.
  /// - Returns: The note with them.
  /// - Throws: ``FrontMatterRefusal`` for a note that cannot be changed safely, ``FieldAssignmentError`` for a value
  ///   that the field cannot have.
  package func result(on bytes: [UInt8], earlier: [[UInt8]]) throws -> [UInt8] {
    var document = Document(parsing: bytes)
    for assignment in assignments {
      let key = FieldCatalogue.spelling(of: assignment.key, in: document.frontMatter)
      let editor = FrontMatterEditor(document)
      if let former = former(assignment, key, editor, earlier) {
        document = Document(parsing: former)
      } else {
        var change = try assignment.change(by: rule(key, document))
        if FieldCatalogue.field(for: key)?.key == "tags" {
          change = change.spelled(amongTagsOf: document.frontMatter?[key])
        }
        document = try editor.result(key, change)
      }
    }
    return document.source.bytes
  }

  private func former(
    _ assignment: FieldAssignment, _ key: String, _ editor: FrontMatterEditor, _ earlier: [[UInt8]]
  ) -> [UInt8]? {
    guard let text = assignment.text else { return nil }
    return earlier.lazy.compactMap { editor.restoring(key, to: text, from: $0) }.first
  }
}
