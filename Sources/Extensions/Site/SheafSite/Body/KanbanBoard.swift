import NoteSyntax
import SafeHTML

/// A note of Obsidian's Kanban plugin as a board: its headings of the second level are lanes, the items of their lists
/// are cards; the archive of the plugin, after a rule, is folded.
enum KanbanBoard {
  /// Returns true for a note that the plugin shows as a board.
  static func isBoard(_ frontMatter: FrontMatter?) -> Bool {
    frontMatter?.entries.contains { $0.key == "kanban-plugin" } ?? false
  }

  /// Returns the HTML of a Kanban note as a board.
  ///
  /// - Parameters:
  ///   - html: Of the note's body.
  ///   - archive: The words for the archive.
  static func html(_ html: [UInt8], archive: String) -> [UInt8] {
    let lanes = lanes(of: html)
    guard let first = lanes.first else { return html }
    var board = Array(html[..<first.start])
    board.append(markup: "<div class=\"board kanban\" tabindex=\"0\">\n")
    for lane in lanes where !lane.isArchived {
      board.append(markup: "<section>\n")
      board += html[lane.start..<lane.end]
      board.append(markup: "</section>\n")
    }
    board.append(markup: "</div>\n")
    let archived = lanes.filter(\.isArchived)
    guard !archived.isEmpty else { return board }
    board.append(markup: "<details>\n<summary>\(escapedHTML(archive))</summary>\n")
    for lane in archived { board += html[lane.start..<lane.end] }
    board.append(markup: "</details>\n")
    return board
  }

  private struct Lane {
    let start: Int
    var end: Int
    let isArchived: Bool
  }

  /// Returns the lanes of a board, from heading to heading. A rule between two headings begins the archive and is in no
  /// lane.
  private static func lanes(of html: [UInt8]) -> [Lane] {
    var lanes: [Lane] = []
    var depth = 0
    var isArchived = false
    var tokenizer = HTMLTokenizer(html)
    while true {
      let start = tokenizer.position
      guard let token = tokenizer.next() else { break }
      switch token {
      case .start(let tag):
        if depth == 0, tag.element?.headingLevel == 2 {
          if !isArchived, !lanes.isEmpty { lanes[lanes.count - 1].end = start }
          if isArchived, let last = lanes.last, last.isArchived { lanes[lanes.count - 1].end = start }
          lanes.append(Lane(start: start, end: html.count, isArchived: isArchived))
        } else if depth == 0, tag.element == .hr, !isArchived, !lanes.isEmpty {
          lanes[lanes.count - 1].end = start
          isArchived = true
        }
        if tag.element?.isVoid != true { depth += 1 }
      case .end: depth -= 1
      case .text, .ignored: break
      }
    }
    return lanes
  }
}
