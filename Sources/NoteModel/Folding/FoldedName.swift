@_spi(_Unicode) import Swift

/// A name as names are compared: case, width and the Unicode normal form do not count.
///
/// - Returns: Text that is equal for two names that mean the same.
package func foldedName(_ text: some StringProtocol) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
  var scalars = String.UnicodeScalarView()
  for scalar in String(text).lowercased()._nfc {
    let isFullWidth = (0xFF01...0xFF5E).contains(scalar.value)
    let folded = isFullWidth ? Unicode.Scalar(scalar.value - 0xFEE0) : scalar
    scalars.append(folded ?? scalar)
  }
  return String(scalars).lowercased()
}

/// The text in Unicode normal form C, as file names are written.
package func composedName(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  scalars.append(contentsOf: text._nfc)
  return String(scalars)
}
