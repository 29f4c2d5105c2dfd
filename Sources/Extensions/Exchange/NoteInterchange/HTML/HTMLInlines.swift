import ByteBasics
import MarkdownFormatting
import Wording

/// The inline parts of HTML as those of a document.
struct HTMLInlines {
  typealias Inline = DocumentTree.Inline

  /// Returns the target of an address in the page; nil leaves the link out and keeps its words.
  let address: (String) -> String?
  /// The parts of the page that are in no block.
  let losses = HTMLLosses()

  func inlines(of nodes: [HTMLNode], marks: Set<String> = []) -> [Inline] {
    nodes.flatMap { inlines(of: $0, marks) }
  }

  private func inlines(of node: HTMLNode, _ marks: Set<String>) -> [Inline] {
    switch node {
    case .text(let text): return [.text(text.replacing("\u{A0}", with: " "))]
    case .element(let element): return inlines(of: element, marks)
    }
  }

  static func isDropped(_ element: HTMLNodeElement) -> Bool {
    ["head", "template", "button", "select", "datalist", "link", "meta"].contains(element.name)
      || element.style["display"] == "none"
      // Evernote shows this list to its older versions in place of tasks, which are stored elsewhere in its files.
      || element.style["--en-task-group"] == "true"
  }

  /// Returns true if a check box is ticked. Nil for any other element.
  static func box(_ element: HTMLNodeElement) -> Bool? {
    switch element.name {
    case "en-todo": element.attributes["checked"]?.lowercased() == "true"
    case "input" where element.attributes["type"]?.lowercased() == "checkbox": element.attributes["checked"] != nil
    default: nil
    }
  }

  /// Elements that show content of other addresses.
  static let media: Set<String> = ["iframe", "embed", "object", "video", "audio"]
  /// The classes of elements around a formula and its picture in pages of MathJax, KaTeX and Wikipedia.
  private static let formulas: Set<String> = ["katex", "MathJax", "mwe-math-element", "MathJax_CHTML"]

  private func inlines(of element: HTMLNodeElement, _ marks: Set<String>) -> [Inline] {
    if Self.isDropped(element) {
      losses.addForm(element)
      return []
    }
    if element.name == "mjx-container" || !element.classes.isDisjoint(with: Self.formulas),
      let math = element.first("math")
    {
      return formula(math)
    }
    switch element.name {
    case "br": return [.lineBreak]
    case "img", "en-media": return image(element)
    case "picture": return image(Self.picture(element))
    case "a": return link(element, marks)
    case "area": return [.text(" ")] + link(element, marks) + [.text(" ")]
    case "code", "tt", "kbd", "samp":
      let text = element.words(losses.addForm)
      return text.contains { !$0.isWhitespace } ? [.code(text)] : [.text(text)]
    case "en-crypt": return [.code(element.text.filter { !$0.isWhitespace })]
    case "input", "en-todo":
      // The box of an item is no part of its text.
      return Self.box(element).map { [.text($0 ? "☑ " : "☐ ")] } ?? []
    case "math": return formula(element)
    case "script": return formula(element.text, isDisplayed: element.attributes["type"]?.contains("display") == true)
    case "sup", "sub":
      let inner = inlines(of: element.children, marks: marks)
      return Self.spaced(inner) { [.raw("<\(element.name)>")] + $0 + [.raw("</\(element.name)>")] }
    case "rp": return []
    case "rt": return [.text("(")] + inlines(of: element.children, marks: marks) + [.text(")")]
    case _ where Self.media.contains(element.name): return media(element, marks)
    case _ where HTMLTreeBuilder.blocks.contains(element.name) || ["meter", "progress"].contains(element.name):
      // A block where Markdown has text only, as in a cell.
      return [.text(" ")] + inlines(of: element.children, marks: marks) + [.text(" ")]
    default: break
    }
    guard let mark = Self.mark(of: element), !marks.contains(mark) else {
      return inlines(of: element.children, marks: marks)
    }
    let inner = inlines(of: element.children, marks: marks.union([mark]))
    return Self.spaced(inner) { core in
      switch mark {
      case "strong": [.strong(core)]
      case "em": [.emphasis(core)]
      case "mark": [.verbatim("==")] + core + [.verbatim("==")]
      default: [.deletion(core)]
      }
    }
  }

