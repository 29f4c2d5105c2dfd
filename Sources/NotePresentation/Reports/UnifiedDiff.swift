package import TerminalText

/// What changes between two versions of a file, in the form of `diff -u`: one hunk from the first line
/// that differs to the last.
package struct UnifiedDiff {
  private let path: String
  private let before: [Substring]
  private let after: [Substring]
  private static let contextLines = 3

  package init(path: String, before: [UInt8], after: [UInt8]) {
    self.path = path
    let texts = [before, after].map { String(decoding: $0, as: UTF8.self) }
    self.before = Self.lines(texts[0])
    self.after = Self.lines(texts[1])
  }

  private static func lines(_ text: String) -> [Substring] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Substring($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  package var styledLines: [StyledText] {
    var head = 0
    while head < min(before.count, after.count), same(before[head], after[head]) { head += 1 }
    var tail = 0
    while tail < min(before.count, after.count) - head,
      same(before[before.count - 1 - tail], after[after.count - 1 - tail])
    {
      tail += 1
    }
    let first = max(0, head - Self.contextLines)
    let shownTail = min(tail, Self.contextLines)
    let removed = before[head..<(before.count - tail)]
    let added = after[head..<(after.count - tail)]
    let context = head - first + shownTail
    var lines = [
      StyledText("--- a/\(path)", .dim), StyledText("+++ b/\(path)", .dim),
      StyledText(
        "@@ -\(first + 1),\(context + removed.count) +\(first + 1),\(context + added.count) @@",
        .path),
    ]
    lines += before[first..<head].map { StyledText(" " + String($0)) }
    lines += removed.map { StyledText("-" + String($0), .overdue) }
    lines += added.map { StyledText("+" + String($0), .done) }
    lines += before[(before.count - tail)..<(before.count - tail + shownTail)]
      .map { StyledText(" " + String($0)) }
    return lines
  }

  private func same(_ left: Substring, _ right: Substring) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
