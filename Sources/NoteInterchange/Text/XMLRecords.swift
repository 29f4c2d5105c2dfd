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

  /// - Parameter name: Of elements without attributes, not inside one another.
  init(_ name: String, limit: Int = 256 << 20) {
    opening = Array("<\(name)>".utf8)
    closing = Array("</\(name)>".utf8)
    self.limit = limit
  }

  /// True in the middle of an element.
  var isOpen: Bool { isInside }

  /// The element that ends with this byte, with its line; empty where it is too long.
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
