import ByteBasics
import NoteSyntax

/// File names made from titles.
package enum FileName {
  /// The most bytes that a name may have with its extension, on every common file system.
  private static let byteLimit = 200

  /// Returns a file name without extension for a title. Unicode is kept in NFC. A space replaces forbidden characters.
  ///
  /// - Returns: Nil if no letter or digit of the title is left. The id is then the name of the note.
  package static func stem(for title: String) -> String? {
    var name = ""
    for scalar in composedName(title).unicodeScalars {
      if isInvisible(scalar) { continue }
      let isForbidden = "/\\:*?\"<>|#^[]".unicodeScalars.contains(scalar)
      if isForbidden || scalar.value < 0x20 || scalar.properties.isWhitespace {
        if !name.isEmpty, !name.hasSuffix(" ") { name += " " }
      } else {
        name.unicodeScalars.append(scalar)
      }
    }
    name = trimmed(name)
    while name.utf8.count > byteLimit { name.removeLast() }
    name = trimmed(name)
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    // Windows reserves these names for devices, also with an extension: `con_`, `nul_.x`.
    let base = name.prefix { $0 != "." }
    let upper = base.uppercased()
    let isNumbered =
      upper.count == 4 && (upper.hasPrefix("COM") || upper.hasPrefix("LPT")) && upper.last?.isNumber == true
    let isDevice = isNumbered || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(upper)
    return isDevice ? base + "_" + name[base.endIndex...] : name
  }

  /// Returns true for characters that are invisible in a name and cannot be typed again: control characters, direction
  /// marks, word joiners, tags, private characters. Joiners and selectors of emoji and syllables are kept.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar.value >= 0x7F
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    case .privateUse, .surrogate, .unassigned: true
    default: scalar.value == 0x3164 || scalar.value == 0x115F || scalar.value == 0x1160
    }
  }

  /// Removes spaces and dots at both ends, and hyphens at the beginning.
  private static func trimmed(_ text: String) -> String {
    String(text.drop { " .-".contains($0) }.trimmingEnd { $0 == " " || $0 == "." })
  }
}

/// The ids of notes: eight characters of Crockford's base 32.
package enum NoteIdentifier {
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// Creates an id from eight random bytes.
  package static func make(from randomBytes: [UInt8]) -> String {
    String(randomBytes.prefix(8).map { digits[Int($0 & 31)] })
  }

  /// Returns true for an id that ``make(from:)`` may have created, which contains no information.
  static func isMade(_ text: String) -> Bool { text.count == 8 && text.allSatisfy { digits.contains($0) } }

  /// Returns true for an id that some program created to identify a note: letters of ``make(from:)``, a time, a UUID. A
  /// word that can be in two notes, as in `id: intro`, is not such an id.
  package static func tellsApart(_ text: String) -> Bool {
    isMade(text) || text.utf8.count >= 8 && text.contains(where: \.isNumber)
  }

  /// Returns the id in the front matter of a file that identifies its note, in lower case, or nil if it has none.
  package static func telling(_ bytes: [UInt8]) -> String? {
    guard let fence = FrontMatterFence.found(in: bytes) else { return nil }
    let fields = FieldTable(Document(parsing: Array(bytes[..<fence.range.upperBound])).frontMatter)
    return fields["id"]?.text.flatMap { tellsApart($0) ? $0.lowercased() : nil }
  }

  /// Returns true if the ids of two files prove that the files are different notes, whatever their names and texts are.
  package static func areTwo(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard let one = telling(one), let other = telling(other) else { return false }
    return one != other
  }

  /// Returns true for an id that links and commands can name, including ids of other programs.
  static func isValid(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == ASCII.hyphen || $0 == ASCII.underscore }
    return !text.isEmpty && (isPlain ? text.utf8.count : text.count) <= 100
      && (isPlain || text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." })
  }
}
