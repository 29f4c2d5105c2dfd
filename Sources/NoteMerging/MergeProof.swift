import ByteBasics
import NoteSyntax

/// Looks at a merged text from outside: nothing is lost, and it reads as it was meant.
struct MergeProof {
  /// Lines of either side that a rule decided about.
  let decided: [[UInt8]]

  /// True where the result has every line that a side added and every line that neither removed, as often.
  ///
  /// Blank lines are not counted: where one side adds a blank line and the other adds the same one and removes
  /// another, their numbers tell nothing.
  func keepsLines(base: [UInt8]?, ours: [UInt8], theirs: [UInt8], in result: [UInt8]) -> Bool {
    var counter = LineCounter()
    let old = counter.count(base ?? [])
    let mine = counter.count(ours)
    let yours = counter.count(theirs)
    let there = counter.count(result)
    var allowance = [Int](repeating: 0, count: counter.size)
    for line in decided {
      let number = counter.number(of: line)
      if number < allowance.count { allowance[number] += 1 }
    }
    for line in 0..<min(counter.size, allowance.count) {
      let (b, o, t) = (Self.at(line, old), Self.at(line, mine), Self.at(line, yours))
      let kept = max(0, b - max(0, b - o) - max(0, b - t))
      let needed = kept + max(0, o - b, t - b) - allowance[line]
      if Self.at(line, there) < needed { return false }
    }
    return true
  }

  private static func at(_ line: Int, _ counts: [Int]) -> Int {
    line < counts.count ? counts[line] : 0
  }

  /// True where the front matter has exactly these keys, with these values where they are known.
  func reads(_ bytes: [UInt8], as expected: [(key: String, value: FrontMatterValue?)]) -> Bool {
    guard let parts = FrontMatterParts(of: bytes), parts.fields.count == expected.count else {
      return false
    }
    return zip(parts.fields, expected).allSatisfy { field, wanted in
      field.key == wanted.key && (wanted.value.map { $0 == field.value } ?? true)
    }
  }
}

/// Counts how often each line occurs.
private struct LineCounter {
  private var numbering = LineNumbering()
  private(set) var size = 0

  mutating func number(of line: [UInt8]) -> Int {
    let number = Int(numbering.number(of: line, 0, line.count))
    size = max(size, number + 1)
    return number
  }

  /// The count of each line, by its number.
  mutating func count(_ text: [UInt8]) -> [Int] {
    var counts = [Int](repeating: 0, count: size)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? text.count
      if end - start > 1 {
        let number = Int(numbering.number(of: text, start, end))
        while counts.count <= number { counts.append(0) }
        counts[number] += 1
      }
      start = end
    }
    size = max(size, counts.count)
    return counts
  }
}
