package import Wording

/// The few words that a page adds to a note's body.
package struct BodyWords: Sendable {
  package let done: String
  package let open: String
  package let linkToHeading: String
  /// What a screen reader calls the box around a table.
  package let table: String
  package let language: Language

  package init(_ language: Language) {
    self.language = language
    done = Message("done", ko: "완료").text(in: language)
    open = Message("to do", ko: "할 일").text(in: language)
    table = Message("Table", ko: "표").text(in: language)
    linkToHeading = Message("Link to this heading", ko: "이 제목의 링크").text(in: language)
  }

  /// What a check box with another state than done or to do means.
  package func box(_ state: String) -> String {
    switch state {
    case "/": Message("in progress", ko: "진행 중").text(in: language)
    case "-": Message("cancelled", ko: "취소").text(in: language)
    default: Message("marked “\(state)”", ko: "표시: “\(state)”").text(in: language)
    }
  }

  /// The title of a callout that has none of its own.
  package func calloutTitle(_ kind: String) -> String {
    let title = Self.calloutTitles[kind]?.text(in: language)
    return title ?? kind.prefix(1).uppercased() + kind.dropFirst()
  }

  /// The kinds of callouts that have a title of their own, sorted.
  package static let calloutKinds = calloutTitles.keys.sorted()

  private static let calloutTitles: [String: Message] = [
    "note": Message("Note", ko: "참고"), "tip": Message("Tip", ko: "팁"),
    "important": Message("Important", ko: "중요"), "warning": Message("Warning", ko: "경고"),
    "caution": Message("Caution", ko: "주의"), "info": Message("Info", ko: "정보"),
    "todo": Message("To do", ko: "할 일"), "question": Message("Question", ko: "질문"),
    "quote": Message("Quote", ko: "인용"), "example": Message("Example", ko: "예시"),
    "success": Message("Success", ko: "성공"), "danger": Message("Danger", ko: "위험"),
    "bug": Message("Bug", ko: "버그"), "abstract": Message("Summary", ko: "요약"),
    "summary": Message("Summary", ko: "요약"),
  ]
}
