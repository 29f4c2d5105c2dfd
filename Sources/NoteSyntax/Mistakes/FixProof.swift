package import ByteBasics

/// Which fixes of a text change nothing but what they are for, as the HTML tells that cmark makes of its body.
///
/// What a fix may change is the same for all of them: marks of emphasis, characters that nobody sees, and the ends of
/// lines. All fixes are tried together; where the proof fails, by halving, and what stays unproved is left out.
package struct FixProof {
  private let source: SourceBuffer
  private let meaning: String
  /// How many more times the text may be parsed.
  private var effort = 64

  package init(_ source: SourceBuffer) {
    self.source = source
    meaning = Self.meaning(source.bytes)
  }

  /// - Parameter fixes: Their edits touch no others.
  /// - Returns: The fixes that can be made together.
  package mutating func provable(_ fixes: [[TextEdit]]) -> [[TextEdit]] {
    guard !fixes.isEmpty, effort > 0 else { return [] }
    effort -= 1
    if isProved(fixes) { return fixes }
    guard fixes.count > 1 else { return [] }
    let middle = fixes.count / 2
    let halves = provable(Array(fixes[..<middle])) + provable(Array(fixes[middle...]))
    return halves.count < fixes.count && isProved(halves) ? halves : []
  }

  private func isProved(_ fixes: [[TextEdit]]) -> Bool {
    guard let after = try? source.applying(fixes.flatMap(\.self)) else { return false }
    return Self.meaning(after.bytes) == meaning
  }

  /// The HTML of the body without what a fix may change; the body itself where it cannot be parsed.
  private static func meaning(_ bytes: [UInt8]) -> String {
    let body = bytes[Document(parsing: bytes).body.indices]
    guard let tree = MarkdownTree(parsing: body) else {
      return String(decoding: body, as: UTF8.self)
    }
    var html = String(decoding: tree.html, as: UTF8.self)
    for mark in ["<em>", "</em>", "<strong>", "</strong>", "*", "\u{FE0F}", "\u{FFFD}", "\r"] {
      html = html.replacing(mark, with: "")
    }
    return html.replacing("\u{A0}", with: " ")
  }
}
