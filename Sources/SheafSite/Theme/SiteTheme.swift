import Mustache
package import Wording

/// The templates and the style sheet of a site.
package struct SiteTheme: Sendable {
  /// Every file of a theme, with what is in it where nobody changed it.
  package static let files: [(name: String, text: String)] = [
    ("page.html", DefaultTheme.page), (note, DefaultTheme.note),
    ("list.html", DefaultTheme.list), ("home.html", DefaultTheme.home),
    ("month.html", DefaultTheme.month), ("board.html", DefaultTheme.board),
    ("search.html", DefaultTheme.search), ("graph.html", DefaultTheme.graph),
    ("404.html", DefaultTheme.notFound), ("style.css", DefaultTheme.style),
  ]

  private static let note = "note.html"
  private let templates: [String: MustacheTemplate]
  /// The page of which there are many.
  private let plainNote: PlainTemplate?
  let style: String
  /// Changes when any file of the theme does.
  let key: [UInt8]

  /// `overriding`: The text of a file in the user's theme, nil where it has none.
  package init(overriding: (_ file: String) -> String?) throws(SiteThemeError) {
    TemplateEscaping.register()
    var templates: [String: MustacheTemplate] = [:]
    var plainNote: PlainTemplate?
    var style = ""
    var key: [UInt8] = []
    for (name, standard) in Self.files {
      let text = overriding(name) ?? standard
      key += text.utf8
      if name == Self.note { plainNote = PlainTemplate(text) }
      if name == "style.css" {
        style = text
        continue
      }
      do {
        templates[name] = try MustacheTemplate(string: TemplateEscaping.pragma + text)
      } catch {
        throw SiteThemeError(file: name, error: error)
      }
    }
    self.templates = templates
    self.plainNote = plainNote
    self.style = style
    self.key = key
  }

  /// The page of a note.
  func renderNote(_ values: TemplateValue) -> [UInt8] {
    if let plainNote { return plainNote.filled(values) }
    return Array((templates[Self.note]?.render(values.mustache) ?? "").utf8)
  }

  func render(_ name: String, _ values: [String: Any]) -> String {
    templates[name]?.render(values) ?? ""
  }
}

/// A template of the user's theme that cannot be read.
package struct SiteThemeError: ExplainedError {
  let file: String
  let line: Int?
  let reason: String

  init(file: String, error: any Error) {
    self.file = file
    if let error = error as? MustacheTemplate.ParserError {
      line = error.context.lineNumber
      reason = "\(error.error): " + error.context.line
    } else {
      line = nil
      reason = "\(error)"
    }
  }

  package var category: ErrorCategory { .badData }

  package var explanation: Message {
    let place = ".sheaf/theme/\(file)" + (line.map { ":\($0)" } ?? "")
    return Message("\(place): \(reason)", ko: "\(place): \(reason)")
  }

  package var hint: Message? {
    Message(
      "“sheaf publish --eject” writes Sheaf's own templates to .sheaf/theme as an example.",
      ko: "“sheaf publish --eject”로 Sheaf의 템플릿을 .sheaf/theme에 꺼내 볼 수 있습니다.")
  }
}
