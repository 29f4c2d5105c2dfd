import ByteBasics

/// What a name must contain to match a ``NamePart``, by its letters alone: most names are turned away before they are taken
/// apart into keys.
struct NamePartFilter: Sendable {
  /// Each word without its last syllable, which may be half typed.
  private let texts: [ByteSearch]
  /// The words of initial consonants.
  private let initials: [[UInt32]]

  /// `folded`: What was typed, in the form of ``foldedName(_:)``.
  init(_ folded: String) {
    var texts: [ByteSearch] = []
    var initials: [[UInt32]] = []
    for word in folded.split(whereSeparator: \.isWhitespace) {
      let scalars = word.unicodeScalars
      if scalars.allSatisfy({ Hangul.isConsonantLetter($0.value) }) {
        initials.append(scalars.map(\.value))
      } else if let search = ByteSearch(Self.certain(scalars)) {
        texts.append(search)
      }
    }
    self.texts = texts
    self.initials = initials
  }

  /// The beginning of a word that more keys cannot change.
  private static func certain(_ scalars: Substring.UnicodeScalarView) -> [UInt8] {
    var kept = scalars.prefix { !Hangul.isLetter($0.value) }
    let isWhole = kept.endIndex == scalars.endIndex
    if let last = kept.last, !isWhole || Hangul.syllables.contains(last.value) { kept.removeLast() }
    return Array(String(kept).utf8)
  }

  func admits(_ name: String) -> Bool {
    if !texts.isEmpty {
      let bytes = Array(name.utf8)
      guard texts.allSatisfy({ $0.place(in: bytes, from: 0) != nil }) else { return false }
    }
    return initials.allSatisfy { Self.has($0, in: name) }
  }

  /// True where characters with these initial consonants follow each other.
  private static func has(_ initials: [UInt32], in name: String) -> Bool {
    var recent: [UInt32] = []
    for scalar in name.unicodeScalars {
      let value = scalar.value
      let initial = Hangul.syllables.contains(value) ? Hangul.initial(of: value) : value
      if recent.count == initials.count { recent.removeFirst() }
      recent.append(initial)
      if recent == initials { return true }
    }
    return false
  }
}
