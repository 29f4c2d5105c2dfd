/// A name taken apart into the keys that type it on a Korean keyboard; other letters are kept as they are.
package struct TypedName: Sendable {
  /// The unit that begins with a key.
  enum Start: UInt32, Sendable {
    case nothing = 0
    case character = 0x4000_0000
    case word = 0xC000_0000
  }

  /// Unicode scalars, each with its ``Start`` in the upper two bits, which no scalar uses.
  private(set) var marked: [UInt32] = []

  /// - Parameter name: The name, in any case, width and normal form.
  package init(_ name: String) { Self.append(name, to: &marked) }

  static func append(_ name: String, to marked: inout [UInt32]) {
    var isInWord = false
    for scalar in foldedName(name).unicodeScalars {
      let isWord = ScalarFolding.isWordScalar(scalar.value)
      let start: Start = isWord && !isInWord ? .word : .character
      isInWord = isWord
      let first = marked.count
      Hangul.appendKeys(of: scalar.value, to: &marked)
      marked[first] |= start.rawValue
    }
  }

  var keys: [UInt32] { marked.map { $0.key } }

  func begins(with keys: [UInt32]) -> Bool { marked.span.begins(with: keys.span) }
}

/// The marked keys of a name.
extension Span<UInt32> {
  /// Returns the unit that begins at an occurrence of `keys` in the name, preferably a word, or nil if there is none.
  func start(of keys: Span<UInt32>) -> TypedName.Start? {
    guard keys.count > 0, keys.count <= count else { return nil }
    let first = keys[0]
    var found: TypedName.Start?
    for position in 0...(count - keys.count) where self[position].key == first && hasKeys(keys, at: position) {
      switch self[position].start {
      case .word: return .word
      case .character: found = .character
      case .nothing: break
      }
    }
    return found
  }

  func begins(with keys: Span<UInt32>) -> Bool { keys.count <= count && hasKeys(keys, at: 0) }

  /// Returns true if a word begins with characters whose first keys are these.
  func hasWord(beginningWith initials: Span<UInt32>) -> Bool {
    for position in indices where self[position].start == .word {
      if hasInitials(initials, at: position) { return true }
    }
    return false
  }

  /// Returns true if the keys follow one another, with others between them, and the first begins a word.
  ///
  /// - Parameters:
  ///   - startingWords: True if each key after a gap must begin a word.
  ///   - isInitials: True if the keys are initial consonants, which begin characters.
  func hasScattered(_ keys: Span<UInt32>, startingWords: Bool, isInitials: Bool) -> Bool {
    var met = 0
    var last = -1
    for position in indices {
      let start = self[position].start
      guard self[position].key == keys[met], !isInitials || start != .nothing,
        met == 0 || startingWords && position != last + 1 ? start == .word : true
      else { continue }
      last = position
      met += 1
      if met == keys.count { return true }
    }
    return false
  }

  private func hasKeys(_ keys: Span<UInt32>, at position: Int) -> Bool {
    for offset in keys.indices where self[position + offset].key != keys[offset] { return false }
    return true
  }

  private func hasInitials(_ initials: Span<UInt32>, at start: Int) -> Bool {
    var met = 0
    for position in start..<count where self[position].start != .nothing {
      if met == initials.count { return true }
      guard self[position].key == initials[met] else { return false }
      met += 1
    }
    return met == initials.count
  }
}

/// A key marked with the unit that it begins.
extension UInt32 {
  var key: UInt32 { self & 0x3FFF_FFFF }

  fileprivate var start: TypedName.Start {
    TypedName.Start(rawValue: self & TypedName.Start.word.rawValue) ?? .nothing
  }
}

/// A note as the user names it on the command line.
package enum NoteReference: Hashable, Sendable {
  /// `@`: the note that was touched last.
  case lastTouched
  /// `3` or `@3`: a row of the last listing in this terminal, from 1, and never a name. Longer numbers are names or years, as
  /// the ids of a slip box are.
  case row(Int)
  /// Any other text: a path, an id or its prefix, a title, an alias, a file name, a day.
  case name(String)

  package init(_ text: String) {
    let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if text == "@" {
      self = .lastTouched
    } else if isNumber, digits.utf8.count <= 3, let row = Int(digits) {
      self = .row(row)
    } else {
      self = .name(text)
    }
  }
}
