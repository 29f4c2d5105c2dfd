/// The tokens of a text for the index and for queries: words, letters and initial consonants.
///
/// A Latin word is one folded token, and so is an emoji. Each Korean, Chinese, Japanese, Thai, Lao, Khmer and Burmese letter is a
/// token; the token records whether it directly follows the previous letter. The first letter of a Korean word has a second token at
/// the same place: the initial consonants of the word (`회의록` → `ㅎㅇㄹ`). A query of consonants matches these tokens by prefix.
package struct SearchTokens {
  package struct Token {
    package enum Kind: Sendable, Equatable {
      case word
      /// A word with its signs, `c++`, `c#`, `.net`, which is also found without them.
      case signed
      case letter
      /// A letter with no gap between it and the letter before.
      case joinedLetter
      /// The initial consonants of a word, at the same place as the letter before them.
      case initials
    }

    // Half the size: a text is made of many.
    private let places: SIMD4<UInt32>
    package let kind: Kind

    init(start: Int, end: Int, sourceStart: Int, sourceEnd: Int, kind: Kind) {
      places = SIMD4(
        UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end),
        UInt32(truncatingIfNeeded: sourceStart), UInt32(truncatingIfNeeded: sourceEnd))
      self.kind = kind
    }

    /// The start of the token in ``bytes``.
    package var start: Int { Int(places.x) }
    package var end: Int { Int(places.y) }
    /// The start of the token in the text.
    package var sourceStart: Int { Int(places.z) }
    package var sourceEnd: Int { Int(places.w) }

    /// Returns the range of the token's letters without signs.
    package func plainRange<Letters: RandomAccessCollection<UInt8>>(in letters: Letters) -> Range<Int>
    where Letters.Index == Int {
      var (start, end) = (start, end)
      guard kind == .signed else { return start..<end }
      if letters[start] == UInt8(ascii: ".") { start += 1 }
      while letters[end - 1] == UInt8(ascii: "+") || letters[end - 1] == UInt8(ascii: "#") { end -= 1 }
      return start..<end
    }
  }

  /// The folded tokens, one after the other.
  package private(set) var bytes: [UInt8] = []
  package private(set) var tokens: [Token] = []

  let addsInitials: Bool

  /// The offset in the text at which the last letter ended; -1 if there was none.
  private var letterEnd = -1
  /// The initial consonants of the Korean word that is being read, and where its first token is.
  private var initials: [UInt8] = []
  private var initialsIndex = -1
  /// The most initial consonants of a word that are kept.
  package static let initialsLimit = 12

  /// - Parameters:
  ///   - text: UTF-8, in which malformed bytes separate words.
  ///   - addsInitials: True for texts to store, false for queries.
  package init(_ text: UnsafeBufferPointer<UInt8>, addsInitials: Bool) {
    self.addsInitials = addsInitials
    bytes.reserveCapacity(text.count)
    tokens.reserveCapacity(text.count / 4 + 1)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        if isASCIIWord(byte) {
          index = word(text, from: index)
        } else {
          closeKoreanWord()
          index += 1
        }
        continue
      }
      index = beyondASCII(text, from: index)
    }
    closeKoreanWord()
  }

  package init(_ text: some Sequence<UInt8>, addsInitials: Bool) {
    self =
      text.withContiguousStorageIfAvailable { SearchTokens($0, addsInitials: addsInitials) }
      ?? Array(text).withUnsafeBufferPointer { SearchTokens($0, addsInitials: addsInitials) }
  }

  /// Returns the position of the last word that at least `count` tokens follow. Nil if there is none.
  func placeOfWord(beforeLast count: Int) -> Int? {
    guard tokens.count > count else { return nil }
    let word = tokens[...(tokens.count - 1 - count)].last { token in
      token.kind != .joinedLetter && token.kind != .initials
    }
    return word?.sourceStart
  }

  /// True if the text ends with a letter that no other is joined to: it begins many pairs.
  package var endsInLoneLetter: Bool { tokens.last?.kind == .letter }

  private mutating func beyondASCII(_ text: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
    let (scalar, length) = decode(text, index)
    if Hangul.isLeading(scalar) || Hangul.syllables.contains(scalar) {
      return koreanLetter(text, from: index, scalar, length)
    }
    guard let folded = ScalarFolding.folded(scalar) else {
      // A mark that does not count, such as a variation selector, parts no letters.
      if letterEnd == index { letterEnd += length }
      return index + max(1, length)
    }
    if let plain = PlainLetters.of(folded) {
      if plain.isInWord { return word(text, from: index) }
      add(plain.scalars, index, index + length)
      return index + length
    }
    if ScalarFolding.isLetterToken(folded) {
      closeKoreanWord()
      let (mark, markLength) = decode(text, index + length)
      let voiced = Kana.voiced(folded, by: mark)
      let end = index + length + (voiced == nil ? 0 : markLength)
      addLetter(voiced ?? folded, index, end)
      return end
    }
    if ScalarFolding.isPicture(folded) {
      closeKoreanWord()
      append(folded, to: &bytes)
      add(.word, from: bytes.count - length, index, index + length)
      return index + length
    }
    if ScalarFolding.isWordScalar(folded) { return word(text, from: index) }
    closeKoreanWord()
    return index + max(1, length)
  }

  private mutating func add(_ kind: Token.Kind, from start: Int, _ sourceStart: Int, _ sourceEnd: Int) {
    guard bytes.count > start else { return }
    tokens.append(Token(start: start, end: bytes.count, sourceStart: sourceStart, sourceEnd: sourceEnd, kind: kind))
  }

  /// Adds the letters of a compatibility character such as `㈜`.
  private mutating func add(_ plain: [UInt32], _ start: Int, _ end: Int) {
    closeKoreanWord()
    var wordStart = bytes.count
    for scalar in plain {
      let isLetter = ScalarFolding.isLetterToken(scalar)
      if !isLetter, ScalarFolding.isWordScalar(scalar) {
        append(scalar, to: &bytes)
        continue
      }
      add(.word, from: wordStart, start, end)
      // All letters of the text are at one place.
      if letterEnd == end { letterEnd = start }
      if isLetter { addLetter(scalar, start, end) }
      wordStart = bytes.count
    }
    add(.word, from: wordStart, start, end)
    letterEnd = -1
  }

  /// Returns a run of letters and digits that are written together; accents inside are dropped.
  private mutating func word(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    closeKoreanWord()
    let tokenStart = bytes.count
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        guard isASCIIWord(byte) else { break }
        bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        index += 1
        continue
      }
      let (scalar, length) = decode(text, index)
      guard let folded = ScalarFolding.folded(scalar) else {
        index += length
        continue
      }
      if let plain = PlainLetters.of(folded) {
        guard plain.isInWord else { break }
        for scalar in plain.scalars { append(scalar, to: &bytes) }
        index += length
        continue
      }
      if ScalarFolding.isLetterToken(folded) || ScalarFolding.isPicture(folded) { break }
      guard ScalarFolding.isWordScalar(folded), !Hangul.isLeading(scalar) else { break }
      append(folded, to: &bytes)
      index += length
    }
    let (before, after) = signs(text, around: start, index)
    if before + after > 0 {
      if before > 0 { bytes.insert(UInt8(ascii: "."), at: tokenStart) }
      bytes += text[index..<(index + after)]
    }
    add(before + after > 0 ? .signed : .word, from: tokenStart, start - before, index + after)
    return max(index + after, start + 1)
  }

  /// Returns the bytes of the signs that belong to a word: the dot in ` .net` and `ASP.NET`, `++`, and `+` or `#` at
  /// its end.
  private func signs(_ text: UnsafeBufferPointer<UInt8>, around start: Int, _ end: Int) -> (before: Int, after: Int) {
    var signs = (before: 0, after: 0)
    if start > 0, text[start - 1] == UInt8(ascii: "."), (text[start] | 0x20) &- 0x61 < 26 {
      let isFirst = start < 2 || text[start - 2] <= 0x20 || "\"'`([{<>*_|/:=,".utf8.contains(text[start - 2])
      func isCapital(_ place: Int) -> Bool { place >= 0 && place < text.count && text[place] &- 0x41 < 26 }
      if isFirst || isCapital(start - 2) && isCapital(start) && isCapital(start + 1) { signs.before = 1 }
    }
    guard end < text.count, end - start <= 16 else { return signs }
    let (sign, next) = (text[end], end + 1 < text.count ? text[end + 1] : 0x20)
    if sign == UInt8(ascii: "+"), next == sign {
      signs.after = 2
    } else if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "#") {
      signs.after = isASCIIWord(next) || "+#^=[(".utf8.contains(next) ? 0 : 1
    }
    return signs
  }

  /// Reads a syllable, and composes it if it is written letter by letter.
  private mutating func koreanLetter(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ first: UInt32, _ length: Int
  ) -> Int {
    var scalar = first
    var end = start + length
    if Hangul.isLeading(first) {
      let (vowel, vowelLength) = decode(text, end)
      guard Hangul.isVowel(vowel) else { return end }
      scalar = Hangul.syllable(first, vowel)
      end += vowelLength
    }
    if (scalar - 0xAC00) % 28 == 0, end < text.count, text[end] == 0xE1 {
      let (trailing, trailingLength) = decode(text, end)
      if Hangul.isTrailing(trailing) {
        scalar += trailing - 0x11A7
        end += trailingLength
      }
    }
    if addsInitials {
      if initialsIndex < 0 { initialsIndex = tokens.count }
      if initials.count < 3 * Self.initialsLimit { append(Hangul.initial(of: scalar), to: &initials) }
    }
    addLetter(scalar, start, end)
    return end
  }

  private mutating func addLetter(_ scalar: UInt32, _ start: Int, _ end: Int) {
    let tokenStart = bytes.count
    append(scalar, to: &bytes)
    tokens.append(
      Token(
        start: tokenStart, end: bytes.count, sourceStart: start, sourceEnd: end,
        kind: letterEnd == start ? .joinedLetter : .letter))
    letterEnd = end
  }

  /// Puts the initial consonants after the word's first token.
  private mutating func closeKoreanWord() {
    guard initialsIndex >= 0 else { return }
    let first = tokens[initialsIndex]
    let start = bytes.count
    bytes += initials
    tokens.insert(
      Token(
        start: start, end: bytes.count, sourceStart: first.sourceStart, sourceEnd: first.sourceEnd,
        kind: .initials), at: initialsIndex + 1)
    initials.removeAll(keepingCapacity: true)
    initialsIndex = -1
  }
}

