package import CivilCalendar
import NoteSyntax
import Wording

/// A task as the user types it: words, `+tag`, and `key:value` for a field.
///
///     보고서 초안 due:fri +work priority:high remind:1d "repeat:every month on the 31st"
package struct TaskDraft: Sendable {
  package let title: String
  package let tags: [TagName]
  /// The fields in the order of the front matter, values as they are written.
  package let fields: [(key: String, value: String)]
  /// Fields of the repository's own, as its schemas declare them.
  package let ownFields: [FieldAssignment]
  /// Words of the title that look like a field that nobody knows, with the one that was meant perhaps; nil for a time
  /// that no clock shows.
  package let doubtful: [(word: String, meant: String?)]

  /// Reads the words of a command line.
  ///
  /// - Parameters:
  ///   - words: As they were typed.
  ///   - title: The title, of which no word is a field or a tag; nil: what the words have besides these.
  ///   - rules: The rules for the fields of the task.
  ///   - now: The moment from which days are counted.
  ///   - zone: The zone of times.
  /// - Throws: If a field has a value that it cannot have.
  package init(
    reading words: [String], title known: String? = nil, rules: [FieldRule] = [], now: CivilMoment, zone: LocalZone?
  ) throws(FieldAssignmentError) {
    var own: [FieldAssignment] = []
    var title = known.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) } ?? []
    var tags: [TagName] = []
    var values: [String: String] = [:]
    var doubtful: [(word: String, meant: String?)] = []
    var rest = Self.separated(words, rules)[...]
    while let word = rest.popFirst() {
      if let (rule, text) = Self.ownField(word, rules) {
        let assignment = try FieldAssignment("\(rule.key)=\(text)", now: now, zone: zone)
        _ = try assignment.change(by: rule)
        own.append(assignment)
      } else if let (key, head) = Self.field(word) {
        let text = Self.extended(head, of: key, by: &rest, now: now)
        let value = try Self.value(key, text, rules.first(named: key), now: now, zone: zone)
        values[key] = values[key].map { $0 + ", " + value } ?? value
      } else if let tag = Self.tag(word) {
        tags.append(tag)
      } else {
        title.append(word)
        if let meant = Self.nearMiss(word, now: now) {
          doubtful.append((word, meant))
        } else if Self.isImpossibleTime(word) {
          doubtful.append((word, nil))
        }
      }
    }
    self.title = title.joined(separator: " ")
    self.tags = tags
    fields = Self.keys.compactMap { key in values[key].map { (key, $0) } }
    self.doubtful = doubtful
    ownFields = own
  }

  /// Returns the rules for required fields that the task lacks.
  package func missing(_ rules: [FieldRule]) -> [FieldRule] {
    let given = Set(fields.map(\.key) + ownFields.map { FieldCatalogue.canonical($0.key) })
    return rules.filter { rule in
      rule.isRequired && rule.defaultText == nil
        && !given.contains(FieldCatalogue.canonical(rule.key))
        && !["title", "status", "created", "id"].contains(FieldCatalogue.canonical(rule.key))
        && !(FieldCatalogue.canonical(rule.key) == "tags" && !tags.isEmpty)
    }
  }

  /// The fields that may occur among the words, in the order in which they are written.
  package static let keys = [
    "status", "due", "scheduled", "start", "priority", "repeat", "remind", "project", "parent", "depends",
    "color", "label", "ticket",
  ]

  /// One argument may hold the whole sentence; one that begins with a field is that field up to its end.
  private static func separated(_ words: [String], _ rules: [FieldRule]) -> [String] {
    words.flatMap { word -> [String] in
      guard word.contains(" "), field(word) == nil, ownField(word, rules) == nil else {
        return [word]
      }
      return word.split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }

  /// A value with the words after it that belong to it: `due:next friday`, `repeat:every 2 weeks on mon,fri`.
  private static func extended(
    _ head: String, of key: String, by rest: inout ArraySlice<String>, now: CivilMoment
  ) -> String {
    guard !head.contains(" "), ["due", "scheduled", "start", "repeat", "remind"].contains(key)
    else {
      return head
    }
    let following = rest.prefix(8).prefix { field($0) == nil && tag($0) == nil }
    for count in stride(from: following.count, through: 1, by: -1) {
      let text = ([head] + following.prefix(count)).joined(separator: " ")
      guard isValue(text, of: key, now: now) else { continue }
      rest.removeFirst(count)
      return text
    }
    return head
  }

  private static func isValue(_ text: String, of key: String, now: CivilMoment) -> Bool {
    switch key {
    case "repeat": (try? RecurrenceRule.parse(text)) != nil
    case "remind":
      ReminderText.parts(of: text).allSatisfy {
        ReminderText.written($0, now: now, zone: nil) != nil
      }
    default: DateExpression.parse(text, relativeTo: now, for: .deadline)?.date != nil
    }
  }

  /// The key of a word such as `마감:금요일`; nil if it is no field.
  static func fieldKey(of word: String) -> String? { field(word)?.key }

  private static func field(_ word: String) -> (key: String, value: String)? {
    guard let colon = word.firstIndex(of: ":"), colon != word.startIndex else { return nil }
    let name = word[..<colon].lowercased()
    let value = word[word.index(after: colon)...]
    let key = FieldCatalogue.field(typed: name)?.key ?? name
    guard keys.contains(key), !value.isEmpty, !value.hasPrefix("//") else { return nil }
    return (key, String(value))
  }

  /// `area:home`, if a schema declares `area`.
  private static func ownField(
    _ word: String, _ rules: [FieldRule]
  ) -> (rule: FieldRule, value: String)? {
    guard let colon = word.firstIndex(of: ":"), field(word) == nil else { return nil }
    let value = word[word.index(after: colon)...]
    guard !value.isEmpty, !value.hasPrefix("//"),
      let rule = rules.first(named: String(word[..<colon])),
      FieldCatalogue.field(for: rule.key) == nil
    else { return nil }
    return (rule, String(value))
  }

  private static func tag(_ word: String) -> TagName? {
    guard let sign = word.first, sign == "+" || sign == "#" else { return nil }
    let name = word.dropFirst()
    return name.contains { $0.isLetter } ? TagName(name) : nil
  }

  private static func value(
    _ key: String, _ text: String, _ rule: FieldRule?, now: CivilMoment, zone: LocalZone?
  ) throws(FieldAssignmentError) -> String {
    if key == "remind" { return try reminder(text, now: now, zone: zone) }
    let assignment = try FieldAssignment("\(key)=\(text)", now: now, zone: zone)
    switch try assignment.change(by: rule) {
    case .set(.text(let value)), .set(.typed(let value)): return value
    case .set(.list(let values)): return values.joined(separator: ", ")
    case .add, .remove, .replace, .unset: return text
    }
  }

  /// `1d`, `10분 전, 2h`, or a moment in words.
  private static func reminder(
    _ text: String, now: CivilMoment, zone: LocalZone?
  ) throws(FieldAssignmentError) -> String {
    var parts: [String] = []
    for part in ReminderText.parts(of: text) {
      guard let written = ReminderText.written(part, now: now, zone: zone) else {
        throw .notADate(
          key: "remind", text: part, nearest: NearestDate.reading(part, now: now))
      }
      parts.append(written)
    }
    return parts.joined(separator: ", ")
  }

  /// `25:00`, `9:75`
  private static func isImpossibleTime(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2
    else { return false }
    return TimeOfDay(hour: hour, minute: minute) == nil
  }

  /// A field in other letters, or written as a change of a field is: `due=friday`.
  private static func nearMiss(_ word: String, now: CivilMoment) -> String? {
    guard let mark = word.firstIndex(where: { ":=".contains($0) }), mark != word.startIndex,
      word.index(after: mark) != word.endIndex
    else { return nil }
    let name = word[..<mark].lowercased()
    guard name.allSatisfy(\.isLetter) else { return nil }
    if word[mark] == "=" { return keys.contains(name) ? name : nil }
    let value = String(word[word.index(after: mark)...])
    return nearestName(to: name, among: keys + FieldCatalogue.koreanNames)
      ?? FieldCatalogue.dateField(like: name, value: value, now: now)
  }
}
