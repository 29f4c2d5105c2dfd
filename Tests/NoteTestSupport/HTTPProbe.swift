import HostSystem

/// Asks a server on this machine exactly what it is told to, and gives the whole answer.
package struct HTTPProbe: Sendable {
  package let port: UInt16

  package init(port: UInt16) { self.port = port }

  package struct Answer: Sendable {
    package let status: Int
    package let head: String
    package let body: String
  }

  /// - Parameter path: Sent as it is.
  /// - Returns: nil if nobody listens.
  package func ask(_ path: String, method: String = "GET", host: String? = nil) -> Answer? {
    let name = host ?? "127.0.0.1:\(port)"
    let request = "\(method) \(path) HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n"
    guard let bytes = exchange(Array(request.utf8)) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let status = parts[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return Answer(
      status: status ?? 0, head: String(parts[0]), body: parts.count > 1 ? String(parts[1]) : "")
  }

  /// True if the server closes a connection that sends these bytes and then nothing.
  ///
  /// - Parameter seconds: The longest wait for that.
  package func isClosed(afterSending request: String, within seconds: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let bytes = Array(request.utf8)
    guard connect(descriptor), write(descriptor, bytes, bytes.count) == bytes.count else {
      return false
    }
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 0
  }

  /// Opens connections that begin to ask and never end it.
  ///
  /// - Returns: Their descriptors, to be closed by whoever asked for them.
  package func halfOpen(_ count: Int) -> [Int32] {
    (0..<count).map { _ in
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let half = Array("GET / HTTP/1.1\r\nHost:".utf8)
      if connect(descriptor) { _ = write(descriptor, half, half.count) }
      return descriptor
    }
  }

  private func exchange(_ request: [UInt8]) -> [UInt8]? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    guard connect(descriptor), write(descriptor, request, request.count) == request.count else {
      return nil
    }
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { return answer }
      answer += piece[..<count]
    }
  }

  private func connect(_ descriptor: Int32) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        HostSystem.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
