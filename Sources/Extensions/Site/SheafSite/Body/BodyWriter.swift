import ByteBasics
import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML

/// Turns the HTML of a body into that of a page: links, anchors, callouts, embeds, check boxes, colours.
///
/// The writer reads the output of ``HTMLSanitizer`` once, from front to back.
struct BodyWriter {
  let bytes: [UInt8]
  let surroundings: BodySurroundings
  private let ownPlaces: OwnPlaces
  private let furtherAnchors: [String: [String]]
  /// The names of elements of raw HTML, which no heading gets once more.
  private let elementPlaces: Set<ArraySlice<UInt8>>
  var html: [UInt8] = []
  private(set) var headings: [PageHeading] = []

  var tokenizer: HTMLTokenizer
  /// The items that the scanner found in the body, for which the HTML has tokens.
  private let substitution: BodySubstitution
  private let items: InlineItemHTML
  private let highlights: HighlightPairs
  private var codeDepth = 0
  /// The open links. Inside a link no other link begins.
  private var links: [OpenLink] = []
  private var quotes = QuoteStack()
  private var anchors = HeadingAnchors()
  private var heading: OpenHeading?
  private var outline = HeadingOutline()
  private var hasOmittedHeading = false
  /// The offset of the open `pre` in the result.
  private var preStart: Int?
  private var hasCodeTitle = false
  /// True if the code is the source of the picture before it.
  private var isDiagram = false
  private var tableDepth = 0
  private let hasFiles: Bool
  private var embedCount = 0

  private struct OpenHeading {
    let level: Int
    /// The offset of its content in the result.
    let start: Int
    var text: [UInt8] = []
  }

  /// - Parameter document: The document of the body; `bytes` is its HTML with tokens.
  init(_ bytes: [UInt8], _ surroundings: BodySurroundings, _ substitution: BodySubstitution, of document: Document) {
    self.bytes = bytes
    self.substitution = substitution
    let mayHavePlaces = ByteSearch(Array(" id=\"".utf8))?.place(in: bytes, from: 0) != nil
    elementPlaces = mayHavePlaces ? PagePlace.identifiers(in: bytes) : []
    let ownPlaces = OwnPlaces(document)
    self.ownPlaces = ownPlaces
    furtherAnchors = ownPlaces.furtherAnchors
    self.surroundings = surroundings.leading(within: ownPlaces)
    items = InlineItemHTML(surroundings: self.surroundings, source: document.source.bytes)
    let hasHighlights = document.marks.contains { $0.kind == .highlightStart }
    highlights = hasHighlights ? HighlightPairs(in: bytes, substitution) : HighlightPairs()
    tokenizer = HTMLTokenizer(bytes)
    hasFiles = FileAddress.mayOccur(in: bytes)
    html.reserveCapacity(bytes.count + bytes.count / 4)
  }

  mutating func run() {
    while true {
      let start = tokenizer.position
      guard let token = tokenizer.next() else { return replaceLeftTokens() }
      switch token {
      case .text(let range): appendText(range)
      case .start(let tag): startElement(tag, from: start)
      case .end(let element): endElement(element, from: start)
      case .ignored: copy(from: start)
      }
    }
  }

  /// Copies the token that began at `start`.
  private mutating func copy(from start: Int) { html += bytes[start..<tokenizer.position] }

  private mutating func appendText(_ range: Range<Int>) {
    heading?.text += bytes[range]
    if !links.isEmpty, !isBlank(range) { nameLink() }
    guard let title = quotes.openTitle else { return appendWords(range) }
    // The first line of a callout is its title.
    guard let lineEnd = bytes[range].firstIndex(of: 0x0A) else { return appendWords(range) }
    appendWords(range.lowerBound..<lineEnd)
    html += title.end.utf8
    html += "\n<p>".utf8
    quotes.closeTitle()
    appendWords((lineEnd + 1)..<range.upperBound)
  }

  private mutating func appendWords(_ range: Range<Int>) {
    // cmark puts a space between the words of a footnote and the link back.
    let isFootnoteEnd = bytes[range].last == 0x20 && bytes[range.upperBound...].starts(with: Self.backReference.utf8)
    let end = isFootnoteEnd ? range.upperBound - 1 : range.upperBound
    var copied = range.lowerBound
    while let token = substitution.token(in: bytes, from: copied, to: end) {
      appendPlain(copied..<token.range.lowerBound)
      append(token.item)
      copied = token.range.upperBound
    }
    appendPlain(copied..<range.upperBound)
  }

