package import Wording

/// Keeps inputs away from cmark-gfm on which some of its versions take more than linear time.
///
/// The Markdown library of current distributions lacks several fixes (CVE-2023-22486, -24824, -26485,
/// -37463). One pass over the bytes finds what those inputs have in common and real notes do not: very
/// deep containers, very wide tables, paragraphs of tens of thousands of brackets, endless runs.
package enum ParsingGuard {
  /// Why a text is not parsed. Such a note is still indexed, as plain text.
  package enum Refusal: Sendable, Hashable {
    case tooLarge
    case deepContainers(line: Int)
    case wideTable(line: Int)
    case crowdedParagraph(line: Int)
    case longRun(line: Int)
  }

  static let byteLimit = 32 << 20
  static let depthLimit = 100
  static let tableCellLimit = 400_000
  static let tableColumnLimit = 1_000
  static let openerLimit = 10_000
  static let runLimit = 5_000

  /// The first thing in `bytes` that could make parsing slow, nil for a text that parses fast.
  ///
  /// `bytes`: A body without its front matter; lines in the result count from its start.
  package static func refusal(of bytes: ArraySlice<UInt8>) -> Refusal? {
    guard bytes.count <= byteLimit else { return .tooLarge }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      var scan = GuardScan()
      return unsafe scan.refusal(of: buffer)
    }
  }
}

/// The counters of one pass over a text.
private struct GuardScan {
  private var line = 1
  /// Pipes in the lines of the paragraph so far, and the most in one of them.
  private var pipesInLine = 0
  private var widestPipes = 0
  private var linesWithPipes = 0
  private var openers = 0
  private var nestedLines = 0

  mutating func refusal(of bytes: UnsafeBufferPointer<UInt8>) -> ParsingGuard.Refusal? {
    var offset = 0
    while offset < bytes.count {
      let depth = unsafe containerDepth(bytes, from: &offset)
      if depth > ParsingGuard.depthLimit { return .deepContainers(line: line) }
      // A short line deep in containers costs its depth, thousands of them cost the product.
      nestedLines += depth
      if nestedLines > 2_000_000 { return .deepContainers(line: line) }
      if let refusal = unsafe restOfLine(bytes, from: &offset) { return refusal }
    }
    return nil
  }

  /// Counts the markers of quotes and lists, and the indentation, at the head of a line.
  private func containerDepth(_ bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) -> Int {
    var depth = 0
    var columns = 0
    while offset < bytes.count {
      switch unsafe bytes[offset] {
      case UInt8(ascii: ">"): depth += 1
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        let next = unsafe offset + 1 < bytes.count ? bytes[offset + 1] : 0x0A
        guard next == 0x20 || next == 0x09 else { return depth + columns / 2 }
        depth += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // `1.` and `12)` before a space open an item of an ordered list.
        var end = offset + 1
        while end < bytes.count, unsafe ASCII.isDigit(bytes[end]) { end += 1 }
        let isMarker =
          unsafe end + 1 < bytes.count && (bytes[end] == 0x2E || bytes[end] == 0x29)
          && bytes[end + 1] == 0x20
        guard isMarker else { return depth + columns / 8 }
        depth += 1
        offset = end
      case 0x20: columns += 1
      case 0x09: columns += 4
      default: return depth + columns / 8
      }
      offset += 1
    }
    return depth
  }

  private mutating func restOfLine(
    _ bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int
  ) -> ParsingGuard.Refusal? {
    var isBlank = true
    var previous: UInt8 = 0
    var run = 0
    pipesInLine = 0
    while offset < bytes.count {
      let byte = unsafe bytes[offset]
      offset += 1
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { break }
      if byte > ASCII.space { isBlank = false }
      run = byte == previous ? run + 1 : 1
      previous = byte
      let weight = Int(guardWeights[Int(byte)])
      guard weight > 0 else { continue }
      if weight == 2 { pipesInLine += 1 } else { openers += 1 }
      if run > ParsingGuard.runLimit { return .longRun(line: line) }
      if openers > ParsingGuard.openerLimit { return .crowdedParagraph(line: line) }
    }
    if offset < bytes.count, unsafe bytes[offset - 1] == ASCII.carriageReturn,
      unsafe bytes[offset] == ASCII.lineFeed
    {
      offset += 1
    }
    defer { line += 1 }
    return endLine(isBlank: isBlank)
  }

  private mutating func endLine(isBlank: Bool) -> ParsingGuard.Refusal? {
    if isBlank {
      openers = 0
      widestPipes = 0
      linesWithPipes = 0
      return nil
    }
    linesWithPipes += 1
    widestPipes = max(widestPipes, pipesInLine)
    let isWide =
      widestPipes > ParsingGuard.tableColumnLimit
      || widestPipes > 50 && widestPipes * linesWithPipes > ParsingGuard.tableCellLimit
    return isWide ? .wideTable(line: line) : nil
  }
}

/// 1 for a byte that can open or close an inline construct, 2 for the pipe of a table.
private let guardWeights: [UInt8] = {
  var weights = [UInt8](repeating: 0, count: 256)
  for byte in "[]!<*_~`()&@:".utf8 { weights[Int(byte)] = 1 }
  weights[Int(UInt8(ascii: "|"))] = 2
  return weights
}()

extension ParsingGuard.Refusal {
  /// The sentence for a person; `offset` is added to the line.
  package func message(linesBefore offset: Int) -> Message {
    switch self {
    case .tooLarge:
      Message(
        "The note is larger than 32 MB and is treated as plain text",
        ko: "메모가 32 MB보다 커서 일반 글로 다룹니다")
    case .deepContainers(let line):
      Message(
        "Quotes or lists are nested too deeply at line \(line + offset); the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 인용이나 목록이 너무 깊어 메모를 일반 글로 다룹니다")
    case .wideTable(let line):
      Message(
        "The table at line \(line + offset) has too many cells; the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 표에 칸이 너무 많아 메모를 일반 글로 다룹니다")
    case .crowdedParagraph(let line):
      Message(
        "The paragraph at line \(line + offset) has too many brackets and marks; the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 문단에 괄호와 기호가 너무 많아 메모를 일반 글로 다룹니다")
    case .longRun(let line):
      Message(
        "Line \(line + offset) repeats one sign thousands of times; the note is treated as plain text",
        ko: "\(line + offset)번째 줄에 한 기호가 수천 번 되풀이되어 메모를 일반 글로 다룹니다")
    }
  }
}
