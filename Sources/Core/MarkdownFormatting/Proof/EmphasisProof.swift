import NoteSyntax

/// A proof that moving marks of emphasis makes emphasis of them and changes nothing else.
///
/// The changes of a text are tried together and, if that fails, by halving, so that a long text with many of them
/// takes time in proportion; when the effort is used up, the rest counts as not allowed.
struct EmphasisProof {
  /// A different spelling of a part of the text.
  struct Change {
    /// The range from the opening mark to the end of the closing one.
    let range: Range<Int>
    let replacement: [UInt8]
    /// The number of asterisks in the mark.
    let mark: Int

    /// The elements that the mark makes.
    fileprivate var elements: [String] { (mark % 2 == 1 ? ["em"] : []) + (mark > 1 ? ["strong"] : []) }
  }

  private let text: [UInt8]
  private let before: String?
  private static let leastEffort = 4 << 20

  init(_ text: [UInt8]) {
    self.text = text
    before = Self.html(text)
  }

  /// Finds, by bisection, the changes that can be made without changing the meaning of the rest.
  ///
  /// - Parameter changes: The changes, in the order of their ends.
  /// - Returns: The indices of the allowed changes.
  func allowed(_ changes: [Change]) -> Set<Int> {
    var allowed: Set<Int> = []
    var effort = 16 * text.count + Self.leastEffort
    var pending = [changes.indices[...]]
    while let slice = pending.popLast() {
      effort -= text.count
      guard effort > 0 else { break }
      if allows(changes[slice]) {
        allowed.formUnion(slice)
      } else if slice.count > 1 {
        let middle = slice.startIndex + slice.count / 2
        pending += [slice[middle...], slice[..<middle]]
      }
    }
    return allowed
  }

  /// Compares the HTML before and after, without the delimiters: each change may add its element once, and everything
  /// else must be equal.
  private func allows(_ changes: ArraySlice<Change>) -> Bool {
    guard let before, let changed = applied(changes), let after = Self.html(changed) else { return false }
    let elements = changes.flatMap(\.elements)
    for element in Set(elements) {
      let more = elements.count { $0 == element }
      guard count(element, after) == count(element, before) + more else { return false }
    }
    return rest(before, without: elements) == rest(after, without: elements)
  }

  /// Applies the changes. Returns nil if one change is inside another.
  private func applied(_ changes: ArraySlice<Change>) -> [UInt8]? {
    var result: [UInt8] = []
    var copied = 0
    for change in changes {
      guard change.range.lowerBound >= copied else { return nil }
      result += text[copied..<change.range.lowerBound]
      result += change.replacement
      copied = change.range.upperBound
    }
    return result + text[copied...]
  }

  private static func html(_ text: [UInt8]) -> String? {
    guard let tree = MarkdownTree(parsing: text[...]) else { return nil }
    return String(decoding: tree.html, as: UTF8.self)
  }

  private func count(_ element: String, _ html: String) -> Int {
    html.split(separator: "<\(element)>", omittingEmptySubsequences: false).count - 1
  }

  private func rest(_ html: String, without elements: [String]) -> String {
    var rest = html
    for element in Set(elements) {
      rest = rest.replacing("<\(element)>", with: "").replacing("</\(element)>", with: "")
    }
    return rest.replacing("*", with: "")
  }
}
