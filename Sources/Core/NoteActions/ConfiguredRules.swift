package import MarkdownFormatting
package import NoteMerging
import NoteModel
package import NoteRepository

extension FormattingStyle {
  /// Creates the style of a repository's settings.
  ///
  /// - Parameter wrap: The column to wrap at instead of the setting's.
  package init(_ configuration: Configuration, wrap: Int? = nil) {
    let reader = configuration.text("fmt.reader")
    self.init(
      bullet: configuration.text("fmt.bullet"), emphasis: configuration.text("fmt.emphasis"),
      table: configuration.text("fmt.table"), listIndent: configuration.text("fmt.list-indent"),
      numbering: configuration.text("fmt.numbering"),
      wrapColumns: wrap ?? configuration.integer("fmt.wrap"),
      readers: reader == "auto" ? configuration.layout.rules.readers : [reader])
  }
}

extension MergeRules {
  /// The rules for the fields that notes have, in all their spellings.
  ///
  /// `date` is read as `created`, but it is also the day of a diary entry or of publication: a value like any other.
  package static let notes = MergeRules(
    later: spellings(of: "updated"),
    earlier: spellings(of: "created").subtracting(["date"]).union(spellings(of: "closed")),
    areTwo: NoteIdentifier.areTwo)

  private static func spellings(of key: String) -> Set<String> {
    Set(FieldCatalogue.field(for: key)?.foldedSpellings ?? [])
  }
}
