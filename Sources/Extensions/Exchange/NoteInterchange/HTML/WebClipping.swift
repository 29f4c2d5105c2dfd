import ByteBasics
import MarkdownFormatting
import SafeHTML
package import Wording

/// The part of a web page that is there to be read, as Markdown.
package struct WebClipping: Sendable {
  /// Empty if the page has no title.
  package let title: String
  package let body: String
  /// The parts of the page that the text does not have as they were.
  package let losses: [Message]

  /// - Parameters:
  ///   - html: The page, or a part of one.
  ///   - source: Its address, from which the links of the page count; nil if it is not known.
  package init(html: [UInt8], source: String?) {
    let nodes = HTMLTreeBuilder.nodes(of: html)
    let page = ReadablePage(nodes)
    let base = source.flatMap { PageAddressBase($0) }
    let result = HTMLConverter().convert(page.content) { address in
      HTMLConverter.safeAddress(base?.resolved(address) ?? address)
    }
    let heading = page.heading
    let declared = HTMLTitle.title(of: html)
    title = heading ?? declared
    body = heading.map { Self.body(result.markdown, without: $0) } ?? result.markdown
    losses = result.losses
  }

  /// Returns true if it is HTML rather than Markdown: a document, or a text that begins with an element.
  package static func isHTML(_ text: String) -> Bool {
    let start = text.drop(while: \.isWhitespace).prefix(200).lowercased()
    return ["<!doctype html", "<html", "<head", "<body", "<meta", "<article", "<main", "<div", "<p>", "<p ", "<h1"]
      .contains { start.hasPrefix($0) }
  }

  /// Removes a heading that repeats the title of the note.
  private static func body(_ markdown: String, without heading: String) -> String {
    let lines = markdown.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = lines.first, first.hasPrefix("# "), lines.count > 1 else { return markdown }
    return String(lines[1].drop(while: \.isNewline))
  }
}

/// Finds the main text of a page: the smallest element that holds most of its paragraphs, without its surroundings.
private struct ReadablePage {
  let content: [HTMLNode]
  /// The only heading of the first level at the beginning of the content, or the one above it.
  let heading: String?

  /// Elements that lead about the site.
  private static let around: Set<String> = [
    "nav", "aside", "footer", "form", "button", "dialog", "select", "input", "svg", "menu", "template", "object",
  ]
  /// Words of `class`, `id` and `role` that say the same.
  private static let aroundWords: Set<String> = [
    "nav", "navbar", "navigation", "menu", "sidebar", "footer", "comments", "comment", "advertisement", "ads",
    "cookie", "banner", "share", "sharing", "social", "related", "breadcrumb", "breadcrumbs", "newsletter",
    "pagination", "toc", "skip", "complementary", "contentinfo", "search", "promo", "popup", "modal",
  ]
  /// The part of all paragraphs that the content has to have, in percent.
  private static let share = 70

  init(_ nodes: [HTMLNode]) {
    let cleaned = nodes.compactMap(Self.cleaned)
    var place = cleaned
    let total = Self.weight(of: place)
    while total > 0,
      let inner = place.lazy.compactMap({ Self.children(of: $0) })
        .first(where: { Self.weight(of: $0) * 100 >= total * Self.share })
    { place = inner }
    let headings = Self.headings(in: cleaned)
    heading = headings.count == 1 ? headings[0] : Self.headings(in: place).first
    content = total > 0 ? place : cleaned
  }

  /// Removes elements that are not for reading. Nil for a node that is one of these elements.
  private static func cleaned(_ node: HTMLNode) -> HTMLNode? {
    guard case .element(var element) = node else { return node }
    if around.contains(element.name) || element.name == "head" || isHidden(element) { return nil }
    let names = ["class", "id", "role"].compactMap { element.attributes[$0]?.lowercased() }
      .flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(String.init)
    let isContent = ["article", "main", "body", "html"].contains(element.name)
    if !isContent, names.contains(where: aroundWords.contains) { return nil }
    element.children = element.children.compactMap(cleaned)
    return .element(element)
  }

  private static func isHidden(_ element: HTMLNodeElement) -> Bool {
    element.attributes["hidden"] != nil || element.attributes["aria-hidden"] == "true"
      || element.style["display"] == "none"
  }

  /// Returns the children of an element that only contains other elements. The text of a paragraph is not split.
  private static func children(of node: HTMLNode) -> [HTMLNode]? {
    guard case .element(let element) = node,
      ["html", "body", "div", "main", "article", "section", "center", "table", "tbody", "tr", "td", "span"]
        .contains(element.name)
    else { return nil }
    return element.children
  }

  /// Returns the number of letters of running text in paragraphs, lists and code, without those of links.
  private static func weight(of nodes: [HTMLNode]) -> Int {
    nodes.reduce(0) { sum, node in
      guard case .element(let element) = node else { return sum }
      switch element.name {
      case "p", "pre", "li", "blockquote", "dd", "figcaption": return sum + plainCount(element)
      default: return sum + weight(of: element.children)
      }
    }
  }

  private static func plainCount(_ element: HTMLNodeElement) -> Int {
    element.children.reduce(0) { sum, node in
      switch node {
      case .text(let text): sum + text.count { !$0.isWhitespace }
      case .element(let inner): inner.name == "a" ? sum : sum + plainCount(inner)
      }
    }
  }

  private static func headings(in nodes: [HTMLNode]) -> [String] {
    nodes.flatMap { node -> [String] in
      guard case .element(let element) = node else { return [] }
      guard element.name == "h1" else { return headings(in: element.children) }
      let text = element.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.isEmpty ? [] : [text]
    }
  }
}

/// The address of a page, from which the addresses in it count.
struct PageAddressBase {
  private let scheme: Substring
  /// Host and port.
  private let authority: Substring
  /// The path from the first slash, without query and fragment.
  private let path: Substring
  private let whole: Substring

  /// nil if it is no address of the web.
  init?(_ address: String) {
    guard let colon = address.firstRange(of: "://") else { return nil }
    scheme = address[..<colon.lowerBound]
    let rest = address[colon.upperBound...]
    authority = rest.prefix { !"/?#".contains($0) }
    let after = rest[authority.endIndex...]
    let found = after.prefix { $0 != "?" && $0 != "#" }
    path = found.isEmpty ? "/" : found
    whole = address.prefix { $0 != "#" }
    guard ["http", "https"].contains(scheme.lowercased()), !authority.isEmpty else { return nil }
  }

  /// Returns the address that a page means by `reference`.
  func resolved(_ reference: String) -> String {
    let text = reference.drop(while: \.isWhitespace)
    let head = text.prefix { !"/?#".contains($0) }
    if text.isEmpty { return String(whole) }
    if head.contains(":") { return String(text) }
    if text.hasPrefix("//") { return "\(scheme):\(text)" }
    if text.hasPrefix("#") { return String(whole) + text }
    let origin = "\(scheme)://\(authority)"
    if text.hasPrefix("?") { return origin + String(path) + text }
    let tail = text.drop { $0 != "?" && $0 != "#" }
    let own = text[..<tail.startIndex]
    let folder = path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)]
    let place = own.hasPrefix("/") ? String(own) : String(folder) + own
    return origin + Self.withoutDots(place) + tail
  }

  private static func withoutDots(_ path: String) -> String {
    var names: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { names.append("") }
      case "..":
        _ = names.popLast()
        if isLast { names.append("") }
      default: names.append(part)
      }
    }
    return "/" + names.joined(separator: "/")
  }
}
