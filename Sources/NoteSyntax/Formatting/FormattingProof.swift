/// Whether two texts mean the same: the HTML that cmark-gfm makes of them, and the words of their sources.
struct FormattingProof {
  /// True where a paragraph may be broken at other places, so that a line break in the HTML may be a space.
  let allowsRewrapping: Bool
  private let before: [UInt8]
  private let html: [UInt8]

  init(_ before: [UInt8], tree: borrowing MarkdownTree, allowsRewrapping: Bool) {
    self.before = before
    self.allowsRewrapping = allowsRewrapping
    html = allowsRewrapping ? Self.withoutSoftBreaks(tree.html) : tree.html
  }

  enum Failure: Sendable, Hashable {
    /// The HTML would differ.
    case meaning
    /// A word, a comment, a definition or protected text of the source would be lost.
    case words
  }

  /// What would be lost in `after`, nil where it means the same.
  ///
  /// `tree`: Of `after`.
  func failure(of after: [UInt8], tree: borrowing MarkdownTree) -> Failure? {
    guard SourceComparison.haveSameWords(before, after) else { return .words }
    guard SourceComparison.haveSameProtectedText(before, after) else { return .words }
    let other = allowsRewrapping ? Self.withoutSoftBreaks(tree.html) : tree.html
    return other == html ? nil : .meaning
  }

  // MARK: - Line breaks

  /// HTML in which every line break outside `<pre>` is a space.
  private static func withoutSoftBreaks(_ html: [UInt8]) -> [UInt8] {
    var result = html
    var isInCode = false
    for offset in html.indices where html[offset] == ASCII.lineFeed || html[offset] == ASCII.less {
      if html[offset] == ASCII.less {
        if html[offset...].starts(with: "<pre".utf8) { isInCode = true }
        if html[offset...].starts(with: "</pre".utf8) { isInCode = false }
      } else if !isInCode {
        result[offset] = ASCII.space
      }
    }
    return result
  }
}
