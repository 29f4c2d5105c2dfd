/// The offsets of the lines of a file. A line ends after LF, after CR LF, or after a lone CR, as cmark counts them.
@usableFromInline
package struct LineTable: Sendable {
  /// Offset of the first byte of each line; a last entry for the end of the file.
  @usableFromInline package let starts: [Int]

  package init(_ bytes: [UInt8], in range: ByteRange) {
    var starts = [range.lowerBound]
    starts.reserveCapacity(range.count / 32 + 2)
    if holds(ASCII.carriageReturn, in: bytes[range.indices]) {
      Self.addStarts(behindAnyBreakOf: bytes, in: range, to: &starts)
    } else {
      Self.addStarts(behindLineFeedsOf: bytes, in: range, to: &starts)
    }
    if starts.last != range.upperBound { starts.append(range.upperBound) }
    self.starts = starts
  }

  private static func addStarts(behindLineFeedsOf bytes: [UInt8], in range: ByteRange, to starts: inout [Int]) {
    var offset = range.lowerBound
    while let feed = firstOffset(of: ASCII.lineFeed, in: bytes, from: offset, to: range.upperBound) {
      offset = feed + 1
      starts.append(offset)
    }
  }

  private static func addStarts(behindAnyBreakOf bytes: [UInt8], in range: ByteRange, to starts: inout [Int]) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      offset += 1
      if byte == ASCII.carriageReturn, offset < range.upperBound,
        bytes[offset] == ASCII.lineFeed
      {
        offset += 1
      }
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { starts.append(offset) }
    }
  }

  /// The number of lines; a file that ends in a line feed has no empty line after it.
  @inlinable package var count: Int { max(0, starts.count - 1) }

  /// Offset of the first byte of a 0-based line, the end of the file beyond the last.
  @inlinable package func start(of line: Int) -> Int { starts[min(max(0, line), starts.count - 1)] }

  /// The bytes of a 0-based line with its end.
  @inlinable package func range(of line: Int) -> ByteRange {
    ByteRange(start(of: line), start(of: line + 1))
  }

  /// The 0-based line that contains the byte at `offset`.
  @inlinable package func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return min(low, max(0, count - 1))
  }
}

/// Returns the end of a line's content: without LF, CR LF or CR.
@inlinable
package func contentEnd(of line: ByteRange, in bytes: [UInt8]) -> Int {
  var end = line.upperBound
  if end > line.lowerBound, bytes[end - 1] == ASCII.lineFeed { end -= 1 }
  if end > line.lowerBound, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
  return end
}

/// Returns the line ending of a text: CR LF if its first line feed follows a CR, otherwise LF.
package func lineEnd(of bytes: [UInt8]) -> [UInt8] {
  guard let feed = firstOffset(of: ASCII.lineFeed, in: bytes, from: 0, to: bytes.count), feed > 0,
    bytes[feed - 1] == ASCII.carriageReturn
  else { return [ASCII.lineFeed] }
  return [ASCII.carriageReturn, ASCII.lineFeed]
}

extension StringProtocol {
  /// The lines of the text without their ends; the last is empty if the text ends with one.
  ///
  /// `\r\n` is one character in Swift, which a split at `"\n"` passes over.
  package var textLines: [Substring] {
    linesWithReturns.map { $0.unicodeScalars.last == "\r" ? Substring($0.unicodeScalars.dropLast()) : $0 }
  }

  /// The lines of the text. A line that ends with `\r\n` keeps its `\r`, so that joining the lines with `\n` gives the
  /// same bytes.
  package var linesWithReturns: [Substring] {
    Substring(self).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
  }
}

/// A line of a note in which words were found.
package struct LineHit: Hashable, Sendable {
  /// 1-based line of the file.
  package let line: Int
  /// The line without its end.
  package let range: ByteRange
  /// The ranges of the words in the file.
  package let matches: [ByteRange]

  package init(line: Int, range: ByteRange, matches: [ByteRange]) {
    self.line = line
    self.range = range
    self.matches = matches
  }
}
