package import Wording

/// A rule of ``NoteRules`` that a note breaks.
package enum NoteBreach: ExplainedError, Hashable {
  case emptyTitle
  /// The whole file: most likely something went wrong.
  case emptyNote
  case emptyBody
  case longBody(count: Int, limit: Int)
  case invalidIdentifier(String)
  case invalidColor(String)
  /// Of a task: it is shown in a column that the configuration does not know.
  case unknownStatus(String)
  /// - Parameter to: nil where the id is gone.
  case changedIdentifier(from: String, to: String?)

  var isLongBody: Bool {
    if case .longBody = self { true } else { false }
  }

  /// True for what is reported when it is written, and written all the same.
  package var isTolerated: Bool {
    switch self {
    case .unknownStatus, .emptyNote: true
    default: false
    }
  }

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch self {
    case .emptyTitle: Message("The title is empty", ko: "제목이 비어 있습니다")
    case .emptyNote: Message("The note is empty", ko: "메모가 비어 있습니다")
    case .emptyBody: Message("The task has no body", ko: "할 일에 본문이 없습니다")
    case .longBody(let count, let limit):
      Message(
        "The body has \(count) characters; at most \(limit) are allowed",
        ko: "본문이 \(count)자입니다. \(limit)자까지 쓸 수 있습니다")
    case .invalidIdentifier(let text):
      Message("“\(text)” cannot be an id", ko: "id로 쓸 수 없습니다: “\(text)”")
    case .invalidColor(let text):
      Message("color: not a colour: “\(text)”", ko: "color: 색상이 아닙니다: “\(text)”")
    case .unknownStatus(let word):
      Message(
        "status: “\(word)” is not a known status; the board shows the task in a column of its own",
        ko: "status: 등록되지 않은 상태여서 보드에 열을 따로 만듭니다: “\(word)”")
    case .changedIdentifier(let old, let new?):
      Message(
        "The id \(old) would become \(new), and links to it would break",
        ko: "id가 \(old)에서 \(new) 값으로 바뀌어 이 id를 사용하는 링크가 끊깁니다")
    case .changedIdentifier(let old, nil):
      Message(
        "The id \(old) would be removed, and links to it would break",
        ko: "id \(old) 값이 없어져 이 id를 사용하는 링크가 끊깁니다")
    }
  }

  package var hint: Message? {
    switch self {
    case .emptyTitle, .emptyNote, .changedIdentifier: nil
    case .emptyBody:
      Message(
        "The setting tasks.require-body asks for one.", ko: "tasks.require-body 설정에서 바꿀 수 있습니다.")
    case .longBody:
      Message(
        "The setting tasks.body-limit sets this limit.", ko: "tasks.body-limit 설정에서 바꿀 수 있습니다.")
    case .invalidIdentifier:
      Message(
        "Use up to 100 letters, digits, -, _ and .", ko: "글자, 숫자, -, _, .을 100자까지 사용할 수 있습니다.")
    case .unknownStatus:
      Message(
        "Add it to the setting board.columns, or use todo, doing, done or cancelled.",
        ko: "board.columns 설정에 추가하거나 todo, doing, done, cancelled 가운데 하나를 사용하세요.")
    case .invalidColor:
      Message(
        "Use a name such as red, or #f80 or #ff8800.", ko: "red 같은 이름이나 #f80, #ff8800처럼 입력하세요.")
    }
  }
}
