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
    if byte == ASCII.colon { return count >= 2 ? index : nil }
    let isInside =
      ASCII.isAlphanumeric(byte) || byte == ASCII.plus || byte == ASCII.hyphen
      || byte == ASCII.period
    guard count > 0 ? isInside : ASCII.isLetter(byte) else { return nil }
    address.formIndex(after: &index)
    count += 1
  }
  return nil
}