  private mutating func appendPlain(_ range: Range<Int>) {
    let detection = surroundings.detection
    let text = codeDepth == 0 && hasFiles ? FileAddress.removed(from: Array(bytes[range]))[...] : bytes[range]
    if detection.isNeeded, codeDepth == 0, links.isEmpty, heading == nil {
      detection.append(text, to: &html)
    } else {
      html += text
    }
  }

  private mutating func append(_ item: BodySubstitution.Item) {
    if codeDepth > 0 {
      html.append(escaping: item.text(in: items.source))
    } else if case .mark(let mark) = item, mark.kind == .highlightStart || mark.kind == .highlightEnd {
      guard highlights.contains(mark) else { return html.append(markup: "==") }
      html.append(markup: mark.kind == .highlightStart ? "<mark>" : "</mark>")
    } else if !links.isEmpty {
      html.append(escaping: item.plainText(in: items.source))
    } else {
      items.append(item, to: &html)
    }
  }

  /// Replaces tokens in attributes, such as the words of a picture, by their text.
  private mutating func replaceLeftTokens() {
    guard substitution.token(in: html, from: 0, to: html.count) != nil else { return }
    var result: [UInt8] = []
    var copied = 0
    while let token = substitution.token(in: html, from: copied, to: html.count) {
      result += html[copied..<token.range.lowerBound]
      result.append(escaping: token.item.isHidden ? "" : token.item.text(in: items.source))
      copied = token.range.upperBound
    }
    html = result + html[copied...]
  }

  private static let backReference = "<a href=\"#\(PagePlace.prefix)fnref"

  private mutating func startElement(_ tag: HTMLTag, from start: Int) {
    switch tag.element {
    case .a?: startLink(tag, from: start)
    case .img?:
      let alt = LinkTag.value(of: .alt, in: tag, bytes) ?? ""
      if !ImageTag.sized(alt).alt.isEmpty { nameLink() }
      if !links.isEmpty { links[links.count - 1].hasPicture = true }
      html += ImageTag.rewritten(tag, bytes, surroundings)
    case .audio?, .source?, .video?: html += MediaTag.rewritten(tag, start..<tokenizer.position, bytes, surroundings)
    case .input?: appendCheckbox(tag)
    case .blockquote?: startQuote(from: start)
    case .p?: startParagraph(from: start)
    case .br? where quotes.openTitle != nil: endTitleLine()
    case .ul?, .ol?:
      if let end = endOfContentsList() { tokenizer.advance(to: end) } else { copy(from: start) }
    case .pre? where preStart == nil:
      preStart = html.count
      html += "<div class=\"code\"><pre tabindex=\"0\"".utf8
      html += bytes[(start + 4)..<tokenizer.position]
    case .code?:
      codeDepth += 1
      if preStart == nil { copy(from: start) } else { startCode(tag, from: start) }
    case .table?:
      tableDepth += 1
      if tableDepth == 1 { appendTableBox() }
      copy(from: start)
    case let element?:
      if let level = element.headingLevel, heading == nil {
        heading = OpenHeading(level: level, start: html.count)
      } else {
        copy(from: start)
      }
    case nil: copy(from: start)
    }
  }

  private mutating func endElement(_ element: HTMLElement?, from start: Int) {
    switch element {
    case .a?:
      guard let link = links.popLast() else { return copy(from: start) }
      if link.close(in: &html) { copy(from: start) }
      if link.hasName { nameLink() }
    case .code?:
      codeDepth = max(0, codeDepth - 1)
      copy(from: start)
    case .pre? where preStart != nil:
      preStart = nil
      copy(from: start)
      html += hasCodeTitle ? "</figure>".utf8 : "</div>".utf8
      if isDiagram { html += "</details>".utf8 }
      (hasCodeTitle, isDiagram) = (false, false)
    case .table? where tableDepth > 0:
      tableDepth -= 1
      copy(from: start)
      if tableDepth == 0 { html += "</div>".utf8 }
    case .p? where quotes.openTitle != nil:
      html += (quotes.openTitle?.end ?? "").utf8
      quotes.closeTitle()
    case .blockquote?:
      if let end = quotes.pop() { html += end.utf8 } else { copy(from: start) }
    case let element? where element.headingLevel == heading?.level && heading != nil: endHeading()
    default: copy(from: start)
    }
  }

