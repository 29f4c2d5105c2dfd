import NoteSyntax

/// A body together with what cmark-gfm makes of it.
struct ParsedBody: ~Copyable {
  let bytes: [UInt8]
  let tree: MarkdownTree

  /// Nil where ``ParsingGuard`` keeps the text away from cmark.
  init?(parsing bytes: [UInt8]) {
    guard let tree = MarkdownTree(parsing: bytes[...]) else { return nil }
    self.bytes = bytes
    self.tree = tree
  }

  /// For a text that ``ParsingGuard`` has already let through.
  init?(trusting bytes: [UInt8]) {
    guard let tree = MarkdownTree(trusting: bytes[...]) else { return nil }
    self.bytes = bytes
    self.tree = tree
  }
}
