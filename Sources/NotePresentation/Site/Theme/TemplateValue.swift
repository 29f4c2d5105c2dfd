/// What a template can speak of.
indirect enum TemplateValue: Sendable {
  case text(String)
  /// Goes into the page as it is.
  case html([UInt8])
  case list([TemplateValue])
  case object([String: TemplateValue])
  case words([String: String])

  /// As the Mustache library takes it.
  var mustache: Any {
    switch self {
    case .text(let text): text
    case .html(let bytes): String(decoding: bytes, as: UTF8.self)
    case .list(let items): items.map(\.mustache)
    case .object(let members): members.mapValues(\.mustache)
    case .words(let words): words
    }
  }

  subscript(name: Substring) -> TemplateValue? {
    switch self {
    case .object(let members): members[String(name)]
    case .words(let words): words[String(name)].map { .text($0) }
    case .text, .html, .list: nil
    }
  }
}
