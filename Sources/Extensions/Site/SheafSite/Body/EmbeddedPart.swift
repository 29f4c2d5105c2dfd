import SafeHTML

/// A note, or a part of one, that is in the page of another.
package struct EmbeddedPart: Sendable {
  private let html: [UInt8]
  private let title: String
  private let address: String

  /// `html` has the links of the page that it is in, `address` leads to the note's own page.
  package init(html: [UInt8], title: String, address: String) {
    self.html = html
    self.title = title
    self.address = address
  }

  /// The part of a body that begins at the place with this `id`, all of it without one; nil if the body has no such place.
  package init?(of body: NoteBody, at identifier: String?, title: String, address: String) {
    let part = identifier.map { HTMLSection.part($0, of: body.html) } ?? body.html
    guard let part else { return nil }
    self.init(html: part, title: title, address: address)
  }

  /// Returns the part in a box, with a link to its source.
  ///
  /// - Parameter number: The number of the embed in its page. Anchors include the number, so that each is unique.
  ///   Anchors outside of the part, such as footnotes, lead to the note's own page.
  func box(number: Int) -> [UInt8] {
    var box: [UInt8] = []
    box.reserveCapacity(html.count + 256)
    box.append(markup: "<div class=\"embed\">\n")
    box += PagePlace.renamed(html, prefix: "sheaf-embed-\(number)-", elsewhere: address)
    box.append(markup: "<p class=\"source\"><a href=\"")
    box.append(escaping: address)
    box.append(markup: "\">")
    box.append(escaping: title)
    box.append(markup: "</a></p>\n</div>\n")
    return box
  }
}

/// A part of a note's HTML that an embed asks for.
enum HTMLSection {
  /// Returns the heading with this anchor and the content below it; otherwise the block that contains a `^name` or is
  /// before one that stands alone, of a list the item.
  ///
  /// - Returns: nil if there is no such place.
  static func part(_ anchor: String, of html: [UInt8]) -> [UInt8]? {
    var depth = 0
    var block = 0..<0
    /// The start offsets of the open list items, with their depths.
    var items: [(start: Int, depth: Int)] = []
    var heading: (start: Int, level: Int)?
    var blockDepth: Int?
    var start = 0
    var tokenizer = HTMLTokenizer(html)
    while true {
      let position = tokenizer.position
      guard let token = tokenizer.next() else { break }
      switch token {
      case .start(let tag):
        let level = depth == 0 ? tag.element?.headingLevel : nil
        if let heading, let level, level <= heading.level { return Array(html[heading.start..<position]) }
        let isPlace = heading == nil && blockDepth == nil && LinkTag.value(of: .id, in: tag, html) == anchor
        if isPlace, depth == 0, tag.element == .span, anchor.hasPrefix(PagePlace.identifier("^")) {
          return block.isEmpty ? nil : Array(html[block])
        }
        if depth == 0 { block = position..<position }
        if isPlace, let level { heading = (position, level) }
        if isPlace, level == nil { (start, blockDepth) = items.last ?? (block.lowerBound, 0) }
        if tag.element == .li { items.append((position, depth)) }
        if tag.element?.isVoid != true { depth += 1 }
      case .end:
        depth -= 1
        if depth == 0 { block = block.lowerBound..<tokenizer.position }
        if items.last?.depth == depth { items.removeLast() }
        if let blockDepth, depth == blockDepth {
          let part = Array(html[start..<tokenizer.position])
          return blockDepth == 0 ? part : Array("<ul>\n".utf8) + part + Array("\n</ul>\n".utf8)
        }
      case .text, .ignored: break
      }
    }
    return heading.map { Array(html[$0.start...]) } ?? (blockDepth == nil ? nil : Array(html[start...]))
  }
}
