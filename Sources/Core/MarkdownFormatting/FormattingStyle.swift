import ByteBasics

/// The form that the formatter gives to constructs with several spellings. The defaults are the canonical style.
package struct FormattingStyle: Sendable, Hashable {
  package enum Bullet: String, Sendable, CaseIterable {
    case hyphen = "-"
    case asterisk = "*"
    case plus = "+"

    /// The character for the second of two lists that are side by side.
    var alternate: Bullet { self == .hyphen ? .asterisk : .hyphen }
    package var byte: UInt8 { rawValue.utf8.first ?? ASCII.hyphen }
  }

  package enum Emphasis: String, Sendable, CaseIterable {
    case asterisk = "*"
    case underscore = "_"
    /// The marks of the text are kept.
    case keep
  }

  package enum Table: String, Sendable, CaseIterable {
    /// Columns of the same width on a terminal; tables wider than ``FormattingStyle/tableWidthLimit`` are compact.
    case aligned
    /// A space on both sides of every cell.
    case compact
    case keep
  }

  package enum ListIndent: String, Sendable, CaseIterable {
    /// Under the text of the item.
    case text
    /// Four columns, as some older Markdown programs need.
    case four = "4"
  }

  package enum Numbering: String, Sendable, CaseIterable {
    /// 1, 2, 3; a list whose first two numbers are the same keeps that number.
    case ascending
    /// The first number everywhere.
    case same
    case keep
  }

  package var bullet = Bullet.hyphen
  package var emphasis = Emphasis.asterisk
  package var table = Table.aligned
  package var listIndent = ListIndent.text
  package var numbering = Numbering.ascending
  /// The width in cells. Nil keeps the line breaks.
  package var wrapColumns: Int?
  /// The programs for which the notes are written; the syntax of others is found wherever it occurs.
  package var readers: Set<MarkdownReader> = []

  /// The width in cells above which an aligned table is written compactly.
  static let tableWidthLimit = 160

  package init() {}
}

extension FormattingStyle {
  /// Creates the style of the settings. An unknown word keeps the default.
  package init(
    bullet: String, emphasis: String, table: String, listIndent: String, numbering: String,
    wrapColumns: Int, readers: Set<String> = []
  ) {
    self.init()
    self.bullet = Bullet(rawValue: bullet) ?? self.bullet
    self.emphasis = Emphasis(rawValue: emphasis) ?? self.emphasis
    self.table = Table(rawValue: table) ?? self.table
    self.listIndent = ListIndent(rawValue: listIndent) ?? self.listIndent
    self.numbering = Numbering(rawValue: numbering) ?? self.numbering
    self.wrapColumns = wrapColumns > 0 ? wrapColumns : nil
    self.readers = Set(readers.compactMap(MarkdownReader.init))
  }
}
