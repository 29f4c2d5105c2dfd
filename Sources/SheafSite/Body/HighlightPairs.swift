import ByteBasics
import NoteSyntax
import SafeHTML

/// The `==` that begin and end marked text without cutting through an element.
///
/// `==a **b== c**` would give elements that overlap; such delimiters stay as they are written.
struct HighlightPairs {
  private var valid: Set<ByteRange> = []

  init(in html: [UInt8], _ substitution: BodySubstitution) {
    var tokenizer = HTMLTokenizer(html)
    var depth = 0
    var lowest = 0
    var open: (range: ByteRange, depth: Int)?
    while let token = tokenizer.next() {
      switch token {
      case .start(let tag):
        if tag.element?.isVoid != true { depth += 1 }
        if tag.element?.endsParagraph == true { open = nil }
      case .end(let element):
        depth -= 1
        lowest = min(lowest, depth)
        if element?.endsParagraph == true { open = nil }
      case .text(let range):
        var index = range.lowerBound
        while let found = substitution.token(in: html, from: index, to: range.upperBound) {
          index = found.range.upperBound
          guard case .mark(let mark) = found.item else { continue }
          if mark.kind == .highlightStart {
            open = (mark.range, depth)
            lowest = depth
          } else if mark.kind == .highlightEnd, let start = open {
            open = nil
            guard start.depth == depth, lowest >= depth else { continue }
            valid.insert(start.range)
            valid.insert(mark.range)
          }
        }
      case .ignored: break
      }
    }
  }

  func contains(_ mark: InlineMark) -> Bool { valid.contains(mark.range) }
}
