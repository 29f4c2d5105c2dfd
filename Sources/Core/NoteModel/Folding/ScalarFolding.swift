@_spi(_Unicode) import Swift

/// The search folding of single letters: case, width and diacritics do not count.
enum ScalarFolding {
  /// Returns the folded scalar. Nil for a mark that is dropped (accents, soft hyphens, variation selectors, tones of
  /// skin).
  static func folded(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x41...0x5A: scalar | 0x20
    case 0xAD: nil
    case ..<0xC0: scalar
    case 0xC0..<0x250, 0x1E00..<0x1F00: latin[Int(scalar < 0x250 ? scalar : scalar - 0x1E00 + 0x250)]
    case 0x300..<0x370, 0xFE00...0xFE0F, 0x200B...0x200F, 0x2060...0x2064, 0x20D0...0x20FF, 0xFEFF,
      0x1F3FB...0x1F3FF, 0xE0020...0xE007F:
      nil
    case 0x370..<0x590, 0x1F00..<0x2000, 0x2C00..<0x2D30, 0xA640..<0xA800, 0xF900..<0xFB00, 0xFB1D..<0xFB50,
      0x2F800..<0x2FA20:
      lowercased(scalar)
    case 0xFF01...0xFF5E: folded(scalar - 0xFEE0)
    case 0xFF66...0xFF9D: halfWidthKana[Int(scalar - 0xFF66)]
    default: scalar
    }
  }

  private static func lowercased(_ scalar: UInt32) -> UInt32 {
    guard let value = Unicode.Scalar(scalar) else { return scalar }
    let base = String(value)._nfd.first { _ in true } ?? value
    return base.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar
  }

  /// U+0000–U+024F, then U+1E00–U+1EFF.
  private static let latin: [UInt32] = (0..<0x350).map { index in
    lowercased(index < 0x250 ? UInt32(index) : UInt32(index) - 0x250 + 0x1E00)
  }

  private static let halfWidthKana: [UInt32] = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars
  ).map(\.value)

  /// Returns true for scripts without spaces, or with particles, which are indexed as one token per letter.
  static func isLetterToken(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAC00...0xD7A3, 0x4E00...0x9FFF, 0x3041...0x30FF, 0x3400...0x4DBF, 0x31F0...0x31FF,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    // Thai, Lao, Myanmar, Khmer.
    case 0xE01...0xE3A, 0xE40...0xE5B, 0xE81...0xEDF, 0x1000...0x109F, 0x1780...0x17EF, 0xA9E0...0xA9FF,
      0xAA60...0xAA7F:
      true
    default: false
    }
  }

  /// Returns true for emoji and similar characters, each of which is a word.
  static func isPicture(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x231A...0x23FF, 0x2600...0x27BF, 0x2B00...0x2BFF, 0x1F000...0x1FAFF: true
    default: false
    }
  }

  /// Returns true for letters and digits, of which words consist.
  static func isWordScalar(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return scalar &- 0x30 < 10 || (scalar | 0x20) &- 0x61 < 26 }
    if scalar < 0x250 { return scalar >= 0xC0 && scalar != 0xD7 && scalar != 0xF7 || scalar == 0xB5 }
    guard let value = Unicode.Scalar(scalar) else { return false }
    return value.properties.isAlphabetic || value.properties.numericType != nil
  }
}

/// The plain letters that are written for one of another form: `fi` for `ﬁ`, `주` for `㈜`.
struct PlainLetters: Sendable {
  let scalars: [UInt32]
  /// True if the letters are part of the word around them.
  let isInWord: Bool

  /// - Parameter folded: The result of ``ScalarFolding/folded(_:)`` for a letter.
  /// - Returns: nil for a letter that has no other form.
  static func of(_ folded: UInt32) -> PlainLetters? {
    switch folded {
    case 0xAA..<0x250, 0x3C2, 0x587, 0xE33, 0xEB3, 0xEDC...0xEDD, 0x2070..<0x2190, 0x2460..<0x2500, 0x2E9F..<0x2FE0,
      0x3200..<0x3400, 0xFB00..<0xFB18, 0xFE80..<0xFF00, 0x1F100..<0x1F170:
      table[folded]
    // Letters of mathematics; their Greek is as rare as it is long.
    case 0x1D400..<0x1D6A4: PlainLetters(scalars: [0x61 + (folded - 0x1D400) % 26], isInWord: true)
    case 0x1D7CE..<0x1D800: PlainLetters(scalars: [0x30 + (folded - 0x1D7CE) % 10], isInWord: true)
    default: nil
    }
  }

  private static let table: [UInt32: PlainLetters] = {
    var table: [UInt32: PlainLetters] = [:]
    func add(_ start: UInt32, _ texts: some Sequence<String>) {
      for (scalar, text) in zip(start..., texts) where text != "-" {
        let scalars = text.unicodeScalars.map(\.value)
        let isEnclosed = 0x2460..<0x2500 ~= scalar || 0x3200..<0x3300 ~= scalar || scalar >= 0x1F100
        let areLetters = scalars.allSatisfy { ScalarFolding.isWordScalar($0) && !ScalarFolding.isLetterToken($0) }
        table[scalar] = PlainLetters(scalars: scalars, isInWord: !isEnclosed && areLetters)
      }
    }
    // Each run is a first letter, and the plain letters of those from there on; `-` for none.
    let runs = String(decoding: PackageResources.Folding_txt, as: UTF8.self)
    for run in runs.split(whereSeparator: { $0 == "," || $0.isNewline }) {
      let texts = run.split(separator: " ").map(String.init)
      add(UInt32(texts[0], radix: 16) ?? 0, texts.dropFirst())
    }
    let numbers = (1...20).map(String.init)
    let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    for start: UInt32 in [0x2460, 0x2474, 0x2488] { add(start, numbers) }
    for start: UInt32 in [0x249C, 0x24B6, 0x24D0, 0x1F110, 0x1F130, 0x1F150] { add(start, letters) }
    return table
  }()
}

