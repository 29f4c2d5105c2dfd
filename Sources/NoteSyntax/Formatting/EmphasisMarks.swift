/// Rewrites the marks of emphasis: `_a_` becomes `*a*`, `__a__` becomes `**a**`, or as the style says.
///
/// Only pairs of equal runs that touch no other mark are rewritten; whether the text still means the same is
/// for the proof to say.
struct EmphasisMarks {
  let style: FormattingStyle.Emphasis

  /// `lines`: The text of a leaf, each a slice of `bytes` or made anew (those are left alone).
  func rewritten(_ lines: [ArraySlice<UInt8>], in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard style != .keep, lines.contains(where: mayHoldForeignMark) else { return lines }
    let text = lines.joined(separator: [ASCII.lineFeed])
    let flat = Array(text)
    let pairs = pairs(in: flat)
    if pairs.isEmpty { return lines }
    var result = flat
    for (open, close) in pairs {
      let mark = wanted(open.length)
      for offset in open.start..<open.end { result[offset] = mark }
      for offset in close.start..<close.end { result[offset] = mark }
    }
    return result.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
  }

  private func mayHoldForeignMark(_ line: ArraySlice<UInt8>) -> Bool {
    line.contains { $0 == ASCII.underscore || ($0 == asterisk && style == .underscore) }
  }

  private let asterisk = UInt8(ascii: "*")

  private func wanted(_ length: Int) -> UInt8 {
    length == 1 && style == .underscore ? ASCII.underscore : asterisk
  }

  /// The pairs of marks that are to be rewritten.
  private func pairs(in text: [UInt8]) -> [(DelimiterRun, DelimiterRun)] {
    var open: [DelimiterRun] = []
    var pairs: [(DelimiterRun, DelimiterRun)] = []
    for run in DelimiterRun.runs(in: text) { add(run, in: text, &open, &pairs) }
    return pairs
  }

  private func add(
    _ run: DelimiterRun, in text: [UInt8], _ open: inout [DelimiterRun],
    _ pairs: inout [(DelimiterRun, DelimiterRun)]
  ) {
    let sides = DelimiterSides(text, run.start, run.end)
    if sides.canClose(run.mark),
      let match = open.lastIndex(where: { $0.mark == run.mark && $0.length == run.length })
    {
      let opener = open[match]
      open.removeSubrange(match...)
      if run.mark != wanted(run.length), isFree(opener, run, in: text) {
        pairs.append((opener, run))
      }
    } else if sides.canOpen(run.mark) {
      open.append(run)
    }
  }

  /// True where no other mark touches the two runs and, for underscores, no letter does.
  private func isFree(_ open: DelimiterRun, _ close: DelimiterRun, in text: [UInt8]) -> Bool {
    let neighbours = [
      open.start > 0 ? text[open.start - 1] : ASCII.space, text[open.end],
      text[close.start - 1], close.end < text.count ? text[close.end] : ASCII.space,
    ]
    let touchesMark = neighbours.contains {
      $0 == asterisk || $0 == ASCII.underscore || $0 == ASCII.backslash || $0 == ASCII.tilde
    }
    guard !touchesMark, open.length <= 3 else { return false }
    guard wanted(open.length) == ASCII.underscore else { return true }
    return [neighbours[0], neighbours[3]].allSatisfy { $0 < 0x80 && !ASCII.isAlphanumeric($0) }
  }
}
