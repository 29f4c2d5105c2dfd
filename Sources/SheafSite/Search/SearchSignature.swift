import NoteModel

/// Which words a block of notes contains, in few bytes: sometimes it says yes where the answer is no.
///
/// The page's script asks the same questions in the same way.
struct SearchSignature {
  private var keys = KeySet()

  init() {}

  /// Adds every way in which words of a text can be asked for: beginnings of Latin words, pairs of Korean,
  /// Chinese and Japanese letters, beginnings of initial consonants.
  mutating func add(_ text: [UInt8]) {
    let cut = SearchTokens(text, addsInitials: true)
    let tokens = cut.tokens
    cut.bytes.withUnsafeBufferPointer { bytes in
      var previous = UnitHash()
      for token in tokens {
        let word = UnsafeBufferPointer(rebasing: bytes[token.start..<token.end])
        switch token.kind {
        case .word, .initials: addBeginnings(of: word)
        case .letter, .joinedLetter:
          if token.kind == .joinedLetter {
            previous.combine(word)
            keys.insert(previous.value)
          }
          previous = UnitHash()
          previous.combine(word)
          keys.insert(previous.value)
        }
      }
    }
  }

  private static let beginnings = 4

  /// The first one to four letters, and the whole word.
  private mutating func addBeginnings(of word: UnsafeBufferPointer<UInt8>) {
    var hash = UnitHash()
    var count = 0
    hash.combine(word) { beginning in
      count += 1
      if count <= Self.beginnings { keys.insert(beginning) }
    }
    if count > Self.beginnings { keys.insert(hash.value) }
  }

  /// A Bloom filter with ten bits a key and three questions, its length a power of two.
  var bytes: [UInt8] {
    var size = 64
    while size * 8 < keys.count * 10 { size *= 2 }
    var bytes = [UInt8](repeating: 0, count: size)
    keys.forEach { key in
      var probe = key
      for _ in 0..<3 {
        let bit = Int(probe ^ probe >> 15) & (size * 8 - 1)
        bytes[bit >> 3] |= 1 << UInt8(bit & 7)
        probe = probe &* 0x85EB_CA6B &+ 0x9E37_79B9
      }
    }
    return bytes
  }
}
