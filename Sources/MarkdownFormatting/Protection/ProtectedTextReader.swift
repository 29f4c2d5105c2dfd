import ByteBasics

/// The protected texts of a source one after the other.
struct ProtectedTextReader {
  private let bytes: [UInt8]
  private var lineStart = 0
  private var found: [ByteRange] = []
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next protected text of the lines that were read.
  var text: ArraySlice<UInt8>? {
    position < found.count ? bytes[found[position].indices] : nil
  }

  mutating func dropText() {
    position += 1
  }

  var isAtEnd: Bool { lineStart >= bytes.count }

  /// Reads the next line where nothing is left of the one before.
  mutating func readLine() {
    guard position == found.count, !isAtEnd else { return }
    let end = lineEnd
    found = ProtectedText.ranges(in: bytes, from: lineStart, to: end)
    if let box = ProtectedText.boxRange(in: bytes, from: lineStart, to: end) {
      found.insert(box, at: 0)
    }
    position = 0
    lineStart = end + 1
  }

  /// Passes over lines that are the same in both and over empty ones: their protected texts are the same.
  mutating func skipLines(alikeIn other: inout Self) {
    guard position == found.count, other.position == other.found.count else { return }
    while !isAtEnd, !other.isAtEnd {
      let (end, otherEnd) = (lineEnd, other.lineEnd)
      if end == lineStart {
        lineStart += 1
      } else if otherEnd == other.lineStart {
        other.lineStart += 1
      } else if bytes[lineStart..<end] == other.bytes[other.lineStart..<otherEnd] {
        lineStart = end + 1
        other.lineStart = otherEnd + 1
      } else {
        return
      }
    }
  }

  /// The offset of the line feed that ends the present line, or the end of the text.
  private var lineEnd: Int {
    firstOffset(of: ASCII.lineFeed, in: bytes, from: lineStart, to: bytes.count) ?? bytes.count
  }
}
