import ByteBasics
package import CivilCalendar
package import NoteSyntax
package import Wording

/// A front-matter field that Sheaf gives a meaning to.
package struct KnownField: Sendable {
  package enum ValueType: String, Sendable {
    case text, list, date, boolean, status, priority, repetition, reminder, day
    /// Types of fields that a repository declares.
    case number, link, links
  }

  /// The key in Sheaf's spelling.
  package let key: String
  /// Other spellings that are read, in order of preference.
  package let alsoRead: [String]
  /// The Korean names of the field. They are accepted where people type a field: in a query, in `add` and in `set`.
  /// Front matter is not read by these names; a Korean word there is a custom field.
  package let koreanNames: [String]
  package let type: ValueType
  /// The summary for the manual.
  package let summary: Message
  /// The key and the other spellings as they are compared: in small letters.
  package let foldedSpellings: [String]

  fileprivate init(
    _ key: String, _ type: ValueType, alsoRead: [String] = [], called koreanNames: [String] = [],
    _ english: String, ko korean: String
  ) {
    self.key = key
    self.type = type
    self.alsoRead = alsoRead
    self.koreanNames = koreanNames
    summary = Message(english, ko: korean)
    foldedSpellings = ([key] + alsoRead).map { $0.lowercased() }
  }
}

/// The fields that Sheaf knows: `set` checks them, the manual lists them, ``Note`` reads them.
package enum FieldCatalogue {
  package static let fields: [KnownField] = [
    KnownField(
      "id", .text, alsoRead: ["identifier"],
      "Eight letters and digits that identify the note permanently.", ko: "메모를 영구히 식별하는 영숫자 8자"),
    KnownField("title", .text, "The title.", ko: "제목"),
    KnownField("aliases", .list, alsoRead: ["alias"], called: ["별칭"], "Aliases.", ko: "별칭"),
    KnownField(
      "tags", .list, alsoRead: ["tag", "keywords", "labels", "categories"], "Tags, without #.",
      ko: "태그(# 없이)"),
    KnownField(
      "created", .date, alsoRead: ["date", "created_date"], called: ["작성일"], "When it was written.",
      ko: "작성일"),
    KnownField(
      "updated", .date, alsoRead: ["modified", "lastmod", "updated_date"], called: ["수정일"],
      "When it was last changed.", ko: "수정일"),
    KnownField("lang", .text, "Its language, such as ko.", ko: "언어(예: ko)"),
    KnownField(
      "translations", .list, "The same note in other languages: links or paths.", ko: "다른 언어로 적은 같은 메모의 링크나 경로"),
    KnownField("draft", .boolean, "True: not published.", ko: "true이면 게시하지 않음"),
    KnownField("pinned", .boolean, "True: listed first.", ko: "true이면 맨 위에 표시"),
    KnownField(
      "publish", .boolean, alsoRead: ["public"], "Whether it is published.", ko: "게시 여부"),
    KnownField(
      "listed", .boolean, "False: published, but in no list, search or feed.",
      ko: "false이면 게시하되 목록, 검색, 피드에 넣지 않음"),
    KnownField(
      "status", .status, called: ["상태"],
      "Makes the note a task: todo, doing, done, cancelled or a column of the board.",
      ko: "메모를 할 일로 만드는 상태: todo, doing, done, cancelled 또는 보드의 열"),
    KnownField(
      "due", .date, alsoRead: ["due_date", "deadline", "dueDate"], called: ["마감", "마감일", "기한"],
      "When it is due.",
      ko: "마감일"),
    KnownField(
      "scheduled", .date, alsoRead: ["scheduledDate"], called: ["예정", "예정일"],
      "When work on it is planned.",
      ko: "예정일"),
    KnownField(
      "start", .date, alsoRead: ["wait"], called: ["시작", "시작일"],
      "The task cannot be started before this day.",
      ko: "시작일(그 전에는 시작할 수 없음)"),
    KnownField(
      "closed", .date, alsoRead: ["completed", "completion"], called: ["완료일"],
      "When it was done or cancelled.",
      ko: "완료하거나 취소한 날"),
    KnownField(
      "remind", .reminder, called: ["알림"],
      "How long before a task is due, or when exactly, also for a note that is not a task: 30m, [1d, 2h] or a time.",
      ko: "할 일의 마감 전 알림(30m, [1d, 2h]) 또는 시각. 시각은 할 일이 아닌 메모에도 쓸 수 있음"),
    KnownField(
      "repeat", .repetition, alsoRead: ["recurrence"], called: ["반복", "되풀이"],
      "every week, after 3 days, RRULE:…",
      ko: "every week, after 3 days, RRULE:…"),
    KnownField(
      "anchor", .day, "The day that a recurrence rule counts from; the due date by default.",
      ko: "반복 규칙을 세기 시작하는 날(없으면 마감일)"),
    KnownField(
      "series", .text, "The id of the first task of a repeating series.",
      ko: "반복하는 할 일 중 첫 번째의 id"),
    KnownField(
      "priority", .priority, called: ["우선순위"], "low, normal, high, urgent.",
      ko: "low, normal, high, urgent"),
    KnownField("project", .text, called: ["프로젝트"], "The project it belongs to.", ko: "프로젝트"),
    KnownField("parent", .text, called: ["상위"], "The task it is part of.", ko: "상위 할 일"),
    KnownField(
      "depends", .list, alsoRead: ["dependsOn", "dependencies"], called: ["선행"],
      "Tasks to be done first.",
      ko: "먼저 완료해야 하는 할 일"),
    KnownField(
      "color", .text, called: ["색", "색상"], "A colour on boards and calendars.",
      ko: "보드와 달력에 표시하는 색상"),
    KnownField(
      "label", .text, called: ["이름표"], "A label on boards and calendars.", ko: "보드와 달력에 표시하는 이름표"),
    KnownField(
      "ticket", .text, called: ["티켓", "표"],
      "A reference elsewhere: a booking, an issue, a seat.",
      ko: "다른 곳의 번호나 이름(예: 예약, 이슈, 좌석)"),
    KnownField("stamp", .text, "A stamp of a diary entry.", ko: "일기의 스탬프"),
    KnownField("weather", .text, "The weather of a diary entry.", ko: "일기의 날씨"),
    KnownField("mood", .text, "The mood of a diary entry.", ko: "일기의 기분"),
    KnownField("location", .text, "The place of a diary entry.", ko: "일기의 장소"),
    KnownField(
      "unseal", .day, "The note is a sealed letter until this day.", ko: "이날까지 봉인한 편지"),
  ]

  /// The fields that make a note a task, whatever its place and its status.
  static let taskKeys = ["due", "scheduled", "repeat"]

  /// Returns the field for a key of front matter, in any of its spellings and in any case.
  package static func field(for key: String) -> KnownField? { byKey[folded(key)] }

  /// Returns the field for a typed word: a key in any of its spellings, or a Korean name.
  package static func field(typed word: String) -> KnownField? {
    field(for: word) ?? byKoreanName[foldedName(word)]
  }

  /// Returns the type of a field for a typed word, also of one that is used only for publication.
  static func type(typed word: String) -> KnownField.ValueType? {
    field(typed: word)?.type ?? PublicationStatement.type(ofField: word)
  }

  package static let koreanNames = fields.flatMap(\.koreanNames)

  /// Also by what is short enough to be typed: `pri:high`.
  private static let byKoreanName = Dictionary(
    uniqueKeysWithValues: fields.flatMap { field in
      (field.koreanNames + (field.type == .priority ? ["pri", "prio"] : [])).map { ($0, field) }
    })

  /// The key by which a note has the field that `key` means; the field's own, or `key` itself, if it has none.
  ///
  /// If a note has `Deadline`, this key is kept when `due` or `마감` is set.
  package static func spelling(of typed: String, in frontMatter: FrontMatter?) -> String {
    if frontMatter?[typed] != nil { return typed }
    let key = byKoreanName[foldedName(typed)]?.key ?? typed
    guard let frontMatter, frontMatter[key] == nil else { return key }
    let folded = folded(key)
    let known = byKey[folded]?.foldedSpellings ?? []
    let spellings = [folded] + known.filter { $0 != folded }
    let keys = frontMatter.entries.map(\.key)
    return spellings.lazy.compactMap { spelling in keys.first { Self.folded($0) == spelling } }
      .first
      ?? key
  }

  /// Folds a key for comparison: in lower case and normal form C, so that equal keys have the same bytes.
  package static func folded(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 &- 0x41 < 26 || $0 >= 0x80 }) else { return key }
    let small = key.lowercased()
    return small.utf8.contains { $0 >= 0x80 } ? composedName(small) : small
  }

  private static let byKey: [String: KnownField] = {
    var table: [String: KnownField] = [:]
    for field in fields {
      for key in field.foldedSpellings { table[key] = field }
    }
    return table
  }()
}

