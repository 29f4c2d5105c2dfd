import Mustache

/// How values become part of a page: byte by byte, so that no sign hides behind a combining one.
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

  static func append(_ text: String.UTF8View, to html: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case UInt8(ascii: "\""): html += "&quot;".utf8
      case UInt8(ascii: "'"): html += "&#39;".utf8
      case 0: html += "\u{FFFD}".utf8
      default: html.append(byte)
      }
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == 0
  }
}
