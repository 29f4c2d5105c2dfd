/// A mistake in a query, with its place.
package struct QueryError: Error, Hashable, Sendable {
  package enum Reason: Error, Hashable, Sendable {
    case unclosedQuote
    case unclosedParenthesis
    case unexpected(String)
    case missingOperand(String)
    case unknownState(String)
    case unknownKind(String)
    case unknownPart(String)
    case notADate(String)
    case unknownView(String)
    case viewInsideItself(String)
    /// Parentheses and saved queries inside one another, more than ``QueryParser/depthLimit``.
    case tooDeep
    /// More terms than ``QueryParser/termLimit``, those of saved queries included.
    case tooLong
  }

  package let reason: Reason
  /// UTF-8 offset in the query's text.
  package let offset: Int
  package let text: String
}
