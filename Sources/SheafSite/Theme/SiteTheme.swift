import Mustache
package import Wording

/// The templates and the style sheet of a site.
package struct SiteTheme: Sendable {
  /// Every file of a theme, with what is in it where nobody changed it.
  package static let files: [(name: String, text: String)] = [
    ("page.html", DefaultTheme.page), (note, DefaultTheme.note), (side, DefaultTheme.side),
    ("list.html", DefaultTheme.list), ("home.html", DefaultTheme.home),
    ("month.html", DefaultTheme.month), ("board.html", DefaultTheme.board),
    ("search.html", DefaultTheme.search), ("graph.html", DefaultTheme.graph),
    ("404.html", DefaultTheme.notFound), ("style.css", DefaultTheme.style),
  ]

  private static let note = "note.html"
  private static let side = "side.html"
  private let templates: [String: MustacheTemplate]
  /// The templates of pages of which there are many.
  private let plain: [String: PlainTemplate]
  let style: String
  /// Files of the user's own, by their paths in the theme's folder: they are part of the site below `theme/`.
  let assets: [(name: String, bytes: [UInt8])]
  /// Scripts of the user's own, in the order of their names; every page has them, with their hash in its policy.
  let scripts: [String]
  /// Changes when any file of the theme does.
  let key: [UInt8]

  /// Reads the templates.
  ///
  /// - Parameters:
  ///   - assets: The files of the user's theme that are no templates.
  ///   - variables: What `site.style` sets.
  ///   - overriding: The text of a template in the user's theme, nil where it has none.
  /// - Throws: ``SiteThemeError`` where one cannot be read.
  package init(
    assets: [(name: String, bytes: [UInt8])] = [], variables: [String: String] = [:],
    overriding: (_ file: String) -> String?
  ) throws(SiteThemeError) {
    self.assets = assets
    func texts(_ ending: String) -> [String] {
      assets.filter { $0.name.hasSuffix(ending) && !$0.name.contains("/") }
        .map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    scripts = texts(".js")
    TemplateEscaping.register()
    var templates: [String: MustacheTemplate] = [:]
    var plain: [String: PlainTemplate] = [:]
    var style = ""
    var key: [UInt8] = []
    for (name, standard) in Self.files {
      let text = overriding(name) ?? standard
      key += text.utf8
      if name == Self.note || name == Self.side { plain[name] = PlainTemplate(text) }
      if name == "style.css" {
        style = overriding(name) ?? CompactText.style(text)
        continue
      }
      do {
        templates[name] = try MustacheTemplate(string: TemplateEscaping.pragma + text)
      } catch {
        throw SiteThemeError(file: name, error: error)
      }
    }
    style = ([style] + texts(".css") + [StyleVariables.rules(variables)]).filter { !$0.isEmpty }
      .joined(separator: "\n")
    for asset in assets where !asset.name.hasSuffix(".css") {
      key += Array(asset.name.utf8) + (asset.name.hasSuffix(".js") ? asset.bytes : [])
    }
    self.templates = templates
    self.plain = plain
    self.style = style
    self.key = key
  }

  /// The first file of one of these names, as it is below `theme/`.
  func asset(named names: [String]) -> String? {
    names.lazy.compactMap { name in self.assets.first { $0.name == name }?.name }.first
  }

  /// The text of a note with what is above and below it.
  func renderNote(_ values: TemplateValue) -> [UInt8] { fill(Self.note, values) }

  /// What is next to the text of a note: contents, backlinks, graph.
  func renderSide(_ values: TemplateValue) -> [UInt8] { fill(Self.side, values) }

  private func fill(_ name: String, _ values: TemplateValue) -> [UInt8] {
    if let plain = plain[name] { return plain.filled(values) }
    return Array((templates[name]?.render(values.mustache) ?? "").utf8)
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

/// Colours and fonts that the configuration sets, as rules that follow the style sheet.
enum StyleVariables {
  /// - Parameter variables: `accent`, `paper`, `sans` …; one that begins with `dark-` is for dark pages.
  /// - Returns: CSS; empty where nothing is set.
  static func rules(_ variables: [String: String]) -> String {
    let plain = variables.filter { isName($0.key) && isValue($0.value) }
    let fonts = declarations(plain.filter { fontNames.contains($0.key) })
    let light = declarations(
      plain.filter { !$0.key.hasPrefix(dark) && !fontNames.contains($0.key) })
    let night = declarations(
      Dictionary(
        plain.filter { $0.key.hasPrefix(dark) }.map {
          (String($0.key.dropFirst(dark.count)), $0.value)
        }
      ) { $1 })
    var rules = light.isEmpty ? [] : [":root { \(light) }"]
    // Each language has fonts of its own in the style sheet.
    if !fonts.isEmpty { rules.append(":root, [lang] { \(fonts) }") }
    if !night.isEmpty {
      rules.append(
        "@media screen and (prefers-color-scheme: dark) { :root:root:not([data-theme=\"light\"]) { \(night) } }"
      )
      rules.append(":root:root[data-theme=\"dark\"] { \(night) }")
    }
    return rules.joined(separator: "\n")
  }

  private static let dark = "dark-"
  private static let fontNames: Set<String> = ["sans", "serif", "mono"]

  private static func declarations(_ variables: [String: String]) -> String {
    variables.sorted { $0.key < $1.key }.map { "--\($0.key): \($0.value);" }.joined(separator: " ")
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// A value that ends no rule and loads nothing.
  private static func isValue(_ text: String) -> Bool {
    !text.contains { "{};<>\\\n".contains($0) } && !text.lowercased().contains("url(")
  }
}
