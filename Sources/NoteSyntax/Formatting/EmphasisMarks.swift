/// Rewrites the marks of emphasis: `_a_` becomes `*a*`, `__a__` becomes `**a**`, or as the style says.
///
/// Only pairs of equal runs that touch no other mark are rewritten; whether the text still means the same is
/// for the proof to say.
struct EmphasisMarks {
  let style: FormattingStyle.Emphasis

  private struct Run {
    let mark: UInt8
    let start: Int
    let end: Int
    var length: Int { end - start }
  }

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
  /// How far a closing sign is looked for, so that hostile text takes linear time.
  private let searchLimit = 4096

  private func wanted(_ length: Int) -> UInt8 {
    length == 1 && style == .underscore ? ASCII.underscore : asterisk
  }

  /// The pairs of marks that are to be rewritten.
  private func pairs(in text: [UInt8]) -> [(Run, Run)] {
    var open: [Run] = []
    var pairs: [(Run, Run)] = []
    var offset = 0
    let protected = ProtectedText.ranges(in: text, from: 0, to: text.count)
    var nextProtected = 0
    while offset < text.count {
      while nextProtected < protected.count, protected[nextProtected].upperBound <= offset {
        nextProtected += 1
      }
      if nextProtected < protected.count, protected[nextProtected].lowerBound <= offset {
        offset = protected[nextProtected].upperBound
        continue
      }
      switch text[offset] {
      case ASCII.backslash: offset += 2
      case ASCII.backtick: offset = codeSpanEnd(in: text, at: offset, to: text.count)
      case ASCII.less: offset = angleEnd(in: text, at: offset)
      case ASCII.rightBracket where offset + 1 < text.count && text[offset + 1] == 0x28:
        offset = destinationEnd(in: text, at: offset + 1)
      case ASCII.underscore, asterisk:
        let run = Run(
          mark: text[offset], start: offset,
          end: endOfRun(in: text, at: offset, to: text.count))
        add(run, in: text, &open, &pairs)
        offset = run.end
      default: offset += 1
      }
    }
    return pairs
  }

  private func add(_ run: Run, in text: [UInt8], _ open: inout [Run], _ pairs: inout [(Run, Run)]) {
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
  private func isFree(_ open: Run, _ close: Run, in text: [UInt8]) -> Bool {
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

  /// The end of `<…>`, or the next byte where nothing closes it.
  private func angleEnd(in text: [UInt8], at offset: Int) -> Int {
    var position = offset + 1
    while position < min(text.count, offset + searchLimit), text[position] != ASCII.less {
      if text[position] == ASCII.greater { return position + 1 }
      position += 1
    }
    return offset + 1
  }

  /// The end of `(…)` behind a link's text.
  private func destinationEnd(in text: [UInt8], at offset: Int) -> Int {
    var depth = 0
    var position = offset
    while position < min(text.count, offset + searchLimit), text[position] != ASCII.lineFeed {
      switch text[position] {
      case ASCII.backslash: position += 1
      case ASCII.leftParenthesis: depth += 1
      case ASCII.rightParenthesis:
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
      position += 1
    }
    return offset + 1
  }
}
