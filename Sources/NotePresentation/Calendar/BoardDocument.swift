import NoteModel
import NoteSyntax
import TerminalText
package import Wording

/// A board as a document of its own: Markdown, or one page of HTML without script or outside reference.
package struct BoardDocument {
  private let report: BoardReport
  private let language: Language

  package init(_ report: BoardReport, language: Language) {
    self.report = report
    self.language = language
  }

  private var page: Page {
    Page(columns: 80, language: language, asciiOnly: false, isTerminal: false)
  }

  /// A card in words: title, due, marks.
  private func facts(_ task: LocatedTask) -> [String] {
    let text = TaskText(now: report.now, page: page)
    return [text.due(task)?.plainText, text.marks(task).plainText].compactMap(\.self)
      .filter { !$0.isEmpty }
  }

  package var markdown: String {
    var blocks: [String] = []
    for column in report.board.columns {
      let title = report.name(of: column).text(in: language)
      var lines = ["## \(Self.escapedMarkdown(title)) (\(column.count))", ""]
      for task in column.tasks {
        let state = task.item.status == .done ? "x" : " "
        let facts = facts(task).map { " · " + Self.escapedMarkdown($0) }.joined()
        lines.append("- [\(state)] \(Self.escapedMarkdown(task.item.title))\(facts)")
      }
      if column.hiddenCount > 0 { lines.append("- … +\(column.hiddenCount)") }
      blocks.append(lines.joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// What would begin a construct is after a backslash.
  private static func escapedMarkdown(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\`*_[]<>#|".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  package var html: String {
    let title = Message("Board", ko: "보드").text(in: language)
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      <main>
      \(report.board.columns.map(section).joined())</main>
      </body>
      </html>

      """
  }

  private func section(_ column: TaskBoard.BoardColumn) -> String {
    let name = escapedHTML(report.name(of: column).text(in: language))
    let cards = column.tasks.map(card).joined()
    let more = column.hiddenCount > 0 ? "<p>+\(column.hiddenCount)</p>\n" : ""
    let list = cards.isEmpty ? "" : "<ul>\n\(cards)</ul>\n"
    return
      "<section>\n<h2>\(name) <span class=\"count\">\(column.count)</span></h2>\n\(list)\(more)</section>\n"
  }

  private func card(_ task: LocatedTask) -> String {
    let isOverdue = task.item.isOverdue(at: report.now)
    let facts = facts(task).map { "<span>\(escapedHTML($0))</span>" }.joined(separator: " ")
    let title = escapedHTML(task.item.title)
    return
      "<li\(isOverdue ? " class=\"overdue\"" : "")><strong>\(title)</strong>\(facts.isEmpty ? "" : "<br>")\(facts)</li>\n"
  }

  private static let style = """
    :root { color-scheme: light dark; }
    body { margin: 1.5rem; font-family: system-ui, "Noto Sans KR", sans-serif; line-height: 1.5; }
    main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
    section { border: 1px solid #8886; border-radius: 6px; padding: .5rem .75rem; }
    h2 { font-size: 1.1rem; margin: .25rem 0; } .count { font-weight: 400; opacity: .7; }
    ul { list-style: none; margin: 0; padding: 0; }
    li { border-top: 1px solid #8884; padding: .4rem 0; }
    li span { font-size: .85rem; opacity: .85; margin-right: .5rem; }
    .overdue span:first-of-type { color: light-dark(#b3261e, #ffb4ab); opacity: 1; }
    """
}
