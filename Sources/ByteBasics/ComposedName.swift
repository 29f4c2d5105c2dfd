@_spi(_Unicode) import Swift

/// The text in Unicode normal form C, as file names are written.
package func composedName(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  scalars.append(contentsOf: text._nfc)
  return String(scalars)
}
