extension SearchTokens {
  /// Stands before initial consonants, as they are stored and as they are asked for.
  package static let initialsMark: UInt8 = 1
  /// Longer words are cut off here.
  package static let termLimit = 127

  /// Calls `body` with each term as the full-text index has it, and with whether it is at the place of the one
  /// before.
  ///
  /// Letters that are joined are stored in pairs, the last one of a row alone: `주간 회의` is `주간`, `간`, `회의`, `의`.
  /// So a word of two letters is found by one term, and no pair reaches over a gap. The initial consonants of a
  /// word are stored once for each text, after a mark, so that they are not words that somebody wrote.
  ///
  /// - Parameter isQuery: The last letters of a phrase that is asked for count in pairs only.
  package func forEachTerm(
    isQuery: Bool = false, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Void
  ) {
    bytes.withUnsafeBufferPointer { letters in
      tokens.withUnsafeBufferPointer { tokens in
        Self.forEachTerm(of: tokens, letters, isQuery: isQuery, body)
      }
    }
  }

  private static func forEachTerm(
    of tokens: UnsafeBufferPointer<Token>, _ letters: UnsafeBufferPointer<UInt8>, isQuery: Bool,
    _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Void
  ) {
    var seenInitials = NumberSet()
    var joined: [UInt8] = []
    for index in tokens.indices {
      let token = tokens[index]
      switch token.kind {
      case .word:
        let end = min(token.end, token.start + termLimit)
        body(UnsafeBufferPointer(rebasing: letters[token.start..<end]), false)
      case .letter, .joinedLetter:
        var next = index + 1
        if next < tokens.count, tokens[next].kind == .initials { next += 1 }
        if next < tokens.count, tokens[next].kind == .joinedLetter {
          let other = tokens[next]
          if other.start == token.end {
            body(UnsafeBufferPointer(rebasing: letters[token.start..<other.end]), false)
          } else {
            joined.removeAll(keepingCapacity: true)
            joined.append(contentsOf: letters[token.start..<token.end])
            joined.append(contentsOf: letters[other.start..<other.end])
            joined.withUnsafeBufferPointer { body($0, false) }
          }
        } else if !(isQuery && next == tokens.count && token.kind == .joinedLetter) {
          body(UnsafeBufferPointer(rebasing: letters[token.start..<token.end]), false)
        }
      case .initials:
        let own = UnsafeBufferPointer(rebasing: letters[token.start..<token.end])
        guard seenInitials.insert(number(own)) else { continue }
        joined.removeAll(keepingCapacity: true)
        joined.append(initialsMark)
        joined.append(contentsOf: own)
        joined.withUnsafeBufferPointer { body($0, true) }
      }
    }
  }

  /// Up to twelve consonants, each of three bytes of which the last two tell them apart, as a number that is not 0.
  private static func number(_ initials: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var number: UInt64 = 1
    for offset in stride(from: 0, to: initials.count, by: 3) {
      let scalar = UInt64(initials[offset + 1] & 0x3F) << 6 | UInt64(initials[offset + 2] & 0x3F)
      // ㄱ is U+3131.
      number = number << 5 | ((scalar &- 0x131) & 0x1F)
    }
    return number
  }
}

/// Numbers that were met. 0 is none.
private struct NumberSet {
  private var slots: [UInt64] = []
  private var count = 0

  /// - Returns: False where the number was met before.
  mutating func insert(_ number: UInt64) -> Bool {
    if count * 2 >= slots.count { grow() }
    let slot = slot(of: number)
    if slots[slot] == number { return false }
    slots[slot] = number
    count += 1
    return true
  }

  /// Where a number stands, or is to stand.
  private func slot(of number: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[slot] != 0, slots[slot] != number { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(64, old.count * 2))
    for number in old where number != 0 { slots[slot(of: number)] = number }
  }
}
