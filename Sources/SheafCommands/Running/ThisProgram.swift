import Glibc

/// The program that runs now.
enum ThisProgram {
  /// Where its file is; the name alone where that cannot be told.
  static var path: String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return "sheaf" }
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
