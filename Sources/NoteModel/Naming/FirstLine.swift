import NoteSyntax

/// The first line of a note's first paragraph, a title where no other is given: without Markdown's signs at its head.
///
/// Links keep their brackets: a title is a name, and a line that is nothing but a link would take that of its target.
enum FirstLine {
  /// The most bytes of it.
  private static let limit = 200

  static func text(of document: Document) -> String? {
    guard let block = document.blocks.first(where: { $0.kind == .paragraph }) else { return nil }
    let line = document.source[block.range].prefix { $0 != 0x0A && $0 != 0x0D }
    let text = String(decoding: line.wholeLetters(upTo: limit), as: UTF8.self)
    let trimmed = text.drop { "#>*_-[] ".contains($0) }
    return trimmed.contains { !$0.isWhitespace } ? String(trimmed) : nil
  }
}
