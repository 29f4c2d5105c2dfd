package import Wording

/// Words of the query language for the cases of a type, with their English and Korean names and their meaning. A new
/// word is a new case, which does not compile without names and SQL.
package protocol QueryVocabulary: CaseIterable, RawRepresentable, Sendable
where RawValue == String {
  /// The Korean names of the key, the usual one first.
  var koreanNames: [String] { get }
  /// The key that is asked with the words: `is` of `is:open`; `key` for the keys themselves.
  static var asker: String { get }
}

extension QueryVocabulary {
  /// The summary for the manual, of `Vocabulary.txt`.
  package var summary: Message { vocabularySummaries["\(Self.asker):\(rawValue)"] ?? Message(verbatim: rawValue) }

  /// Finds the word that was typed, in either language and any case.
  package init?(typed text: String) {
    let folded = foldedName(text)
    let word = Self.allCases.first { $0.rawValue == folded || $0.koreanNames.contains(folded) }
    guard let word else { return nil }
    self = word
  }

  /// The usual name in Korean, that of the language if there is none.
  package var koreanName: String { koreanNames.first ?? rawValue }

  /// Every name in both languages.
  package static var names: [String] { allCases.flatMap { [$0.rawValue] + $0.koreanNames } }
}

/// The keys before a colon other than fields.
package enum QueryKey: String, QueryVocabulary {
  case tag, tags, `in`, path, title, body, headings, kind, `is`, has
  case linksTo = "links-to"
  case linkedBy = "linked-by"
  case mentions, sort

  package static var asker: String { "key" }

  package var koreanNames: [String] {
    switch self {
    case .tag: ["태그"]
    case .tags, .path: []
    case .in: ["폴더"]
    case .title: ["제목"]
    case .body: ["본문"]
    case .headings: ["소제목"]
    case .kind: ["종류"]
    case .is: ["조건"]
    case .has: ["포함"]
    case .linksTo: ["링크"]
    case .linkedBy: ["백링크"]
    case .mentions: ["언급"]
    case .sort: ["정렬"]
    }
  }
}

extension NoteState: QueryVocabulary {
  package static var asker: String { "is" }

  package var koreanNames: [String] {
    switch self {
    case .task: ["할일"]
    case .open: ["남음", "미완료"]
    case .done: ["완료", "마침"]
    case .overdue: ["지남", "기한지남"]
    case .blocked: ["막힘"]
    case .ready: ["준비"]
    case .draft: ["초안"]
    case .pinned: ["고정"]
    case .orphan: ["고립"]
    case .untagged: ["태그없음"]
    case .sealed: ["봉인"]
    }
  }
}

extension NotePart: QueryVocabulary {
  package static var asker: String { "has" }

  package var koreanNames: [String] {
    switch self {
    case .attachment: ["첨부"]
    case .link: ["링크"]
    case .tag: ["태그"]
    case .task: ["할일"]
    case .alias: ["별칭"]
    case .due: ["마감", "마감일", "기한"]
    case .backlink: ["백링크"]
    }
  }
}

extension NoteKind: QueryVocabulary {
  package static var asker: String { "kind" }

  package var koreanNames: [String] {
    switch self {
    case .memo: ["메모"]
    case .diary: ["일기"]
    case .task: ["할일"]
    case .letter: ["편지"]
    case .template: ["템플릿"]
    }
  }
}

private let vocabularySummaries = Message.table(PackageResources.Vocabulary_txt)
