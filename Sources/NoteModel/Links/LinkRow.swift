package import ByteBasics
import NoteSyntax

/// A link as the index knows it, with what became of it.
package struct LinkRow: Hashable, Sendable {
  package enum State: String, Sendable {
    case resolved, broken, ambiguous
    /// Points outside the repository: a URL, an address, a number.
    case external
    /// A page that is not written yet, where its program does not treat that as a fault.
    case unwritten
  }

  /// As ``Link/Kind/isWiki``.
  package var isWiki: Bool { Link.Kind(rawValue: kind)?.isWiki ?? false }

  /// The same link, as one that leads to no page yet.
  package var unwritten: LinkRow { LinkRow(self, state: .unwritten) }

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
  /// By which kind of name it leads to its target; nil where it leads to no file.
  package let rank: NoteName.Rank?
  /// Which part of the link says where it leads.
  package let form: LinkGoal.Form

  /// `destination`, `fragment`, `text`: As written; where the form is another, the row has what is meant.
  ///
  /// - Parameter definition: The destination that the note gives to the link's text as a label.
  package init(
    source: NotePath, kind: String, destination: String, fragment: String?, text: String?,
    line: Int, range: ByteRange?, target: NotePath?, state: State, rank: NoteName.Rank? = nil,
    form: LinkGoal.Form = .asWritten, definition: String? = nil
  ) {
    self.source = source
    self.kind = kind
    let meant =
      form == .asWritten
      ? nil
      : Link.Kind(rawValue: kind).flatMap {
        LinkTarget(
          kind: $0, destination: destination, fragment: fragment, text: text,
          definition: definition)?.meant(form)
      }
    self.destination = meant?.name ?? destination
    self.fragment = meant == nil ? fragment : meant?.fragment
    self.text = meant == nil ? text : destination
    self.line = line
    self.range = range
    self.target = target
    self.state = state
    self.rank = rank
    self.form = form
  }

  private init(_ row: LinkRow, state: State) {
    source = row.source
    kind = row.kind
    destination = row.destination
    fragment = row.fragment
    text = row.text
    line = row.line
    range = row.range
    target = nil
    self.state = state
    rank = nil
    form = row.form
  }
}
