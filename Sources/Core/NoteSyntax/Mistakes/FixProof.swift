package import ByteBasics

/// Selects the fixes of a text that change only their own problem. The check compares the HTML that cmark makes of the
/// body.
///
/// All fixes have the same permitted changes: marks of emphasis, invisible characters, and line endings. Emphasis may
/// be added but not removed. All fixes are tried together; if the check fails, bisection finds the fixes to leave out.
package struct FixProof: HalvingProof {
  private let source: SourceBuffer
  private let meaning: Meaning
  package var effort = 64

  package init(_ source: SourceBuffer) {
    self.source = source
    meaning = Meaning(source.bytes)
  }

  package func isProved(_ fixes: [[TextEdit]]) -> Bool {
    guard let after = try? source.applying(fixes.flatMap(\.self)) else { return false }
    return Meaning(after.bytes).keeps(meaning)
  }
}

/// The HTML of a body in two parts: the text, which no fix may change, and where emphasis begins and ends.
private struct Meaning {
  private var text: [UInt8] = []
  /// The number of times that each tag of emphasis occurs at an offset of the text.
  private var emphasis: [Mark: Int] = [:]

  private struct Mark: Hashable {
    let tag: Int
    let offset: Int
  }

  private static let tags = ["<em>", "</em>", "<strong>", "</strong>"].map { Array($0.utf8) }
  /// Asterisks, variation selectors, replacement characters and carriage returns.
  private static let unseen = ["*", "\u{FE0F}", "\u{FFFD}", "\r"].map { Array($0.utf8) }

  /// Reads the meaning of a text. If the body cannot be parsed, its bytes are the meaning.
  init(_ bytes: [UInt8]) {
    let body = bytes[Document(parsing: bytes).body.indices]
    guard let html = MarkdownTree(parsing: body)?.html else {
      text = Array(body)
      return
    }
    text.reserveCapacity(html.count)
    var rest = html[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let tag = Self.tags.firstIndex(where: { rest.starts(with: $0) }) {
        emphasis[Mark(tag: tag, offset: text.count), default: 0] += 1
        rest = rest.dropFirst(Self.tags[tag].count)
      } else if let unseen = Self.unseen.first(where: { $0[0] == byte && rest.starts(with: $0) }) {
        rest = rest.dropFirst(unseen.count)
      } else if rest.starts(with: [0xC2, 0xA0]) {
        text.append(0x20)
        rest = rest.dropFirst(2)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
  }

  /// Returns true if the text is unchanged and all emphasis of `before` is kept.
  func keeps(_ before: Meaning) -> Bool {
    text == before.text && before.emphasis.allSatisfy { emphasis[$0.key, default: 0] >= $0.value }
  }
}

/// Edits that do not touch one another, kept in the order of their positions.
package struct DisjointEdits {
  private var ranges: [ByteRange] = []

  /// Returns the fixes that touch no earlier one. Fixes without edits are left out.
  package static func first(of fixes: [[TextEdit]]) -> [[TextEdit]] {
    var taken = DisjointEdits()
    return fixes.filter { edits in !edits.isEmpty && taken.add(edits.map(\.range)) }
  }

  /// Adds ranges. Returns false, without a change, if one of them touches a range that was added before.
  private mutating func add(_ new: [ByteRange]) -> Bool {
    guard new.allSatisfy(isFree) else { return false }
    for range in new { ranges.insert(range, at: position(endingAt: range.upperBound)) }
    return true
  }

  /// Returns true if all ranges that begin before the end of `range` end before its start.
  private func isFree(_ range: ByteRange) -> Bool {
    let position = position(endingAt: range.upperBound)
    return position == 0 || ranges[position - 1].upperBound <= range.lowerBound
  }

  /// Returns the number of ranges that begin before an offset.
  private func position(endingAt end: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < end { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
