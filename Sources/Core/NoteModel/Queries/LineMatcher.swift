package import ByteBasics

/// Finds in a file the lines that a query's words are on, cutting words as the index does.
package struct LineMatcher: Sendable {
  private struct Phrase: Sendable {
    struct Part: Sendable {
      let bytes: [UInt8]
      let kind: SearchTokens.Token.Kind
    }

    let parts: [Part]
    let isPrefix: Bool
    let isInitials: Bool

    /// The number of tokens that tell if the phrase is there and how far it reaches.
    var reach: Int { isInitials ? max(parts.count, parts[0].bytes.count / 3) : parts.count }

    /// True if the pattern has several words: a line may end between two words.
    var canSpanLines: Bool { parts.dropFirst().contains { $0.kind != .joinedLetter } }
  }

  private let phrases: [Phrase]
  /// Bytes of which at least one must be on a line, for a quick no.
  private let firstBytes: [Bool]
  private let isOfWholeWords: Bool

  /// - Parameters:
  ///   - query: The query with the words to find. Words after `NOT` are skipped.
  ///   - isOfWholeWords: True if letters without spaces between them, as in Korean, match only as a whole.
  package init(_ query: Query, isOfWholeWords: Bool = false) {
    self.isOfWholeWords = isOfWholeWords
    phrases = Self.terms(query).compactMap { term in
      let cut = SearchTokens(term.words.utf8, addsInitials: false)
      guard !cut.tokens.isEmpty else { return nil }
      return Phrase(
        parts: cut.tokens.map { Phrase.Part(bytes: Array(cut.bytes[$0.start..<$0.end]), kind: $0.kind) },
        isPrefix: term.isPrefix || term.isInitials, isInitials: term.isInitials)
    }
    var bytes = [Bool](repeating: false, count: 256)
    for phrase in phrases {
      guard let first = phrase.parts[0].bytes.first else { continue }
      if first < 0x80 {
        bytes[Int(first)] = true
        if (first | 0x20) &- 0x61 < 26 { bytes[Int(first & 0xDF)] = true }
      }
      // A letter beyond ASCII can be written in several ways, and an ASCII one at full width.
      for other in 0x80...0xFF { bytes[other] = true }
    }
    firstBytes = bytes
  }

  package var isEmpty: Bool { phrases.isEmpty }

  private static func terms(_ query: Query) -> [TextTerm] {
    switch query {
    case .text(let term): [term]
    case .and(let parts), .or(let parts): parts.flatMap(terms)
    case .link(let term) where term.direction == .mentions: [TextTerm(words: term.name)]
    default: []
    }
  }

  /// Returns the lines with a match, in order.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limit: The largest number of lines.
  package func hits(in bytes: [UInt8], limit: Int = .max) -> [LineHit] {
    guard !phrases.isEmpty else { return [] }
    var spanning = spanningMatches(bytes)[...]
    var hits: [LineHit] = []
    var start = 0
    var line = 1
    while start < bytes.count, hits.count < limit {
      let feed = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var end = feed
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      let count = spanning.prefix { $0.lowerBound < end }.count
      let matches = matches(bytes, start, end, besides: Array(spanning.prefix(count)))
      spanning = spanning.dropFirst(count)
      if !matches.isEmpty { hits.append(LineHit(line: line, range: ByteRange(start, end), matches: matches)) }
      start = feed + 1
      line += 1
    }
    return hits
  }

  /// Returns the words of phrases on two or more lines, separately for each line.
  private func spanningMatches(_ bytes: [UInt8]) -> [ByteRange] {
    let phrases = phrases.filter(\.canSpanLines)
    guard !phrases.isEmpty else { return [] }
    var ranges: [ByteRange] = []
    find(phrases, in: bytes, 0, bytes.count, into: &ranges)
    return merged(ranges.sorted()).flatMap { range in
      bytes[range.indices].contains(0x0A) ? Self.parts(of: range, in: bytes) : []
    }
  }

  /// Splits a range into the part on each of its lines, from its first word to its last, without quote and list marks.
  private static func parts(of range: ByteRange, in bytes: [UInt8]) -> [ByteRange] {
    bytes[range.indices].split(separator: 0x0A).compactMap { line in
      guard let first = line.firstIndex(where: isInWord), let last = line.lastIndex(where: isInWord) else { return nil }
      return ByteRange(first, last + 1)
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
  }

  private func matches(_ bytes: [UInt8], _ start: Int, _ end: Int, besides spanning: [ByteRange]) -> [ByteRange] {
    var ranges = spanning
    if bytes[start..<end].contains(where: { firstBytes[Int($0)] }) {
      find(phrases, in: bytes, start, end, into: &ranges)
    }
    return ranges.isEmpty ? [] : merged(ranges.sorted())
  }

  /// A text longer than this is processed in pieces, so that it needs no more memory than a short text.
  private static let pieceSize = 1 << 16

  private func find(_ phrases: [Phrase], in bytes: [UInt8], _ start: Int, _ end: Int, into ranges: inout [ByteRange]) {
    let addsInitials = phrases.contains(where: \.isInitials)
    let reach = phrases.map(\.reach).max() ?? 0
    var start = start
    var size = Self.pieceSize
    while start < end {
      let pieceEnd = Self.pieceEnd(bytes, from: start, size, end)
      let cut = bytes.withUnsafeBufferPointer {
        SearchTokens(UnsafeBufferPointer(rebasing: $0[start..<pieceEnd]), addsInitials: addsInitials)
      }
      for phrase in phrases { find(phrase, in: cut, at: start, into: &ranges) }
      guard pieceEnd < end else { return }
      // A match that begins with the last words of a piece may go on in the next.
      if let next = cut.placeOfWord(beforeLast: reach), next > 0 {
        start += next
        size = Self.pieceSize
      } else {
        size *= 2
      }
    }
  }

  /// Returns the end of a piece, at a space, so that no word is split.
  private static func pieceEnd(_ bytes: [UInt8], from start: Int, _ size: Int, _ end: Int) -> Int {
    guard start + size < end else { return end }
    return bytes[(start + size)..<end].firstIndex { $0 <= 0x20 } ?? end
  }

  private func find(_ phrase: Phrase, in cut: SearchTokens, at base: Int, into ranges: inout [ByteRange]) {
    let hasInitials = !phrase.isInitials && cut.addsInitials
    let tokens = hasInitials ? cut.tokens.filter { $0.kind != .initials } : cut.tokens
    guard tokens.count >= phrase.parts.count else { return }
    for first in 0...(tokens.count - phrase.parts.count) {
      guard matches(phrase, tokens[first...], of: cut) else { continue }
      var last = first + phrase.parts.count - 1
      if isOfWholeWords, [first, last + 1].contains(where: { $0 < tokens.count && tokens[$0].kind == .joinedLetter }) {
        continue
      }
      // A word found by its initial consonants is marked as far as they reach.
      if phrase.isInitials, tokens[first].kind == .initials {
        let letters = phrase.parts[0].bytes.count / 3
        last = min(tokens.count - 1, first + letters - 1)
      }
      ranges.append(
        ByteRange(base + tokens[first].sourceStart, base + max(tokens[first].sourceEnd, tokens[last].sourceEnd)))
    }
  }

  private func matches(_ phrase: Phrase, _ tokens: ArraySlice<SearchTokens.Token>, of cut: SearchTokens) -> Bool {
    for (offset, part) in phrase.parts.enumerated() {
      let token = tokens[tokens.startIndex + offset]
      let isLast = offset == phrase.parts.count - 1
      let mayGoOn = phrase.isPrefix && isLast
      func isPart(_ range: Range<Int>) -> Bool {
        let bytes = cut.bytes[range]
        return mayGoOn ? bytes.starts(with: part.bytes) : bytes.elementsEqual(part.bytes)
      }
      guard isPart(token.start..<token.end) || token.kind == .signed && isPart(token.plainRange(in: cut.bytes)) else {
        return false
      }
      // Letters joined in the query must be joined in the text, and separate ones separate.
      if offset > 0, (part.kind == .joinedLetter) != (token.kind == .joinedLetter) { return false }
    }
    return true
  }

  private func merged(_ ranges: [ByteRange]) -> [ByteRange] {
    var merged: [ByteRange] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = ByteRange(last.lowerBound, max(last.upperBound, range.upperBound))
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension Note {
  /// The notes that contain the title or an alias of this note and do not link to it.
  package var mentionQuery: Query {
    let names = Set([title] + aliases).filter { $0.count > 1 }.sorted()
    let linked = Query.link(LinkTerm(direction: .linksTo, name: path.string))
    return .and([.or(names.map { .text(TextTerm(words: $0, scope: .body)) }), .not(linked)])
  }
}
