import ByteBasics
import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML

/// The words of a page's HTML, without its tags and without the parts that only programs read: a line for each block.
///
/// Everything that shows words of a note away from its page takes them from here: excerpts, cards, backlinks,
/// descriptions, the search.
package struct PlainText {
  /// The parts of a page that are taken over besides running text.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let headings = Parts(rawValue: 1)
    package static let code = Parts(rawValue: 2)
    package static let tables = Parts(rawValue: 4)
    /// The text after a check box.
    package static let tasks = Parts(rawValue: 8)
    /// The TeX of displayed formulas, and of formulas in the text that need more than letters.
    package static let mathematics = Parts(rawValue: 16)
    /// Lists of links into the same page.
    package static let contents = Parts(rawValue: 32)
    package static let footnotes = Parts(rawValue: 64)
    package static let all = Parts(rawValue: 127)
  }

  private let html: [UInt8]
  private let parts: Parts
  private let limit: Int
  private var tokenizer: HTMLTokenizer
  private var text: [UInt8] = []
  /// Text outside code that is still to be cleaned.
  private var run: [UInt8] = []
  private var codeDepth = 0
  private var listDepth = 0
  private var isTask = false

  private init(_ html: [UInt8], _ parts: Parts, limit: Int) {
    self.html = html
    self.parts = parts
    self.limit = limit
    tokenizer = HTMLTokenizer(html)
  }

  /// Returns the plain text of a note as lines in UTF-8, without empty lines and without the links of headings to themselves.
  ///
  /// - Parameter limit: Bytes after which no further block is read.
  package static func lines(of html: [UInt8], parts: Parts = .all, limit: Int = .max) -> [UInt8] {
    var reader = PlainText(html, parts, limit: limit)
    if limit == .max { reader.text.reserveCapacity(html.count) }
    return reader.read()
  }

  /// Returns the first words of the running text on one line, cut at a space; those of headings, tables and code only
  /// where there are no others.
  ///
  /// - Parameters:
  ///   - limit: Characters.
  ///   - parts: The other parts that belong to the text.
  package static func excerpt(of html: [UInt8], letters limit: Int, parts: Parts = []) -> String {
    var lines = lines(of: html, parts: parts, limit: limit * 8)
    if lines.isEmpty {
      lines = self.lines(of: html, parts: [.headings, .tables, .code, .mathematics], limit: limit * 8)
    }
    for index in lines.indices where lines[index] == 0x0A { lines[index] = 0x20 }
    let text = String(decoding: lines, as: UTF8.self)
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
    else { return text }
    let cut = text[..<end]
    let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
    return (words.count * 2 > limit ? words : cut) + "…"
  }

  /// Returns one line of Markdown as a reader sees it, such as the text of a check box.
  static func words(ofMarkdown line: String, _ words: BodyWords) -> String {
    // Most lines have nothing that could be syntax.
    guard line.utf8.contains(where: { "[]*_`~=<>$#\\&%^{|!".utf8.contains($0) }) else {
      return line
    }
    let body = NoteBody(Document(parsing: Array(line.utf8)), in: BodySurroundings(words: words) { _ in .hidden })
    let text = String(decoding: lines(of: body.html), as: UTF8.self)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    return text.isEmpty ? line : text
  }

  // MARK: - Reading

  private mutating func read() -> [UInt8] {
    while text.count < limit, let token = tokenizer.next() {
      switch token {
      case .text(let range): take(range)
      case .start(let tag): start(tag)
      case .end(let element): end(element)
      case .ignored: break
      }
    }
    flush()
    while let last = text.last, ASCII.isWhiteSpace(last) { text.removeLast() }
    return text
  }

  private mutating func take(_ range: Range<Int>) {
    if isTask { return }
    if codeDepth > 0 { append(html[range]) } else { run += html[range] }
  }

  private mutating func start(_ tag: HTMLTag) {
    guard let element = tag.element else { return }
    if skips(tag, element) { return }
    switch element {
    case .code, .pre:
      flush()
      codeDepth += 1
    case .ul, .ol: listDepth += 1
    case .input: isTask = !parts.contains(.tasks)
    case .td, .th: run.append(0x20)
    default: break
    }
    if breaksLine(element) { breakLine() }
  }

  private mutating func end(_ element: HTMLElement?) {
    switch element {
    case .code?, .pre?:
      flush()
      codeDepth = max(0, codeDepth - 1)
    case .ul?, .ol?: listDepth = max(0, listDepth - 1)
    default: break
    }
    if let element, breaksLine(element) { breakLine() }
  }

  /// Goes to the end of an element that is not taken over.
  private mutating func skips(_ tag: HTMLTag, _ element: HTMLElement) -> Bool {
    let look = tag.attributes.isEmpty ? nil : LinkTag.value(of: .class, in: tag, html)
    if element == .span, look?.hasPrefix("math") == true {
      takeFormula(isDisplay: look?.hasSuffix("display") == true)
      return true
    }
    guard isLeftOut(element, look) else { return false }
    if breaksLine(element) || element.endsParagraph { breakLine() }
    skip(element)
    return true
  }

  private func isLeftOut(_ element: HTMLElement, _ look: String?) -> Bool {
    if element.headingLevel != nil { return !parts.contains(.headings) }
    return switch element {
    case .a: look == "anchor"
    case .pre: !parts.contains(.code)
    case .table: !parts.contains(.tables)
    case .p, .summary: look == "callout-title" && !parts.contains(.headings)
    case .section: look == "footnotes" && !parts.contains(.footnotes)
    case .sup: look == "footnote-ref" && !parts.contains(.footnotes)
    case .ul, .ol: isContents(element)
    default: false
    }
  }

  private mutating func skip(_ element: HTMLElement) {
    var depth = 1
    while depth > 0, let token = tokenizer.next() {
      if case .start(let tag) = token, tag.element == element { depth += 1 }
      if case .end(element) = token { depth -= 1 }
    }
  }

  /// Takes the TeX of a formula, which MathML contains as an annotation. A formula of more than letters becomes a
  /// placeholder.
  private mutating func takeFormula(isDisplay: Bool) {
    var tex: [UInt8] = []
    var annotation: [UInt8]?
    while let token = tokenizer.next() {
      if case .end(.span?) = token { break }
      if case .start(let tag) = token, tag.element == nil {
        annotation = tag.attributes.contains { html[$0.name].elementsEqual("encoding".utf8) } ? [] : nil
      }
      guard case .text(let range) = token else { continue }
      if annotation == nil { tex += html[range] } else { annotation? += html[range] }
      if let found = annotation {
        skip(.span)
        return append(formula: found, isDisplay: isDisplay)
      }
    }
    let dollar = UInt8(ascii: "$")
    append(formula: Array(tex.trimming { $0 == dollar }), isDisplay: isDisplay)
  }

  private mutating func append(formula tex: [UInt8], isDisplay: Bool) {
    if isTask { return }
    if parts.contains(.mathematics) || !isDisplay && Self.isPlain(tex) {
      flush()
      append(tex[...])
    } else if !isDisplay {
      run += "…".utf8
    }
  }

  private static func isPlain(_ tex: [UInt8]) -> Bool {
    !tex.contains { "\\{}^_&".utf8.contains($0) }
  }

  /// Returns true if the outermost list that has just begun is nothing but links into its own page.
  private func isContents(_ element: HTMLElement) -> Bool {
    guard !parts.contains(.contents), listDepth == 0 else { return false }
    var ahead = tokenizer
    var depth = 1
    var isLink = false
    var hasLink = false
    while depth > 0, let token = ahead.next() {
      switch token {
      case .start(let tag):
        if tag.element == element { depth += 1 }
        if tag.element == .a {
          isLink = LinkTag.value(of: .href, in: tag, html)?.hasPrefix("#") == true
          hasLink = hasLink || isLink
        }
      case .end(let ended):
        if ended == element { depth -= 1 }
        if ended == .a { isLink = false }
      case .text(let range):
        if !isLink, !html[range].allSatisfy(ASCII.isWhiteSpace) { return false }
      case .ignored: break
      }
    }
    return hasLink
  }

  // MARK: - Writing

  private mutating func flush() {
    guard !run.isEmpty else { return }
    let clean = LeftSyntax.removed(from: run, keepsTables: parts.contains(.tables))
    run.removeAll(keepingCapacity: true)
    append(clean[...])
  }

  /// Runs of space become one.
  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let start = text.count
    var hasReference = false
    for byte in bytes {
      if ASCII.isWhiteSpace(byte) {
        if let last = text.last, last != 0x20, last != 0x0A { text.append(0x20) }
      } else {
        hasReference = hasReference || byte == UInt8(ascii: "&")
        text.append(byte)
      }
    }
    guard hasReference else { return }
    let decoded = CharacterReferences.decoded(text[start...])
    text.replaceSubrange(start..., with: decoded)
  }

  private mutating func breakLine() {
    flush()
    isTask = false
    while text.last == 0x20 { text.removeLast() }
    if !text.isEmpty, text.last != 0x0A { text.append(0x0A) }
  }

  private func breaksLine(_ element: HTMLElement) -> Bool {
    switch element {
    case .br, .dd, .dt, .li, .summary, .tr: true
    default: element.endsParagraph
    }
  }
}

