import CivilCalendar
import NoteModel
import NotePresentation
import Wording

/// The words of a site's pages, as templates name them.
struct SiteWords: Sendable {
  let language: Language
  private let dates: DateStyle
  /// `words.backlinks` in a template.
  let table: [String: String]

  init(_ language: Language, _ dates: DateStyle? = nil) {
    self.language = language
    self.dates = dates ?? .long
    table = Self.messages.mapValues { $0.text(in: language) }
  }

  subscript(name: String) -> String { table[name] ?? name }

  func date(_ day: Day) -> String { dates.text(day, in: language) }

  func noteCount(_ count: Int) -> String {
    Message(counted(count, "note"), ko: "메모 \(count)개").text(in: language)
  }

  /// Returns a link to the whole of a list of which only a part is shown.
  func all(_ count: Int) -> String {
    Message("All \(count) notes", ko: "메모 \(count)개 모두 보기").text(in: language)
  }

  func linkCount(_ count: Int) -> String {
    Message(counted(count, "link"), ko: "링크 \(count)개").text(in: language)
  }

  /// Returns the number of those that are not listed, in words.
  func further(_ count: Int) -> String {
    Message("and \(count) more", ko: "외 \(count)개").text(in: language)
  }

  private static let messages: [String: Message] = [
    "skip": Message("Skip to the text", ko: "본문으로 건너뛰기"),
    "site": Message("Site", ko: "사이트"), "home": Message("Home", ko: "홈"),
    "notes": Message("Notes", ko: "메모"), "diary": Message("Diary", ko: "일기"),
    "tags": Message("Tags", ko: "태그"), "board": Message("Board", ko: "보드"),
    "search": Message("Search", ko: "검색"), "graph": Message("Graph", ko: "그래프"),
    "dates": Message("By date", ko: "날짜별"), "recent": Message("Changes", ko: "변경 내역"),
    "orphans": Message("Unlinked notes", ko: "연결되지 않은 메모"),
    "theme": Message("Light or dark", ko: "테마 전환"),
    "menu": Message("Menu", ko: "메뉴"), "close": Message("Close", ko: "닫기"),
    "sameDay": Message("On this day", ko: "지난 오늘"),
    "copy": Message("Copy", ko: "복사"), "copied": Message("Copied", ko: "복사했습니다"),
    "wrap": Message("Wrap lines", ko: "줄바꿈"), "picture": Message("Picture", ko: "그림"),
    "preview": Message("Preview", ko: "미리보기"),
    "searching": Message("Searching…", ko: "검색 중…"),
    "searchRecent": Message("Recent searches", ko: "최근 검색"),
    "searchFolder": Message("Folder", ko: "폴더"), "searchTag": Message("Tag", ko: "태그"),
    "searchKind": Message("Kind", ko: "종류"), "memo": Message("Note", ko: "메모"),
    "task": Message("Task", ko: "할 일"),
    "crumbs": Message("Path", ko: "경로"),
    "translations": Message("Other languages", ko: "다른 언어"),
    "aside": Message("About this note", ko: "이 메모 정보"),
    "contents": Message("Contents", ko: "목차"),
    "backlinks": Message("Linked from", ko: "백링크"),
    "previous": Message("Previous", ko: "이전"), "next": Message("Next", ko: "다음"),
    "created": Message("Created", ko: "작성"), "updated": Message("Changed", ko: "수정"),
    "pinned": Message("Pinned", ko: "고정한 메모"), "folders": Message("Folders", ko: "폴더"),
    "undated": Message("Without a date", ko: "날짜 없음"), "feed": Message("Feed", ko: "피드"),
    "calendar": Message("Calendar", ko: "달력"),
    "digests": Message("Digests", ko: "요약"),
    "nothing": Message("Nothing here yet.", ko: "아직 내용이 없습니다."),
    "more": Message("More", ko: "더 보기"), "embedded": Message("Source", ko: "출처"),
    "notFound": Message("This page does not exist", ko: "페이지를 찾을 수 없습니다"),
    "notFoundText": Message(
      "It may have been renamed. Search for it, or start from the home page.",
      ko: "이름이 바뀌었을 수 있습니다. 검색하거나 홈에서 찾아보세요."),
    "problems": Message("Problems", ko: "문제"),
    "searchLabel": Message("Search the notes", ko: "메모 검색"),
    "searchHint": Message(
      "Words, \"a phrase\", -word, tag:name, in:folder",
      ko: "단어, ㅎㅇㄹ 같은 초성, “구절”, -단어, tag:태그, in:폴더"),
    "searchNeedsScript": Message(
      "Search needs JavaScript. Everything else works without it: browse the tags and folders.",
      ko: "검색에는 자바스크립트가 필요합니다. 다른 기능은 그대로 사용할 수 있으니 태그와 폴더에서 찾아보세요."),
    "searchNone": Message("No results", ko: "검색 결과가 없습니다"),
    "searchFailed": Message(
      "The search index cannot be read. Check the connection and try again.",
      ko: "검색 색인을 읽을 수 없습니다. 연결을 확인하고 다시 시도하세요."),
    "searchFurther": Message("Look in more notes", ko: "다른 메모에서 더 찾기"),
    "searchCount": Message("Results: %", ko: "검색 결과 %건"),
    "searchSome": Message("No page has all of these words; some of them:", ko: "모든 단어가 있는 글이 없어, 일부가 있는 글을 찾았습니다."),
    "searchNear": Message("No exact matches; similar words:", ko: "일치하는 단어가 없어 비슷한 단어로 검색했습니다."),
    "graphKeys": Message(
      "Drag to move, scroll or pinch to zoom, drag a note to place it. Every note is in the list too.",
      ko: "드래그해 이동하고, 스크롤하거나 두 손가락으로 확대합니다. 메모를 끌어 옮길 수 있으며, 모든 메모는 아래 목록에도 있습니다."),
    "graphColour": Message("Colour", ko: "색"), "graphDepth": Message("Links away", ko: "연결 단계"),
    "graphAll": Message("all", ko: "모두"), "graphNearer": Message("Zoom in", ko: "확대"),
    "graphFarther": Message("Zoom out", ko: "축소"), "graphWhole": Message("Whole", ko: "전체"),
    "graphFind": Message("Find a note", ko: "메모 찾기"), "graphTo": Message("Links to", ko: "나가는 링크"),
    "graphMore": Message(
      "The first 100; type to narrow the list.", ko: "처음 100개입니다. 검색어를 입력해 좁힐 수 있습니다."),
    "todo": TaskStatus.todo.label, "doing": TaskStatus.doing.label,
    "done": TaskStatus.done.label, "cancelled": TaskStatus.cancelled.label,
    "overdue": Message("overdue", ko: "기한 지남"), "due": Message("due", ko: "마감"),
  ]
}
