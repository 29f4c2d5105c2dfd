/// The HTML that cmark-gfm makes of a body. Raw HTML in it is the note's own and must be sanitised.
package enum NoteHTML {
  /// - Returns: The text in `<pre>` for a body that ``ParsingGuard`` refuses.
  package static func render(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let tree = MarkdownTree(parsing: bytes) else {
      return Array(
        ("<pre>" + escapedHTML(String(decoding: bytes, as: UTF8.self)) + "</pre>\n").utf8)
    }
    return tree.htmlWithFenceInfo
  }
}
