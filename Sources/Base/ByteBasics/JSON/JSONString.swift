/// A string in a JSON text: its value, and the position of each byte in the source.
package struct JSONString: Sendable, Hashable {
  /// The range between the quotes.
  package let range: ByteRange
  package let bytes: [UInt8]
  /// The escapes, in their order.
  private let escapes: [Escape]
  /// True if the text writes `/` as `\/`, and letters beyond ASCII as `\uXXXX`.
  private let escapesSlash: Bool
  private let escapesUnicode: Bool

  /// Characters of the source, and the bytes that they mean.
  fileprivate struct Escape: Hashable {
    /// The position of the first decoded byte in ``bytes``.
    let position: Int
    let byteCount: UInt8
    /// The offset of the first character in the source.
    let offset: Int
    let length: UInt8
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Decodes a string from the bytes between its quotes. Nil if an escape is wrong or the bytes are not UTF-8.
  package init?(_ source: [UInt8], _ range: ByteRange) {
    self.range = range
    let raw = source[range.indices]
    guard firstInvalidUTF8Offset(in: raw) == nil else { return nil }
    guard holds(ASCII.backslash, in: raw) else {
      bytes = Array(raw)
      escapes = []
      (escapesSlash, escapesUnicode) = (false, false)
      return
    }
    var reader = JSONEscapeReader(source, range)
    guard reader.readAll() else { return nil }
    bytes = reader.bytes
    escapes = reader.escapes
    (escapesSlash, escapesUnicode) = (reader.escapesSlash, reader.escapesUnicode)
  }

  /// Converts an edit of this text into an edit of the file. ASCII characters that old and new text share at an end
  /// keep their spelling.
  package func edit(_ edit: TextEdit) -> TextEdit {
    var (start, end) = (edit.range.lowerBound, edit.range.upperBound)
    var new = edit.replacement[...]
    while start < end, let first = new.first, first == bytes[start], first < 0x80 {
      start += 1
      new.removeFirst()
    }
    while end > start, let last = new.last, last == bytes[end - 1], last < 0x80 {
      end -= 1
      new.removeLast()
    }
    return TextEdit(range: ByteRange(offset(start), offset(end)), replacement: encoded(new))
  }

  /// Returns the range of the file in which a range of this text is written.
  package func range(_ part: ByteRange) -> ByteRange {
    ByteRange(offset(part.lowerBound), offset(part.upperBound))
  }

  private func offset(_ position: Int) -> Int {
    let next = escapes.firstOrderedIndex { $0.position > position }
    guard next > 0 else { return range.lowerBound + position }
    let escape = escapes[next - 1]
    let rest = position - escape.position - Int(escape.byteCount)
    return rest < 0 ? escape.offset : escape.offset + Int(escape.length) + rest
  }

  private func encoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for unit in String(decoding: text, as: UTF8.self).utf16 {
      switch unit {
      case 0x22, 0x5C: result += [ASCII.backslash, UInt8(unit)]
      case 0x2F where escapesSlash: result += [ASCII.backslash, UInt8(unit)]
      case 0x0A: result += Array("\\n".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0x20..<0x7F: result.append(UInt8(unit))
      case 0..<0x20: result += Self.escape(unit)
      default:
        // Another letter is copied, unless this text escapes such letters.
        guard escapesUnicode else { return Self.plain(text, escapesSlash: escapesSlash) }
        result += Self.escape(unit)
      }
    }
    return result
  }

  /// Escapes a text for JSON without `\uXXXX` for letters.
  private static func plain(_ text: ArraySlice<UInt8>, escapesSlash: Bool) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text {
      switch byte {
      case 0x22, 0x5C: result += [ASCII.backslash, byte]
      case 0x2F where escapesSlash: result += [ASCII.backslash, byte]
      case 0..<0x20: result += escape(UInt16(byte))
      default: result.append(byte)
      }
    }
    return result
  }

  private static func escape(_ unit: UInt16) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return Array("\\u".utf8) + [12, 8, 4, 0].map { digits[Int(unit >> UInt16($0)) & 15] }
  }
}

private struct JSONEscapeReader {
  private let source: [UInt8]
  private let end: Int
  private var index: Int
  private(set) var bytes: [UInt8] = []
  private(set) var escapes: [JSONString.Escape] = []
  private(set) var escapesSlash = false
  private(set) var escapesUnicode = false

  init(_ source: [UInt8], _ range: ByteRange) {
    self.source = source
    index = range.lowerBound
    end = range.upperBound
    bytes.reserveCapacity(range.count)
  }

  /// Reads the string to its end. Returns false if an escape is wrong.
  mutating func readAll() -> Bool {
    while index < end {
      guard source[index] == ASCII.backslash else {
        bytes.append(source[index])
        index += 1
        continue
      }
      guard index + 1 < end, readEscape() else { return false }
    }
    return true
  }

  private mutating func readEscape() -> Bool {
    let start = index
    let letter = source[index + 1]
    if letter == UInt8(ascii: "u") { return readUnicode() }
    let meaning: UInt8? =
      switch letter {
      case ASCII.doubleQuote, ASCII.backslash, ASCII.slash: letter
      case UInt8(ascii: "n"): ASCII.lineFeed
      case UInt8(ascii: "r"): ASCII.carriageReturn
      case UInt8(ascii: "t"): ASCII.tab
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      default: nil
      }
    guard let meaning else { return false }
    if letter == ASCII.slash { escapesSlash = true }
    index += 2
    append(CollectionOfOne(meaning), from: start)
    return true
  }

  private mutating func readUnicode() -> Bool {
    let start = index
    guard let first = unit(at: index) else { return false }
    index += 6
    var units = [first]
    if UTF16.isLeadSurrogate(first), index + 1 < end, source[index] == ASCII.backslash,
      let second = unit(at: index), UTF16.isTrailSurrogate(second)
    {
      units.append(second)
      index += 6
    }
    let text = String(decoding: units, as: UTF16.self).utf8
    if text.count > 1 { escapesUnicode = true }
    append(text, from: start)
    return true
  }

  /// Returns the number of the `\uXXXX` at `offset`, or nil if there are not four hexadecimal digits.
  private func unit(at offset: Int) -> UInt16? {
    guard offset + 6 <= end, source[offset + 1] == UInt8(ascii: "u") else { return nil }
    var value: UInt16 = 0
    for byte in source[(offset + 2)..<(offset + 6)] {
      let lower = byte | 0x20
      if byte &- 0x30 < 10 {
        value = value << 4 | UInt16(byte - 0x30)
      } else if lower &- 0x61 < 6 {
        value = value << 4 | UInt16(lower - 0x61 + 10)
      } else {
        return nil
      }
    }
    return value
  }

  /// Appends the meaning of the characters from `start` to the current offset.
  private mutating func append(_ meant: some Collection<UInt8>, from start: Int) {
    escapes.append(
      JSONString.Escape(
        position: bytes.count, byteCount: UInt8(meant.count), offset: start, length: UInt8(index - start)))
    bytes += meant
  }
}
