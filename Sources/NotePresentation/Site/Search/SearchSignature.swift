import NoteModel

/// Which words a block of notes holds, in few bytes: sometimes it says yes where the answer is no.
///
/// The page's script asks the same questions in the same way.
struct SearchSignature {
  private var keys = KeySet()

  init() {}

  /// Adds every way in which words of a text can be asked for: beginnings of Latin words, pairs of Korean,
  /// Chinese and Japanese letters, beginnings of initial consonants.
  mutating func add(_ text: [UInt8]) {
    let cut = SearchTokens(text, addsInitials: true)
    var previous = Self.start
    for token in cut.tokens {
      let bytes = cut.bytes[token.start..<token.end]
      switch token.kind {
      case .word, .initials: addBeginnings(of: bytes)
      case .letter, .joinedLetter:
        if token.kind == .joinedLetter { keys.insert(Self.hash(bytes, from: previous)) }
        previous = Self.hash(bytes, from: Self.start)
        keys.insert(previous)
      }
    }
  }

  private static let beginnings = 4

  /// The first one to four letters, and the whole word.
  private mutating func addBeginnings(of word: ArraySlice<UInt8>) {
    var count = 0
    let whole = Self.hash(word, from: Self.start) { beginning in
      count += 1
      if count <= Self.beginnings { keys.insert(beginning) }
    }
    if count > Self.beginnings { keys.insert(whole) }
  }

  private static let start: UInt32 = 0x811C_9DC5

  /// FNV-1a over the UTF-16 of a text in UTF-8.
  ///
  /// `each` is told the hash behind every unit.
  private static func hash(
    _ text: ArraySlice<UInt8>, from start: UInt32, _ each: (UInt32) -> Void = { _ in }
  ) -> UInt32 {
    var hash = start
    func step(_ unit: UInt32) {
      hash = (hash ^ unit) &* 0x0100_0193
      each(hash)
    }
    var index = text.startIndex
    while index < text.endIndex {
      let lead = UInt32(text[index])
      let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
      for byte in text[(index + 1)..<min(index + length, text.endIndex)] {
        scalar = scalar << 6 | UInt32(byte) & 0x3F
      }
      index += length
      if scalar < 0x10000 {
        step(scalar)
      } else {
        step(0xD800 + (scalar - 0x10000) >> 10)
        step(0xDC00 + (scalar - 0x10000) & 0x3FF)
      }
    }
    return hash
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