  private static func mark(of element: HTMLNodeElement) -> String? {
    let style = element.style
    switch element.name {
    case "b", "strong": return style["font-weight"] == "normal" ? nil : "strong"
    case "i", "em", "cite", "dfn", "var": return style["font-style"] == "normal" ? nil : "em"
    case "s", "del", "strike": return "del"
    case "mark": return "mark"
    case "span", "font":
      if ["bold", "700"].contains(style["font-weight"]) { return "strong" }
      if style["font-style"] == "italic" { return "em" }
      if style["--en-highlight"] != nil || style["-evernote-highlight"] == "true" { return "mark" }
      return style["text-decoration"]?.hasPrefix("line-through") == true ? "del" : nil
    default: return nil
    }
  }

  /// Moves white space at the ends of a mark out of the mark, as in `**word** `.
  private static func spaced(_ inner: [Inline], _ make: ([Inline]) -> [Inline]) -> [Inline] {
    var core = inner
    var before: [Inline] = []
    var after: [Inline] = []
    if case .text(let text)? = core.first, text.first?.isWhitespace == true {
      before = [.text(" ")]
      core[0] = .text(String(text.drop(while: \.isWhitespace)))
    }
    if case .text(let text)? = core.last, text.last?.isWhitespace == true {
      after = [.text(" ")]
      core[core.count - 1] = .text(String(text.trimmingEnd(while: \.isWhitespace)))
    }
    while case .lineBreak? = core.last {
      core.removeLast()
      after.insert(.lineBreak, at: 0)
    }
    core.removeAll { if case .text(let text) = $0 { text.isEmpty } else { false } }
    guard !core.isEmpty else { return before + after }
    return before + make(core) + after
  }

  private func link(_ element: HTMLNodeElement, _ marks: Set<String>) -> [Inline] {
    let inner = inlines(of: element.children, marks: marks.union(["a"]))
    guard !marks.contains("a"), let href = element.attributes["href"], !href.isEmpty,
      let address = address(href)
    else { return inner }
    let isEmpty = !inner.contains {
      switch $0 {
      case .text(let text): text.contains { !$0.isWhitespace }
      case .lineBreak: false
      default: true
      }
    }
    let words: [Inline] = isEmpty ? [.text(element.attributes["alt"] ?? address)] : inner
    return Self.spaced(words) { [.link($0, to: address, title: element.attributes["title"] ?? "")] }
  }

  private func image(_ element: HTMLNodeElement) -> [Inline] {
    let source = Self.pictureSource(of: element.attributes)
    guard !source.isEmpty, let address = address(source) else {
      if !source.isEmpty { losses.add(.picture, element.attributes["alt"] ?? "") }
      return element.attributes["alt"].map { [.text($0)] } ?? []
    }
    let alt = element.attributes["alt"] ?? ""
    let type = element.attributes["type"] ?? "image/"
    if !type.hasPrefix("image/") { return [.link([.text(alt.isEmpty ? address : alt)], to: address)] }
    return [.image(alt: alt.filter { !$0.isNewline }, from: address)]
  }

  /// Returns the picture of an element with several sources; the first of them if the picture itself has none.
  private static func picture(_ element: HTMLNodeElement) -> HTMLNodeElement {
    var image = element.first("img") ?? HTMLNodeElement(name: "img", attributes: [:])
    let own = pictureSource(of: image.attributes)
    if own.isEmpty || own.hasPrefix("data:"), let source = element.first("source") {
      image.attributes["src"] = pictureSource(of: source.attributes)
    }
    return image
  }

  /// Returns the source of a picture. A page that loads pictures late has another source, or none, in `src`.
  private static func pictureSource(of attributes: [String: String]) -> String {
    let own = attributes["src"] ?? attributes["hash"] ?? ""
    guard own.isEmpty || own.hasPrefix("data:") else { return own }
    let late = ["data-src", "data-original", "data-lazy-src", "data-srcset", "srcset"].lazy
      .compactMap { attributes[$0]?.split { $0.isWhitespace || $0 == "," }.first.map(String.init) }
    return late.first { !$0.hasPrefix("data:") } ?? own
  }

