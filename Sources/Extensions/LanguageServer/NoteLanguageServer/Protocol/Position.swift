import ByteBasics
import NoteSyntax

/// The unit in which a position counts characters, on which client and server agree.
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A line and a character in it, both from 0.
struct Position: Hashable, Sendable, Comparable {
  let line: Int
  let character: Int

  static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }

  var json: JSONValue { .map(["line": .integer(line), "character": .integer(character)]) }

  /// Appends the position as JSON text.
  func append(to bytes: inout [UInt8]) {
    bytes += Self.lineKey
    bytes += String(line).utf8
    bytes += Self.characterKey
    bytes += String(character).utf8
    bytes.append(UInt8(ascii: "}"))
  }

  private static let lineKey = Array("{\"line\":".utf8)
  private static let characterKey = Array(",\"character\":".utf8)
}

extension Position {
  init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer else { return nil }
    self.init(line: line, character: character)
  }
}

/// A half-open range of positions.
struct PositionRange: Hashable, Sendable {
  let start: Position
  let end: Position

  var json: JSONValue { .map(["start": start.json, "end": end.json]) }
}

extension PositionRange {
  init?(_ value: JSONValue?) {
    guard let start = Position(value?["start"]), let end = Position(value?["end"]) else { return nil }
    self.init(start: start, end: end)
  }
}

/// Turns positions into byte offsets and back, for one text.
struct PositionTable: Sendable {
  let bytes: [UInt8]
  let encoding: PositionEncoding
  private let lines: LineTable
  /// True if the text ends in a line end, after which an empty line counts.
  private let endsInLineEnd: Bool
  private let textStart: Int

  /// - Parameter isFile: True for the bytes of a file, which may begin with a byte order mark: editors keep that out of
  ///   their text.
  init(_ bytes: [UInt8], _ encoding: PositionEncoding, isFile: Bool = false) {
    self.bytes = bytes
    textStart = isFile ? FrontMatterFence.byteOrderMarkLength(bytes) : 0
    self.encoding = encoding
    lines = LineTable(bytes, in: ByteRange(0, bytes.count))
    endsInLineEnd = bytes.isEmpty || bytes.last == 0x0A || bytes.last == 0x0D
  }

  var lineCount: Int { lines.count + (endsInLineEnd ? 1 : 0) }

  /// Returns the bytes of a 0-based line, without its line ending.
  func content(ofLine line: Int) -> ByteRange {
    let range = lines.range(of: line)
    return ByteRange(max(textStart, range.lowerBound), max(textStart, contentEnd(of: range, in: bytes)))
  }

  /// Returns the 0-based line that contains an offset.
  func line(at offset: Int) -> Int {
    if offset >= bytes.count, endsInLineEnd { return lines.count }
    return lines.line(at: max(0, offset))
  }

  /// Returns the offset of a position. Outside the text it is the nearest end, in a character its beginning.
  func offset(of position: Position) -> Int {
    if position.line < 0 { return 0 }
    if position.line >= lines.count { return bytes.count }
    let content = content(ofLine: position.line)
    switch encoding {
    case .utf8:
      var offset = content.lowerBound + min(max(0, position.character), content.count)
      while offset > content.lowerBound, offset < content.upperBound, bytes[offset] & 0xC0 == 0x80 {
        offset -= 1
      }
      return offset
    case .utf16:
      var units = 0
      var offset = content.lowerBound
      while offset < content.upperBound {
        let (length, width) = Self.character(bytes, at: offset, end: content.upperBound)
        if units + width > position.character { break }
        units += width
        offset += length
      }
      return offset
    }
  }

  func position(of offset: Int) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let line = line(at: offset)
    let content = content(ofLine: line)
    let end = min(offset, content.upperBound)
    switch encoding {
    case .utf8: return Position(line: line, character: max(0, end - content.lowerBound))
    case .utf16:
      var units = 0
      var index = content.lowerBound
      while index < end {
        let (length, width) = Self.character(bytes, at: index, end: content.upperBound)
        if index + length > end { break }
        units += width
        index += length
      }
      return Position(line: line, character: units)
    }
  }

  func range(_ range: ByteRange) -> PositionRange {
    PositionRange(start: position(of: range.lowerBound), end: position(of: range.upperBound))
  }

  func range(_ range: PositionRange) -> ByteRange {
    let (one, other) = (offset(of: range.start), offset(of: range.end))
    return ByteRange(min(one, other), max(one, other))
  }

  /// Returns the length in bytes of the character at an offset, and its width in UTF-16. A byte without UTF-8 is one.
  private static func character(_ bytes: [UInt8], at offset: Int, end: Int) -> (length: Int, width: Int) {
    let byte = bytes[offset]
    let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard length > 1 else { return (1, 1) }
    guard offset + length <= end else { return (1, 1) }
    for index in (offset + 1)..<(offset + length) where bytes[index] & 0xC0 != 0x80 {
      return (1, 1)
    }
    return (length, length == 4 ? 2 : 1)
  }
}

/// The address of a document as clients write it: `file:///notes/a%20b.md`.
struct DocumentAddress: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// Creates the address of a file, with the escapes of VS Code, which other clients understand.
  init(file path: String) {
    var bytes = Self.scheme
    bytes.reserveCapacity(path.utf8.count * 3 / 2)
    for byte in path.utf8 {
      if Self.isPlain[Int(byte)] {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static let scheme = Array("file://".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)
  /// True for each byte that is not percent-encoded.
  private static let isPlain = (UInt8.min...UInt8.max).map { byte in
    ASCII.isAlphanumeric(byte) || "-._~/!$&'()*+,;=@".utf8.contains(byte)
  }

  /// The absolute path. Nil for an address that is no file of this machine: `untitled:Untitled-1`.
  var path: String? {
    guard text.hasPrefix("file://") else { return nil }
    let rest = text.dropFirst("file://".count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let host = rest[..<slash]
    guard host.isEmpty || host == "localhost" else { return nil }
    let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
    let decoded = percentDecoded(String(path))
    return decoded.utf8.contains(0) ? nil : decoded
  }

  /// The path of a folder, which clients write with a slash at its end or without.
  var folderPath: String? {
    guard var path else { return nil }
    while path.count > 1, path.last == "/" { path.removeLast() }
    return path
  }
}
