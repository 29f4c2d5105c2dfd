import NoteSyntax

/// Whether moving a mark of emphasis makes emphasis of it and changes nothing else.
struct EmphasisProof {
  private let text: [UInt8]
  private let range: Range<Int>
  /// The elements that the mark makes.
  private let elements: [String]

  /// `mark`: How many asterisks it has.
  init(_ text: [UInt8], _ range: Range<Int>, mark: Int) {
    self.text = text
    self.range = range
    elements = (mark % 2 == 1 ? ["em"] : []) + (mark > 1 ? ["strong"] : [])
  }

  /// Compares the HTML before and after, without the marks themselves: each element comes once more, and all else stays.
  func allows(_ replacement: [UInt8]) -> Bool {
    guard let before = html(text),
      let after = html(text[..<range.lowerBound] + replacement + text[range.upperBound...])
    else { return false }
    return elements.allSatisfy { count($0, after) == count($0, before) + 1 }
      && rest(before) == rest(after)
  }

  private func html(_ text: [UInt8]) -> String? {
    guard let tree = MarkdownTree(parsing: text[...]) else { return nil }
    return String(decoding: tree.html, as: UTF8.self)
  }

  private func count(_ element: String, _ html: String) -> Int {
    html.split(separator: "<\(element)>", omittingEmptySubsequences: false).count - 1
  }

  private func rest(_ html: String) -> String {
    var rest = html
    for element in elements {
      rest = rest.replacing("<\(element)>", with: "").replacing("</\(element)>", with: "")
    }
    return rest.replacing("*", with: "")
  }
}