@inline(__always)
private func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
  switch scalar {
  case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
  case ..<0x800:
    bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
    bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  case ..<0x10000:
    bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
    bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  default:
    bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
    bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
    bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }
}

/// Decodes the scalar at `index` and its length: U+FFFD and 1 for a malformed byte, 0 and 0 at the end.
@inline(__always)
private func decode(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (UInt32, Int) {
  guard index < text.count else { return (0, 0) }
  let lead = UInt32(text[index])
  if lead < 0x80 { return (lead, 1) }
  let length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1
  guard length > 1, index + length <= text.count else { return (0xFFFD, 1) }
  var scalar = lead & (0x7F >> UInt32(length))
  for offset in 1..<length {
    let byte = UInt32(text[index + offset])
    guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
    scalar = scalar << 6 | byte & 0x3F
  }
  return (scalar, length)
}

/// Returns true for an ASCII letter or digit. A table would have its initialisation checked at each use.
@inline(__always)
private func isASCIIWord(_ byte: UInt8) -> Bool {
  byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
}

extension SearchTokens {
  /// Marks tokens of initial consonants, in the index and in queries.
  package static let initialsMark: UInt8 = 1
  /// The largest number of characters of a term; the rest of a longer word is not indexed.
  package static let termLimit = 127

  /// Calls `body` with each term of the full-text index, and with true if the term has the same position as the term
  /// before.
  ///
  /// Adjacent letters are stored in pairs, and the last letter alone: `주간 회의` becomes `주간`, `간`, `회의`, `의`. A word of
  /// two letters is therefore found by one term, and no pair spans a gap. The initial consonants of a word are stored
  /// once per text, after a mark that separates them from written words. They get the first positions, because their
  /// positions are not needed and small numbers are short.
  ///
  /// - Parameter isQuery: The last letter of a phrase is used only in a pair.
  package func forEachTerm(isQuery: Bool = false, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Void) {
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
    var joined: [UInt8] = []
    var initials = isQuery ? [] : initials(of: tokens, letters)[...]
    func add(_ term: UnsafeBufferPointer<UInt8>) {
      body(term, false)
      guard let next = initials.popFirst() else { return }
      joined.removeAll(keepingCapacity: true)
      joined.append(initialsMark)
      joined.append(contentsOf: letters[next.start..<next.end])
      joined.withUnsafeBufferPointer { body($0, true) }
    }
    for index in tokens.indices {
      let token = tokens[index]
      switch token.kind {
      case .word, .signed:
        let whole = UnsafeBufferPointer(rebasing: letters[token.start..<token.end].prefix(termLimit))
        let isAlsoPlain = token.kind == .signed && !isQuery
        add(
          isAlsoPlain ? UnsafeBufferPointer(rebasing: letters[token.plainRange(in: letters)].prefix(termLimit)) : whole)
        if isAlsoPlain { body(whole, true) }
      case .letter, .joinedLetter:
        var next = index + 1
        if next < tokens.count, tokens[next].kind == .initials { next += 1 }
        if next < tokens.count, tokens[next].kind == .joinedLetter {
          let other = tokens[next]
          if other.start == token.end {
            add(UnsafeBufferPointer(rebasing: letters[token.start..<other.end]))
          } else {
            let pair = Array(letters[token.start..<token.end]) + letters[other.start..<other.end]
            pair.withUnsafeBufferPointer { add($0) }
          }
        } else if !(isQuery && next == tokens.count && token.kind == .joinedLetter) {
          add(UnsafeBufferPointer(rebasing: letters[token.start..<token.end]))
        }
      case .initials: continue
      }
    }
  }

  /// Returns the initial consonants of the words, each once.
  private static func initials(
    of tokens: UnsafeBufferPointer<Token>, _ letters: UnsafeBufferPointer<UInt8>
  ) -> [Token] {
    var seen = NumberSet()
    return tokens.filter { token in
      token.kind == .initials && seen.insert(number(UnsafeBufferPointer(rebasing: letters[token.start..<token.end])))
    }
  }

  /// Packs up to twelve consonants into a number that is not 0. A consonant has three bytes in UTF-8; only the last two differ.
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

  /// Adds a number. Returns false if it was added before.
  mutating func insert(_ number: UInt64) -> Bool {
    if count * 2 >= slots.count { grow() }
    let slot = slot(of: number)
    if slots[slot] == number { return false }
    slots[slot] = number
    count += 1
    return true
  }

  /// Returns the slot that a number occupies, or would occupy.
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

/// The terms of a text in one run of bytes, as FTS5 receives them.
///
/// Each term begins with a byte for its length. The highest bit of this byte is set if the term has the same position
/// as the term before.
package struct TokenStream: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// Encodes tokens to store. `tokens` were made with their initial consonants.
  package init(storing tokens: SearchTokens) { self.init(tokens, isQuery: false) }

  /// Cuts a phrase that is asked for.
  package init(asking text: UnsafeBufferPointer<UInt8>) {
    guard text.first == SearchTokens.initialsMark else {
      self.init(SearchTokens(text, addsInitials: false), isQuery: true)
      return
    }
    self.init()
    append(UnsafeBufferPointer(rebasing: text.prefix(SearchTokens.termLimit)), false)
  }

  private init() {}

  private init(_ tokens: SearchTokens, isQuery: Bool) {
    bytes.reserveCapacity(tokens.bytes.count * 2 + tokens.tokens.count)
    tokens.forEachTerm(isQuery: isQuery) { append($0, $1) }
  }

  private mutating func append(_ term: UnsafeBufferPointer<UInt8>, _ isAtSamePlace: Bool) {
    bytes.append(UInt8(term.count) | (isAtSamePlace ? 0x80 : 0))
    bytes.append(contentsOf: term)
  }

  /// Calls `body` with each term of a stream, and with whether it is at the place of the one before, until it
  /// returns false.
  package static func forEach(
    in stream: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Bool
  ) {
    var offset = 0
    while offset < stream.count {
      let head = stream[offset]
      let start = offset + 1
      let end = min(start + Int(head & 0x7F), stream.count)
      guard body(UnsafeBufferPointer(rebasing: stream[start..<end]), head & 0x80 != 0) else { return }
      offset = end
    }
  }
}
