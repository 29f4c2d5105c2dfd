import NotePresentation
import Testing

@Suite struct TableCellTests {
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+x", "'+x"), ("-x", "'-x"), ("@x", "'@x"), ("-", "'-"), ("=1", "'=1"), ("\t=1", "'\t=1"),
    ("-5", "-5"), ("+82.5", "+82.5"), ("a=1", "a=1"), ("'a", "'a"), ("'=1", "''=1"), ("'-5", "''-5"), ("''@x", "'''@x"),
    ("＝1", "'＝1"), ("", ""),
  ])
  func `a cell that a spreadsheet would calculate is a text, and comes back as it was`(cell: String, written: String) {
    let quoted = TableCell.quoted(cell)
    #expect(quoted == written)
    #expect(TableCell.plain(quoted) == cell)
  }
}
