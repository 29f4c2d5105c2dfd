import HostSystem

/// An error as a fact that the command line turns into an exit code and a sentence.
package protocol ExplainedError: Error, Sendable {
  /// The category of the failure, which the command line maps to an exit code.
  var category: ErrorCategory { get }
  /// A sentence with the cause of the error, and the path or the position.
  var explanation: Message { get }
  /// The user's next step, if there is one.
  var hint: Message? { get }
}

extension ExplainedError {
  package var hint: Message? { nil }
}

/// An error without a type of its own.
package struct Problem: ExplainedError {
  package let category: ErrorCategory
  package let explanation: Message
  package let hint: Message?

  package init(_ category: ErrorCategory, _ explanation: Message, hint: Message? = nil) {
    self.category = category
    self.explanation = explanation
    self.hint = hint
  }
}

/// The kinds of failure that scripts can distinguish. The numbers live in `SheafCommands`.
package enum ErrorCategory: Sendable {
  /// Wrong words on the command line, a query that cannot be read.
  case usage
  /// A part of a file is invalid.
  case badData
  /// No note or row has the name, or nothing matches: the negative answer of exit code 1.
  case nothing
  /// No repository, commit, heading, link, or file outside of the repository has the name.
  case notFound
  /// A file changed meanwhile, or the request was refused because it was not safe.
  case conflict
  /// A file or folder cannot be created.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// Another process holds the lock: the user can try again.
  case locked
  /// All other errors.
  case failure
}

/// The reason for a failed system call, as a sentence to put after a colon.
///
/// ```swift
/// SystemCause.message(code: ENOENT, original: "No such file or directory").korean  // "파일이나 폴더가 없습니다"
/// ```
package enum SystemCause {
  /// Returns the message for a system error: the original sentence in English; in Korean a translation, or the original
  /// in parentheses if there is no translation.
  ///
  /// - Parameters:
  ///   - code: The value of `errno`.
  ///   - original: The system's English sentence, from `strerror`.
  package static func message(code: Int32, original: String) -> Message {
    let korean = sentences[code] ?? "시스템 오류 \(code)(\(original))"
    return Message(original, ko: korean)
  }

  private static let sentences: [Int32: String] = [
    // Names
    ENOENT: "파일이나 폴더가 없습니다",
    EEXIST: "이미 있습니다",
    ENOTDIR: "폴더가 아닙니다",
    EISDIR: "파일이 아니라 폴더입니다",
    ENOTEMPTY: "폴더가 비어 있지 않습니다",
    ENAMETOOLONG: "이름이 너무 깁니다",
    ELOOP: "심볼릭 링크가 너무 많이 이어집니다",
    EXDEV: "다른 파일 시스템입니다",
    EILSEQ: "쓸 수 없는 문자가 있습니다",
    // Rights
    EACCES: "접근 권한이 없습니다",
    EPERM: "허용하지 않은 작업입니다",
    EROFS: "읽기 전용 파일 시스템입니다",
    // Room
    ENOSPC: "디스크에 남은 공간이 없습니다",
    EDQUOT: "디스크 할당량을 넘었습니다",
    EFBIG: "파일이 너무 큽니다",
    ENOMEM: "메모리가 부족합니다",
    EMFILE: "열린 파일이 너무 많습니다",
    ENFILE: "시스템에 열린 파일이 너무 많습니다",
    EMLINK: "링크가 너무 많습니다",
    // Devices and other processes
    EIO: "입출력 오류입니다",
    EBUSY: "사용 중입니다",
    ETXTBSY: "실행 중인 파일입니다",
    EAGAIN: "지금은 사용할 수 없습니다",
    ENOLCK: "잠금을 만들 수 없습니다",
    ESTALE: "네트워크 파일이 바뀌었습니다",
    ENXIO: "장치가 없습니다",
    ENODEV: "지원하지 않는 장치입니다",
    ENOEXEC: "실행할 수 없는 형식입니다",
    EPIPE: "받는 쪽에서 연결을 닫았습니다",
    EINTR: "중단되었습니다",
    EINVAL: "잘못된 값입니다",
    EOPNOTSUPP: "지원하지 않는 작업입니다",
    // Network
    EADDRINUSE: "이미 사용 중인 주소입니다",
    EADDRNOTAVAIL: "이 컴퓨터에서 사용할 수 없는 주소입니다",
    ECONNREFUSED: "연결을 거부했습니다",
    ECONNRESET: "연결이 끊겼습니다",
    EHOSTUNREACH: "호스트에 연결할 수 없습니다",
    ENETUNREACH: "네트워크에 연결할 수 없습니다",
    ETIMEDOUT: "시간 안에 응답이 없습니다",
  ]
}
