import ByteBasics

/// Writes blocks that hold text: paragraphs, headings, tables.
struct LeafWriter {
  let spelling: TreeSpelling
  /// The notes at the foot that were met, written, in order.
  private(set) var footnotes: [String]

  mutating func lines(of leaf: DocumentTree.Block) -> [String] {
    switch leaf {
    case .heading(let level, let text): [String(repeating: "#", count: level) + " " + inline(text, isOneLine: true)]
    case .paragraph(let text): inline(text, isOneLine: false).split(separator: "\n").map(String.init)
    case .table(let table): rows(of: table)
    case .list, .code, .quote, .thematicBreak: []
    }
  }

  private mutating func inline(_ text: [DocumentTree.Inline], isOneLine: Bool) -> String {
    var writer = InlineWriter(spelling: spelling, isOneLine: isOneLine, footnotes: footnotes)
    let result = writer.text(text)
    footnotes = writer.footnotes
    return result
  }

  private mutating func rows(of table: DocumentTree.Table) -> [String] {
    let delimiters = table.alignments.map { alignment in
      switch alignment {
      case .none: "---"
      case .left: ":--"
      case .center: ":-:"
      case .right: "--:"
      }
    }
    var rows = [row(table.head), "| " + delimiters.joined(separator: " | ") + " |"]
    for cells in table.rows { rows.append(row(cells)) }
    return rows
  }

  /// Writes a table row. Every pipe inside a cell gets one backslash, in code as well.
  private mutating func row(_ cells: [[DocumentTree.Inline]]) -> String {
    var texts: [String] = []
    for cell in cells {
      let text = inline(cell, isOneLine: true)
      texts.append(text.replacing("\\|", with: "|").replacing("|", with: "\\|"))
    }
    return "| " + texts.joined(separator: " | ") + " |"
  }
}

/// Writes the content of a block.
struct InlineWriter {
  let spelling: TreeSpelling
  /// True in text that cannot have a line break: headings and the cells of tables.
  let isOneLine: Bool
  /// The notes at the foot that were met, written, in order.
  var footnotes: [String]

  mutating func text(_ inlines: [DocumentTree.Inline]) -> String {
    var result = ""
    for inline in inlines { result += text(inline) }
    return result
  }

  private mutating func text(_ inline: DocumentTree.Inline) -> String {
    switch inline {
    case .text(let text): escaped(text)
    case .verbatim(let text), .raw(let text): text
    case .emphasis(let inner): marked(inner, "*", tag: "em")
    case .strong(let inner): marked(inner, "**", tag: "strong")
    case .deletion(let inner): marked(inner, "~~", tag: "del")
    case .code(let text): spelling.tags == .emphasisAndCode ? "<code>" + escaped(text) + "</code>" : Self.code(text)
    case .link(let inner, let url, let title): "[" + text(inner) + "](" + destination(url) + self.title(title) + ")"
    case .image(let alt, let url, let title): "![" + escaped(alt) + "](" + destination(url) + self.title(title) + ")"
    case .footnote(let note): footnote(note)
    case .lineBreak: isOneLine ? " " : "\\\n"
    }
  }

  private mutating func marked(_ inner: [DocumentTree.Inline], _ mark: String, tag: String) -> String {
    let text = text(inner)
    return spelling.tags != .none ? "<\(tag)>\(text)</\(tag)>" : mark + text + mark
  }

  private mutating func footnote(_ note: [DocumentTree.Inline]) -> String {
    var writer = InlineWriter(spelling: spelling, isOneLine: true, footnotes: footnotes)
    let text = writer.text(note)
    footnotes = writer.footnotes + [text]
    return "[^\(footnotes.count)]"
  }

  private func escaped(_ text: String) -> String {
    guard !spelling.escapes.isEmpty || spelling.guardsText else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var position = 0
    while position < scalars.count {
      if spelling.addresses != .escaped, position == 0 || !Self.isOfAddress(scalars[position - 1]) {
        var address = scalars[position..<Self.addressEnd(in: scalars, at: position)]
        let isAngled = spelling.addresses == .angled && address.starts(with: "http".unicodeScalars)
        if isAngled {
          address = address.prefix { $0 != ">" }
          while let last = address.last, "?!.,:*_~'\")".unicodeScalars.contains(last) { address.removeLast() }
        }
        if !address.isEmpty {
          if isAngled { result.append("<") }
          result.append(contentsOf: address)
          if isAngled { result.append(">") }
          position = address.endIndex
          continue
        }
      }
      if spelling.escapes(position, of: scalars) { result.append("\\") }
      result.append(scalars[position])
      position += 1
    }
    return String(result)
  }

  /// Returns the end of the web or mail address that begins at `start`, or `start` if there is none.
  private static func addressEnd(in text: [Unicode.Scalar], at start: Int) -> Int {
    let rest = text[start...]
    let name = rest.prefix(while: isOfAddress)
    if !name.isEmpty, name.endIndex < text.count, text[name.endIndex] == "@" {
      let host = text[(name.endIndex + 1)...].prefix(while: isOfAddress)
      if host.dropFirst().dropLast().contains(".") { return host.endIndex }
    }
    let heads = ["https://", "http://", "www."]
    guard heads.contains(where: { rest.starts(with: $0.unicodeScalars) }) else { return start }
    return rest.firstIndex { $0.properties.isWhitespace || $0 == "<" } ?? text.count
  }

  private static func isOfAddress(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (ASCII.isAlphanumeric(UInt8(scalar.value)) || "._+-".unicodeScalars.contains(scalar))
  }

  /// Writes code between as many backticks as it needs.
  private static func code(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == ASCII.backtick ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest == 0 ? 1 : longest + 1)
    let isBare = !text.hasPrefix("`") && !text.hasSuffix("`") && !text.hasPrefix(" ")
    return isBare ? fence + text + fence : "\(fence) \(text) \(fence)"
  }

  private func destination(_ url: String) -> String {
    let isBare = !url.isEmpty && url.utf8.allSatisfy { $0 > ASCII.space && !"<>()\\".utf8.contains($0) }
    let text = isBare ? url : "<" + url.filter { !$0.isNewline && $0 != "<" && $0 != ">" } + ">"
    return spelling.escapes.isEmpty ? text : text.replacing("&", with: "\\&")
  }

  private func title(_ title: String) -> String {
    guard !title.isEmpty else { return "" }
    return " \"" + title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
