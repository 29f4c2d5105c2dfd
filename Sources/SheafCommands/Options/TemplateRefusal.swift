import Wording

/// A template that came with a repository and would copy variables of the user's environment, keys and passwords among
/// them, into a note.
struct TemplateRefusal: ExplainedError {
  let file: String

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "\(file) reads variables of your environment, and this repository is not trusted",
      ko: "\(file) 템플릿이 환경 변수를 읽는데, 이 저장소는 신뢰하지 않은 저장소입니다")
  }
  var hint: Message? {
    Message(
      "“sheaf config trust” allows it, if you know where this repository comes from.",
      ko: "출처를 아는 저장소라면 “sheaf config trust”로 허용할 수 있습니다.")
  }
}