/// Syntax of other programs that would remain in plain text, because the page shows nothing for it.
enum LeftSyntax {
  private static let pairs: [(open: [UInt8], close: [UInt8])] = [
    ("{%", "%}"), ("{{", "}}"), ("{:", "}"), ("![[", "]]"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }
  private static let contents: Set<String> = [
    "[toc]", "[[toc]]", "[[_toc_]]", "{:toc}", "toc", "${toc}", "@[toc]", "{{toc}}", "<toc>",
  ]

  /// Removes the markup of a block.
  ///
  /// - Parameters:
  ///   - text: Of one block, outside code.
  ///   - keepsTables: Rows of tables that are none become their cells.
  static func removed(from text: [UInt8], keepsTables: Bool) -> [UInt8] {
    guard text.contains(where: isSign) else { return text }
    if text.count < 24 {
      let word = String(decoding: text, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
      if contents.contains(word), word != "toc" { return [] }
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    var unclosed: Set<Int> = []
    while index < text.count { index = next(in: text, at: index, to: &result, &unclosed) }
    return result.contains(UInt8(ascii: "|")) ? withoutBars(result, keepsTables) : result
  }

  /// Returns true for the bytes that such syntax begins with, but for `!` and `@`, which others of these follow.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "$"): true
    default: false
    }
  }

  /// Copies or skips the construct at `index`, and returns the start of the rest.
  ///
  /// - Parameter unclosed: Delimiters that have no end in the rest; each is searched once.
  private static func next(
    in text: [UInt8], at index: Int, to result: inout [UInt8], _ unclosed: inout Set<Int>
  ) -> Int {
    let byte = text[index]
    let rest = text[index...]
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "!") {
      for (number, pair) in pairs.enumerated() where rest.starts(with: pair.open) && !unclosed.contains(number) {
        if let end = firstOffset(of: pair.close, in: text[...], from: index + 2) {
          return end + pair.close.count
        }
        unclosed.insert(number)
      }
    } else if byte == UInt8(ascii: "$"), rest.dropFirst().first == byte {
      return index + 2
    } else if byte == UInt8(ascii: "["), rest.dropFirst().first == byte {
      let near = text[..<min(text.count, index + 402)]
      guard let end = firstOffset(of: Array("]]".utf8), in: near, from: index + 2) else {
        return keep(byte, index, &result)
      }
      let inner = text[(index + 2)..<end]
      result += inner.lastIndex(of: UInt8(ascii: "|")).map { inner[($0 + 1)...] } ?? inner
      return end + 2
    } else if byte == UInt8(ascii: "["), rest.dropFirst().first == UInt8(ascii: "!") {
      let kind = rest.dropFirst(2).prefix { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
      let end = kind.endIndex
      guard !kind.isEmpty, end < text.count, text[end] == UInt8(ascii: "]") else {
        return keep(byte, index, &result)
      }
      let hasFold = end + 1 < text.count && "+-".utf8.contains(text[end + 1])
      return end + (hasFold ? 2 : 1)
    }
    return keep(byte, index, &result)
  }

  private static func keep(_ byte: UInt8, _ index: Int, _ result: inout [UInt8]) -> Int {
    result.append(byte)
    return index + 1
  }

  private static func firstOffset(of part: [UInt8], in text: ArraySlice<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + part.count <= text.endIndex {
      if text[index] == part[0], text[index...].starts(with: part) { return index }
      index += 1
    }
    return nil
  }

  /// Returns a text without the bars of table rows, which are lines that begin with a bar.
  private static func withoutBars(_ text: [UInt8], _ keepsTables: Bool) -> [UInt8] {
    let bar = UInt8(ascii: "|")
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let kept = lines.map { line -> [UInt8] in
      guard line.first(where: { $0 != 0x20 }) == bar else { return Array(line) }
      guard keepsTables else { return [] }
      let cells = line.split(separator: bar).filter { cell in
        cell.contains { !ASCII.isWhiteSpace($0) && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
      }
      return Array(cells.joined(separator: " · ".utf8))
    }
    return Array(kept.joined(separator: [0x0A]))
  }
}

extension TaskItem {
  /// Returns the title as a reader sees it. The text of a check box is Markdown.
  func shownTitle(_ words: BodyWords) -> String {
    if case .checkbox = source { PlainText.words(ofMarkdown: title, words) } else { title }
  }
}