/// The composition of Korean syllables from their letters.
enum Hangul {
  static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  static func isLeading(_ scalar: UInt32) -> Bool { (0x1100...0x1112).contains(scalar) }
  static func isVowel(_ scalar: UInt32) -> Bool { (0x1161...0x1175).contains(scalar) }
  static func isTrailing(_ scalar: UInt32) -> Bool { (0x11A8...0x11C2).contains(scalar) }
  /// Returns true for `ㄱ`…`ㅎ` typed alone.
  static func isConsonantLetter(_ scalar: UInt32) -> Bool { (0x3131...0x314E).contains(scalar) }

  static func syllable(_ leading: UInt32, _ vowel: UInt32) -> UInt32 {
    0xAC00 + ((leading - 0x1100) * 21 + (vowel - 0x1161)) * 28
  }

  /// Returns the first consonant of a syllable, as a separate letter.
  static func initial(of syllable: UInt32) -> UInt32 { initials[Int((syllable - 0xAC00) / 588)] }

  /// Returns the syllables that differ from one in a single letter: `회` and `호`, `외`, `획`. None for other characters.
  static func neighbours(of character: Character) -> [Character] {
    guard let scalar = character.unicodeScalars.first?.value, syllables.contains(scalar) else { return [] }
    let index = scalar - syllables.lowerBound
    let (leading, vowel, trailing) = (index / 588, index % 588 / 28, index % 28)
    let numbers =
      (0..<19).map { $0 * 588 + vowel * 28 + trailing } + (0..<21).map { leading * 588 + $0 * 28 + trailing }
      + (0..<28).map { leading * 588 + vowel * 28 + $0 }
    return numbers.filter { $0 != index }.compactMap {
      Unicode.Scalar(syllables.lowerBound + $0).map { Character($0) }
    }
  }

  private static let initials: [UInt32] = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars).map(\.value)
}

/// Japanese letters with a voicing mark written after them.
enum Kana {
  /// Combines `か` and its mark to `が`. Returns nil if `mark` is no such mark, or none for this letter.
  static func voiced(_ letter: UInt32, by mark: UInt32) -> UInt32? {
    guard mark == 0x3099 || mark == 0x309A || mark == 0xFF9E || mark == 0xFF9F else { return nil }
    guard (0x3041...0x30FF).contains(letter) else { return nil }
    let isHalfVoiced = mark == 0x309A || mark == 0xFF9F
    // Katakana stand 0x60 after Hiragana.
    let hiragana = letter >= 0x30A1 ? letter - 0x60 : letter
    switch hiragana {
    case 0x306F, 0x3072, 0x3075, 0x3078, 0x307B: return letter + (isHalfVoiced ? 2 : 1)
    case 0x304B...0x3061 where hiragana % 2 == 1, 0x3064, 0x3066, 0x3068: return isHalfVoiced ? nil : letter + 1
    case 0x3046: return isHalfVoiced ? nil : letter + 0x4E
    default: return nil
    }
  }
}

/// Folds a name for comparison: case, width and the Unicode normal form are ignored.
///
/// - Returns: Text that is equal for two names that mean the same.
package func foldedName(_ text: some StringProtocol) -> String {
  if let folded = quicklyFolded(text) { return folded }
  var scalars = String.UnicodeScalarView()
  for scalar in String(text).lowercased()._nfc {
    let isFullWidth = (0xFF01...0xFF5E).contains(scalar.value)
    let folded = isFullWidth ? Unicode.Scalar(scalar.value - 0xFEE0) : scalar
    scalars.append(folded ?? scalar)
  }
  return String(scalars).lowercased()
}

/// Folds a name of ASCII letters and whole Korean syllables without Unicode tables. Returns nil for other names.
private func quicklyFolded(_ text: some StringProtocol) -> String? {
  let folded = text.utf8.withContiguousStorageIfAvailable { bytes -> String? in
    var index = 0
    while index < bytes.count {
      let length = lengthOfPlainLetter(bytes, at: index)
      if length == 0 { return nil }
      index += length
    }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
      }
      return bytes.count
    }
  }
  return folded ?? nil
}

/// Returns the byte length of a letter that no normal form changes, and that has one case or is ASCII; 0 for others.
private func lengthOfPlainLetter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
  let lead = bytes[index]
  if lead < 0x80 { return 1 }
  // U+AC00 is EA B0 80, U+D7A3 is ED 9E A3.
  guard 0xEA...0xED ~= lead, index + 2 < bytes.count else { return 0 }
  let (second, third) = (bytes[index + 1], bytes[index + 2])
  let isSyllable =
    switch lead {
    case 0xEA: second >= 0xB0
    case 0xED: second < 0x9E || second == 0x9E && third <= 0xA3
    default: true
    }
  return isSyllable ? 3 : 0
}
