import ByteBasics
import NoteSyntax

/// The HTML of a tree, as cmark-gfm would write it. The formatted document must have the same HTML.
struct TreeHTML {
  private(set) var text = ""
  private var footnotes: [[DocumentTree.Inline]] = []

  init(_ blocks: [DocumentTree.Block]) {
    for block in blocks { add(block, isTight: false) }
    guard !footnotes.isEmpty else { return }
    text += "<section class=\"footnotes\" data-footnotes>\n<ol>\n"
    for (index, note) in footnotes.enumerated() {
      text += "<li id=\"fn-\(index + 1)\">\n<p>"
      add(note)
      text += " <a href=\"#fnref-\(index + 1)\" class=\"footnote-backref\" data-footnote-backref"
      text += " aria-label=\"Back to content\">↩</a></p>\n</li>\n"
    }
    text += "</ol>\n</section>\n"
  }

  private mutating func startLine() {
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
  }

  private mutating func add(_ block: DocumentTree.Block, isTight: Bool) {
    switch block {
    case .paragraph(let inlines) where isTight: add(inlines)
    case .paragraph(let inlines): addElement("p", inlines)
    case .heading(let level, let inlines): addElement("h\(level)", inlines)
    case .list(let list): add(list)
    case .code(let code, let language):
      startLine()
      let name = language.isEmpty ? "" : " class=\"language-\(escaped(language))\""
      text += "<pre><code\(name)>\(escaped(code))\(code.isEmpty ? "" : "\n")</code></pre>\n"
    case .quote(let blocks):
      startLine()
      text += "<blockquote>\n"
      for block in blocks { add(block, isTight: false) }
      startLine()
      text += "</blockquote>\n"
    case .table(let table): add(table)
    case .thematicBreak:
      startLine()
      text += "<hr />\n"
    }
  }

  private mutating func addElement(_ name: String, _ inlines: [DocumentTree.Inline]) {
    startLine()
    text += "<\(name)>"
    add(inlines)
    text += "</\(name)>\n"
  }

  private mutating func add(_ list: DocumentTree.List) {
    startLine()
    let start = list.start.map { $0 == 1 ? "" : " start=\"\($0)\"" }
    text += start.map { "<ol\($0)>\n" } ?? "<ul>\n"
    for item in list.items {
      startLine()
      text += "<li>"
      if let isChecked = item.isChecked {
        text += "<input type=\"checkbox\" \(isChecked ? "checked=\"\" " : "")disabled=\"\" /> "
      }
      for block in item.blocks { add(block, isTight: list.isTight) }
      text += "</li>\n"
    }
    text += start == nil ? "</ul>\n" : "</ol>\n"
  }

  private mutating func add(_ table: DocumentTree.Table) {
    startLine()
    text += "<table>\n<thead>\n"
    addRow(table.head, "th", table)
    text += "</thead>\n"
    if !table.rows.isEmpty {
      text += "<tbody>\n"
      for row in table.rows { addRow(row, "td", table) }
      text += "</tbody>\n"
    }
    text += "</table>\n"
  }

  private mutating func addRow(_ cells: [[DocumentTree.Inline]], _ name: String, _ table: DocumentTree.Table) {
    text += "<tr>\n"
    for (cell, alignment) in zip(cells, table.alignments) {
      text += alignment == .none ? "<\(name)>" : "<\(name) align=\"\(alignment)\">"
      add(cell)
      text += "</\(name)>\n"
    }
    text += "</tr>\n"
  }

  // MARK: - Inside blocks

  private mutating func add(_ inlines: [DocumentTree.Inline]) {
    for inline in inlines { add(inline) }
  }

  private mutating func add(_ inline: DocumentTree.Inline) {
    switch inline {
    case .text(let value), .verbatim(let value): text += escaped(value)
    case .raw(let markdown): text += Self.html(ofInline: markdown)
    case .emphasis(let inner): addTagged("em", inner)
    case .strong(let inner): addTagged("strong", inner)
    case .deletion(let inner): addTagged("del", inner)
    case .code(let code): text += "<code>\(escaped(code))</code>"
    case .link(let inner, let url, let title):
      text += "<a href=\"\(escapedAddress(url))\"\(attribute(title))>"
      add(inner)
      text += "</a>"
    case .image(let alt, let url, let title):
      text += "<img src=\"\(escapedAddress(url))\" alt=\"\(escaped(alt))\"\(attribute(title)) />"
    case .footnote(let note):
      footnotes.append(note)
      let number = footnotes.count
      text += "<sup class=\"footnote-ref\"><a href=\"#fn-\(number)\" id=\"fnref-\(number)\""
      text += " data-footnote-ref>\(number)</a></sup>"
    case .lineBreak: text += "<br />\n"
    }
  }

  private static func html(ofInline markdown: String) -> String {
    guard let tree = MarkdownTree(parsing: Array("a \(markdown) b".utf8)[...]) else { return markdown }
    let html = String(decoding: tree.html, as: UTF8.self)
    return html.hasPrefix("<p>a ") && html.hasSuffix(" b</p>\n") ? String(html.dropFirst(5).dropLast(7)) : markdown
  }

  private mutating func addTagged(_ name: String, _ inner: [DocumentTree.Inline]) {
    text += "<\(name)>"
    add(inner)
    text += "</\(name)>"
  }

  private func attribute(_ title: String) -> String { title.isEmpty ? "" : " title=\"\(escaped(title))\"" }

  /// Returns true if cmark-gfm renders a text as this HTML, except for links at bare addresses.
  package func isHTML(of markdown: String) -> Bool {
    let bytes = Array(markdown.utf8)
    guard let tree = MarkdownTree(parsing: bytes[...]) else { return false }
    let html = String(decoding: tree.html, as: UTF8.self)
    return html == text || withoutBareLinks(html[...]) == withoutBareLinks(text[...])
  }
}

/// Removes the tags of links whose text is their address.
private func withoutBareLinks(_ html: Substring) -> String {
  var result = ""
  var rest = html
  while let start = rest.firstRange(of: "<a href=\"") {
    result += rest[..<start.lowerBound]
    rest = rest[start.lowerBound...]
    guard let close = rest.firstRange(of: "\">"), let end = rest.firstRange(of: "</a>"),
      close.upperBound <= end.lowerBound
    else { break }
    let address = rest[start.upperBound..<close.lowerBound]
    let text = rest[close.upperBound..<end.lowerBound]
    let plain = String(text).replacing("&amp;", with: "&").replacing("&quot;", with: "\"")
    let isBare = ["", "http://", "mailto:"].contains { address == $0 + escapedAddress(plain) }
    result += isBare ? text : rest[..<end.upperBound]
    rest = rest[end.upperBound...]
  }
  return result + rest
}

/// Escapes a text like cmark-gfm, which does not escape apostrophes.
private func escaped(_ text: String) -> String {
  guard text.utf8.contains(where: textSigns.contains) else { return text }
  var bytes: [UInt8] = []
  textSigns.append(text.utf8, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

private let textSigns = EscapeTable(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])

/// Escapes an address for an attribute: all bytes except letters, digits and the characters of addresses as `%XX`.
func escapedAddress(_ address: String) -> String {
  var result = ""
  for byte in address.utf8 {
    if byte == UInt8(ascii: "&") {
      result += "&amp;"
    } else if byte == ASCII.singleQuote {
      result += "&#x27;"
    } else if ASCII.isAlphanumeric(byte) || "-_.+!*(),%#@?=;:/$~".utf8.contains(byte) {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (digits.count == 1 ? "0" : "") + digits
    }
  }
  return result
}
