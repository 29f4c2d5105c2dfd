import TerminalText
import Testing

@Suite struct ColumnLayoutTests {
  private let layout = ColumnLayout([
    .whole, .share(percent: 40), .share(percent: 30), .rest(least: 8),
  ])
  private let rows = [
    ["1", "장보기", "#집", "Memo/장보기.md"],
    ["2", "👨‍👩‍👧 family day", "", "Memo/family.md"],
    [
      "3", "A very long title that goes on and on and on", "overdue 3d #work",
      "Diary/Tasks/long.md",
    ],
  ].map { $0.map { StyledText($0) } }

  private func lines(_ columns: Int?) -> [String] {
    layout.lines(rows, columns: columns).map(\.plainText)
  }

  @Test func `columns stand below one another, Korean and emoji too`() {
    #expect(
      lines(80) == [
        "1  장보기                                  #집               Memo/장보기.md",
        "2  👨‍👩‍👧 family day                                             Memo/family.md",
        "3  A very long title that goes on and on…  overdue 3d #work  Diary/Tasks/long.md",
      ])
  }

  @Test func `no line is wider than the page, and a path loses its beginning`() {
    for columns in 12...120 {
      for line in lines(columns) { #expect(CellWidth.of(line) <= columns, "\(columns): \(line)") }
    }
    let last = lines(60).last ?? ""
    #expect(last.hasSuffix("/long.md") && !last.contains("Diary/"))
  }

  @Test func `without an edge nothing is cut and nothing filled up`() {
    #expect(
      lines(nil) == [
        "1  장보기  #집  Memo/장보기.md", "2  👨‍👩‍👧 family day  Memo/family.md",
        "3  A very long title that goes on and on and on  overdue 3d #work  Diary/Tasks/long.md",
      ])
  }
}
