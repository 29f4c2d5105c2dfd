/// What a template can speak of.
enum TemplateValue: Sendable {
  case text(String)
  /// Goes into the page as it is.
  case html([UInt8])
  case list([TemplateValue])
  /// In no order; the few members of a page are found faster one after the other than by a hash.
  case object([Member])
  case words([String: String])

  struct Member: Sendable {
    let name: String
    let value: TemplateValue

    init(_ name: String, _ value: TemplateValue) {
      self.name = name
      self.value = value
    }
  }

  /// As the Mustache library takes it.
  var mustache: Any {
    switch self {
    case .text(let text): text
    case .html(let bytes): String(decoding: bytes, as: UTF8.self)
    case .list(let items): items.map(\.mustache)
    case .object(let members):
      Dictionary(members.map { ($0.name, $0.value.mustache) }) { first, _ in first }
    case .words(let words): words
    }
  }

  subscript(name: String) -> TemplateValue? {
    switch self {
    case .object(let members): members.first { $0.name == name }?.value
    case .words(let words): words[name].map { .text($0) }
    case .text, .html, .list: nil
    }
  }
}
