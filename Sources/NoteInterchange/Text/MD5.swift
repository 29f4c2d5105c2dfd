import ByteBasics

/// The digest by which Evernote names the resources of a note (RFC 1321). It protects nothing.
enum MD5 {
  /// 32 hexadecimal digits in small letters.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    var state: (UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476
    )
    var message = bytes
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    let length = UInt64(bytes.count) &* 8
    for shift in 0..<8 { message.append(UInt8(truncatingIfNeeded: length >> UInt64(shift * 8))) }
    for start in stride(from: 0, to: message.count, by: 64) {
      mix(message[start..<start + 64], into: &state)
    }
    var text = ""
    for word in [state.0, state.1, state.2, state.3] {
      for shift in [UInt32(0), 8, 16, 24] {
        let byte = UInt8(truncatingIfNeeded: word >> shift)
        text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }

  private static func mix(
    _ block: ArraySlice<UInt8>, into state: inout (UInt32, UInt32, UInt32, UInt32)
  ) {
    var words = [UInt32](repeating: 0, count: 16)
    for (index, byte) in block.enumerated() {
      words[index / 4] |= UInt32(byte) << UInt32(index % 4 * 8)
    }
    var (a, b, c, d) = state
    for round in 0..<64 {
      let (mixed, index): (UInt32, Int) =
        switch round / 16 {
        case 0: (b & c | ~b & d, round)
        case 1: (d & b | ~d & c, (5 * round + 1) % 16)
        case 2: (b ^ c ^ d, (3 * round + 5) % 16)
        default: (c ^ (b | ~d), 7 * round % 16)
        }
      let sum = mixed &+ a &+ constants[round] &+ words[index]
      let shift = UInt32(shifts[round / 16][round % 4])
      (a, d, c) = (d, c, b)
      b = b &+ (sum << shift | sum >> (32 - shift))
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }

  private static let shifts = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

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
