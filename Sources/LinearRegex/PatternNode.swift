/// What a regular expression consists of.
indirect enum PatternNode {
  enum Assertion: Hashable {
    case lineStart, lineEnd, wordBoundary, noWordBoundary
  }

  case set(ScalarSet)
  case assertion(Assertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// `most` nil: as often as one likes.
  case repeated(PatternNode, least: Int, most: Int?)
}
