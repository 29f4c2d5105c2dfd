/// A string of a JSON text: what it says, and where each of its bytes is written.
package struct JSONString: Sendable, Hashable {
  /// Between the quotes.
  package let range: ByteRange
  package let bytes: [UInt8]
  /// Where each byte of ``bytes`` is written, and the end; nil where there is no escape.
  private let offsets: [Int]?
  /// True where the text writes `/` as `\/`, and letters beyond ASCII as `\uXXXX`.
  private let escapesSlash: Bool
  private let escapesUnicode: Bool

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A string without its quotes.
  ///
  /// - Returns: nil where an escape is wrong or the bytes are not UTF-8.
  package init?(_ source: [UInt8], _ range: ByteRange) {
    self.range = range
    let raw = source[range.indices]
    guard firstInvalidUTF8Offset(in: raw) == nil else { return nil }
    guard raw.contains(ASCII.backslash) else {
      bytes = Array(raw)
      offsets = nil
      (escapesSlash, escapesUnicode) = (false, false)
      return
    }
    var reader = JSONEscapeReader(source, range)
    guard reader.readAll() else { return nil }
    bytes = reader.bytes
    offsets = reader.offsets + [range.upperBound]
    (escapesSlash, escapesUnicode) = (reader.escapesSlash, reader.escapesUnicode)
  }

  /// The edit of the file that makes an edit of this text. What both texts share stays as it is written.
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

  /// The range of the file in which a range of this text is written.
  package func range(_ part: ByteRange) -> ByteRange {
    ByteRange(offset(part.lowerBound), offset(part.upperBound))
  }

  private func offset(_ position: Int) -> Int {
    offsets.map { $0[position] } ?? range.lowerBound + position
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
        // Another letter: as it is, unless this text escapes such letters.
        guard escapesUnicode else { return Self.plain(text, escapesSlash: escapesSlash) }
        result += Self.escape(unit)
      }
    }
    return result
  }

  /// The same without escapes of letters.
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

/// Reads a string with escapes.
private struct JSONEscapeReader {
  private let source: [UInt8]
  private let end: Int
  private var index: Int
  private(set) var bytes: [UInt8] = []
  private(set) var offsets: [Int] = []
  private(set) var escapesSlash = false
  private(set) var escapesUnicode = false

  init(_ source: [UInt8], _ range: ByteRange) {
    self.source = source
    index = range.lowerBound
    end = range.upperBound
  }

  /// - Returns: False where an escape is wrong.
  mutating func readAll() -> Bool {
    while index < end {
      guard source[index] == ASCII.backslash else {
        append([source[index]], from: index)
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
    let meanings: [UInt8: UInt8] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12,
      UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]
    guard let meaning = meanings[letter] else { return false }
    if letter == 0x2F { escapesSlash = true }
    append([meaning], from: start)
    index += 2
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
    let text = Array(String(decoding: units, as: UTF16.self).utf8)
    if text.count > 1 { escapesUnicode = true }
    append(text, from: start)
    return true
  }

  /// The number of `\uXXXX`.
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

  private mutating func append(_ new: [UInt8], from offset: Int) {
    bytes += new
    offsets += Array(repeating: offset, count: new.count)
  }
}
