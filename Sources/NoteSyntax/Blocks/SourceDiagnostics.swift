import ByteBasics
import Wording

/// What is wrong with the bytes of a file, whatever they mean.
enum SourceDiagnostics {
  static func diagnose(_ bytes: [UInt8]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if let offset = firstInvalidUTF8Offset(in: bytes[...]) {
      diagnostics.append(
        Diagnostic(
          check: "invalid-utf8", severity: .error, range: ByteRange(offset, offset + 1),
          message: Message(
            "Byte \(offset) is not valid UTF-8", ko: "\(offset)번째 바이트가 올바른 UTF-8이 아닙니다")))
    }
    if let offset = bytes.firstIndex(of: 0) {
      diagnostics.append(
        Diagnostic(
          check: "nul-byte", severity: .warning, range: ByteRange(offset, offset + 1),
          message: Message(
            "Byte \(offset) is NUL: a binary file, or damage",
            ko: "\(offset)번째 바이트가 NUL입니다: 이진 파일이거나 손상되었습니다")))
    }
    return diagnostics
  }
}
