import ByteBasics

/// An element of a small XML text.
struct XMLElement {
  let name: String
  let attributes: [String: String]
  var children: [XMLElement] = []
  /// The text directly in it, with that of CDATA sections.
  var text: [UInt8] = []

  func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }
  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text without white space at its ends.
  var trimmed: String { String(String(decoding: text, as: UTF8.self).trimming(while: \.isWhitespace)) }
}

/// Reads one element of XML 1.0, without document types and custom entities, so no text can expand.
struct XMLReader {
  struct Mistake: Error {
    let offset: Int
  }

  private let bytes: [UInt8]
  private var index = 0
  private static let depthLimit = 64

  static func element(of bytes: [UInt8]) throws(Mistake) -> XMLElement {
    var reader = XMLReader(bytes: bytes)
    reader.skip { $0 != UInt8(ascii: "<") }
    return try reader.element(depth: 0)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var mistake: Mistake { Mistake(offset: index) }

  private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while index < bytes.count, condition(bytes[index]) { index += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func name() throws(Mistake) -> String {
    let start = index
    skip { !Self.isSpace($0) && !"/>=<\"'".utf8.contains($0) }
    guard index > start else { throw mistake }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func element(depth: Int) throws(Mistake) -> XMLElement {
    guard index < bytes.count, depth < Self.depthLimit else { throw mistake }
    index += 1
    var element = XMLElement(name: try name(), attributes: try attributes())
    if starts(with: "/>") {
      index += 2
      return element
    }
    guard starts(with: ">") else { throw mistake }
    index += 1
    while true {
      guard index < bytes.count else { throw mistake }
      if starts(with: "</") {
        index += 2
        guard try name() == element.name else { throw mistake }
        skip { $0 != UInt8(ascii: ">") }
        guard index < bytes.count else { throw mistake }
        index += 1
        return element
      }
      if starts(with: "<![CDATA[") {
        element.text += try section(after: 9, until: "]]>")
      } else if starts(with: "<!--") {
        _ = try section(after: 4, until: "-->")
      } else if starts(with: "<?") {
        _ = try section(after: 2, until: "?>")
      } else if starts(with: "<!") {
        throw mistake
      } else if bytes[index] == UInt8(ascii: "<") {
        element.children.append(try self.element(depth: depth + 1))
      } else {
        let start = index
        skip { $0 != UInt8(ascii: "<") }
        element.text += HTMLText.decoded(bytes[start..<index]).utf8
      }
    }
  }

  private mutating func attributes() throws(Mistake) -> [String: String] {
    var attributes: [String: String] = [:]
    while true {
      skip(while: Self.isSpace)
      guard index < bytes.count else { throw mistake }
      if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/") { return attributes }
      let key = try name()
      skip(while: Self.isSpace)
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { throw mistake }
      index += 1
      skip(while: Self.isSpace)
      guard index < bytes.count, bytes[index] == 0x22 || bytes[index] == 0x27 else { throw mistake }
      let quote = bytes[index]
      index += 1
      let start = index
      skip { $0 != quote }
      guard index < bytes.count else { throw mistake }
      attributes[key] = HTMLText.decoded(bytes[start..<index])
      index += 1
    }
  }

  /// Returns the text up to `end`; goes on after it.
  private mutating func section(after: Int, until end: String) throws(Mistake) -> ArraySlice<UInt8> {
    index += after
    let start = index
    let mark = Array(end.utf8)
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
        defer { index += mark.count }
        return bytes[start..<index]
      }
      index += 1
    }
    throw mistake
  }
}

/// Cuts the elements of one name out of an XML file of any size and holds one of them at a time.
struct XMLRecords {
  private let opening: [UInt8]
  private let closing: [UInt8]
  private let limit: Int
  private var line = 1
  private var recordLine = 1
  private var record: [UInt8] = []
  private var isInside = false
  private var isInData = false
  private var isTooLong = false

  /// - Parameter name: The name of elements without attributes that are not nested.
  init(_ name: String, limit: Int = 256 << 20) {
    opening = Array("<\(name)>".utf8)
    closing = Array("</\(name)>".utf8)
    self.limit = limit
  }

  /// True in the middle of an element.
  var isOpen: Bool { isInside }

  /// Returns the element that ends with this byte, with its line; empty if it is too long.
  mutating func take(_ byte: UInt8) -> (bytes: [UInt8], line: Int)? {
    if byte == 0x0A { line += 1 }
    record.append(byte)
    guard isInside else {
      if byte == UInt8(ascii: ">"), ends(in: opening) {
        (record, isInside, recordLine) = (opening, true, line)
      } else if record.count > 64 {
        record.removeFirst(record.count - 16)
      }
      return nil
    }
    if record.count > limit {
      isTooLong = true
      record.removeFirst(record.count - 16)
    }
    if byte == UInt8(ascii: "["), ends(in: Self.dataStart) { isInData = true }
    guard byte == UInt8(ascii: ">") else { return nil }
    if isInData {
      isInData = !ends(in: Self.dataEnd)
      return nil
    }
    guard ends(in: closing) else { return nil }
    defer { (record, isInside, isTooLong) = ([], false, false) }
    return (isTooLong ? [] : record, recordLine)
  }

  private func ends(in mark: [UInt8]) -> Bool {
    record.count >= mark.count && record[(record.count - mark.count)...].elementsEqual(mark)
  }

  private static let dataStart = Array("<![CDATA[".utf8)
  private static let dataEnd = Array("]]>".utf8)
}
