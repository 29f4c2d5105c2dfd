import ByteBasics
import Mustache

/// How values become part of a page: byte by byte, so that no combining character hides another.
struct TemplateEscaping: MustacheContentType {
  /// Stands before every template.
  static let pragma = "{{% CONTENT_TYPE:SHEAF}}"

  static func register() { MustacheContentTypes.register(TemplateEscaping(), named: "SHEAF") }

  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: Self.isSpecial) else { return text }
    var bytes: [UInt8] = []
    Self.append(text.utf8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func append(_ text: some Sequence<UInt8>, to html: inout [UInt8]) {
    signs.append(text, to: &html)
  }

  private static let signs = EscapedSigns([
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\0": "\u{FFFD}",
  ])

  private static func isSpecial(_ byte: UInt8) -> Bool { signs.contains(byte) }
}
