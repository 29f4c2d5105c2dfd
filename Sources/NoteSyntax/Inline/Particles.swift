import ByteBasics

/// The particles and endings that Korean writes after a word without a space.
enum Particles {
  private static let all: [[UInt8]] = [
    "에서", "에게", "에는", "에도", "에", "으로는", "으로", "로", "을", "를", "은", "는", "이", "가", "과", "와", "의", "도",
    "만", "까지", "부터", "처럼", "보다", "이나", "나", "이라고", "라고", "이라는", "라는", "입니다", "이다", "인데", "이며",
    "이고", "고", "랑", "하고",
  ].map { Array($0.utf8) }

  /// True where a particle begins at `start` and the word ends after it.
  ///
  /// `isLong`: Only particles of several syllables count.
  static func endsWord(
    _ bytes: [UInt8], from start: Int, to end: Int, isLong: Bool = false
  ) -> Bool {
    guard (0xEA...0xED).contains(bytes[start]) else { return false }
    return all.contains { particle in
      let next = start + particle.count
      guard !isLong || particle.count > 3, next <= end, bytes[start..<next].elementsEqual(particle)
      else { return false }
      return next == end || bytes[next] <= ASCII.space || ".,!?)]\"'".utf8.contains(bytes[next])
    }
  }
}
