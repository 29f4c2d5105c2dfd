import ChildProcesses
import HostSystem
import NoteActions
import NoteModel
import ParallelWork
import Wording

/// Asks for pages with curl: it brings TLS, the user's certificates and proxies, and costs the program nothing.
///
/// Requests have no data of the user: no cookies, no `.curlrc`, no `.netrc`.
enum CurlClient {
  /// The size above which a page is not parsed.
  private static let longestPage = 4_000_000

  /// The maximum number of bytes kept of the error output, which is one line.
  private static let longestErrors = 65_536

  /// Creates a client that runs curl, which is looked for in the PATH of the user's `environment`.
  static func make(timeoutSeconds: Int, environment: [String: String]) throws -> WebClient {
    guard let curl = programPath("curl", in: environment["PATH"] ?? "") else {
      throw Problem(
        .failure,
        Message(
          "curl is not installed; it is needed to check web pages", ko: "curl이 없어 웹 페이지를 확인할 수 없습니다"),
        hint: Message("Install curl, for example with “apt install curl”.", ko: "“apt install curl”처럼 설치하세요."))
    }
    return { request in
      await onOwnThread { answer(to: request, timeoutSeconds, curl, environment) }
    }
  }

  private static func answer(
    to request: WebRequest, _ timeoutSeconds: Int, _ curl: String, _ environment: [String: String]
  ) -> WebAnswer {
    var (page, line): ([UInt8], [UInt8]) = ([], [])
    do throws(ChildProcess.StartError) {
      let process = try PipedProcess(
        path: curl, arguments: arguments(for: request, timeoutSeconds), environment: environment)
      let status = process.finish(
        output: { piece in
          page += piece
          return page.count <= longestPage
        },
        errors: { if line.count < longestErrors { line += $0 } })
      guard page.count <= longestPage else { return WebAnswer(failure: .tooLarge) }
      return answer(String(decoding: line, as: UTF8.self), page, status)
    } catch {
      return WebAnswer(failure: .other)
    }
  }

  private static func arguments(for request: WebRequest, _ timeoutSeconds: Int) -> [String] {
    [
      "--disable", "--silent", "--globoff", "--proto", "=http,https",
      "--max-time", "\(timeoutSeconds)", "--connect-timeout", "\(min(timeoutSeconds, 10))",
      "--max-filesize", "\(longestPage)", "--user-agent", "sheaf/\(sheafVersion) (link check)",
      "--header", "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "--compressed",
      "--output", request.wantsText ? "-" : "/dev/null",
      "--write-out", "%{stderr}%{http_code}\t%{redirect_url}\t%{content_type}\n",
    ] + (request.isHead ? ["--head"] : []) + connection(of: request) + ["--url", request.page]
  }

  /// Returns options for a proxy, which is asked for a tunnel to the address, not for the name.
  private static func connection(of request: WebRequest) -> [String] {
    guard let address = request.address else { return [] }
    return ["--connect-to", address.isVersion6 ? "::[\(address)]:" : "::\(address):"]
  }

  /// Parses the answer of curl. `line` is the text of `--write-out`: status, redirect and type between tabs.
  private static func answer(_ line: String, _ text: [UInt8], _ status: Int32) -> WebAnswer {
    let fields = line.prefix { $0 != "\n" }.split(separator: "\t", omittingEmptySubsequences: false)
    var answer = WebAnswer(status: fields.first.flatMap { Int($0) } ?? 0)
    if fields.count > 2 {
      answer.redirect = fields[1].isEmpty ? nil : String(fields[1])
      answer.isHTML = fields[2].lowercased().contains("html")
    }
    answer.text = text
    if status != 0 { answer.failure = failure(status) }
    return answer
  }

  /// Returns the failure for an exit code of curl; see EXIT CODES in curl(1).
  private static func failure(_ code: Int32) -> WebAnswer.Failure {
    switch code {
    case 6: .unknownHost
    case 5, 7, 35, 52, 55, 56, 92: .noConnection
    case 28: .tooSlow
    case 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91: .certificate
    case 63: .tooLarge
    default: .other
    }
  }
}

/// Asks the system for the addresses of a host, in every form that it reads: `0x7f.1`, `127.1` and `0177.0.0.1` too.
enum LiveHostLookup {
  static func addresses(of host: String) async -> [HostAddress] { await onOwnThread { lookUp(host) } }

  private static func lookUp(_ host: String) -> [HostAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Host.streamSocket
    hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [HostAddress] = []
    var entry = list
    while let info = entry?.pointee {
      if let address = address(of: info) { addresses.append(address) }
      entry = info.ai_next
    }
    return addresses
  }

  private static func address(of info: addrinfo) -> HostAddress? {
    guard let pointer = info.ai_addr else { return nil }
    switch info.ai_family {
    case AF_INET:
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        HostAddress(withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) })
      }
    case AF_INET6:
      return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        HostAddress(withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) })
      }
    default: return nil
    }
  }
}
