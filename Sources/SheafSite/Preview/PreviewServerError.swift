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
        "“\(text)” is not an address of this machine", ko: "이 컴퓨터의 주소가 아닙니다: “\(text)”")
    case .notListening(let place, let reason, _):
      Message("Cannot listen on \(place): \(reason)", ko: "\(place)에서 연결을 받을 수 없습니다: \(reason)")
    }
  }

  package var hint: Message? {
    switch self {
    case .noAddress: Message("Use digits: 127.0.0.1", ko: "127.0.0.1처럼 숫자로 지정하세요.")
    case .notListening(_, _, isTaken: true):
      Message("--port 0 takes any free port.", ko: "--port 0을 지정하면 비어 있는 포트를 사용합니다.")
    case .notListening: nil
    }
  }

  /// Another program listens there.
  package var isTaken: Bool {
    if case .notListening(_, _, isTaken: true) = self { true } else { false }
  }
}
