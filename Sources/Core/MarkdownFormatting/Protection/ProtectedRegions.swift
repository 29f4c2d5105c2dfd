import ByteBasics
import NoteSyntax

extension ProtectedText {
  /// Returns the lines of maths (`$$`) and comments (`%%`) of several lines, and of answers, outside code.
  ///
  /// - Parameter codeLines: The lines of code, in order. Called only if the text has such characters.
  /// - Returns: Ranges of 0-based lines, in order, without overlaps.
  static func regions(in source: SourceLines, codeLines: () -> [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    let hasAnswers = BakedAnswer.mayBe(in: source.bytes)
    guard hasAnswers || hasDoubled(UInt8(ascii: "$"), source.bytes) || hasDoubled(UInt8(ascii: "%"), source.bytes)
    else { return [] }
    let code = codeLines()
    let found =
      regions(of: UInt8(ascii: "$"), in: source, code: code) + regions(of: UInt8(ascii: "%"), in: source, code: code)
    return joined(found + (hasAnswers ? answers(in: source, code: code) : []))
  }

  private static func answers(in source: SourceLines, code: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var start: Int?
    var found: [ClosedRange<Int>] = []
    var nextCode = 0
    for line in 0..<source.count {
      while nextCode < code.count, code[nextCode].upperBound < line { nextCode += 1 }
      if start == nil, nextCode < code.count, code[nextCode].contains(line) { continue }
      let text = source.bytes[source.table.range(of: line).indices]
      if BakedAnswer.isOpening(text) {
        start = line
      } else if BakedAnswer.isClosing(text), let first = start {
        found.append(first...line)
        start = nil
      }
    }
    return found
  }

  private static func hasDoubled(_ sign: UInt8, _ bytes: [UInt8]) -> Bool {
    var offset = 0
    while let found = firstOffset(of: sign, in: bytes, from: offset, to: bytes.count) {
      offset = found + 1
      if offset < bytes.count, bytes[offset] == sign { return true }
    }
    return false
  }

  private static func regions(of mark: UInt8, in source: SourceLines, code: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var pairs = SignPairs(mark: mark)
    var nextCode = 0
    for line in 0..<source.count {
      while nextCode < code.count, code[nextCode].upperBound < line { nextCode += 1 }
      if nextCode < code.count, code[nextCode].contains(line) { continue }
      pairs.read(source.table.range(of: line), of: source.bytes, line: line)
    }
    return pairs.regions
  }
}

/// Pairs a doubled character with the next one, over lines; at least one byte is between the two.
private struct SignPairs {
  let mark: UInt8
  private(set) var regions: [ClosedRange<Int>] = []
  fileprivate var opening: Int?

  mutating func read(_ range: ByteRange, of bytes: [UInt8], line: Int) {
    var offset = range.lowerBound
    while offset + 1 < range.upperBound {
      if bytes[offset] == mark, bytes[offset + 1] == mark {
        offset += 2
        if let start = opening {
          if start < line { regions.append(start...line) }
          opening = nil
        } else {
          opening = line
          offset += 1
        }
      } else if bytes[offset] == ASCII.backtick {
        offset = codeSpanEnd(in: bytes, at: offset, to: range.upperBound)
      } else {
        offset += 1
      }
    }
  }
}

/// Sorts ranges of lines and joins those that overlap.
func joined(_ regions: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
  guard regions.count > 1 else { return regions }
  var result: [ClosedRange<Int>] = []
  for region in regions.sorted(by: { $0.lowerBound < $1.lowerBound }) {
    if let last = result.last, last.upperBound >= region.lowerBound {
      result[result.count - 1] = last.lowerBound...max(last.upperBound, region.upperBound)
    } else {
      result.append(region)
    }
  }
  return result
}
