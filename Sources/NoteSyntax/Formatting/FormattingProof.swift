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
    guard Self.haveSameWords(before, after) else { return .words }
    guard Self.haveSameProtectedText(before, after) else { return .words }
    let other = allowsRewrapping ? Self.withoutSoftBreaks(tree.html) : tree.html
    return other == html ? nil : .meaning
  }

  // MARK: - The source

  /// Compares all bytes but white space and the signs that the formatter may change.
  static func haveSameWords(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let isChangeable = isChangeable
    return unsafe one.withUnsafeBufferPointer { left in
      unsafe other.withUnsafeBufferPointer { right in
        var (i, j) = (0, 0)
        while true {
          while i < left.count, unsafe isChangeable[Int(left[i])] { i += 1 }
          while j < right.count, unsafe isChangeable[Int(right[j])] { j += 1 }
          guard i < left.count, j < right.count else { return i == left.count && j == right.count }
          guard unsafe left[i] == right[j] else { return false }
          i += 1
          j += 1
        }
      }
    }
  }

  private static let isChangeable: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in " \t\r\n#=-*+_~`|>:.)0123456789".utf8 { table[Int(byte)] = true }
    return table
  }()

  /// Compares wiki links, maths, marks, comments, templates and tags, each on its line.
  private static func haveSameProtectedText(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var left = ProtectedTextReader(one)
    var right = ProtectedTextReader(other)
    while true {
      let (a, b) = (left.next(), right.next())
      guard let a, let b else { return a == nil && b == nil }
      guard a == b else { return false }
    }
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

/// The protected texts of a source one after the other.
private struct ProtectedTextReader {
  private let bytes: [UInt8]
  private var lineStart = 0
  private var found: [ByteRange] = []
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> ArraySlice<UInt8>? {
    while position == found.count {
      guard lineStart < bytes.count else { return nil }
      let end = bytes[lineStart...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
      found = ProtectedText.ranges(in: bytes, from: lineStart, to: end)
      position = 0
      lineStart = end + 1
    }
    position += 1
    return bytes[found[position - 1].indices]
  }
}
