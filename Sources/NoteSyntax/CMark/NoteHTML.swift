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

/// Text with the five characters that HTML gives a meaning to written as entities.
package func escapedHTML(_ text: String) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}
