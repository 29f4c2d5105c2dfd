import CivilCalendar
import NotePresentation
import Wording

/// The words of a site's pages, as templates name them.
struct SiteWords: Sendable {
  let language: Language
  /// `words.backlinks` in a template.
  let table: [String: String]

  init(_ language: Language) {
    self.language = language
    table = Self.messages.mapValues { $0.text(in: language) }
  }

  subscript(name: String) -> String { table[name] ?? name }

  func date(_ day: Day) -> String { LocalizedDate.text(day, in: language) }

  func noteCount(_ count: Int) -> String {
    Message(counted(count, "note"), ko: "메모 \(count)개").text(in: language)
  }

  private static let messages: [String: Message] = [
    "skip": Message("Skip to the text", ko: "본문으로 건너뛰기"),
    "site": Message("Site", ko: "사이트"), "home": Message("Home", ko: "홈"),
    "notes": Message("Notes", ko: "메모"), "diary": Message("Diary", ko: "일기"),
    "tags": Message("Tags", ko: "태그"), "board": Message("Board", ko: "보드"),
    "search": Message("Search", ko: "검색"), "graph": Message("Graph", ko: "그래프"),
    "dates": Message("By date", ko: "날짜별"), "recent": Message("Recent", ko: "최근 메모"),
    "orphans": Message("Unlinked notes", ko: "연결되지 않은 메모"),
    "theme": Message("Light or dark", ko: "밝은 테마와 어두운 테마"),
    "contents": Message("Contents", ko: "목차"),
    "backlinks": Message("Linked from", ko: "백링크"),
    "previous": Message("Previous", ko: "이전"), "next": Message("Next", ko: "다음"),
    "created": Message("Created", ko: "작성"), "updated": Message("Changed", ko: "수정"),
    "pinned": Message("Pinned", ko: "고정한 메모"), "folders": Message("Folders", ko: "폴더"),
    "undated": Message("Without a date", ko: "날짜 없음"), "feed": Message("Feed", ko: "피드"),
    "calendar": Message("Calendar", ko: "달력"),
    "nothing": Message("Nothing here yet.", ko: "아직 내용이 없습니다."),
    "more": Message("More", ko: "더 보기"), "embedded": Message("Source", ko: "출처"),
    "notFound": Message("This page does not exist", ko: "페이지를 찾을 수 없습니다"),
    "notFoundText": Message(
      "It may have been renamed. Search for it, or start from the home page.",
      ko: "이름이 바뀌었을 수 있습니다. 검색하거나 홈에서 찾아보세요."),
    "problems": Message("Problems", ko: "문제"),
    "searchLabel": Message("Search the notes", ko: "메모 검색"),
    "searchHint": Message(
      "Words, parts of Korean words, or initial consonants such as ㅎㅇㄹ",
      ko: "단어, 단어의 일부, ㅎㅇㄹ 같은 초성"),
    "searchNeedsScript": Message(
      "Search needs JavaScript. Everything else works without it: browse the tags and folders.",
      ko: "검색에는 자바스크립트가 필요합니다. 다른 기능은 그대로 사용할 수 있으니 태그와 폴더에서 찾아보세요."),
    "searchNone": Message("No results", ko: "검색 결과가 없습니다"),
    "searchCount": Message("Results: %", ko: "검색 결과 %건"),
    "graphText": Message(
      "The most linked notes; each links to its page.", ko: "링크가 많은 메모입니다. 누르면 그 메모로 이동합니다."),
    "todo": Message("To do", ko: "할 일"), "doing": Message("Doing", ko: "진행 중"),
    "done": Message("Done", ko: "완료"), "cancelled": Message("Cancelled", ko: "취소"),
    "overdue": Message("overdue", ko: "기한 지남"), "due": Message("due", ko: "마감"),
  ]
}
