import SafeHTML

/// A link whose end is still to come, in the page that is being written.
struct OpenLink {
  /// Where its tag begins in the page; nil where its tags are left out.
  let start: Int?
  /// Where its content begins in the page.
  let contentStart: Int
  /// What it is called where it holds nothing but pictures without words; nil for one that is a place itself.
  let address: String?
  /// True where a reader sees or hears what it leads to.
  var hasName = false

  /// Ends the link; one without content is left out, as readers of a screen would only hear its address.
  ///
  /// - Returns: False where its end tag is left out.
  func close(in html: inout [UInt8]) -> Bool {
    guard let start else { return false }
    guard !hasName, let address else { return true }
    if html[contentStart...].allSatisfy({ $0 <= 0x20 }) {
      html.removeSubrange(start..<contentStart)
      return false
    }
    var label: [UInt8] = []
    label.append(markup: " aria-label=\"")
    label.append(escaping: address)
    label.append(markup: "\"")
    html.insert(contentsOf: label, at: contentStart - 1)
    return true
  }
}
