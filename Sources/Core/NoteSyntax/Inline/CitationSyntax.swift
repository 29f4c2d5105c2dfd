package import ByteBasics

/// `@key` in the body: it cites a work if a bibliography has the key.
///
/// ```
/// as @lem1961 [p. 3] says       @lem1961
/// [see @a, p. 3; -@b]           @a and -@b, both in the brackets
/// [@{https://a.b/c}]            the key is between the braces
/// ```
package struct Citation: Sendable, Hashable {
  /// The range including the `@`, and the `-` before it that leaves the author out.
  package let range: ByteRange
  package let key: String
  /// The brackets around the citation, alone or with others. Nil for one in running text, perhaps a mention.
  package fileprivate(set) var group: ByteRange?
}

extension InlineScanner {
  /// Reads a key after the `@` at `offset`.
  ///
  /// - Returns: The offset at which scanning continues.
  mutating func scanCitation(at offset: Int) -> Int {
    var first = offset
    if first > start, bytes[first - 1] == ASCII.hyphen { first -= 1 }
    // An address, a path or a word goes on here.
    guard first == start || !CitationKey.isWord(bytes[first - 1]) && bytes[first - 1] != ASCII.slash,
      let (key, keyEnd) = CitationKey.read(bytes, from: offset + 1, to: end)
    else { return offset + 1 }
    ungrouped.append(citations.count)
    citations.append(
      Citation(range: ByteRange(first, keyEnd), key: String(decoding: bytes[key.indices], as: UTF8.self)))
    return keyEnd
  }

  /// Groups the citations of a closed bracket, except citations that an inner bracket has grouped.
  mutating func groupCitations(in group: ByteRange) {
    while let index = ungrouped.last, citations[index].range.lowerBound > group.lowerBound {
      citations[index].group = group
      ungrouped.removeLast()
    }
  }
}

/// The keys of citations, as pandoc reads them, without the signs that begin HTML, mathematics and comments.
enum CitationKey {
  /// Returns true for a letter, a digit, `_`, or a byte of a character beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Reads a citation key. Returns the key, and the end of the construct.
  static func read(_ bytes: [UInt8], from start: Int, to end: Int) -> (key: ByteRange, end: Int)? {
    guard start < end else { return nil }
    if bytes[start] == ASCII.leftBrace {
      let close = bytes[start..<end].firstIndex { $0 == UInt8(ascii: "}") || $0 <= ASCII.space }
      guard let close, bytes[close] > ASCII.space, close > start + 1 else { return nil }
      return (ByteRange(start + 1, close), close + 1)
    }
    guard isWord(bytes[start]) else { return nil }
    // A Korean particle follows a key of ASCII without a space: `@kim2020은`.
    let isASCII = bytes[start] < 0x80
    var index = start
    while index < end {
      let byte = bytes[index]
      if isASCII, (0xEA...0xED).contains(byte) { break }
      if isWord(byte) {
        index += 1
      } else if index + 1 < end, isWord(bytes[index + 1]), ":.#&-+?~/".utf8.contains(byte),
        !(isASCII && (0xEA...0xED).contains(bytes[index + 1]))
      {
        index += 1
      } else {
        break
      }
    }
    return (ByteRange(start, index), index)
  }
}
