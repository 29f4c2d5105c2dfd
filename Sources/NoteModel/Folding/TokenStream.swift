/// The tokens of a text in one run of bytes, as the full-text index takes them in.
///
/// Letters that are joined are stored in pairs, the last one of a row alone: `주간 회의` is `주간`, `간`, `회의`, `의`.
/// So a word of two letters is found by one token, and no pair reaches over a gap. The initial consonants of a
/// word are stored once for each text, behind a mark, so that they are no words that somebody wrote.
///
/// A token is a byte with its length, of which the highest bit says that it stands at the place of the one before,
/// and then the token itself.
package struct TokenStream: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Longer words are cut off here.
  package static let tokenLimit = 127

  /// Cuts what is to be stored.
  package init(storing text: ArraySlice<UInt8>) {
    let tokens = text.withUnsafeBufferPointer { SearchTokens($0, addsInitials: true) }
    self.init(tokens, isQuery: false)
  }

  package init(storing text: String) {
    var text = text
    let tokens = text.withUTF8 { SearchTokens($0, addsInitials: true) }
    self.init(tokens, isQuery: false)
  }

  /// Cuts a phrase that is asked for: its last letters are stored in pairs only.
  package init(asking text: UnsafeBufferPointer<UInt8>) {
    guard text.first == Self.initialsMark else {
      self.init(SearchTokens(text, addsInitials: false), isQuery: true)
      return
    }
    self.init()
    append(text)
  }

  /// Calls `body` with each token of a stream, and with whether it stands at the place of the one before, until it
  /// returns false.
  @inline(__always)
  package static func forEach(
    in stream: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Bool
  ) {
    var offset = 0
    while offset < stream.count {
      let head = stream[offset]
      let start = offset + 1
      let end = min(start + Int(head & 0x7F), stream.count)
      guard body(UnsafeBufferPointer(rebasing: stream[start..<end]), head & 0x80 != 0) else {
        return
      }
      offset = end
    }
  }

  /// Stands before initial consonants, as they are stored and as they are asked for.
  package static let initialsMark: UInt8 = 1

  private init() {}

  private init(_ cut: SearchTokens, isQuery: Bool) {
    bytes.reserveCapacity(cut.bytes.count * 2 + cut.tokens.count)
    cut.bytes.withUnsafeBufferPointer { letters in
      cut.tokens.withUnsafeBufferPointer { tokens in
        append(tokens, of: letters, isQuery: isQuery)
      }
    }
  }

  private mutating func append(
    _ tokens: UnsafeBufferPointer<SearchTokens.Token>, of letters: UnsafeBufferPointer<UInt8>,
    isQuery: Bool
  ) {
    var seenInitials: Set<UInt64> = []
    for index in tokens.indices {
      let token = tokens[index]
      let own = UnsafeBufferPointer(rebasing: letters[token.start..<token.end])
      switch token.kind {
      case .word: append(own)
      case .letter, .joinedLetter:
        var next = index + 1
        if next < tokens.count, tokens[next].kind == .initials { next += 1 }
        if next < tokens.count, tokens[next].kind == .joinedLetter {
          bytes.append(UInt8(own.count + tokens[next].end - tokens[next].start))
          bytes.append(contentsOf: own)
          bytes.append(contentsOf: letters[tokens[next].start..<tokens[next].end])
        } else if !(isQuery && next == tokens.count && token.kind == .joinedLetter) {
          append(own)
        }
      case .initials:
        if seenInitials.insert(Self.number(own)).inserted {
          bytes.append(UInt8(own.count + 1) | 0x80)
          bytes.append(Self.initialsMark)
          bytes.append(contentsOf: own)
        }
      }
    }
  }

  private mutating func append(_ token: UnsafeBufferPointer<UInt8>) {
    let length = min(token.count, Self.tokenLimit)
    bytes.append(UInt8(length))
    bytes.append(contentsOf: token.prefix(length))
  }

  /// Up to twelve consonants, each of three bytes of which the last two tell them apart, as a number.
  private static func number(_ initials: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var number: UInt64 = 1
    for offset in stride(from: 0, to: initials.count, by: 3) {
      let scalar = UInt64(initials[offset + 1] & 0x3F) << 6 | UInt64(initials[offset + 2] & 0x3F)
      // ㄱ is U+3131.
      number = number << 5 | (scalar &- 0x131 & 0x1F)
    }
    return number
  }
}
