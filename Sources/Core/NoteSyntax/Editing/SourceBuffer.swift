package import ByteBasics

/// The bytes of a file, exactly as they are on disk.
package struct SourceBuffer: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package subscript(range: ByteRange) -> ArraySlice<UInt8> {
    bytes[max(0, range.lowerBound)..<min(bytes.count, max(0, range.upperBound))]
  }

  /// Returns the text in `range`, with U+FFFD for bytes that are not valid UTF-8.
  package func text(in range: ByteRange) -> String { String(decoding: self[range], as: UTF8.self) }

  /// Returns the line and column of a byte for the user. Slow, so use it for messages, not in loops.
  package func position(at offset: Int) -> SourcePosition {
    var line = 1
    var lineStart = 0
    for index in 0..<min(max(0, offset), bytes.count) where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    let column = text(in: ByteRange(lineStart, offset)).count + 1
    return SourcePosition(line: line, column: column)
  }

  /// Returns the positions of many offsets, found in one pass.
  ///
  /// - Parameter countsScalars: True if columns count code points, not grapheme clusters.
  package func positions(of offsets: some Sequence<Int>, countsScalars: Bool = false) -> [Int: SourcePosition] {
    var positions: [Int: SourcePosition] = [:]
    var (line, column, known) = (1, 1, 0)
    for offset in Set(offsets).sorted() {
      let end = min(max(0, offset), bytes.count)
      for index in known..<max(known, end) where bytes[index] == 0x0A {
        line += 1
        column = 1
        known = index + 1
      }
      let text = text(in: ByteRange(known, end))
      column += countsScalars ? text.unicodeScalars.count : text.count
      known = end
      positions[offset] = SourcePosition(line: line, column: column)
    }
    return positions
  }

  /// Applies `edits` to these bytes.
  ///
  /// - Parameter edits: The edits, in any order. Two edits at the same empty range keep their order.
  /// - Throws: ``OverlappingEdits`` if two edits touch the same byte or one is out of bounds.
  package func applying(_ edits: [TextEdit]) throws(OverlappingEdits) -> SourceBuffer {
    let ordered = edits.enumerated().sorted { ($0.element.range, $0.offset) < ($1.element.range, $1.offset) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.replacement.count })
    var offset = 0
    for (_, edit) in ordered {
      guard edit.range.lowerBound >= offset, edit.range.upperBound <= bytes.count else {
        throw OverlappingEdits(offset: edit.range.lowerBound)
      }
      result += bytes[offset..<edit.range.lowerBound]
      result += edit.replacement
      offset = edit.range.upperBound
    }
    result += bytes[offset...]
    return SourceBuffer(result)
  }
}

/// A line and a column of a file, both from 1; the column counts grapheme clusters.
package struct SourcePosition: Hashable, Sendable, Codable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Two edits of one batch touch the same byte, or one lies outside the file: a programming error of the caller.
package struct OverlappingEdits: Error, Hashable {
  package let offset: Int
}