extension FieldCatalogue {
  /// Returns the field that an unknown key was probably meant to be: `stauts` for `status`.
  ///
  /// - Parameter used: Keys that notes have, in lower case.
  /// - Returns: nil for a key that is known or used, or that is near no field.
  package static func misspelt(_ key: String, used: [String]) -> String? {
    let folded = folded(key)
    guard field(typed: key) == nil, !PublicationStatement.isAboutPublication(key), !used.contains(folded) else {
      return nil
    }
    if let key = PublicationStatement.misspelt(key) { return key }
    return nearestName(to: folded, among: fields.flatMap(\.foldedSpellings) + koreanNames)
      .flatMap { field(typed: $0)?.key }
  }

  /// Returns a date field that begins like a misspelt key, if the value is a date: `dew:fri` means `due:fri`.
  ///
  /// - Parameters:
  ///   - key: The word before the colon.
  ///   - value: The word after it.
  ///   - now: The moment from which words for a day are counted.
  /// - Returns: nil if the value is not a date, or no field is near.
  package static func dateField(like key: String, value: String, now: CivilMoment) -> String? {
    guard DateExpression.parse(value, relativeTo: now) != nil else { return nil }
    return fields.filter { $0.type == .date || $0.type == .day }.map(\.key)
      .filter { $0.first == key.first && editDistance($0, key) < max($0.count, 3) }
      .min { editDistance($0, key) < editDistance($1, key) }
  }
}
