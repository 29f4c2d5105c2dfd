package import NoteSyntax

/// A link as the index knows it, with what became of it.
package struct LinkRow: Hashable, Sendable {
  package enum State: String, Sendable {
    case resolved, broken, ambiguous
    /// Points outside the repository: a URL, an address, a number.
    case external
  }

  /// As ``Link/Kind/isWiki``.
  package var isWiki: Bool { Link.Kind(rawValue: kind)?.isWiki ?? false }

  package let source: NotePath
  package let kind: String
  package let destination: String
  package let fragment: String?
  package let text: String?
  /// 1-based.
  package let line: Int
  /// The whole construct in its file; nil where it could not be located exactly.
  package let range: ByteRange?
  package let target: NotePath?
  package let state: State

  package init(
    source: NotePath, kind: String, destination: String, fragment: String?, text: String?,
    line: Int, range: ByteRange?, target: NotePath?, state: State
  ) {
    self.source = source
    self.kind = kind
    self.destination = destination
    self.fragment = fragment
    self.text = text
    self.line = line
    self.range = range
    self.target = target
    self.state = state
  }
}
