package import MarkdownFormatting
package import NoteRepository

extension FormattingStyle {
  /// The style that a repository's settings ask for.
  ///
  /// `wrap`: The column to wrap at instead of the setting's.
  package init(_ configuration: Configuration, wrap: Int? = nil) {
    self.init(
      bullet: configuration.text("fmt.bullet"), emphasis: configuration.text("fmt.emphasis"),
      table: configuration.text("fmt.table"), listIndent: configuration.text("fmt.list-indent"),
      numbering: configuration.text("fmt.numbering"),
      wrapColumns: wrap ?? configuration.integer("fmt.wrap"))
  }
}