  private mutating func startLink(_ tag: HTMLTag, from start: Int) {
    let tagStart = html.count
    var isWritten = true
    switch LinkTag.ownPlace(tag, bytes, ownPlaces) {
    case (let range, .address(let address, _))?:
      html += bytes[start..<range.lowerBound]
      html.append(escaping: address)
      html += bytes[range.upperBound..<tokenizer.position]
    case _?: isWritten = false
    case nil:
      switch LinkTag.rewritten(tag, bytes, surroundings) {
      case .asWritten: copy(from: start)
      case .tag(let text): html += text.utf8
      case .plainText: isWritten = false
      }
    }
    let isPlace = LinkTag.value(of: .id, in: tag, bytes) != nil
    links.append(
      OpenLink(
        start: isWritten ? tagStart : nil, contentStart: html.count,
        address: isPlace ? nil : LinkTag.value(of: .href, in: tag, bytes),
        hasName: LinkTag.value(of: .ariaLabel, in: tag, bytes) != nil))
  }

  private mutating func nameLink() {
    if !links.isEmpty { links[links.count - 1].hasName = true }
  }

  private mutating func appendCheckbox(_ tag: HTMLTag) {
    let isChecked = tag.attributes.contains { HTMLAttributeName(name: bytes[$0.name]) == .checked }
    let words = surroundings.words
    html.append(markup: "<input type=\"checkbox\" disabled")
    if isChecked { html.append(markup: " checked") }
    html.append(markup: " aria-label=\"")
    html.append(escaping: isChecked ? words.done : words.open)
    html.append(markup: "\">")
  }

  private mutating func startQuote(from start: Int) {
    guard
      let callout = Callout(
        in: bytes, at: tokenizer.position, substitution, words: surroundings.words)
    else {
      quotes.push(nil)
      return copy(from: start)
    }
    tokenizer.advance(to: callout.end)
    html += callout.start.utf8
    quotes.push(callout)
    // A callout without a title of its own has its kind's.
    if let title = callout.ownTitle { html += title.utf8 }
  }

  private mutating func endTitleLine() {
    html += (quotes.openTitle?.end ?? "").utf8
    html += "\n<p>".utf8
    quotes.closeTitle()
    if tokenizer.position < bytes.count, bytes[tokenizer.position] == 0x0A {
      tokenizer.advance(to: tokenizer.position + 1)
    }
  }

  /// Begins a paragraph. A paragraph with only `![[note]]` becomes the note; a paragraph of comments is left out.
  private mutating func startParagraph(from start: Int) {
    let position = tokenizer.position
    let near = min(bytes.count, position + 40)
    guard let token = substitution.token(in: bytes, from: position, to: near),
      isBlank(position..<token.range.lowerBound)
    else { return copy(from: start) }
    if token.item.isHidden, let end = endOfHiddenParagraph(from: token.range.upperBound) {
      return tokenizer.advance(to: end)
    }
    let isAlone = bytes[token.range.upperBound...].starts(with: Self.paragraphEnd.utf8)
    if isAlone, case .blockIdentifier = token.item {
      // The name of the block before it: no paragraph of its own.
      items.append(token.item, to: &html)
      return tokenizer.advance(to: token.range.upperBound + Self.paragraphEnd.utf8.count)
    }
    guard let link = token.item.embeddedNote, isAlone,
      let embedded = surroundings.embedded(InlineItemHTML.place(of: link))
    else { return copy(from: start) }
    tokenizer.advance(to: token.range.upperBound + Self.paragraphEnd.utf8.count)
    embedCount += 1
    html += embedded.box(number: embedCount)
  }

  private static let paragraphEnd = "</p>"

