package import Wording

/// A preview that cannot begin.
package enum PreviewServerError: ExplainedError {
  case noAddress(String)
  case notListening(String, reason: String, isTaken: Bool)

  package var category: ErrorCategory {
    switch self {
    case .noAddress: .usage
    case .notListening: .failure
    }
  }

  package var explanation: Message {
    switch self {
    case .noAddress(let text):
      Message(
        "“\(text)” is not an address of this machine", ko: "“\(text)”은(는) 이 기계의 주소가 아닙니다")
    case .notListening(let place, let reason, _):
      Message("\(place) cannot be listened on: \(reason)", ko: "\(place)에서 들을 수 없습니다: \(reason)")
    }
  }

  package var hint: Message? {
    switch self {
    case .noAddress: Message("Write it in numbers: 127.0.0.1", ko: "숫자로 쓰세요: 127.0.0.1")
    case .notListening(_, _, isTaken: true):
      Message("--port 0 takes any free port.", ko: "--port 0은 비어 있는 포트를 씁니다.")
    case .notListening: nil
    }
  }

  /// Another program listens there.
  package var isTaken: Bool {
    if case .notListening(_, _, isTaken: true) = self { true } else { false }
  }
}
