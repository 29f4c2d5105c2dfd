import ByteBasics

/// The counters of one pass over a text.
@safe struct GuardScan {
  private let weights: UnsafeBufferPointer<UInt8>
  private var line = 1
  /// Pipes in the lines of the paragraph so far, and the most in one of them.
  private var pipesInLine = 0
  private var widestPipes = 0
  private var linesWithPipes = 0
  private var openers = 0
  private var nestedLines = 0
  /// Signs that may occur in mail addresses: for each, cmark copies the rest of its paragraph.
  private var mailSigns = 0
  private var paragraphLength = 0
  private var copiedBytes = 0
  /// True for a line that begins with the mark of a list, which ends the paragraph above it.
  private var beginsItem = false

  private init(weights: UnsafeBufferPointer<UInt8>) { unsafe self.weights = weights }

  /// Returns the first construct in `bytes` that could make parsing slow.
  static func refusal(of bytes: UnsafeBufferPointer<UInt8>) -> ParsingGuard.Refusal? {
    unsafe GuardWeights.table.withUnsafeBufferPointer { weights in
      var scan = unsafe GuardScan(weights: weights)
      return unsafe scan.refusal(of: bytes)
    }
  }

  private mutating func refusal(of bytes: UnsafeBufferPointer<UInt8>) -> ParsingGuard.Refusal? {
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
  private mutating func containerDepth(_ bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) -> Int {
    var depth = 0
    var columns = 0
    beginsItem = false
    while offset < bytes.count {
      switch unsafe bytes[offset] {
      case UInt8(ascii: ">"): depth += 1
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        let next = unsafe offset + 1 < bytes.count ? bytes[offset + 1] : 0x0A
        guard next == 0x20 || next == 0x09 else { return depth + columns / 2 }
        // Further in, it may go on with a paragraph.
        if depth == 0, columns < 4 { beginsItem = true }
        depth += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // `1.` and `12)` before a space open an item of an ordered list.
        var end = offset + 1
        while end < bytes.count, unsafe ASCII.isDigit(bytes[end]) { end += 1 }
        let isMarker =
          unsafe end + 1 < bytes.count && (bytes[end] == 0x2E || bytes[end] == 0x29) && bytes[end + 1] == 0x20
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
    let isBlank = unsafe isBlank(bytes, from: offset)
    let start = offset
    if beginsItem, !isBlank { endParagraph() }
    var previous: UInt8 = 0
    var runEnd = 0
    var run = 0
    pipesInLine = 0
    while offset < bytes.count {
      let byte = unsafe bytes[offset]
      offset += 1
      let weight = unsafe weights[Int(byte)]
      if weight == 0 { continue }
      if weight == GuardWeights.lineEnd { break }
      run = byte == previous && runEnd == offset - 1 ? run + 1 : 1
      runEnd = offset
      previous = byte
      if weight == GuardWeights.pipe { pipesInLine += 1 } else { openers += 1 }
      if weight == GuardWeights.mail { mailSigns += 1 }
      if run > ParsingGuard.runLimit { return .longRun(line: line) }
      if openers > ParsingGuard.openerLimit { return .crowdedParagraph(line: line) }
    }
    if offset < bytes.count, unsafe bytes[offset - 1] == ASCII.carriageReturn, unsafe bytes[offset] == ASCII.lineFeed {
      offset += 1
    }
    defer { line += 1 }
    return endLine(isBlank: isBlank, length: offset - start)
  }

  private func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var offset = start
    while offset < bytes.count {
      let byte = unsafe bytes[offset]
      if byte > ASCII.space { return false }
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { return true }
      offset += 1
    }
    return true
  }

  private mutating func endParagraph() {
    copiedBytes += mailSigns * paragraphLength
    mailSigns = 0
    paragraphLength = 0
    openers = 0
    widestPipes = 0
    linesWithPipes = 0
  }

  private mutating func endLine(isBlank: Bool, length: Int) -> ParsingGuard.Refusal? {
    if isBlank {
      endParagraph()
      return nil
    }
    paragraphLength += length
    if copiedBytes + mailSigns * paragraphLength > ParsingGuard.copyLimit {
      return .crowdedParagraph(line: line)
    }
    linesWithPipes += 1
    widestPipes = max(widestPipes, pipesInLine)
    let isWide =
      widestPipes > ParsingGuard.tableColumnLimit
      || widestPipes > 50 && widestPipes * linesWithPipes > ParsingGuard.tableCellLimit
      || widestPipes * linesWithPipes > ParsingGuard.allCellLimit
    return isWide ? .wideTable(line: line) : nil
  }
}

/// The classes of bytes that are counted in a line.
private enum GuardWeights {
  /// The weight of a byte that can open or close an inline construct.
  static let opener: UInt8 = 1
  /// The weight of the character between the cells of a table.
  static let pipe: UInt8 = 2
  static let lineEnd: UInt8 = 3
  /// An opener as well.
  static let mail: UInt8 = 4

  static let table: [UInt8] = {
    var weights = [UInt8](repeating: 0, count: 256)
    for byte in "[]!<*_~`()&:".utf8 { weights[Int(byte)] = opener }
    weights[Int(ASCII.at)] = mail
    weights[Int(ASCII.pipe)] = pipe
    weights[Int(ASCII.lineFeed)] = lineEnd
    weights[Int(ASCII.carriageReturn)] = lineEnd
    return weights
  }()
}

extension ParsingGuard {
  /// Counts the bytes of a text that may become separate nodes. The memory for parsing depends on this number.
  package static func markCount(of bytes: [UInt8]) -> Int {
    let weights = GuardWeights.table
    return bytes.count { weights[Int($0)] != 0 && weights[Int($0)] != GuardWeights.lineEnd }
  }
}
