extension StringProtocol {
  /// The lines of the text without their ends; the last is empty where the text ends with one.
  ///
  /// `\r\n` is one character in Swift, which a split at `"\n"` passes over.
  package var textLines: [Substring] {
    linesWithReturns.map {
      $0.unicodeScalars.last == "\r" ? Substring($0.unicodeScalars.dropLast()) : $0
    }
  }

  /// The lines of the text; each that ends with `\r\n` keeps its `\r`, so that joining them with `\n` gives the same
  /// bytes.
  package var linesWithReturns: [Substring] {
    Substring(self).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}
