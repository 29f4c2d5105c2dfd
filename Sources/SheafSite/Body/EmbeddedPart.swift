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

  /// The part of a body that `fragment` names, all of it without one; nil if the body has no such place.
  package init?(of body: NoteBody, fragment: String?, title: String, address: String) {
    var html = body.html
    if let fragment {
      guard let part = HTMLSection.part(SiteAddress.identifier(of: fragment), of: html) else {
        return nil
      }
      html = part
    }
    self.init(html: html, title: title, address: address)
  }

  /// The part in a box, with a link to where it comes from.
  ///
  /// - Parameter number: Of the embed in its page. Its anchors get names of their own by it, so that none is twice;
  ///   what the part refers to and does not hold, such as a footnote, is found on the note's own page.
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
  /// The heading with this anchor and what is below it, or the block that contains a `^name`.
  ///
  /// - Returns: nil if there is no such place.
  static func part(_ anchor: String, of html: [UInt8]) -> [UInt8]? {
    var depth = 0
    var blockStart = 0
    var found: (start: Int, level: Int?)?
    var tokenizer = HTMLTokenizer(html)
    while true {
      let start = tokenizer.position
      guard let token = tokenizer.next() else { break }
      switch token {
      case .start(let tag):
        if depth == 0 { blockStart = start }
        let level = depth == 0 ? tag.element?.headingLevel : nil
        if let found, let own = found.level, let level, level <= own {
          return Array(html[found.start..<start])
        }
        if found == nil, LinkTag.value(of: .id, in: tag, html) == anchor {
          found = (blockStart, level)
        }
        if tag.element?.isVoid != true { depth += 1 }
      case .end:
        depth -= 1
        if depth == 0, let found, found.level == nil {
          return Array(html[found.start..<tokenizer.position])
        }
      case .text, .ignored: break
      }
    }
    return found.map { Array(html[$0.start...]) }
  }
}
