import MarkdownFormatting

/// The inline parts of HTML as those of a document.
struct HTMLInlines {
  typealias Inline = DocumentTree.Inline

  /// Returns the target of an address in the page; nil leaves the link out and keeps its words.
  let address: (String) -> String?

  func inlines(of nodes: [HTMLNode], marks: Set<String> = []) -> [Inline] {
    nodes.flatMap { inlines(of: $0, marks) }
  }

  private func inlines(of node: HTMLNode, _ marks: Set<String>) -> [Inline] {
    switch node {
    case .text(let text): return [.text(text.replacing("\u{A0}", with: " "))]
    case .element(let element): return inlines(of: element, marks)
    }
  }

  private func inlines(of element: HTMLNodeElement, _ marks: Set<String>) -> [Inline] {
    switch element.name {
    case "br": return [.lineBreak]
    case "img", "en-media": return image(element)
    case "a": return link(element, marks)
    case "code", "tt", "kbd", "samp":
      let text = element.text
      return text.contains { !$0.isWhitespace } ? [.code(text)] : [.text(text)]
    case "en-crypt": return [.code(element.text.filter { !$0.isWhitespace })]
    case "input", "en-todo": return []
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

  /// White space at the ends of a mark is outside of it: `**word** `.
  private static func spaced(_ inner: [Inline], _ make: ([Inline]) -> [Inline])
    -> [Inline]
  {
    var core = inner
    var before: [Inline] = []
    var after: [Inline] = []
    if case .text(let text)? = core.first, text.first?.isWhitespace == true {
      before = [.text(" ")]
      core[0] = .text(String(text.drop(while: \.isWhitespace)))
    }
    if case .text(let text)? = core.last, text.last?.isWhitespace == true {
      after = [.text(" ")]
      let kept = text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? ""
      core[core.count - 1] = .text(String(kept))
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
    let words: [Inline] = isEmpty ? [.text(address)] : inner
    return Self.spaced(words) {
      [.link($0, to: address, title: element.attributes["title"] ?? "")]
    }
  }

  private func image(_ element: HTMLNodeElement) -> [Inline] {
    let source = element.attributes["src"] ?? element.attributes["hash"] ?? ""
    guard !source.isEmpty, let address = address(source) else {
      return element.attributes["alt"].map { [.text($0)] } ?? []
    }
    let alt = element.attributes["alt"] ?? ""
    let type = element.attributes["type"] ?? "image/"
    if !type.hasPrefix("image/") {
      return [.link([.text(alt.isEmpty ? address : alt)], to: address)]
    }
    return [.image(alt: alt.filter { !$0.isNewline }, from: address)]
  }
}

/// Text of HTML and XML with its character references resolved.
enum HTMLText {
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "&"), let (text, end) = reference(in: bytes, at: index) {
        result += text.utf8
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func decoded(_ text: String) -> String { decoded(Array(text.utf8)[...]) }

  /// The text of the reference that begins with the `&` at `start`, and its end.
  private static func reference(
    in bytes: ArraySlice<UInt8>, at start: Int
  ) -> (text: String, end: Int)? {
    let limit = min(bytes.endIndex, start + 33)
    guard let end = bytes[(start + 1)..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    guard let text = name.hasPrefix("#") ? numeric(name.dropFirst()) : named[name] else {
      return nil
    }
    return (text, end + 1)
  }

  private static func numeric(_ digits: Substring) -> String? {
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    guard
      let number = UInt32(
        isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    let scalar = Unicode.Scalar(number).flatMap { $0.value == 0 ? nil : $0 } ?? "\u{FFFD}"
    return String(Character(scalar))
  }

  /// The names of HTML 4, which are those that programs write.
  private static let named: [String: String] = {
    var table = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—",
      "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
      "bull": "•", "hellip": "…", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›",
      "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔",
      "rArr": "⇒", "hArr": "⇔", "minus": "−", "infin": "∞", "asymp": "≈", "ne": "≠", "equiv": "≡",
      "le": "≤", "ge": "≥", "check": "✓", "star": "☆", "spades": "♠", "clubs": "♣", "hearts": "♥",
      "diams": "♦", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
      "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}", "dagger": "†",
      "Dagger": "‡", "permil": "‰", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š",
      "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "sum": "∑", "radic": "√", "part": "∂",
      "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "lambda": "λ",
      "mu": "μ", "pi": "π", "sigma": "σ", "omega": "ω", "Delta": "Δ", "Sigma": "Σ", "Omega": "Ω",
    ]
    for (offset, name) in latin.split(separator: " ").enumerated() {
      table[String(name)] = Unicode.Scalar(UInt32(160 + offset)).map { String(Character($0)) }
    }
    return table
  }()

  /// U+00A0 to U+00FF in their order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
    AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
    times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
    egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
    ugrave uacute ucirc uuml yacute thorn yuml
    """
}
