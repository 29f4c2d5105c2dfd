import ByteBasics
import NoteModel

/// Which words some notes contain, in few bytes: sometimes it says yes where the answer is no.
///
/// The words are divided among buckets by their hashes, so that a page loads the part that its question needs. The
/// search's script asks the same questions in the same way.
struct SearchSignature {
  private var keys = KeySet()
  private let bucketCount: Int

  /// - Parameter bucketCount: A power of two.
  init(bucketCount: Int) { self.bucketCount = bucketCount }

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

  /// A Bloom filter for each bucket, with ten bits a key and three questions; in Base64, with commas between.
  var text: String {
    var buckets = Array(repeating: [UInt32](), count: bucketCount)
    keys.forEach { buckets[Int($0) & (bucketCount - 1)].append($0) }
    return buckets.map { Base64.text(Self.filter($0)) }.joined(separator: ",")
  }

  private static func filter(_ keys: [UInt32]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (keys.count * 10 + 7) / 8)
    for key in keys {
      var probe = key
      for _ in 0..<3 {
        let bit = Int(probe ^ probe >> 15) % (bytes.count * 8)
        bytes[bit >> 3] |= 1 << UInt8(bit & 7)
        probe = probe &* 0x85EB_CA6B &+ 0x9E37_79B9
      }
    }
    return bytes
  }
}