  private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(ASCII.isWhiteSpace) }

  /// Returns the end of a paragraph that contains nothing but comments and attributes from `start` on; else nil.
  private func endOfHiddenParagraph(from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if ASCII.isWhiteSpace(bytes[index]) {
        index += 1
      } else if bytes[index...].starts(with: Self.paragraphEnd.utf8) {
        let end = index + Self.paragraphEnd.utf8.count
        return end < bytes.count && bytes[end] == 0x0A ? end + 1 : end
      } else if bytes[index] != UInt8(ascii: "<"),
        let token = substitution.token(in: bytes, from: index, to: min(bytes.count, index + 32)),
        token.range.lowerBound == index, token.item.isHidden
      {
        index = token.range.upperBound
      } else {
        return nil
      }
    }
    return nil
  }

  /// Returns where a list ends that is the place of a list of contents: an item with `{:toc}`. The page has its own.
  private func endOfContentsList() -> Int? {
    let start = tokenizer.position
    let limit = min(bytes.count, start + 200)
    guard let token = substitution.token(in: bytes, from: start, to: limit),
      token.item.isHidden, token.item.text(in: items.source).hasPrefix("{:toc"),
      let end = ["</ul>", "</ol>"].compactMap({ ByteSearch(Array($0.utf8))?.place(in: bytes, from: start) }).min(),
      token.range.upperBound <= end, bytes[start..<end].count(where: { $0 == UInt8(ascii: "<") }) == 2
    else { return nil }
    return end + "</ul>".utf8.count
  }

  /// Appends the box in which a table scrolls, also by keyboard.
  private mutating func appendTableBox() {
    html.append(markup: "<div class=\"table\" role=\"group\" tabindex=\"0\" aria-label=\"")
    html.append(escaping: surroundings.words.table)
    html.append(markup: "\">")
  }

  /// Begins the code of a fence with its language, title and colours.
  private mutating func startCode(_ tag: HTMLTag, from start: Int) {
    let meta = LinkTag.value(of: .dataMeta, in: tag, bytes) ?? ""
    let word = LinkTag.value(of: .class, in: tag, bytes)?.dropPrefix("language-") ?? ""
    let info = FenceInfo(word: word, rest: meta)
    if word == "math", appendFormula() { return }
    if surroundings.isDrawnInBrowser(info.language) {
      markDiagram(info.language)
    } else {
      appendDiagram(info.language)
    }
    if let title = info.title, let preStart, !hasCodeTitle {
      var head: [UInt8] = []
      head.append(markup: "<figure class=\"code\"><figcaption>")
      head.append(escaping: title)
      head.append(markup: "</figcaption>")
      html.replaceSubrange(preStart..<preStart + "<div class=\"code\">".utf8.count, with: head)
      hasCodeTitle = true
    }
    if word.isEmpty, meta.isEmpty {
      copy(from: start)
    } else {
      html.append(markup: "<code class=\"language-")
      html.append(escaping: info.language)
      html.append(markup: "\">")
    }
    appendColouredCode(info)
  }

  /// Writes a fence of mathematics as a formula; false if it stays code.
  private mutating func appendFormula() -> Bool {
    let start = tokenizer.position
    guard let preStart, let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")),
      bytes[end...].starts(with: Self.fenceEnd)
    else { return false }
    let tex = String(decoding: CharacterReferences.decoded(bytes[start..<end]), as: UTF8.self)
    guard let markup = surroundings.mathML(Formula(tex: tex, isDisplay: true)) else { return false }
    html.removeSubrange(preStart...)
    html += "<p><span class=\"mathml display\">".utf8
    html += markup.utf8
    html += "</span></p>".utf8
    tokenizer.advance(to: end + Self.fenceEnd.count)
    self.preStart = nil
    codeDepth -= 1
    return true
  }

  /// Appends the picture of a fence with a diagram, and below the picture the code, which opens on request.
  private mutating func appendDiagram(_ language: String) {
    let start = tokenizer.position
    guard !language.isEmpty, let preStart, !hasCodeTitle,
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")),
      bytes[end...].starts(with: Self.fenceEnd)
    else { return }
    let source = String(decoding: CharacterReferences.decoded(bytes[start..<end]), as: UTF8.self)
    guard let address = surroundings.diagram(language, source) else { return }
    var figure: [UInt8] = []
    figure.append(markup: "<figure class=\"diagram\"><img src=\"")
    figure.append(escaping: address)
    figure.append(markup: "\" alt=\"")
    figure.append(escaping: surroundings.words.diagram(language))
    figure.append(markup: "\" loading=\"lazy\"></figure><details class=\"source\"><summary>")
    figure.append(escaping: surroundings.words.source)
    figure.append(markup: "</summary>")
    html.insert(contentsOf: figure, at: preStart)
    self.preStart = preStart + figure.count
    isDiagram = true
  }

  /// Marks the code for the page's script, with the names of the picture and of its source.
  private mutating func markDiagram(_ language: String) {
    guard let preStart else { return }
    var mark: [UInt8] = []
    mark.append(markup: " data-diagram=\"")
    mark.append(escaping: surroundings.words.diagram(language))
    mark.append(markup: "\" data-source=\"")
    mark.append(escaping: surroundings.words.source)
    mark.append(markup: "\"")
    html.insert(contentsOf: mark, at: preStart + "<div class=\"code\"".utf8.count)
  }

  private static let fenceEnd = Array("</code></pre>".utf8)

  private mutating func appendColouredCode(_ info: FenceInfo) {
    // Code that contains tags is raw HTML of the note's own and keeps its looks.
    let start = tokenizer.position
    guard !info.language.isEmpty || !info.lines.isEmpty,
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")),
      bytes[end...].starts(with: "</code>".utf8), substitution.token(in: bytes, from: start, to: end) == nil
    else { return }
    tokenizer.advance(to: end)
    html += CodeHighlighter.coloured(bytes[start..<end], language: info.language, marking: info.lines)
  }

  private mutating func endHeading() {
    guard let open = heading else { return }
    heading = nil
    // Nobody hears or sees a heading of nothing.
    guard !html[open.start...].allSatisfy(ASCII.isWhiteSpace) else { return html.removeSubrange(open.start...) }
    let written = String(decoding: CharacterReferences.decoded(open.text[...]), as: UTF8.self)
    var own: String?
    let shown = substitution.replacing(in: written) { item in
      own = own ?? item.headingIdentifier(in: items.source)
      return item.plainText(in: items.source)
    }
    let text = trimmedSpaces(shown)
    // A heading of punctuation alone has no anchor of its own, but the table of contents links to it.
    let isUnnamed = !text.isEmpty && HeadingAnchors.slug(text).isEmpty
    let name = anchors.anchor(for: isUnnamed ? "-\(headings.count + 1)" : text)
    let isLeading = open.level == 1 && html[..<open.start].allSatisfy { $0 <= 0x20 }
    if isLeading, text == surroundings.omittedHeading, !hasOmittedHeading {
      hasOmittedHeading = true
      html.removeSubrange(open.start...)
      return
    }
    let level = min(6, open.level + surroundings.headingShift)
    let anchor = name.isEmpty ? "" : PagePlace.identifier(name)
    if !text.isEmpty { headings.append(PageHeading(level: level, text: text, anchor: anchor)) }
    var start: [UInt8] = []
    start.append(markup: "<h\(level)")
    if !anchor.isEmpty, !elementPlaces.contains(Array(anchor.utf8)[...]) {
      start.append(markup: " id=\"")
      start.append(escaping: anchor)
      start.append(markup: "\"")
    }
    let readLevel = outline.shownLevel(of: open.level)
    if readLevel != open.level, surroundings.headingShift == 0 {
      start.append(markup: " aria-level=\"\(readLevel)\"")
    }
    start.append(markup: ">")
    let further = own.map { [HeadingAnchors.slug($0)] } ?? []
    for name in further + furtherAnchors[text, default: []] {
      guard !name.isEmpty, !anchors.has(name), !elementPlaces.contains(Array(PagePlace.identifier(name).utf8)[...])
      else { continue }
      _ = anchors.anchor(for: name)
      start.append(markup: "<span id=\"")
      start.append(escaping: PagePlace.identifier(name))
      start.append(markup: "\"></span>")
    }
    html.insert(contentsOf: start, at: open.start)
    if surroundings.linksHeadings, !anchor.isEmpty { appendSelfLink(anchor, text) }
    html.append(markup: "</h\(level)>")
  }

  private mutating func appendSelfLink(_ anchor: String, _ heading: String) {
    html.append(markup: " <a class=\"anchor\" href=\"#")
    html.append(escaping: anchor)
    html.append(markup: "\" aria-label=\"")
    html.append(escaping: surroundings.words.linkToHeading)
    html.append(markup: ": ")
    html.append(escaping: heading)
    html.append(markup: "\">#</a>")
  }
}

extension String {
  fileprivate func dropPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

/// Returns a text between the double quotes of an attribute.
func escapedAttribute(_ text: String) -> String {
  var bytes: [UInt8] = []
  CharacterReferences.appendEscaped(text.utf8, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
