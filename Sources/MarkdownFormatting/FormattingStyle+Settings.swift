extension FormattingStyle {
  /// The style that settings ask for; a word that is not known leaves the default.
  package init(
    bullet: String, emphasis: String, table: String, listIndent: String, numbering: String,
    wrapColumns: Int
  ) {
    self.init()
    self.bullet = Bullet(rawValue: bullet) ?? self.bullet
    self.emphasis = Emphasis(rawValue: emphasis) ?? self.emphasis
    self.table = Table(rawValue: table) ?? self.table
    self.listIndent = ListIndent(rawValue: listIndent) ?? self.listIndent
    self.numbering = Numbering(rawValue: numbering) ?? self.numbering
    self.wrapColumns = wrapColumns > 0 ? wrapColumns : nil
  }
}
