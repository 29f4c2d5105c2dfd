import ByteBasics
import Mustache
import NotePresentation
package import Wording

/// The templates and the style sheet of a site.
package struct SiteTheme: Sendable {
  /// Every file of a theme, with its default content.
  package static let files: [(name: String, text: String)] = [
    ("page.html", DefaultTheme.page), (note, DefaultTheme.note), (side, DefaultTheme.side),
    ("list.html", DefaultTheme.list), ("home.html", DefaultTheme.home),
    ("month.html", DefaultTheme.month), ("board.html", DefaultTheme.board),
    ("search.html", DefaultTheme.search), ("graph.html", DefaultTheme.graph),
    ("404.html", DefaultTheme.notFound), ("style.css", DefaultTheme.style),
  ]

  /// The files that can be replaced one by one: of the site, and of a digest.
  package static let allFiles = files + DigestTheme.files

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
  ///   - variables: The values of `site.style`.
  ///   - overriding: The text of a template in the user's theme, nil if it has none.
  /// - Throws: ``Problem`` if one cannot be read.
  package init(
    assets: [(name: String, bytes: [UInt8])] = [], variables: [String: String] = [:],
    overriding: (_ file: String) -> String?
  ) throws(Problem) {
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
        templates[name] = try MustacheTemplate(limited: TemplateEscaping.pragma + text)
      } catch {
        throw unreadThemeFile(name, error)
      }
    }
    style = ([style] + texts(".css") + [StyleVariables.rules(variables)]).filter { !$0.isEmpty }.joined(separator: "\n")
    for asset in assets where !asset.name.hasSuffix(".css") {
      key += Array(asset.name.utf8) + (asset.name.hasSuffix(".js") ? asset.bytes : [])
    }
    self.templates = templates
    self.plain = plain
    self.style = style
    self.key = key
  }

  /// Returns the path below `theme/` of the first file with one of these names.
  func asset(named names: [String]) -> String? {
    names.lazy.compactMap { name in self.assets.first { $0.name == name }?.name }.first
  }

  /// Returns the text of a note with the parts above and below it.
  func renderNote(_ values: TemplateValue) -> [UInt8] { fill(Self.note, values) }

  /// Returns the part next to the text of a note: contents, backlinks, graph.
  func renderSide(_ values: TemplateValue) -> [UInt8] { fill(Self.side, values) }

  private func fill(_ name: String, _ values: TemplateValue) -> [UInt8] {
    if let plain = plain[name] { return plain.filled(values) }
    return Array((templates[name]?.render(values.mustache) ?? "").utf8)
  }

  func render(_ name: String, _ values: [String: Any]) -> String { templates[name]?.render(values) ?? "" }
}

/// Returns the error for a template of the user's theme that cannot be read.
///
/// - Parameter file: The name of the template; its line can follow.
func unreadThemeFile(_ file: String, _ reason: String) -> Problem {
  let text = ".sheaf/theme/\(file): \(reason)"
  return Problem(
    .badData, Message(text, ko: text),
    hint: Message(
      "“sheaf publish --eject” writes Sheaf's own templates to .sheaf/theme as an example.",
      ko: "“sheaf publish --eject”로 Sheaf의 템플릿을 .sheaf/theme에 꺼내 볼 수 있습니다."))
}

/// Returns the error for a template in which the parser found a mistake.
func unreadThemeFile(_ file: String, _ error: any Error) -> Problem {
  guard let error = error as? MustacheTemplate.ParserError else { return unreadThemeFile(file, "\(error)") }
  return unreadThemeFile("\(file):\(error.context.lineNumber)", "\(error.error): " + error.context.line)
}

/// Colours and fonts that the configuration sets, as rules that follow the style sheet.
enum StyleVariables {
  /// Returns CSS for variables such as `accent`, `paper` and `sans`; names with `dark-` are for dark pages. Empty if
  /// nothing is set.
  static func rules(_ variables: [String: String]) -> String {
    let plain = variables.filter { isName($0.key) && isValue($0.value) }
    let fonts = declarations(plain.filter { fontNames.contains($0.key) })
    let light = declarations(plain.filter { !$0.key.hasPrefix(dark) && !fontNames.contains($0.key) })
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
        "@media screen and (prefers-color-scheme: dark) { :root:root:not([data-theme=\"light\"]) { \(night) } }")
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

  /// Returns true for a value that ends no rule and loads nothing.
  private static func isValue(_ text: String) -> Bool {
    !text.contains { "{};<>\\\n".contains($0) } && !text.lowercased().contains("url(")
  }
}

/// A template that uses only values and sections, filled many times faster than by the Mustache library.
///
/// Ten thousand pages are made from one template. Any other syntax is left to the library.
struct PlainTemplate: Sendable {
  private enum Piece: Sendable {
    case text([UInt8])
    case value([String], escapes: Bool)
    case section([String], isInverted: Bool, [Piece])
  }

  /// A section that is not yet closed.
  private struct Open {
    var name: Substring = ""
    var isInverted = false
    var pieces: [Piece] = []
  }

  private let pieces: [Piece]

  /// Bytes of a page.
  private static let usualSize = 8_192

  /// nil if the template contains anything but values and sections within their lines.
  init?(_ text: String) {
    var open = [Open()]
    var rest = text[...]
    while let start = rest.firstRange(of: "{{") {
      let isRaw = rest[start.upperBound...].first == "{"
      let close = isRaw ? "}}}" : "}}"
      let tagStart = isRaw ? rest.index(after: start.upperBound) : start.upperBound
      guard let end = rest[tagStart...].firstRange(of: close) else { return nil }
      let before = rest[..<start.lowerBound]
      if !before.isEmpty { open[open.count - 1].pieces.append(.text(Array(before.utf8))) }
      let after = rest[end.upperBound...]
      let tag = rest[tagStart..<end.lowerBound]
      let isAlone = Self.isAlone(text, tag: start.lowerBound, after: end.upperBound)
      guard Self.add(tag, isRaw: isRaw, isAlone: isAlone, to: &open) else { return nil }
      rest = after
    }
    guard open.count == 1 else { return nil }
    pieces = open[0].pieces + [.text(Array(rest.utf8))]
  }

