package import Wording

/// What is known of a page on the web.
package enum WebVerdict: Hashable, Sendable {
  case there
  /// It is certain that nobody finds there what the link means.
  case dead(Reason)
  /// The page may be there; it cannot be told from here and now.
  case untold(Reason)

  package enum Reason: Hashable, Sendable {
    /// The answer's number, such as 404.
    case status(Int)
    case unknownHost, noConnection, tooSlow, certificate, tooManyRedirects, tooLarge
    /// The page is there, and the element is not.
    case noSuchElement
    /// Never asked for: the address holds a user's name or a password.
    case user
    /// Never asked for: only this machine or its network knows the place.
    case privatePlace
    /// Not asked for any more: the host said that it was asked too often.
    case tooOften
    case failed
  }

  package var reason: Reason? {
    switch self {
    case .there: nil
    case .dead(let reason), .untold(let reason): reason
    }
  }

  /// What an answer's number says: only 404 and 410 say that there is nothing.
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
    case .unknownHost: Message("there is no such host", ko: "그런 호스트가 없습니다")
    case .noConnection: Message("no connection", ko: "연결되지 않습니다")
    case .tooSlow: Message("no answer in time", ko: "제때 답하지 않습니다")
    case .certificate: Message("its certificate is not trusted", ko: "인증서를 믿을 수 없습니다")
    case .tooManyRedirects: Message("it leads on and on", ko: "끝없이 다른 곳으로 넘깁니다")
    case .tooLarge: Message("the page is too large to look into", ko: "너무 커서 들여다볼 수 없습니다")
    case .noSuchElement: Message("the page has no such part", ko: "그 페이지에 그런 부분이 없습니다")
    case .user:
      Message(
        "never asked for: a user's name stands in it", ko: "사용자 이름이 들어 있어 묻지 않습니다")
    case .privatePlace:
      Message(
        "never asked for: a place of this machine or network",
        ko: "이 기계나 망 안의 곳이라 묻지 않습니다")
    case .tooOften: Message("the host asks to be left alone", ko: "호스트가 그만 물으라고 합니다")
    case .failed: Message("the request failed", ko: "요청하지 못했습니다")
    }
  }

  private static func answer(_ number: Int) -> Message {
    let words: [Int: Message] = [
      401: Message("wants a password", ko: "암호를 묻습니다"),
      403: Message("forbidden to programs such as this", ko: "이런 프로그램에는 금지"),
      404: Message("not found", ko: "없음"),
      410: Message("gone", ko: "사라짐"),
      429: Message("asked too often", ko: "너무 자주 물음"),
    ]
    guard let words = words[number] else {
      return Message("the answer was \(number)", ko: "답이 \(number)입니다")
    }
    return Message("\(number), \(words.english)", ko: "\(number), \(words.korean)")
  }
}

extension WebVerdict.Reason {
  private static let names: [(name: String, reason: Self)] = [
    ("host", .unknownHost), ("connection", .noConnection), ("time", .tooSlow),
    ("certificate", .certificate), ("redirects", .tooManyRedirects), ("size", .tooLarge),
    ("element", .noSuchElement), ("user", .user), ("private", .privatePlace),
    ("often", .tooOften), ("failed", .failed),
  ]

  /// For a file: `404`, `host`.
  package var code: String {
    if case .status(let number) = self { return String(number) }
    return Self.names.first { $0.reason == self }?.name ?? "failed"
  }

  package init?(code: String) {
    if let number = Int(code) {
      self = .status(number)
    } else if let reason = Self.names.first(where: { $0.name == code })?.reason {
      self = reason
    } else {
      return nil
    }
  }
}