  /// Returns a link to a film, a sound or a page that is part of the page.
  private func media(_ element: HTMLNodeElement, _ marks: Set<String>) -> [Inline] {
    let attributes = element.attributes
    let own = ["src", "data", "data-src"].lazy.compactMap { attributes[$0] }.first { !$0.isEmpty }
    guard let source = own ?? element.first("source")?.attributes["src"] else {
      return inlines(of: element.children, marks: marks)
    }
    guard !marks.contains("a"), let address = address(source) else {
      losses.add(.media, attributes["title"] ?? "")
      return inlines(of: element.children, marks: marks)
    }
    let fallback = element.name == "object" && element.text.contains { !$0.isWhitespace } ? element.text : nil
    return [.text(" "), .link([.text(attributes["title"] ?? fallback ?? address)], to: address), .text(" ")]
  }

  // MARK: - Formulas

  /// Returns the TeX of a formula, or without TeX its characters in one line.
  private func formula(_ math: HTMLNodeElement) -> [Inline] {
    let tex = math.first("annotation").flatMap { $0.attributes["encoding"]?.contains("tex") == true ? $0.text : nil }
    guard let tex = tex ?? math.attributes["alttext"] else { return [.text(MathLine.text(of: math))] }
    return formula(tex, isDisplayed: math.attributes["display"] == "block")
  }

  private func formula(_ tex: String, isDisplayed: Bool) -> [Inline] {
    let words = tex.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if words.isEmpty { return [] }
    if words.contains("$") { return [.code(words)] }
    return [.raw(isDisplayed ? "$$\(words)$$" : "$\(words)$")]
  }
}

/// A formula in MathML without TeX, in a line: fractions have a slash, exponents a `^`.
private enum MathLine {
  static func text(of element: HTMLNodeElement) -> String {
    let parts = element.children.map { node in
      switch node {
      case .text(let text): text.filter { !$0.isWhitespace }
      case .element(let inner): inner.name.hasPrefix("annotation") ? "" : text(of: inner)
      }
    }.filter { !$0.isEmpty }
    func grouped(_ part: String) -> String { part.count > 1 ? "(\(part))" : part }
    switch element.name {
    case "mfrac": return parts.map(grouped).joined(separator: "/")
    case "msup", "mover": return parts.map(grouped).joined(separator: "^")
    case "msub", "munder": return parts.map(grouped).joined(separator: "_")
    case "msubsup" where parts.count == 3, "munderover" where parts.count == 3:
      return "\(grouped(parts[0]))_\(grouped(parts[1]))^\(grouped(parts[2]))"
    case "mroot" where parts.count == 2: return "\(grouped(parts[1]))√\(grouped(parts[0]))"
    case "msqrt": return "√" + grouped(parts.joined())
    case "mtable": return "[" + parts.joined(separator: "; ") + "]"
    case "mtr", "mlabeledtr", "mmultiscripts", "msubsup", "munderover", "mroot": return parts.joined(separator: " ")
    default: return parts.joined()
    }
  }
}

/// The parts of a page that have no place in a note.
final class HTMLLosses {
  enum Kind: CaseIterable {
    case picture, media, form
  }

  private var words: [Kind: [String]] = [:]

  func add(_ kind: Kind, _ text: String) { words[kind, default: []].append(text) }

  /// Adds a button or a list of choices, if it has text.
  func addForm(_ element: HTMLNodeElement) {
    let text = element.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if ["button", "select"].contains(element.name), !text.isEmpty { add(.form, text) }
  }

  var messages: [Message] {
    Kind.allCases.compactMap { kind in
      guard let words = words[kind] else { return nil }
      let named = words.filter { !$0.isEmpty }.prefix(3).map { "“\($0.prefix(60))”" }.joined(separator: ", ")
      let names = named.isEmpty ? "" : ": " + named
      return switch kind {
      case .picture:
        Message(
          "Pictures without a file or a web address are left out (\(words.count))\(names)",
          ko: "파일이나 웹 주소가 없는 그림 \(words.count)개를 제외했습니다\(names)")
      case .media:
        Message(
          "Media without a web address are left out (\(words.count))\(names)",
          ko: "웹 주소가 없는 영상이나 소리 \(words.count)개를 제외했습니다\(names)")
      case .form:
        Message(
          "Buttons and lists of choices are left out (\(words.count))\(names)",
          ko: "버튼과 선택 목록 \(words.count)개를 제외했습니다\(names)")
      }
    }
  }
}
