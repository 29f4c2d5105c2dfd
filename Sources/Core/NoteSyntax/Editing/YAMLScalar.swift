package import ByteBasics

/// Writes a text as a YAML scalar that every reader takes for that text.
package enum YAMLScalar {
  /// Writes a text plainly if YAML 1.1 and the core schema of 1.2 read it as text, otherwise in double quotes.
  ///
  /// `회의` → `회의`, `no` → `"no"`, `a: b` → `"a: b"`.
  package static func written(_ text: String) -> String { isSafePlain(text) ? text : doubleQuoted(text) }

  /// Writes a text in double quotes, with escapes for characters that YAML does not allow there.
  package static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
          || scalar.value == 0x2029 || scalar.value == 0xFEFF
        {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private static func isSafePlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, first != ASCII.space, last != ASCII.space,
      last != ASCII.colon, !startIndicators.contains(first), !reserved.contains(text.lowercased()), !looksTyped(bytes)
    else { return false }
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x7F || isUnprintable(bytes, index, bytes.count) { return false }
      if byte == ASCII.colon, bytes[index + 1] == ASCII.space { return false }
      if byte == ASCII.hash, index > 0, bytes[index - 1] == ASCII.space { return false }
    }
    return true
  }

  private static let startIndicators = Set("-?:,[]{}#&*!|>'\"%@`=~".utf8)

  private static let reserved: Set<String> = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "<<", "=", ".inf", ".nan",
  ]

  /// Returns true for a text that may be a number, date or time: it begins with a digit, `+` or `.`.
  private static func looksTyped(_ bytes: [UInt8]) -> Bool {
    guard ASCII.isDigit(bytes[0]) || bytes[0] == ASCII.plus || bytes[0] == ASCII.period else { return false }
    return bytes.allSatisfy { ASCII.isDigit($0) || "+-.,_:eExXoObBaAcCdDfFtTzZiInN ".utf8.contains($0) }
  }
}

/// Values that people write without the quotes that YAML asks for: `title: a: b`, a value that begins with `@`, a
/// backtick or `{{`.
package enum FrontMatterQuotes {
  /// Quotes for every `key: value` line that cannot be read alone.
  package static func edits(in document: Document) -> [TextEdit] {
    let bytes = document.source.bytes
    guard case .found(let fence) = FrontMatterFence.search(in: bytes), fence.format == .yaml else {
      return []
    }
    let table = LineTable(bytes, in: fence.content)
    return (0..<table.count).compactMap { edit(for: table.range(of: $0), in: bytes) }
  }

  private static func edit(for line: ByteRange, in bytes: [UInt8]) -> TextEdit? {
    let content = bytes[line.lowerBound..<contentEnd(of: line, in: bytes)]
    guard let colon = keyEnd(content), colon + 1 < content.endIndex,
      PlainFrontMatterReader.entries(of: line, in: bytes) == nil
    else { return nil }
    let value = trimmedBlanks(content[(colon + 1)...])
    // A value that opens a bracket, a quote or a block has another mistake than missing quotes.
    let isOther = value.first.map { "[\"'|>&!#".utf8.contains($0) } ?? true
    let isTemplate = value.starts(with: "{{".utf8)
    let isMap = value.first == ASCII.leftBrace && !isTemplate
    guard !isOther, !isMap, isTemplate || !isYAML(content) else { return nil }
    let text = YAMLScalar.doubleQuoted(String(decoding: value, as: UTF8.self))
    return TextEdit(range: ByteRange(value.startIndex, value.endIndex), replacement: text)
  }

  /// Returns true for a line that is valid YAML on its own.
  private static func isYAML(_ line: ArraySlice<UInt8>) -> Bool {
    FrontMatter.read(Array("---\n".utf8) + line + Array("\n---\n".utf8)).diagnostics.isEmpty
  }

  /// Returns the colon after a key of letters, digits, `_` and `-` at the start of a line. The first colon of
  /// `og:title: x` ends no key.
  private static func keyEnd(_ line: ArraySlice<UInt8>) -> Int? {
    let colon = line.indices.first { index in
      line[index] == ASCII.colon && (index + 1 == line.endIndex || ASCII.isBlank(line[index + 1]))
    }
    guard let colon, colon > line.startIndex else { return nil }
    let isKey = line[..<colon].allSatisfy {
      ASCII.isAlphanumeric($0) || $0 == ASCII.underscore || $0 == ASCII.hyphen || $0 >= 0x80
    }
    return isKey ? colon : nil
  }
}
