package import NoteSyntax
package import Wording

/// Why a note cannot be made as it was asked for. Nothing was written.
package enum NewNoteMistake: ExplainedError {
  case noTitle
  case unknownTemplate(String)
  /// A template came with a repository and would copy variables of the user's environment, keys and passwords among
  /// them, into a note.
  case untrustedTemplate(String)
  case templateWithout(field: String, FrontMatterRefusal)

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch self {
    case .noTitle: Message("A note needs a title", ko: "메모의 제목이 필요합니다")
    case .unknownTemplate(let name):
      Message("There is no template “\(name)”", ko: "“\(name)” 템플릿을 찾을 수 없습니다")
    case .untrustedTemplate(let file):
      Message(
        "\(file) reads variables of your environment, and this repository is not trusted",
        ko: "\(file) 템플릿이 환경 변수를 읽는데, 이 저장소는 신뢰하지 않은 저장소입니다")
    case .templateWithout(let field, let refusal):
      Message(
        "The template cannot have the field \(field): \(refusal.message.english)",
        ko: "템플릿에 \(field) 필드를 넣을 수 없습니다: \(refusal.message.korean)")
    }
  }

  package var hint: Message? {
    switch self {
    case .noTitle: Message("sheaf new Shopping list", ko: "sheaf new 장보기 목록")
    case .unknownTemplate:
      Message("Templates are the files of .sheaf/templates.", ko: "템플릿은 .sheaf/templates 안의 파일입니다.")
    case .untrustedTemplate:
      Message(
        "“sheaf config trust” allows it, if you know where this repository comes from.",
        ko: "출처를 아는 저장소라면 “sheaf config trust”로 허용할 수 있습니다.")
    case .templateWithout: nil
    }
  }
}