  /// Returns true if a section's tag is alone on its line, because the library then removes the line.
  private static func isAlone(_ text: String, tag: String.Index, after: String.Index) -> Bool {
    let head = text[..<tag].reversed().prefix { !$0.isNewline }
    let tail = text[after...].prefix { !$0.isNewline }
    let isLast = text[after...].isEmpty
    return head.allSatisfy { $0 == " " || $0 == "\t" } && tail.allSatisfy { $0 == " " } && !isLast
  }

  private static func add(_ tag: Substring, isRaw: Bool, isAlone: Bool, to open: inout [Open]) -> Bool {
    let kind = tag.first ?? " "
    let name = "#^/".contains(kind) && !isRaw ? tag.dropFirst() : tag
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == ".") }),
      name.first != ".", name.last != "."
    else { return false }
    let path = name.split(separator: ".").map(String.init)
    switch kind {
    case "#" where !isRaw && !isAlone, "^" where !isRaw && !isAlone:
      open.append(Open(name: name, isInverted: kind == "^"))
    case "/" where !isRaw && !isAlone:
      guard open.count > 1, let section = open.popLast(), section.name == name else { return false }
      open[open.count - 1].pieces.append(.section(path, isInverted: section.isInverted, section.pieces))
    case "#", "^", "/": return false
    default: open[open.count - 1].pieces.append(.value(path, escapes: !isRaw))
    }
    return true
  }

  func filled(_ values: TemplateValue) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(Self.usualSize)
    var stack = [values]
    Self.append(pieces, &stack, to: &html)
    return html
  }

  /// Appends the text of a template. The nesting is as deep as in the template.
  private static func append(_ pieces: [Piece], _ stack: inout [TemplateValue], to html: inout [UInt8]) {
    for piece in pieces {
      switch piece {
      case .text(let text): html += text
      case .value(let path, let escapes): append(find(path, stack), escapes: escapes, to: &html)
      case .section(let path, true, let inner):
        if isNothing(find(path, stack)) { append(inner, &stack, to: &html) }
      case .section(let path, false, let inner):
        guard let value = find(path, stack) else { continue }
        let items = if case .list(let items) = value { items } else { [value] }
        for item in items {
          stack.append(item)
          append(inner, &stack, to: &html)
          stack.removeLast()
        }
      }
    }
  }

  private static func append(_ value: TemplateValue?, escapes: Bool, to html: inout [UInt8]) {
    switch value {
    case .text(let text):
      if escapes { TemplateEscaping.append(text.utf8, to: &html) } else { html += text.utf8 }
    case .html(let bytes):
      guard escapes else {
        html += bytes
        return
      }
      TemplateEscaping.append(bytes, to: &html)
    case .list, .object, .words, nil: break
    }
  }

  private static func isNothing(_ value: TemplateValue?) -> Bool {
    switch value {
    case nil: true
    case .list(let items): items.isEmpty
    case .text, .html, .object, .words: false
    }
  }

  /// Returns the innermost value of the first name, then its members.
  private static func find(_ path: [String], _ stack: [TemplateValue]) -> TemplateValue? {
    for value in stack.reversed() {
      guard var found = value[path[0]] else { continue }
      for name in path.dropFirst() {
        guard let member = found[name] else { return nil }
        found = member
      }
      return found
    }
    return nil
  }
}

/// A value that a template can use.
enum TemplateValue: Sendable {
  case text(String)
  /// HTML that is inserted without escapes.
  case html([UInt8])
  case list([TemplateValue])
  case object(Members)
  case words([String: String])

  /// Values by name. The few members of a page are found faster one after the other than by a hash.
  struct Members: Sendable, ExpressibleByDictionaryLiteral {
    fileprivate var all: [(name: String, value: TemplateValue)]

    init(dictionaryLiteral members: (String, TemplateValue)...) { all = members }

    /// Adds a value under a name; nil adds nothing.
    mutating func add(_ name: String, _ value: TemplateValue?) {
      if let value { all.append((name, value)) }
    }

    var isEmpty: Bool { all.isEmpty }
  }

  /// The value in the form that the Mustache library needs.
  var mustache: Any {
    switch self {
    case .text(let text): text
    case .html(let bytes): String(decoding: bytes, as: UTF8.self)
    case .list(let items): items.map(\.mustache)
    case .object(let members): Dictionary(members.all.map { ($0.name, $0.value.mustache) }) { first, _ in first }
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

/// The escaping of values in a page: byte by byte, so that no combining character hides another.
struct TemplateEscaping: MustacheContentType {
  /// The line at the top of every template.
  static let pragma = "{{% CONTENT_TYPE:SHEAF}}"

  static func register() { MustacheContentTypes.register(TemplateEscaping(), named: "SHEAF") }

  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: Self.isSpecial) else { return text }
    var bytes: [UInt8] = []
    Self.append(text.utf8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func append(_ text: some Sequence<UInt8>, to html: inout [UInt8]) { signs.append(text, to: &html) }

  private static let signs = EscapeTable([
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\0": "\u{FFFD}",
  ])

  private static func isSpecial(_ byte: UInt8) -> Bool { signs.contains(byte) }
}
