import ByteBasics

/// Rewrites the marks of emphasis: `_a_` becomes `*a*`, `__a__` becomes `**a**`, or as the style says.
///
/// Only pairs of equal runs that touch no other mark are rewritten; whether the text still means the same is
/// for the proof to say.
struct EmphasisMarks {
  let style: FormattingStyle.Emphasis

  /// False where a text surely contains no mark that is to be rewritten.
  func mayRewrite(_ text: ArraySlice<UInt8>) -> Bool {
    switch style {
    case .keep: false
    case .asterisk: holds(ASCII.underscore, in: text)
    case .underscore: holds(ASCII.underscore, in: text) || holds(asterisk, in: text)
    }
  }

  /// - Parameter lines: The text of a leaf.
  func rewritten(_ lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var text: [UInt8] = []
    text.reserveCapacity(lines.reduce(lines.count) { $0 + $1.count })
    for (index, line) in lines.enumerated() {
      if index > 0 { text.append(ASCII.lineFeed) }
      text += line
    }
    let pairs = pairs(in: text)
    if pairs.isEmpty { return lines }
    for (open, close) in pairs {
      let mark = wanted(open.length)
      for offset in open.start..<open.end { text[offset] = mark }
      for offset in close.start..<close.end { text[offset] = mark }
    }
    return text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
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
