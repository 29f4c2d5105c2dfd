package import ByteBasics
import HostSystem
import Synchronization

/// The delimiters of messages in a stream.
package enum MessageFraming: Sendable {
  /// A head with `Content-Length`, an empty line, a JSON text.
  case heads
  /// A JSON text on one line.
  case lines
}

package struct MessageReader {
  private let descriptor: Int32
  private let framing: MessageFraming
  private let sizeLimit: Int
  private var buffer: [UInt8] = []

  /// - Parameter sizeLimit: A longer message is skipped: no note is that long.
  package init(descriptor: Int32, framing: MessageFraming, sizeLimit: Int = 256 << 20) {
    self.descriptor = descriptor
    self.framing = framing
    self.sizeLimit = sizeLimit
  }

  /// Returns the bytes of the next message, or nil at the end of the input.
  ///
  /// A line that is no header is skipped. A line that is too long is returned without its end, so it is invalid JSON.
  package mutating func next() -> [UInt8]? {
    switch framing {
    case .heads: nextAfterHead()
    case .lines: nextLine()
    }
  }

  private mutating func nextLine() -> [UInt8]? {
    var line: [UInt8] = []
    var isOver = false
    while true {
      let end = buffer.firstIndex(of: 0x0A)
      let piece = buffer[..<(end ?? buffer.count)]
      isOver = isOver || line.count + piece.count > sizeLimit
      if isOver { line = Array("…".utf8) } else { line += piece }
      buffer.removeFirst(end.map { $0 + 1 } ?? buffer.count)
      if end == nil {
        if fill() { continue }
        // A last line without a line end was cut off, unless it can be read.
        return line.isEmpty ? nil : line
      }
      if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return line }
      line = []
    }
  }

  private mutating func nextAfterHead() -> [UInt8]? {
    while true {
      guard let head = takeHead() else { return nil }
      guard let length = Self.contentLength(head), length <= sizeLimit else { continue }
      while buffer.count < length { guard fill() else { return nil } }
      let message = Array(buffer[..<length])
      buffer.removeFirst(length)
      return message
    }
  }

  /// Removes the lines up to the empty line from the buffer, and returns those before it with their ends.
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
      let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        buffer += piece[..<count]
        return true
      }
      if count == 0 || errno != EINTR { return false }
    }
  }
}

/// Writes messages whole, from any thread.
package final class MessageWriter: Sendable {
  private let descriptor: Int32
  private let framing: MessageFraming
  private let lock = Mutex(())

  package init(descriptor: Int32, framing: MessageFraming) {
    self.descriptor = descriptor
    self.framing = framing
  }

  package func send(_ message: JSONValue) {
    var body: [UInt8] = []
    message.append(to: &body)
    send(body: body)
  }

  package func send(body: [UInt8]) {
    let bytes =
      switch framing {
      case .heads: Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
      case .lines: body + [0x0A]
      }
    lock.withLock { _ in
      var offset = 0
      while offset < bytes.count {
        let count = unsafe bytes[offset...].withUnsafeBytes {
          unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        if count > 0 { offset += count } else if errno != EINTR { return }
      }
    }
  }
}
