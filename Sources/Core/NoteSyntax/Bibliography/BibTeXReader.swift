import ByteBasics

/// Reads BibTeX and BibLaTeX: entries with braces or parentheses, values in braces, in quotes, by name and joined with
/// `#`, `@string`, `@comment` and `@preamble`.
///
/// The reader reads the bytes once and counts braces instead of keeping a stack. An entry without a closing brace is
/// skipped if the next entry begins at the start of a line.
struct BibTeXReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var names: [String: String] = Self.months

  private static let months = Dictionary(
    uniqueKeysWithValues: zip(
      ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], (1...12).map(String.init)))

  /// A longer value is truncated, and this many bytes of `@string` are kept: each may contain the one before it twice.
  private static let valueLimit = 16_384
  private static let namesLimit = 1 << 20
  private var nameBytes = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The fields by which an entry inherits from others: the entries whose keys they contain.
  private static let inheriting = ["crossref", "xref", "xdata", "set"]
  /// The bytes of each entry by its key, with the keys of its parent entries; filled only on request.
  private var sources: [String: (range: Range<Int>, parents: [String])] = [:]
  private var definitions: [Range<Int>] = []

  /// Returns the source text of the entries with the given keys and of all entries that they inherit from, after the
  /// `@string` definitions.
  mutating func excerpt(_ keys: Set<String>) -> [UInt8] {
    _ = entries()
    var chosen: Set<String> = []
    var open = keys.sorted()
    while let key = open.popLast() {
      guard let source = sources[key], chosen.insert(key).inserted else { continue }
      open += source.parents
    }
    let ranges = definitions + chosen.compactMap { sources[$0]?.range }.sorted { $0.lowerBound < $1.lowerBound }
    return Array(ranges.map { bytes[$0] }.joined(separator: [ASCII.lineFeed]))
  }

  mutating func entries() -> [BibliographyEntry] {
    var entries: [BibliographyEntry] = []
    while let sign = firstOffset(of: ASCII.at, in: bytes, from: offset, to: bytes.count) {
      offset = sign + 1
      let kind = word().lowercased()
      skipSpace()
      guard !kind.isEmpty, let open = byte, open == Self.leftBrace || open == ASCII.leftParenthesis else { continue }
      offset += 1
      switch kind {
      case "comment": skipBraces()
      case "preamble": skipBraces()
      case "string":
        for (name, value) in fields() where nameBytes < Self.namesLimit {
          names[name] = value
          nameBytes += value.utf8.count
        }
        definitions.append(sign..<offset)
      default:
        guard let (entry, parents) = entry(kind) else { continue }
        entries.append(entry)
        if sources[entry.key] == nil { sources[entry.key] = (sign..<offset, parents) }
      }
    }
    return entries
  }

  private static let leftBrace = UInt8(ascii: "{")
  private static let rightBrace = UInt8(ascii: "}")
  private static let quote = UInt8(ascii: "\"")

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte, byte <= ASCII.space { offset += 1 }
  }

  /// Reads a name: letters, digits and other characters that names may contain.
  private mutating func word() -> String {
    let start = offset
    while let byte, byte > ASCII.space, !"{}(),=#\"@%".utf8.contains(byte) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Skips to the brace that closes the one before `offset`. Stops early at the beginning of the next entry.
  private mutating func skipBraces() {
    var depth = 1
    while let byte, depth > 0 {
      if byte == Self.leftBrace { depth += 1 }
      if byte == Self.rightBrace { depth -= 1 }
      offset += 1
      if isAtEntry { return }
    }
  }

  /// True at an `@` that begins a line: no value goes on there.
  private var isAtEntry: Bool { byte == ASCII.at && (offset == 0 || bytes[offset - 1] == ASCII.lineFeed) }

  private mutating func entry(_ kind: String) -> (entry: BibliographyEntry, parents: [String])? {
    skipSpace()
    guard !isAtEntry else { return nil }
    let start = offset
    while let byte, byte > ASCII.space, byte != ASCII.comma, byte != Self.rightBrace { offset += 1 }
    let range = ByteRange(start, offset)
    let key = String(decoding: bytes[range.indices], as: UTF8.self)
    skipSpace()
    guard !key.isEmpty, !key.contains("="), let next = byte,
      next == ASCII.comma || next == Self.rightBrace || next == ASCII.rightParenthesis
    else { return nil }
    if next == ASCII.comma { offset += 1 }
    let values = Dictionary(fields()) { first, _ in first }
    let people = values["author"] ?? values["editor"] ?? ""
    let date = values["year"] ?? values["date"] ?? ""
    let address = values["url"] ?? values["doi"].map { "https://doi.org/" + $0 } ?? ""
    let parents = Self.inheriting.compactMap { values[$0] }
      .flatMap { $0.split { " ,{}".contains($0) }.map(String.init) }
    let entry = BibliographyEntry(
      key: key, kind: kind, title: LaTeXText.plain(values["title"] ?? ""),
      authors: LaTeXText.familyNames(people), hasOtherAuthors: LaTeXText.hasOthers(people), year: Self.year(date),
      container: LaTeXText.plain(
        values["journal"] ?? values["journaltitle"] ?? values["booktitle"] ?? values["publisher"] ?? ""),
      address: LaTeXText.plain(address), range: range)
    return (entry, parents)
  }

  /// Returns the year of `1961-06`, `{1961}` or `c. 1961`: `1961`. Without four digits, it is the plain text.
  private static func year(_ text: String) -> String {
    var digits = ""
    for character in text.utf8 {
      if character &- 0x30 < 10 {
        digits.unicodeScalars.append(Unicode.Scalar(character))
        if digits.utf8.count == 4 { return digits }
      } else {
        digits = ""
      }
    }
    return LaTeXText.plain(text)
  }

  /// Reads `name = value` pairs with commas between, to the end of the entry.
  private mutating func fields() -> [(String, String)] {
    var fields: [(String, String)] = []
    while true {
      while let byte, byte <= ASCII.space || byte == ASCII.comma { offset += 1 }
      guard let next = byte, !isAtEntry else { return fields }
      if next == Self.rightBrace || next == ASCII.rightParenthesis {
        offset += 1
        return fields
      }
      let name = word().lowercased()
      skipSpace()
      guard byte == ASCII.equals else {
        // Anything that is not a field is skipped.
        if name.isEmpty { offset += 1 }
        continue
      }
      offset += 1
      fields.append((name, value()))
    }
  }

  /// Reads parts with `#` between them.
  private mutating func value() -> String {
    var text = ""
    while true {
      skipSpace()
      guard let next = byte, !isAtEntry else { return text }
      let part: String
      if next == Self.leftBrace || next == Self.quote {
        part = delimited(by: next)
      } else {
        let name = word()
        // A byte that is neither part of a name nor the end of the value is skipped.
        if name.isEmpty, next != ASCII.comma, next != Self.rightBrace, next != ASCII.rightParenthesis {
          offset += 1
        }
        part = names[name.lowercased()] ?? name
      }
      if text.isEmpty { text = part } else if text.utf8.count < Self.valueLimit { text += part }
      skipSpace()
      guard byte == ASCII.hash else { return text }
      offset += 1
    }
  }

  /// Reads the text in braces or quotes. A quote inside braces does not end it.
  private mutating func delimited(by open: UInt8) -> String {
    offset += 1
    let start = offset
    var depth = 0
    while let byte, !isAtEntry {
      if byte == ASCII.backslash {
        offset = min(bytes.count, offset + 2)
        continue
      }
      if depth == 0, byte == (open == Self.quote ? Self.quote : Self.rightBrace) { break }
      if byte == Self.leftBrace { depth += 1 }
      if byte == Self.rightBrace { depth -= 1 }
      offset += 1
    }
    let text = String(decoding: bytes[start..<min(offset, start + Self.valueLimit)], as: UTF8.self)
    if byte != nil, !isAtEntry { offset += 1 }
    return text
  }
}

