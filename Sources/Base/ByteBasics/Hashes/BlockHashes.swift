/// Hashes of blocks of 64 bytes; the last block is filled up with a one bit, zeros and the length in bits.
protocol BlockHash {
  mutating func compress(_ block: ArraySlice<UInt8>)
}

extension BlockHash {
  mutating func compress(all message: [UInt8], lengthIsBigEndian: Bool = true) {
    let whole = message.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { compress(message[start..<start + 64]) }
    var rest = Array(message[whole...]) + [0x80]
    while rest.count % 64 != 56 { rest.append(0) }
    let bits = UInt64(message.count) * 8
    for place in 0..<8 {
      let shift = UInt64(8 * (lengthIsBigEndian ? 7 - place : place))
      rest.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    for start in stride(from: 0, to: rest.count, by: 64) { compress(rest[start..<start + 64]) }
  }
}

extension UInt32 {
  fileprivate func rotated(left count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
  fileprivate func rotated(right count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}

extension ArraySlice<UInt8> {
  /// Puts a block into the first 16 of `words`.
  fileprivate func read(into words: inout [UInt32], isBigEndian: Bool = true) {
    for index in 0..<16 {
      let place = startIndex + index * 4
      let word =
        UInt32(self[place]) << 24 | UInt32(self[place + 1]) << 16
        | UInt32(self[place + 2]) << 8 | UInt32(self[place + 3])
      words[index] = isBigEndian ? word : word.byteSwapped
    }
  }
}

/// The hash by which a content security policy knows a script (FIPS 180-4).
package struct SHA256: BlockHash {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var words = [UInt32](repeating: 0, count: 64)

  package static func hash(_ message: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.compress(all: message)
    return hash.state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
    }
  }

  mutating func compress(_ block: ArraySlice<UInt8>) {
    block.read(into: &words)
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = early.rotated(right: 7) ^ early.rotated(right: 18) ^ early >> 3
      let second = late.rotated(right: 17) ^ late.rotated(right: 19) ^ late >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let mixed = e.rotated(right: 6) ^ e.rotated(right: 11) ^ e.rotated(right: 25)
      let first = h &+ mixed &+ choice &+ Self.constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (a.rotated(right: 2) ^ a.rotated(right: 13) ^ a.rotated(right: 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  /// The fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { fractionOfCubeRoot($0) }
  }()

  /// Computes the first 32 bits after the point of a cube root, with integers only.
  private static func fractionOfCubeRoot(_ number: Int) -> UInt32 {
    // The largest root with root³ ≤ number · 2⁹⁶ contains the bits at its end.
    let target = UInt128(number) << 96
    var root: UInt128 = 0
    for bit in stride(from: 35, through: 0, by: -1) {
      let candidate = root | UInt128(1) << UInt128(bit)
      if candidate * candidate * candidate <= target { root = candidate }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}

/// The hash by which git names objects (FIPS 180-4); here it recognises contents and protects nothing.
package struct SHA1: BlockHash {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  private var words = [UInt32](repeating: 0, count: 80)

  /// Returns the first 64 bits of the SHA-1 hash of a message.
  package static func prefix(_ message: [UInt8]) -> UInt64 {
    var hash = SHA1()
    hash.compress(all: message)
    return UInt64(hash.state.0) << 32 | UInt64(hash.state.1)
  }

  mutating func compress(_ block: ArraySlice<UInt8>) {
    block.read(into: &words)
    for index in 16..<80 {
      let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = mixed.rotated(left: 1)
    }
    var (a, b, c, d, e) = state
    for round in 0..<80 {
      let (mix, constant): (UInt32, UInt32) =
        switch round {
        case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = a.rotated(left: 5) &+ mix &+ e &+ constant &+ words[round]
      (a, b, c, d, e) = (next, a, b.rotated(left: 30), c, d)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}

/// The digest by which Evernote names the resources of a note (RFC 1321). It protects nothing.
package struct MD5: BlockHash {
  private var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
  private var words = [UInt32](repeating: 0, count: 16)

  /// Returns the MD5 hash of a message as 32 hexadecimal digits in lower case.
  package static func hexadecimal(_ message: [UInt8]) -> String {
    var hash = MD5()
    hash.compress(all: message, lengthIsBigEndian: false)
    return [hash.state.0, hash.state.1, hash.state.2, hash.state.3].map { word in
      let digits = String(word.byteSwapped, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  mutating func compress(_ block: ArraySlice<UInt8>) {
    block.read(into: &words, isBigEndian: false)
    var (a, b, c, d) = state
    for round in 0..<64 {
      let (mixed, index): (UInt32, Int) =
        switch round / 16 {
        case 0: (b & c | ~b & d, round)
        case 1: (d & b | ~d & c, (5 * round + 1) % 16)
        case 2: (b ^ c ^ d, (3 * round + 5) % 16)
        default: (c ^ (b | ~d), 7 * round % 16)
        }
      let sum = mixed &+ a &+ Self.constants[round] &+ words[index]
      let shift = UInt32(Self.shifts[round / 16][round % 4])
      (a, d, c) = (d, c, b)
      b = b &+ sum.rotated(left: shift)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }

  private static let shifts = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

  private static let constants: [UInt32] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
  ]
}
