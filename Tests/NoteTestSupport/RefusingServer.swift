import Foundation
import HostSystem

/// A web server that asks everybody for a password, and lets nobody in.
package final class RefusingServer: Sendable {
  package let port: UInt16
  private let listener: Int32

  /// - Throws: An error if no port is free.
  package init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isOpen else { throw NoPort() }
    port = UInt16(bigEndian: address.sin_port)
    let thread = Thread { Self.serve(listener) }
    thread.start()
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private struct NoPort: Error {}

  private static let answer =
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"notes\"\r\n"
    + "Content-Length: 0\r\nConnection: close\r\n\r\n"

  private static func serve(_ listener: Int32) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      var request = [UInt8](repeating: 0, count: 4_096)
      _ = read(connection, &request, request.count)
      let bytes = Array(answer.utf8)
      _ = write(connection, bytes, bytes.count)
      close(connection)
    }
    close(listener)
  }
}