/// LaTeX as bibliographies have it, as plain text.
enum LaTeXText {
  /// Converts LaTeX to plain text: without braces and commands, accents as characters, white space as one space.
  ///
  /// `{\"O}zg{\"u}r` → `Özgür`, `Na{\"\i}ve \& sons` → `Naïve & sons`
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { "\\{}~-\n\t ".utf8.contains($0) }) else { return text }
    var reader = LaTeXReader(text)
    return reader.plain()
  }

  /// Returns the family names of `Lem, Stanisław and Donald E. Knuth and {The Unicode Consortium}`.
  static func familyNames(_ people: String) -> [String] {
    parts(of: people).prefix(100).compactMap { name in
      let name = String(name.trimming(while: \.isWhitespace))
      guard !name.isEmpty, name != "others" else { return nil }
      if name.hasPrefix("{"), name.hasSuffix("}") { return plain(name) }
      if let comma = name.firstIndex(of: ",") { return plain(String(name[..<comma])) }
      return plain(String(lastName(name)))
    }
  }

  /// Returns true if the last name is `others`, which means that further names are left out.
  static func hasOthers(_ people: String) -> Bool {
    let parts = parts(of: people)
    return parts.count > 1 && parts.last == "others"
  }

  /// Splits names at ` and ` outside braces.
  private static func parts(of people: String) -> [String] {
    var parts = [""]
    var depth = 0
    for word in people.split(whereSeparator: \.isWhitespace) {
      if depth == 0, word == "and" {
        parts.append("")
        continue
      }
      depth += word.utf8.count { $0 == UInt8(ascii: "{") }
      depth -= word.utf8.count { $0 == UInt8(ascii: "}") }
      parts[parts.count - 1] += parts[parts.count - 1].isEmpty ? String(word) : " " + word
    }
    return parts
  }

  /// Returns the last word, with the words in lower case before it: `van Beethoven`.
  private static func lastName(_ name: String) -> Substring {
    let words = name.split(separator: " ")
    guard words.count > 1 else { return name[...] }
    let start = words.dropFirst().dropLast().firstIndex { $0.first?.isLowercase == true }
    return name[(start.map { words[$0] } ?? words[words.count - 1]).startIndex...]
  }
}

