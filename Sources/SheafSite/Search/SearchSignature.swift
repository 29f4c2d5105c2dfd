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

/// FNV-1a over the UTF-16 of a text in UTF-8: the units that the page's script sees.
struct UnitHash {
  private(set) var value: UInt32 = 0x811C_9DC5

  /// - Parameter each: Takes the hash after every unit.
  @inline(__always)
  mutating func combine(
    _ text: UnsafeBufferPointer<UInt8>, _ each: (UInt32) -> Void = { _ in }
  ) {
    var index = 0
    while index < text.count {
      let lead = UInt32(text[index])
      let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
      for next in (index + 1)..<max(index + 1, min(index + length, text.count)) {
        scalar = scalar << 6 | UInt32(text[next]) & 0x3F
      }
      index += length
      if scalar < 0x10000 {
        step(scalar, each)
      } else {
        step(0xD800 + (scalar - 0x10000) >> 10, each)
        step(0xDC00 + (scalar - 0x10000) & 0x3FF, each)
      }
    }
  }

  @inline(__always)
  private mutating func step(_ unit: UInt32, _ each: (UInt32) -> Void) {
    value = (value ^ unit) &* 0x0100_0193
    each(value)
  }
}

/// Numbers, each once, without an order: a table that takes millions of hashes and is asked once.
struct KeySet {
  /// 0 where there is none.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)
  private var hasZero = false
  private(set) var count = 0

  mutating func insert(_ key: UInt32) {
    if key == 0 {
      count += hasZero ? 0 : 1
      hasZero = true
      return
    }
    var slot = Self.slot(of: key, in: slots.count)
    while slots[slot] != 0 {
      if slots[slot] == key { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = key
    count += 1
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    for key in slots where key != 0 {
      var slot = Self.slot(of: key, in: larger.count)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = key
    }
    slots = larger
  }

  private static func slot(of key: UInt32, in size: Int) -> Int {
    Int((key &* 0x9E37_79B1) >> 7) & (size - 1)
  }

  func forEach(_ body: (UInt32) -> Void) {
    if hasZero { body(0) }
    for key in slots where key != 0 { body(key) }
  }
}
