import ByteBasics

/// A number that tells contents apart: the first 64 bits of the object name that git gives them.
package enum ContentKey {
  /// Of a file with these bytes.
  package static func key(of bytes: [UInt8]) -> Int {
    Int(bitPattern: UInt(SHA1.prefix(Array("blob \(bytes.count)\0".utf8) + bytes)))
  }

  /// Of an object by its name in hexadecimal digits; nil for one of another form.
  package static func key(ofObject name: String) -> Int? {
    UInt(name.prefix(16), radix: 16).map { Int(bitPattern: $0) }
  }
}
