package import ByteBasics
package import Wording

/// A mistake or a doubtful place in a document. Diagnostics never stop the work on other notes.
package struct Diagnostic: Sendable, Hashable {
  package enum Severity: String, Sendable, Codable, Comparable {
    case info, warning, error

    package static func < (left: Severity, right: Severity) -> Bool {
      (left == .info && right != .info) || (left == .warning && right == .error)
    }
  }

  /// A change that would fix it.
  package struct Fix: Sendable, Hashable {
    package let title: Message
    package let edits: [TextEdit]

    package init(title: Message, edits: [TextEdit]) {
      self.title = title
      self.edits = edits
    }
  }

  /// The check that found it, in kebab-case: `duplicate-key`. Stable; used in the configuration.
  package let check: String
  package let severity: Severity
  /// The range in the file. Nil if the whole file is meant.
  package let range: ByteRange?
  package let message: Message
  package let fix: Fix?

  package init(check: String, severity: Severity, range: ByteRange?, message: Message, fix: Fix? = nil) {
    self.check = check
    self.severity = severity
    self.range = range
    self.message = message
    self.fix = fix
  }
}

/// Problems in the bytes of a file, whatever they mean.
enum SourceDiagnostics {
  static func diagnose(_ bytes: [UInt8]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if let offset = firstInvalidUTF8Offset(in: bytes[...]) {
      diagnostics.append(
        Diagnostic(
          check: "invalid-utf8", severity: .error, range: ByteRange(offset, offset + 1),
          message: Message("Byte \(offset + 1) is not valid UTF-8", ko: "UTF-8이 아닌 텍스트가 있습니다(\(offset + 1)번째 바이트)")))
    }
    if let offset = bytes.firstIndex(of: 0) {
      diagnostics.append(
        Diagnostic(
          check: "nul-byte", severity: .warning, range: ByteRange(offset, offset + 1),
          message: Message(
            "Byte \(offset + 1) is NUL: a binary file, or damage",
            ko: "\(offset + 1)번째 바이트가 NUL입니다: 이진 파일이거나 손상되었습니다")))
    }
    return diagnostics
  }
}
