package import ByteBasics

/// The results of a query, written into the note between two HTML comments.
///
/// ```
/// <!-- sheaf answer 5d0c1f0a6b9e2c47 -->
/// - [Roof](Roof.md)
/// <!-- /sheaf answer -->
/// ```
///
/// Sheaf treats the whole block as a comment: the links, tags and tasks in the results do not belong to this note, and
/// a page for other readers gets separate results.
package struct BakedAnswer: Sendable, Hashable {
  /// The range from the first marker to the end of the second, without its line ending.
  package let range: ByteRange
  /// The range between the lines of the markers.
  package let content: ByteRange
  /// ``stamp(of:)`` of the text that was written.
  package let stamp: String

  private static let opening = Array("<!-- sheaf answer ".utf8)
  private static let closing = Array("<!-- /sheaf answer -->".utf8)
  private static let end = Array(" -->".utf8)

  /// Reads the answer between the markers of a comment. Nil for any other comment.
  init?(_ range: ByteRange, in bytes: [UInt8]) {
    let text = bytes[range.indices]
    guard Self.isOpening(text), text.suffix(Self.closing.count).elementsEqual(Self.closing),
      let lineEnd = text.firstIndex(of: ASCII.lineFeed), let stampEnd = text[..<lineEnd].firstRange(of: Self.end)
    else { return nil }
    self.range = range
    content = ByteRange(lineEnd + 1, range.upperBound - Self.closing.count)
    let stamp = text[(range.lowerBound + Self.opening.count)..<stampEnd.lowerBound]
    self.stamp = String(decoding: stamp, as: UTF8.self)
  }

  /// Returns the lines of an answer, including its markers.
  package static func lines(_ answer: String) -> String {
    let content = "\n" + answer + "\n\n"
    return String(decoding: opening, as: UTF8.self) + stamp(of: Array(content.utf8)) + " -->\n" + content
      + String(decoding: closing, as: UTF8.self)
  }

  /// Returns false if the answer was changed after it was written.
  package func isIntact(in bytes: [UInt8]) -> Bool { stamp == Self.stamp(of: Array(bytes[content.indices])) }

  /// Returns true if the file contains the same answer, with any line endings.
  package func says(_ answer: String, in bytes: [UInt8]) -> Bool {
    Self.plain(Array(bytes[content.indices])) == Array(("\n" + answer + "\n\n").utf8)
  }

  private static func stamp(of content: [UInt8]) -> String {
    let digits = String(ContentHash.of(plain(content)), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Removes carriage returns, because git and editors change line endings.
  private static func plain(_ content: [UInt8]) -> [UInt8] { content.filter { $0 != ASCII.carriageReturn } }

  package static func isOpening(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: opening) }
  package static func isClosing(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: closing) }

  /// Returns false if a quick search shows that the bytes contain no answer.
  package static func mayBe(in bytes: [UInt8]) -> Bool { word?.place(in: bytes, from: 0) != nil }
  private static let word = ByteSearch(opening)

  /// Finds the answers between blocks of raw HTML.
  ///
  /// - Parameter html: The HTML blocks of a body, in order. cmark does not report where blocks on one line end.
  static func ranges(between html: [ByteRange], in bytes: [UInt8]) -> [ByteRange] {
    var start: Int?
    var found: [ByteRange] = []
    for block in html where block.lowerBound == 0 || bytes[block.lowerBound - 1] == ASCII.lineFeed {
      let text = bytes[block.lowerBound...]
      if isOpening(text) {
        start = block.lowerBound
      } else if isClosing(text), let first = start {
        found.append(ByteRange(first, block.lowerBound + closing.count))
        start = nil
      }
    }
    return found
  }
}

extension Document {
  /// The answers that are written into the note, in its order.
  package var bakedAnswers: [BakedAnswer] { comments.compactMap { BakedAnswer($0, in: source.bytes) } }
}
