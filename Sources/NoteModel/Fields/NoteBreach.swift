package import Wording

/// A rule of ``NoteRules`` that a note breaks.
package enum NoteBreach: ExplainedError, Hashable {
  case emptyTitle
  case emptyBody
  case longBody(count: Int, limit: Int)
  case invalidIdentifier(String)
  case invalidColor(String)
  /// `to`: nil where the id is gone.
  case changedIdentifier(from: String, to: String?)

  var isLongBody: Bool {
    if case .longBody = self { true } else { false }
  }

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch self {
    case .emptyTitle: Message("The title is empty", ko: "제목이 비어 있습니다")
    case .emptyBody: Message("The task has no text", ko: "할 일에 본문이 없습니다")
    case .longBody(let count, let limit):
      Message(
        "The text has \(count) characters; at most \(limit) are allowed",
        ko: "본문이 \(count)자입니다. \(limit)자까지 쓸 수 있습니다")
    case .invalidIdentifier(let text):
      Message("“\(text)” cannot be an id", ko: "“\(text)”은(는) id가 될 수 없습니다")
    case .invalidColor(let text):
      Message("color: “\(text)” is not a colour", ko: "color: “\(text)”은(는) 색이 아닙니다")
    case .changedIdentifier(let old, let new?):
      Message(
        "The id \(old) would become \(new), and links to it would lead nowhere",
        ko: "id \(old)이(가) \(new)(으)로 바뀌어 그 id로 이어진 링크가 끊어집니다")
    case .changedIdentifier(let old, nil):
      Message(
        "The id \(old) would be gone, and links to it would lead nowhere",
        ko: "id \(old)이(가) 없어져 그 id로 이어진 링크가 끊어집니다")
    }
  }

  package var hint: Message? {
    switch self {
    case .emptyTitle, .changedIdentifier: nil
    case .emptyBody:
      Message(
        "The setting tasks.require-body says so.", ko: "tasks.require-body 설정에서 바꿀 수 있습니다.")
    case .longBody:
      Message("The setting tasks.body-limit says so.", ko: "tasks.body-limit 설정에서 바꿀 수 있습니다.")
    case .invalidIdentifier:
      Message(
        "Up to 100 letters, digits, -, _ and . make an id.", ko: "글자, 숫자, -, _, . 100자까지로 짓습니다.")
    case .invalidColor:
      Message("A name such as red, or #f80 or #ff8800.", ko: "red 같은 이름이나 #f80, #ff8800처럼 씁니다.")
    }
  }
}
