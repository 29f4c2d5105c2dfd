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
  /// Alternative spellings that are read, in order of preference.
  package let alsoRead: [String]
  /// The Korean names of the field. They are accepted where people type a field: in a query, in `add` and in `set`.
  /// Front matter is not read by these names; a Korean word there is a custom field.
  package let koreanNames: [String]
  package let type: ValueType
  /// The key and the other spellings as they are compared: in small letters.
  package let foldedSpellings: [String]

  fileprivate init(_ key: String, _ type: ValueType, alsoRead: [String] = [], called koreanNames: [String] = []) {
    self.key = key
    self.type = type
    self.alsoRead = alsoRead
    self.koreanNames = koreanNames
    foldedSpellings = ([key] + alsoRead).map { $0.lowercased() }
  }

  package var summary: Message { Self.summaries[key] ?? Message(verbatim: key) }

  private static let summaries = Message.table(PackageResources.Fields_txt)
}

/// The fields that Sheaf knows: `set` checks them, the manual lists them, ``Note`` reads them.
package enum FieldCatalogue {
  package static let fields: [KnownField] = [
    KnownField("id", .text, alsoRead: ["identifier"]),
    KnownField("title", .text, called: ["제목"]),
    KnownField("aliases", .list, alsoRead: ["alias"], called: ["별칭"]),
    KnownField("tags", .list, alsoRead: ["tag", "keywords", "labels", "categories"]),
    KnownField("created", .date, alsoRead: ["date", "created_date", "created_at", "created-at"], called: ["작성일"]),
    KnownField(
      "updated", .date, alsoRead: ["modified", "lastmod", "updated_date", "updated_at", "updated-at"], called: ["수정일"]),
    KnownField("lang", .text),
    KnownField("translations", .list),
    KnownField("draft", .boolean, called: ["초안"]),
    KnownField("pinned", .boolean, called: ["고정"]),
    KnownField("publish", .boolean, alsoRead: ["public"], called: ["공개"]),
    KnownField("listed", .boolean),
    KnownField("status", .status, called: ["상태"]),
    KnownField("due", .date, alsoRead: ["due_date", "deadline", "dueDate"], called: ["마감", "마감일", "기한"]),
    KnownField("scheduled", .date, alsoRead: ["scheduledDate"], called: ["예정", "예정일"]),
    KnownField("start", .date, alsoRead: ["wait"], called: ["시작", "시작일"]),
    KnownField("closed", .date, alsoRead: ["completed", "completion"], called: ["완료일"]),
    KnownField("remind", .reminder, called: ["알림"]),
    KnownField("repeat", .repetition, alsoRead: ["recurrence"], called: ["반복", "되풀이"]),
    KnownField("anchor", .day),
    KnownField("series", .text),
    KnownField("priority", .priority, called: ["우선순위"]),
    KnownField("project", .text, called: ["프로젝트"]),
    KnownField("parent", .text, called: ["상위"]),
    KnownField("depends", .list, alsoRead: ["dependsOn", "dependencies"], called: ["선행"]),
    KnownField("color", .text, called: ["색", "색상"]),
    KnownField("label", .text, called: ["이름표", "라벨"]),
    KnownField("ticket", .text, called: ["티켓", "표"]),
    KnownField("stamp", .text),
    KnownField("weather", .text),
    KnownField("mood", .text),
    KnownField("location", .text),
    KnownField("unseal", .day),
  ]

  /// The fields that make a note a task, whatever its folder and its status.
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

  /// Also by a short name: `pri:high`.
  private static let byKoreanName = Dictionary(
    uniqueKeysWithValues: fields.flatMap { field in
      (field.koreanNames + (field.type == .priority ? ["pri", "prio"] : [])).map { ($0, field) }
    })

  /// Returns the key by which a note has the field that `key` means; the field's own, or `key` itself, if it has none.
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
    return spellings.lazy.compactMap { spelling in keys.first { Self.folded($0) == spelling } }.first ?? key
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
  /// - Returns: The key in the language of the typed key: `마감` for `마갑`. nil for a key that is known or used, or that is near no field.
  package static func misspelt(_ key: String, used: [String]) -> String? {
    let folded = folded(key)
    guard field(typed: key) == nil, !PublicationStatement.isAboutPublication(key), !used.contains(folded) else {
      return nil
    }
    if let key = PublicationStatement.misspelt(key) { return key }
    // One syllable is near too many names.
    guard folded.count > 1 else { return nil }
    return nearestName(to: folded, among: fields.flatMap(\.foldedSpellings) + Array(byKoreanName.keys))
      .flatMap { folded.utf8.contains { $0 >= 0x80 } ? $0 : field(typed: $0)?.key }
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
