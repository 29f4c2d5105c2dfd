/// Where the scheme of an address ends, at its colon: `https:`, `mailto:`, `notion:`.
///
/// A scheme is a letter and then letters, digits, `+`, `-` and `.` (RFC 3986, 3.1), two to 32 of them, as CommonMark counts
/// them: `C:` is a drive, `10:30` a time.
///
/// - Parameter address: Of any form.
/// - Returns: nil for an address without a scheme.
@inlinable
package func schemeEnd<Bytes: Collection<UInt8>>(of address: Bytes) -> Bytes.Index? {
  var index = address.startIndex
  var count = 0
  while index != address.endIndex, count <= 32 {
    let byte = address[index]
    if byte == 0x3A { return count >= 2 ? index : nil }
    let isLetter = (byte | 0x20) &- 0x61 < 26
    let isSign = byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E
    guard isLetter || isSign && count > 0 else { return nil }
    address.formIndex(after: &index)
    count += 1
  }
  return nil
}
