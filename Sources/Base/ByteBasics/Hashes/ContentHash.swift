/// A number that shows whether bytes are still the same, equal on every machine. Not for secrets.
package struct ContentHash: Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var length: UInt64 = 0

  package init() {}

  package mutating func combine(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBytes { unsafe combine($0) } }

  package mutating func combine(_ text: String) {
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe combine(UnsafeRawBufferPointer(bytes))
    }
    if isDone == nil { combine(Array(text.utf8)) }
  }

  private mutating func combine(_ buffer: UnsafeRawBufferPointer) {
    var index = 0
    while index + 8 <= buffer.count {
      unsafe mix(UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    var rest: UInt64 = 0
    while index < buffer.count {
      rest = unsafe rest << 8 | UInt64(buffer[index])
      index += 1
    }
    mix(rest)
    length &+= UInt64(buffer.count)
  }

  package mutating func combine(_ number: Int64) {
    mix(UInt64(bitPattern: number))
    length &+= 8
  }

  private mutating func mix(_ word: UInt64) {
    let (high, low) = (state ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    state = high ^ low &+ 0x9E37_79B9_7F4A_7C15
  }

  package var value: UInt64 {
    var last = self
    last.mix(length)
    return last.state ^ last.state >> 29
  }

  package static func of(_ bytes: [UInt8]) -> UInt64 {
    var hash = ContentHash()
    hash.combine(bytes)
    return hash.value
  }
}
