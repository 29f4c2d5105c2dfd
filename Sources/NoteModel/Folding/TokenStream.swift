/// The terms of a text in one run of bytes, as they are handed to FTS5.
///
/// A term is a byte with its length, of which the highest bit says that it is at the place of the one before,
/// and then the term itself.
package struct TokenStream: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// What is to be stored. `tokens` were cut with their initial consonants.
  package init(storing tokens: SearchTokens) {
    self.init(tokens, isQuery: false)
  }

  /// Cuts a phrase that is asked for.
  package init(asking text: UnsafeBufferPointer<UInt8>) {
    guard text.first == SearchTokens.initialsMark else {
      self.init(SearchTokens(text, addsInitials: false), isQuery: true)
      return
    }
    self.init()
    append(UnsafeBufferPointer(rebasing: text.prefix(SearchTokens.termLimit)), false)
  }

  private init() {}

  private init(_ tokens: SearchTokens, isQuery: Bool) {
    bytes.reserveCapacity(tokens.bytes.count * 2 + tokens.tokens.count)
    tokens.forEachTerm(isQuery: isQuery) { append($0, $1) }
  }

  private mutating func append(_ term: UnsafeBufferPointer<UInt8>, _ isAtSamePlace: Bool) {
    bytes.append(UInt8(term.count) | (isAtSamePlace ? 0x80 : 0))
    bytes.append(contentsOf: term)
  }

  /// Calls `body` with each term of a stream, and with whether it is at the place of the one before, until it
  /// returns false.
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
}
