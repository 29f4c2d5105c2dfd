package import Wording

/// The result of checking a page on the web.
package enum WebVerdict: Hashable, Sendable {
  case there
  /// The target of the link certainly does not exist.
  case dead(Reason)
  /// The page may be there; it cannot be told from here and now.
  case untold(Reason)

  package enum Reason: Hashable, Sendable {
    /// The answer's number, such as 404.
    case status(Int)
    case unknownHost, noConnection, tooSlow, certificate, tooManyRedirects, tooLarge
    /// The page is there, and the element is not.
    case noSuchElement
    /// The page is never requested, because the address contains a user name or a password.
    case user
    /// The page is never requested, because its host is known only to this computer or its network.
    case privatePlace
    /// The host reported too many requests, so it is not requested any more.
    case tooOften
    case failed
  }

  package var reason: Reason? {
    switch self {
    case .there: nil
    case .dead(let reason), .untold(let reason): reason
    }
  }

  /// Reads the status code of an answer: only 404 and 410 say that there is nothing.
  package init(status: Int) {
    switch status {
    case 200..<300: self = .there
    case 404, 410: self = .dead(.status(status))
    default: self = .untold(.status(status))
    }
  }
}

extension WebVerdict.Reason {
  package var message: Message {
    switch self {
    case .status(let number): Self.answer(number)
    case .unknownHost: Message("no such host", ko: "호스트를 찾을 수 없습니다")
    case .noConnection: Message("no connection", ko: "연결할 수 없습니다")
    case .tooSlow: Message("timed out", ko: "시간 안에 응답이 없습니다")
    case .certificate: Message("its certificate is not trusted", ko: "인증서를 신뢰할 수 없습니다")
    case .tooManyRedirects: Message("too many redirects", ko: "리디렉션이 너무 많습니다")
    case .tooLarge: Message("the page is too large to check", ko: "페이지가 너무 커서 확인할 수 없습니다")
    case .noSuchElement: Message("the page has no such anchor", ko: "페이지에 그 위치가 없습니다")
    case .user: Message("never requested: it contains a user name", ko: "사용자 이름이 들어 있어 요청하지 않습니다")
    case .privatePlace:
      Message(
        "never requested: an address of this computer or network",
        ko: "이 컴퓨터나 사설 네트워크의 주소라 요청하지 않습니다")
    case .tooOften: Message("the host refuses further requests for now", ko: "호스트가 더 요청하지 말라고 응답했습니다")
    case .failed: Message("the request failed", ko: "요청이 실패했습니다")
    }
  }

  private static func answer(_ number: Int) -> Message {
    let words: [Int: Message] = [
      401: Message("needs a password", ko: "비밀번호 필요"),
      403: Message("forbidden to programs", ko: "프로그램 접근 금지"),
      404: Message("not found", ko: "없음"),
      410: Message("gone", ko: "사라짐"),
      429: Message("too many requests", ko: "요청이 너무 많음"),
    ]
    guard let words = words[number] else {
      return Message("unexpected status \(number)", ko: "예상하지 못한 응답: \(number)")
    }
    return Message("\(number), \(words.english)", ko: "\(number), \(words.korean)")
  }
}
