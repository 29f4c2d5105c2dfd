import ByteBasics

/// The character at the head of a list item: `-`, `*`, `+`, or a number with `.` or `)`.
struct ListMarker {
  let length: Int
  let number: Int
  let delimiter: UInt8

  init?(_ bytes: [UInt8], at start: Int, end: Int) {
    var offset = start
    var number = 0
    while offset < end, offset - start < 9, ASCII.isDigit(bytes[offset]) {
      number = number * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    guard offset < end else { return nil }
    let byte = bytes[offset]
    let isMarker =
      offset == start
      ? byte == ASCII.hyphen || byte == ASCII.plus || byte == UInt8(ascii: "*")
      : byte == ASCII.period || byte == ASCII.rightParenthesis
    guard isMarker, offset + 1 == end || ASCII.isBlank(bytes[offset + 1]) else { return nil }
    length = offset + 1 - start
    self.number = number
    delimiter = byte
  }
}
