/// HTML for pages: cmark's safe mode, in which raw HTML and dangerous addresses are left out.
package enum SafeHTML {
  /// The HTML of a body.
  ///
  /// - Returns: The text in `<pre>` for a body that ``ParsingGuard`` refuses.
  package static func render(_ bytes: ArraySlice<UInt8>) -> String {
    guard let tree = MarkdownTree(parsing: bytes) else {
      return "<pre>" + escapedHTML(String(decoding: bytes, as: UTF8.self)) + "</pre>\n"
    }
    return String(decoding: tree.safeHTML, as: UTF8.self)
  }
}

/// Text with the five signs that HTML gives a meaning to written as entities.
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
