import SafeHTML

/// A part of a note's HTML that an embed asks for.
enum HTMLSection {
  /// The heading with this anchor and what is below it, or the block that contains a `^name`.
  ///
  /// - Returns: nil where there is no such place.
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
