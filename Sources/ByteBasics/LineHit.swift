/// A line of a note in which words were found.
package struct LineHit: Hashable, Sendable {
  /// 1-based line of the file.
  package let line: Int
  /// The line without its end.
  package let range: ByteRange
  /// Where the words stand, as ranges of the file.
  package let matches: [ByteRange]

  package init(line: Int, range: ByteRange, matches: [ByteRange]) {
    self.line = line
    self.range = range
    self.matches = matches
  }
}
