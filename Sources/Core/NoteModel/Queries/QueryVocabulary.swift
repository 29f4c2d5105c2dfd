package import Wording

/// Words of the query language that stand for the cases of a type: how each is written in English and in Korean, and
/// what it asks for. A new word is a new case, which does not compile until it has its names and its SQL.
package protocol QueryVocabulary: CaseIterable, RawRepresentable, Sendable
where RawValue == String {
  /// The Korean names of the key, the usual one first.
  var koreanNames: [String] { get }
  /// The summary for the manual.
  var summary: Message { get }
}

extension QueryVocabulary {
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

  package var summary: Message {
    switch self {
    case .tag, .tags:
      Message("The tag or one below it; none, any.", ko: "태그와 하위 태그. none은 없음, any는 있음")
    case .in, .path: Message("A folder or a file.", ko: "폴더나 파일")
    case .title: Message("Words in titles and aliases.", ko: "제목과 별칭의 단어")
    case .body: Message("Words in the text.", ko: "본문의 단어")
    case .headings: Message("Words in headings.", ko: "소제목의 단어")
    case .kind: Message("The kind of note.", ko: "메모의 종류")
    case .is: Message("The state it is in.", ko: "메모의 상태")
    case .has: Message("A part that it has.", ko: "메모에 있는 것")
    case .linksTo: Message("Notes that link to this one.", ko: "지정한 메모로 링크하는 메모")
    case .linkedBy: Message("Notes that this one links to.", ko: "지정한 메모가 링크하는 메모")
    case .mentions: Message("Notes that contain these words.", ko: "이 단어가 있는 메모")
    case .sort: Message("The order.", ko: "정렬 순서")
    }
  }
}

extension NoteState: QueryVocabulary {
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

  package var summary: Message {
    switch self {
    case .task: Message("A task.", ko: "할 일")
    case .open: Message("A task that is not done or cancelled.", ko: "완료하거나 취소하지 않은 할 일")
    case .done: Message("A task that is done or cancelled.", ko: "완료하거나 취소한 할 일")
    case .overdue: Message("Open, and its due date or time has passed.", ko: "기한이 지난 할 일")
    case .blocked: Message("Open, and a task it depends on is open.", ko: "먼저 완료할 일이 남아 있는 할 일")
    case .ready: Message("Open, started and not blocked.", ko: "지금 시작할 수 있는 할 일")
    case .draft: Message("A draft.", ko: "초안")
    case .pinned: Message("Pinned.", ko: "고정한 메모")
    case .orphan: Message("No other note links to it.", ko: "다른 메모에서 링크하지 않은 메모")
    case .untagged: Message("It has no tag.", ko: "태그가 없는 메모")
    case .sealed: Message("A letter before its day.", ko: "아직 열리지 않은 편지")
    }
  }
}

extension NotePart: QueryVocabulary {
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

  package var summary: Message {
    switch self {
    case .attachment: Message("A link to a file that is not a note.", ko: "메모가 아닌 파일로 가는 링크")
    case .link: Message("A link.", ko: "링크")
    case .tag: Message("A tag.", ko: "태그")
    case .task: Message("A task.", ko: "할 일")
    case .alias: Message("An alias.", ko: "별칭")
    case .due: Message("A due date.", ko: "마감일")
    case .backlink: Message("A link from another note.", ko: "백링크")
    }
  }
}

extension NoteKind: QueryVocabulary {
  package var koreanNames: [String] {
    switch self {
    case .memo: ["메모"]
    case .diary: ["일기"]
    case .task: ["할일"]
    case .letter: ["편지"]
    case .template: ["템플릿"]
    }
  }

  package var summary: Message {
    switch self {
    case .memo: Message("A note.", ko: "메모")
    case .diary: Message("A diary entry.", ko: "일기")
    case .task: Message("A task.", ko: "할 일")
    case .letter: Message("A letter.", ko: "편지")
    case .template: Message("A template for new notes.", ko: "새 메모의 템플릿")
    }
  }
}
