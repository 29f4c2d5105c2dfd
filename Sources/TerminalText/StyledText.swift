/// What a piece of text means on the terminal; a ``Theme`` makes colours of it.
package enum TextStyle: String, Sendable, Hashable, CaseIterable {
  case plain, title, heading, strong, emphasis, struck, code, link, broken, tag, path, dim, match
  case overdue, done, quote, mark, line, marked, mathematics
}

/// Text in pieces, each with a style, and perhaps somewhere to go.
package struct StyledText: Sendable, Hashable {
  package struct Run: Sendable, Hashable {
    package var text: String
    package var style: TextStyle
    /// Where an OSC 8 link leads.
    package var url: String?
  }

  package private(set) var runs: [Run] = []

  package init() {}

  package init(_ text: String, _ style: TextStyle = .plain, url: String? = nil) {
    append(text, style, url: url)
  }

  package mutating func append(_ text: String, _ style: TextStyle = .plain, url: String? = nil) {
    guard !text.isEmpty else { return }
    // No copy of the last run: the text would be copied at each character that is added.
    if let last = runs.indices.last, runs[last].style == style, runs[last].url == url {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, style: style, url: url))
    }
  }

  package mutating func append(_ other: StyledText) {
    guard !runs.isEmpty else {
      runs = other.runs
      return
    }
    for run in other.runs { append(run.text, run.style, url: run.url) }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  package var isEmpty: Bool { runs.isEmpty }
  package var plainText: String { runs.map(\.text).joined() }
  /// In cells.
  package var width: Int { runs.reduce(0) { $0 + CellWidth.of(TerminalEscaping.line($1.text)) } }

  /// Filled up with spaces to `columns` cells.
  package func padded(to columns: Int, alignRight: Bool = false) -> StyledText {
    let gap = StyledText(String(repeating: " ", count: max(0, columns - width)))
    return alignRight ? gap + self : self + gap
  }

  /// Cut to `columns` cells at its beginning, with `…` in place of what is missing.
  package func truncatedInFront(to columns: Int) -> StyledText {
    guard width > columns else { return self }
    var result = StyledText()
    var room = columns - 1
    for run in runs.reversed() {
      for character in TerminalEscaping.line(run.text).reversed() {
        let width = CellWidth.of(character)
        guard width <= room else { return StyledText("…", .dim) + result }
        room -= width
        result = StyledText(String(character), run.style, url: run.url) + result
      }
    }
    return result
  }

  /// Cut to `columns` cells, with `mark`, one cell wide, where something is missing.
  package func truncated(to columns: Int, mark: String = "…") -> StyledText {
    guard width > columns else { return self }
    var result = StyledText()
    var room = columns - 1
    for run in runs {
      for character in TerminalEscaping.line(run.text) {
        let width = CellWidth.of(character)
        if width > room {
          result.append(mark, .dim)
          return result
        }
        room -= width
        result.append(String(character), run.style, url: run.url)
      }
    }
    return result
  }
}
