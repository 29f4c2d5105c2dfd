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
    "site": Message("Site", ko: "사이트"), "home": Message("Home", ko: "처음"),
    "notes": Message("Notes", ko: "메모"), "diary": Message("Diary", ko: "일기"),
    "tags": Message("Tags", ko: "태그"), "board": Message("Board", ko: "보드"),
    "search": Message("Search", ko: "찾기"), "graph": Message("Graph", ko: "그래프"),
    "dates": Message("By date", ko: "날짜별"), "recent": Message("Recent", ko: "최근 메모"),
    "orphans": Message("Without links", ko: "링크 없는 메모"),
    "theme": Message("Light or dark", ko: "밝게, 어둡게"),
    "contents": Message("Contents", ko: "차례"),
    "backlinks": Message("Linked from", ko: "이 글을 가리키는 글"),
    "previous": Message("Previous", ko: "이전"), "next": Message("Next", ko: "다음"),
    "created": Message("Written", ko: "씀"), "updated": Message("Changed", ko: "고침"),
    "pinned": Message("Pinned", ko: "고정한 메모"), "folders": Message("Folders", ko: "폴더"),
    "undated": Message("Without a date", ko: "날짜 없음"), "feed": Message("Feed", ko: "피드"),
    "calendar": Message("Calendar", ko: "달력"),
    "nothing": Message("Nothing here yet.", ko: "아직 없습니다."),
    "more": Message("More", ko: "더 보기"), "embedded": Message("From", ko: "가져온 글"),
    "notFound": Message("This page is not here", ko: "없는 쪽입니다"),
    "notFoundText": Message(
      "It may have been renamed. Search, or begin at the first page.",
      ko: "이름이 바뀌었을지 모릅니다. 찾아 보거나 첫 쪽에서 시작하세요."),
    "problems": Message("Problems", ko: "문제"),
    "searchLabel": Message("Search the notes", ko: "메모에서 찾기"),
    "searchHint": Message(
      "Words, parts of Korean words, or initial consonants such as ㅎㅇㄹ",
      ko: "낱말, 낱말의 일부, ㅎㅇㄹ 같은 초성"),
    "searchNeedsScript": Message(
      "Search needs JavaScript. Everything else works without it: see the tags and folders.",
      ko: "찾기에는 자바스크립트가 필요합니다. 나머지는 없어도 됩니다. 태그와 폴더를 보세요."),
    "searchNone": Message("Nothing found", ko: "찾은 것이 없습니다"),
    "searchCount": Message("Found: %", ko: "메모 %개를 찾았습니다"),
    "graphText": Message(
      "The most linked notes; each leads to its page.", ko: "링크가 많은 메모. 누르면 그 글로 갑니다."),
    "todo": Message("To do", ko: "할 일"), "doing": Message("Doing", ko: "하는 중"),
    "done": Message("Done", ko: "끝남"), "cancelled": Message("Cancelled", ko: "그만둠"),
    "overdue": Message("overdue", ko: "지남"), "due": Message("due", ko: "까지"),
  ]
}
