import NoteModel

/// Which words a block of notes holds, in few bytes: sometimes it says yes where the answer is no.
///
/// The page's script asks the same questions in the same way.
struct SearchSignature {
  private var keys: Set<UInt32> = []

  init() {}

  /// Adds every way in which words of a text can be asked for: beginnings of Latin words, pairs of Korean,
  /// Chinese and Japanese letters, beginnings of initial consonants.
  mutating func add(_ text: [UInt8]) {
    let cut = SearchTokens(text, addsInitials: true)
    var previous: [UInt16] = []
    for token in cut.tokens {
      let units = Array(String(decoding: cut.bytes[token.start..<token.end], as: UTF8.self).utf16)
      switch token.kind {
      case .word, .initials: addBeginnings(units)
      case .letter, .joinedLetter:
        keys.insert(Self.hash(units))
        if token.kind == .joinedLetter { keys.insert(Self.hash(previous + units)) }
        previous = units
      }
    }
  }

  private static let beginnings = 4

  /// The first one to four letters, and the whole word.
  private mutating func addBeginnings(_ units: [UInt16]) {
    for length in 1...Self.beginnings where length <= units.count {
      keys.insert(Self.hash(units[..<length]))
    }
    if units.count > Self.beginnings { keys.insert(Self.hash(units)) }
  }

  /// FNV-1a over UTF-16.
  static func hash(_ units: some Sequence<UInt16>) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for unit in units { hash = (hash ^ UInt32(unit)) &* 0x0100_0193 }
    return hash
  }

  /// A Bloom filter with ten bits a key and three questions, its length a power of two.
  var bytes: [UInt8] {
    var size = 64
    while size * 8 < keys.count * 10 { size *= 2 }
    var bytes = [UInt8](repeating: 0, count: size)
    for key in keys {
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
