import SafeHTML

/// HTML as a tree: the tokens nested as a browser would nest them, as far as notes need it.
indirect enum HTMLNode: Sendable {
  /// Decoded text, white space as it is.
  case text(String)
  case element(HTMLNodeElement)
}

struct HTMLNodeElement: Sendable {
  /// The name in lower case.
  let name: String
  var attributes: [String: String]
  var children: [HTMLNode] = []

  var classes: Set<String> {
    Set((attributes["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
  }

  var isTeXScript: Bool { name == "script" && attributes["type"]?.lowercased().hasPrefix("math/tex") == true }

  func first(_ name: String) -> HTMLNodeElement? {
    for case .element(let inner) in children {
      if inner.name == name { return inner }
      if let found = inner.first(name) { return found }
    }
    return nil
  }

  /// Every text below, without marks: blocks are on separate lines, exponents and indices have a sign.
  var text: String { words { _ in } }

  /// - Parameter drop: Receives the elements whose text no reader sees.
  func words(_ drop: (HTMLNodeElement) -> Void) -> String {
    var text = ""
    for child in children {
      guard case .element(let inner) = child else {
        text += child.text
        continue
      }
      if HTMLInlines.isDropped(inner) {
        drop(inner)
        continue
      }
      let words = inner.words(drop)
      let isBlock = HTMLTreeBuilder.blocks.contains(inner.name)
      if isBlock, !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
      switch inner.name {
      case "br": text += "\n"
      case "sup" where !words.isEmpty: text += "^" + words
      case "sub" where !words.isEmpty: text += "_" + words
      default: text += isBlock && !words.hasSuffix("\n") ? words + "\n" : words
      }
    }
    return text
  }

  /// The pictures in the element, or the element itself.
  fileprivate var pictures: [HTMLNodeElement] {
    ["img", "picture"].contains(name) ? [self] : children.compactMap(\.element).flatMap(\.pictures)
  }

  /// True for a picture that counts visitors.
  fileprivate var isPixel: Bool {
    ["width", "height"].contains { ["0", "1"].contains(attributes[$0]) } || HTMLInlines.isDropped(self)
      || style["visibility"] == "hidden" || children.contains { $0.element?.isPixel == true }
  }

  /// The declarations of the `style` attribute, in small letters, without spaces in values: `font-weight` is `bold`.
  var style: [String: String] {
    guard let written = attributes["style"] else { return [:] }
    var style: [String: String] = [:]
    for declaration in written.lowercased().split(separator: ";") {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let name = declaration[..<colon].filter { !$0.isWhitespace }
      style[name] = declaration[declaration.index(after: colon)...].filter { !$0.isWhitespace }
    }
    return style
  }
}

extension HTMLNode {
  var element: HTMLNodeElement? { if case .element(let element) = self { element } else { nil } }

  var text: String {
    switch self {
    case .text(let text): text
    case .element(let element): element.name == "br" ? "\n" : element.text
    }
  }
}

/// Builds a tree of HTML out of the tokens, closing elements that were left open.
///
/// Scripts, styles and comments are not part of it: the tokenizer passes over them.
struct HTMLTreeBuilder {
  private var stack = [HTMLNodeElement(name: "", attributes: [:])]

  /// The maximum depth of elements. Deeper elements become part of the element at this depth.
  private static let depthLimit = 200

  static func nodes(of html: [UInt8]) -> [HTMLNode] {
    var builder = HTMLTreeBuilder()
    var tokenizer = HTMLTokenizer(html)
    while true {
      let start = tokenizer.position
      guard let token = tokenizer.next() else { break }
      switch token {
      case .text(let range): builder.append(.text(HTMLText.decoded(html[range])))
      case .start(let tag):
        builder.open(
          name(at: start + 1, in: html), attributes(of: tag, in: html),
          isClosed: html[start..<tokenizer.position].suffix(2).elementsEqual("/>".utf8),
          raw: tag.element?.isRawText == true ? rawText(of: tag, html[start..<tokenizer.position]) : nil)
      case .end: builder.close(name(at: start + 2, in: html))
      case .ignored: break
      }
    }
    while builder.stack.count > 1 { builder.pop() }
    return builder.stack[0].children
  }

  private static func name(at start: Int, in html: [UInt8]) -> String {
    var end = start
    while end < html.count, !" \n\t\r\u{0C}/>".utf8.contains(html[end]) { end += 1 }
    return String(decoding: html[min(start, end)..<end], as: UTF8.self).lowercased()
  }

  /// Returns the content of an element that is skipped as one token.
  private static func rawText(of tag: HTMLTag, _ token: ArraySlice<UInt8>) -> String {
    let head = token[(tag.attributes.last.map { max($0.name.upperBound, $0.value.upperBound) } ?? token.startIndex)...]
    guard let start = head.firstIndex(of: UInt8(ascii: ">")), let end = head.lastIndex(of: UInt8(ascii: "<")),
      end > start
    else { return "" }
    return String(decoding: head[(start + 1)..<end], as: UTF8.self)
  }

  private static func attributes(of tag: HTMLTag, in html: [UInt8]) -> [String: String] {
    var attributes: [String: String] = [:]
    for attribute in tag.attributes {
      let name = String(decoding: html[attribute.name], as: UTF8.self).lowercased()
      if attributes[name] == nil { attributes[name] = HTMLText.decoded(html[attribute.value]) }
    }
    return attributes
  }

  private mutating func append(_ node: HTMLNode) { stack[stack.count - 1].children.append(node) }

  private mutating func open(_ name: String, _ attributes: [String: String], isClosed: Bool, raw: String?) {
    closeImplied(before: name)
    var element = HTMLNodeElement(name: name, attributes: attributes)
    if let raw {
      if name == "xmp" || name == "textarea", raw.contains(where: { !$0.isWhitespace }) {
        return append(.element(HTMLNodeElement(name: "pre", attributes: [:], children: [.text(raw)])))
      }
      if name == "noscript" { return appendPictures(of: Self.nodes(of: Array(raw.utf8))) }
      guard name == "iframe" || element.isTeXScript else { return }
      // MathJax puts the drawn formula before the script with its source.
      if name == "script" {
        stack[stack.count - 1].children.removeAll { $0.element?.classes.contains { $0.hasPrefix("MathJax") } == true }
        element.children = [.text(raw)]
      }
      return append(.element(element))
    }
    if isClosed || Self.void.contains(name) || stack.count > Self.depthLimit {
      append(.element(element))
    } else {
      stack.append(element)
    }
  }

  /// Appends the pictures that a page shows without scripts. The previous picture, a placeholder, is removed.
  private mutating func appendPictures(of nodes: [HTMLNode]) {
    let pictures = nodes.compactMap(\.element).flatMap(\.pictures).filter { !$0.isPixel }
    guard !pictures.isEmpty else { return }
    let before = stack[stack.count - 1].children.lastIndex { node in
      if case .text(let text) = node { text.contains { !$0.isWhitespace } } else { true }
    }
    if let before, let element = stack[stack.count - 1].children[before].element,
      ["img", "picture"].contains(element.name)
    {
      stack[stack.count - 1].children.remove(at: before)
    }
    for picture in pictures { append(.element(picture)) }
  }

  private mutating func close(_ name: String) {
    guard let index = stack.lastIndex(where: { $0.name == name }), index > 0 else { return }
    while stack.count > index { pop() }
  }

  private mutating func pop() {
    let last = stack.removeLast()
    append(.element(last))
  }

  /// Closes elements that a new element ends: an item ends the previous item, and a block ends a paragraph.
  private mutating func closeImplied(before name: String) {
    let ended = Self.ends[name] ?? (Self.blocks.contains(name) ? ["p"] : [])
    guard !ended.isEmpty else { return }
    var index = stack.count - 1
    var outermost: Int?
    while index > 0 {
      let open = stack[index].name
      if ended.contains(open) { outermost = index } else if Self.walls.contains(open) { break }
      index -= 1
    }
    if let outermost { while stack.count > outermost { pop() } }
  }

  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr", "en-media", "en-todo",
  ]

  private static let ends: [String: Set<String>] = [
    "li": ["li"], "dt": ["dt", "dd"], "dd": ["dt", "dd"], "tr": ["tr", "td", "th"],
    "td": ["td", "th"], "th": ["td", "th"], "tbody": ["tr", "td", "th", "thead"],
    "option": ["option"], "optgroup": ["option", "optgroup"], "rt": ["rt", "rp"], "rp": ["rt", "rp"],
  ]

  /// Elements whose content cannot end an element around them.
  private static let walls: Set<String> = [
    "ul", "ol", "menu", "dir", "dl", "table", "blockquote", "div", "td", "th", "li", "section", "en-note", "ruby",
  ]

  /// The elements that are blocks in the style sheet of the HTML standard (section 15.3), and Evernote's.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "en-note", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hgroup", "hr", "html", "legend", "li", "listing", "main", "menu", "nav", "ol", "optgroup", "option", "p",
    "plaintext", "pre", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    "xmp",
  ]

  static let lists: Set<String> = ["ul", "ol", "menu", "dir"]
}