private struct LaTeXReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var result = String.UnicodeScalarView()

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// A combining character for the mark of each accent.
  private static let accents: [Unicode.Scalar: Unicode.Scalar] = [
    "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}",
    "u": "\u{306}", ".": "\u{307}", "\"": "\u{308}", "r": "\u{30A}", "H": "\u{30B}",
    "v": "\u{30C}", "d": "\u{323}", "c": "\u{327}", "k": "\u{328}", "b": "\u{331}",
  ]

  private static let letters: [String: String] = [
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø",
    "l": "ł", "L": "Ł", "i": "i", "j": "j", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ",
    "DJ": "Đ", "ldots": "…", "dots": "…", "textendash": "–", "textemdash": "—",
    "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“",
    "textquotedblright": "”", "copyright": "©", "pounds": "£", "euro": "€", "S": "§", "P": "¶",
    "textbackslash": "\\", "textasciitilde": "~", "LaTeX": "LaTeX", "TeX": "TeX",
  ]

  mutating func plain() -> String {
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\\": readCommand()
      case "{", "}", "$": continue
      case "~": appendSpace()
      case "-" where index < scalars.count && scalars[index] == "-":
        let isLong = index + 1 < scalars.count && scalars[index + 1] == "-"
        index += isLong ? 2 : 1
        result.append(isLong ? "—" : "–")
      default:
        if scalar.properties.isWhitespace { appendSpace() } else { result.append(scalar) }
      }
    }
    while result.last == " " { result.removeLast() }
    return composedName(String(result))
  }

  private mutating func appendSpace() {
    if let last = result.last, last != " " { result.append(" ") }
  }

  /// Reads a command, after its backslash.
  private mutating func readCommand() {
    guard index < scalars.count else { return }
    let first = scalars[index]
    guard first.isASCIILetter else {
      index += 1
      if let accent = Self.accents[first] { return readAccented(accent) }
      return result.append(first)
    }
    let start = index
    while index < scalars.count, scalars[index].isASCIILetter { index += 1 }
    let name = String(String.UnicodeScalarView(scalars[start..<index]))
    // `\c{c}`, `\v s`; `\url` is a command.
    if name.unicodeScalars.count == 1, let accent = Self.accents[first] { return readAccented(accent) }
    if let letters = Self.letters[name] { result.append(contentsOf: letters.unicodeScalars) }
    // White space ends the name of a command.
    if index < scalars.count, scalars[index] == " " { index += 1 }
  }

  /// Reads the letter under an accent, with or without braces. `\i` is an i.
  private mutating func readAccented(_ accent: Unicode.Scalar) {
    while index < scalars.count, scalars[index] == "{" || scalars[index] == " " { index += 1 }
    guard index < scalars.count, scalars[index] != "}" else { return }
    if scalars[index] == "\\" {
      index += 1
      guard index < scalars.count, scalars[index].isASCIILetter else { return }
    }
    result.append(scalars[index])
    result.append(accent)
    index += 1
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
