/// Writes blocks that hold text: paragraphs, headings, tables.
struct LeafWriter {
  private let spelling: TreeSpelling
  /// The notes at the foot that were met, written, in order.
  private(set) var footnotes: [String]

  init(_ spelling: TreeSpelling, footnotes: [String]) {
    self.spelling = spelling
    self.footnotes = footnotes
  }

  mutating func lines(of leaf: DocumentTree.Block) -> [String] {
    switch leaf {
    case .heading(let level, let text):
      [String(repeating: "#", count: level) + " " + inline(text, isOneLine: true)]
    case .paragraph(let text):
      inline(text, isOneLine: false).split(separator: "\n").map(String.init)
    case .table(let table): rows(of: table)
    case .list, .code, .quote, .thematicBreak: []
    }
  }

  private mutating func inline(_ text: [DocumentTree.Inline], isOneLine: Bool) -> String {
    var writer = InlineWriter(spelling: spelling, isOneLine: isOneLine, footnotes: footnotes)
    let result = writer.text(text)
    footnotes = writer.footnotes
    return result
  }

  private mutating func rows(of table: DocumentTree.Table) -> [String] {
    let delimiters = table.alignments.map { alignment in
      switch alignment {
      case .none: "---"
      case .left: ":--"
      case .center: ":-:"
      case .right: "--:"
      }
    }
    var rows = [row(table.head), "| " + delimiters.joined(separator: " | ") + " |"]
    for cells in table.rows { rows.append(row(cells)) }
    return rows
  }

  /// Every pipe inside a cell has one backslash, whatever it is in.
  private mutating func row(_ cells: [[DocumentTree.Inline]]) -> String {
    var texts: [String] = []
    for cell in cells {
      let text = inline(cell, isOneLine: true)
      texts.append(text.replacing("\\|", with: "|").replacing("|", with: "\\|"))
    }
    return "| " + texts.joined(separator: " | ") + " |"
  }
}
