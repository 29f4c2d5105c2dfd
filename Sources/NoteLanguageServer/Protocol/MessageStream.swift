import ByteBasics
import Glibc
import Synchronization

/// Reads the messages of the protocol: a head with `Content-Length`, an empty line, a JSON text.
struct MessageReader {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// A longer message is skipped: a note is never that long.
  private static let sizeLimit = 256 << 20

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The bytes of the next message; nil at the end of input. What is no head is skipped line by line.
  mutating func next() -> [UInt8]? {
    while true {
      guard let head = takeHead() else { return nil }
      guard let length = Self.contentLength(head), length <= Self.sizeLimit else { continue }
      while buffer.count < length { guard fill() else { return nil } }
      let message = Array(buffer[..<length])
      buffer.removeFirst(length)
      return message
    }
  }

  /// The lines before the empty one, ends included.
  private mutating func takeHead() -> [UInt8]? {
    var searched = 0
    while true {
      if let end = Self.headEnd(in: buffer, from: searched) {
        let head = Array(buffer[..<end])
        buffer.removeFirst(end)
        return head
      }
      searched = max(0, buffer.count - 3)
      guard fill() else { return nil }
    }
  }

  private static func headEnd(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x0A {
        if index >= 1, bytes[index - 1] == 0x0A { return index + 1 }
        if index >= 3, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A { return index + 1 }
      }
      index += 1
    }
    return nil
  }

  static func contentLength(_ head: [UInt8]) -> Int? {
    for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased().hasSuffix("content-length") else { continue }
      let digits = parts[1].filter { !$0.isWhitespace }
      return Int(digits).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  private mutating func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        buffer += piece[..<count]
        return true
      }
      if count == 0 || errno != EINTR { return false }
    }
  }
}

/// Writes messages whole, from any thread.
final class MessageWriter: Sendable {
  private let descriptor: Int32
  private let lock = Mutex(())

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  func send(_ message: JSONValue) {
    var body: [UInt8] = []
    message.append(to: &body)
    send(body: body)
  }

  func send(body: [UInt8]) {
    let bytes = Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    lock.withLock { _ in
      var offset = 0
      while offset < bytes.count {
        let count = unsafe bytes[offset...].withUnsafeBytes {
          unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        if count > 0 {
          offset += count
        } else if errno != EINTR {
          return
        }
      }
    }
  }
}
