/// A set of Unicode scalars, as ranges in order that do not touch.
struct ScalarSet: Hashable {
  private(set) var ranges: [ClosedRange<UInt32>] = []

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    for range in ranges { insert(range) }
  }

  mutating func insert(_ range: ClosedRange<UInt32>) {
    var merged = range
    var kept: [ClosedRange<UInt32>] = []
    for other in ranges {
      if other.upperBound < merged.lowerBound && merged.lowerBound - other.upperBound > 1
        || merged.upperBound < other.lowerBound && other.lowerBound - merged.upperBound > 1
      {
        kept.append(other)
      } else {
        let lower = min(other.lowerBound, merged.lowerBound)
        merged = lower...max(other.upperBound, merged.upperBound)
      }
    }
    kept.append(merged)
    ranges = kept.sorted { $0.lowerBound < $1.lowerBound }
  }

  mutating func formUnion(_ other: ScalarSet) {
    for range in other.ranges { insert(range) }
  }

  /// Every other scalar but the ends of lines.
  var inverted: ScalarSet {
    var result = ScalarSet()
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.insert(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { result.insert(next...0x10FFFF) }
    return result.removing(0x0A)
  }

  private func removing(_ scalar: UInt32) -> ScalarSet {
    var result = ScalarSet()
    for range in ranges {
      guard range.contains(scalar) else {
        result.insert(range)
        continue
      }
      if range.lowerBound < scalar { result.insert(range.lowerBound...(scalar - 1)) }
      if range.upperBound > scalar { result.insert((scalar + 1)...range.upperBound) }
    }
    return result
  }

  /// The set with the other case of every letter of the alphabets that have two.
  var ignoringCase: ScalarSet {
    var result = self
    for range in ranges {
      for value in range.clamped(to: 0...0x52F) {
        guard range.contains(value), let scalar = Unicode.Scalar(value) else { continue }
        let mappings = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
        for mapping in mappings where mapping.unicodeScalars.count == 1 {
          let other = mapping.unicodeScalars.first?.value ?? value
          result.insert(other...other)
        }
      }
    }
    return result
  }

  static let any = ScalarSet().inverted
  static let digit = ScalarSet([0x30...0x39])
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x3000...0x3000,
  ])
  static let hangul = ScalarSet([
    0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xAC00...0xD7A3,
  ])
  static let han = ScalarSet([0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF])
  static let letter = ScalarSet([
    0x41...0x5A, 0x61...0x7A, 0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6,
    0xF8...0x2C1, 0x370...0x1FFF, 0x2C00...0x2DFF, 0x3041...0x3096, 0x30A1...0x30FA,
    0x3105...0x318E, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0xD7A3, 0xF900...0xFAFF,
    0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF66...0xFF9D, 0x10000...0x1EFFF, 0x20000...0x3FFFF,
  ])
  static let word: ScalarSet = {
    var set = letter
    for range in digit.ranges + [0x5F...0x5F, 0xFF10...0xFF19] { set.insert(range) }
    return set
  }()

  /// `\p{…}`
  static let named: [String: ScalarSet] = [
    "Hangul": hangul, "Han": han, "L": letter, "N": digit, "Hiragana": ScalarSet([0x3041...0x309F]),
    "Katakana": ScalarSet([0x30A0...0x30FF, 0xFF66...0xFF9D]),
  ]

  /// `[:…:]`
  static let posix: [String: ScalarSet] = [
    "alpha": letter, "digit": digit, "alnum": ScalarSet(letter.ranges + digit.ranges),
    "space": space, "upper": ScalarSet([0x41...0x5A]), "lower": ScalarSet([0x61...0x7A]),
    "punct": ScalarSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]),
    "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66]),
  ]
}
