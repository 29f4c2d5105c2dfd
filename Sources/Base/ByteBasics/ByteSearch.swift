import HostSystem

/// A half-open range of byte offsets from the start of a file, byte order mark and front matter included.
@usableFromInline
package struct ByteRange: Hashable, Sendable {
  @usableFromInline package let lowerBound: Int
  @usableFromInline package let upperBound: Int

  @inlinable package init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  @inlinable package var count: Int { upperBound - lowerBound }
  @inlinable package var isEmpty: Bool { upperBound == lowerBound }
  @inlinable package var indices: Range<Int> { lowerBound..<upperBound }

  @inlinable package func contains(_ offset: Int) -> Bool {
    offset >= lowerBound && offset < upperBound
  }
  @inlinable package func contains(_ other: ByteRange) -> Bool {
    other.lowerBound >= lowerBound && other.upperBound <= upperBound
  }
}

extension ByteRange: Comparable {
  @inlinable package static func < (left: ByteRange, right: ByteRange) -> Bool {
    (left.lowerBound, left.upperBound) < (right.lowerBound, right.upperBound)
  }
}

/// One change of a file's bytes: the only way in which Sheaf changes a note.
package struct TextEdit: Hashable, Sendable {
  package let range: ByteRange
  package let replacement: [UInt8]

  package init(range: ByteRange, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  package init(range: ByteRange, replacement: String) {
    self.init(range: range, replacement: Array(replacement.utf8))
  }
}

/// Finds a text in another.
///
/// `memmem` of glibc passes over some gigabytes a second; a loop over vectors of Swift took sixty times as long.
package struct ByteSearch: Sendable {
  private let text: [UInt8]

  /// Creates a search. Nil for an empty text.
  package init?(_ text: [UInt8]) {
    if text.isEmpty { return nil }
    self.text = text
  }

  /// Returns the first offset of the text at or after `start`, or nil if the text does not occur.
  ///
  /// - Parameter end: The end of the searched bytes. Nil for all.
  package func place(in bytes: [UInt8], from start: Int, to end: Int? = nil) -> Int? {
    let end = end ?? bytes.count
    guard start < end else { return nil }
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe text.withUnsafeBytes { text in
        unsafe Host.place(of: text, in: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }.map { start + $0 }
    }
  }
}

/// Searches for marks from ever later offsets. A mark that lies ahead, or occurs nowhere, is searched once.
package struct ForwardSearch: Sendable {
  private let bytes: [UInt8]
  private let end: Int
  /// The first place of each mark after the last offset that was asked for; the end if there is none.
  private var ahead: [String: Int] = [:]

  /// - Parameter end: The end of the searched bytes.
  package init(_ bytes: [UInt8], to end: Int) {
    self.bytes = bytes
    self.end = end
  }

  /// Returns the first offset of a mark at or after `start`, or nil if the mark does not occur.
  ///
  /// - Parameter start: Not before the `start` of the last search for this mark.
  package mutating func place(of mark: String, from start: Int) -> Int? {
    var place = ahead[mark] ?? -1
    if place < start {
      place = ByteSearch(Array(mark.utf8))?.place(in: bytes, from: start, to: end) ?? end
      ahead[mark] = place
    }
    return place < end ? place : nil
  }
}

/// Returns the first offset of a byte from `start` to before `end`, found many bytes at a time by `memchr`.
package func firstOffset(of byte: UInt8, in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
  guard start < end, end <= bytes.count else { return nil }
  return unsafe bytes.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress,
      let found = unsafe memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

package func holds(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Bool {
  unsafe bytes.withUnsafeBytes { buffer in
    guard let base = buffer.baseAddress else { return false }
    return unsafe memchr(base, Int32(byte), buffer.count) != nil
  }
}

package func haveSameBytes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
  guard one.count == other.count else { return false }
  return unsafe one.withUnsafeBytes { left in
    unsafe other.withUnsafeBytes { right in
      guard let a = left.baseAddress, let b = right.baseAddress else { return true }
      return unsafe memcmp(a, b, left.count) == 0
    }
  }
}

/// Returns the end of the code span that begins at `offset`, or of the run of backticks if no run closes it.
package func codeSpanEnd(in bytes: [UInt8], at offset: Int, to end: Int) -> Int {
  let runEnd = endOfRun(in: bytes, at: offset, to: end)
  var position = runEnd
  while position < end {
    guard bytes[position] == ASCII.backtick else {
      position += 1
      continue
    }
    let close = endOfRun(in: bytes, at: position, to: end)
    if close - position == runEnd - offset { return close }
    position = close
  }
  return runEnd
}

/// Returns the end of the run of equal bytes that begins at `offset`.
package func endOfRun(in bytes: [UInt8], at offset: Int, to end: Int) -> Int {
  var position = offset
  while position < end, bytes[position] == bytes[offset] { position += 1 }
  return position
}
