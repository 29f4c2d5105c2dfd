import ByteBasics
import Mustache

/// What a template can speak of.
enum TemplateValue: Sendable {
  case text(String)
  /// Goes into the page as it is.
  case html([UInt8])
  case list([TemplateValue])
  case object(Members)
  case words([String: String])

  /// Values by name. The few members of a page are found faster one after the other than by a hash.
  struct Members: Sendable, ExpressibleByDictionaryLiteral {
    fileprivate var all: [(name: String, value: TemplateValue)]

    init(dictionaryLiteral members: (String, TemplateValue)...) { all = members }

    /// Nothing is added where there is no value.
    mutating func add(_ name: String, _ value: TemplateValue?) {
      if let value { all.append((name, value)) }
    }

    var isEmpty: Bool { all.isEmpty }
  }

  /// As the Mustache library takes it.
  var mustache: Any {
    switch self {
    case .text(let text): text
    case .html(let bytes): String(decoding: bytes, as: UTF8.self)
    case .list(let items): items.map(\.mustache)
    case .object(let members):
      Dictionary(members.all.map { ($0.name, $0.value.mustache) }) { first, _ in first }
    case .words(let words): words
    }
  }

  subscript(name: String) -> TemplateValue? {
    switch self {
    case .object(let members): members.all.first { $0.name == name }?.value
    case .words(let words): words[name].map { .text($0) }
    case .text, .html, .list: nil
    }
  }
}

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

  private static let signs = EscapeTable([
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\0": "\u{FFFD}",
  ])

  private static func isSpecial(_ byte: UInt8) -> Bool { signs.contains(byte) }
}
