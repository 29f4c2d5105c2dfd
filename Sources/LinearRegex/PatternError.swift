/// A mistake in a regular expression, with its place.
package struct PatternError: Error, Hashable, Sendable {
  package enum Reason: Error, Hashable, Sendable {
    case unclosedGroup, unclosedClass, unexpectedClose, nothingToRepeat
    case badRange, badRepetition, badEscape
    /// Back references and looking around: not in linear time.
    case unsupported(String)
    case tooLarge
  }

  package let reason: Reason
  /// Scalars before the place.
  package let offset: Int
  package let text: String
}
