import ByteBasics

/// The address of a document as clients write it: `file:///notes/a%20b.md`.
struct DocumentAddress: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The address of a file, with the escapes that VS Code writes and others understand.
  init(file path: String) {
    let allowed = Set("-._~/!$&'()*+,;=@".utf8)
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      if ASCII.isAlphanumeric(byte) || allowed.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    text = "file://" + String(decoding: bytes, as: UTF8.self)
  }

  /// The absolute path; nil for what is no file of this machine: `untitled:Untitled-1`.
  var path: String? {
    guard text.hasPrefix("file://") else { return nil }
    let rest = text.dropFirst("file://".count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let host = rest[..<slash]
    guard host.isEmpty || host == "localhost" else { return nil }
    let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
    let decoded = percentDecoded(String(path))
    return decoded.utf8.contains(0) ? nil : decoded
  }

  /// The path of a folder, which clients write with a slash at its end or without.
  var folderPath: String? {
    guard var path else { return nil }
    while path.count > 1, path.last == "/" { path.removeLast() }
    return path
  }
}
