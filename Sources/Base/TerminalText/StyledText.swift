/// The meaning of a piece of text on the terminal; a ``Theme`` makes colours of it.
package enum TextStyle: String, Sendable, Hashable, CaseIterable {
  case plain, title, heading, strong, emphasis, struck, code, link, broken, tag, path, dim, match
  case overdue, done, quote, mark, line, marked, mathematics
}

/// Text in pieces, each with a style, and perhaps somewhere to go.
package struct StyledText: Sendable, Hashable {
  package struct Run: Sendable, Hashable {
    package var text: String
    package var style: TextStyle
    /// The destination of an OSC 8 link.
    package var url: String?
    /// A colour of its own, which counts if colours are shown at all.
    package var color: TerminalColor?
  }

  package private(set) var runs: [Run] = []

  package init() {}

  package init(_ text: String, _ style: TextStyle = .plain, url: String? = nil, color: TerminalColor? = nil) {
    append(text, style, url: url, color: color)
  }

  package mutating func append(
    _ text: String, _ style: TextStyle = .plain, url: String? = nil, color: TerminalColor? = nil
  ) {
    guard !text.isEmpty else { return }
    // No copy of the last run: the text would be copied at each character that is added.
    if let last = runs.indices.last, runs[last].style == style, runs[last].url == url, runs[last].color == color {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, style: style, url: url, color: color))
    }
  }

  package mutating func append(_ other: StyledText) {
    guard !runs.isEmpty else {
      runs = other.runs
      return
    }
    for run in other.runs { append(run.text, run.style, url: run.url, color: run.color) }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  package var isEmpty: Bool { runs.isEmpty }
  package var plainText: String { runs.map(\.text).joined() }
  package var width: Int { runs.reduce(0) { $0 + CellWidth.of(TerminalEscaping.line($1.text)) } }

  /// Pads the text with spaces to `columns` cells.
  package func padded(to columns: Int, alignRight: Bool = false) -> StyledText {
    let gap = StyledText(String(repeating: " ", count: max(0, columns - width)))
    return alignRight ? gap + self : self + gap
  }

  /// Truncates the text to `columns` cells at its beginning, with `…` for the missing part.
  package func truncatedInFront(to columns: Int) -> StyledText {
    guard width > columns else { return self }
    var result = StyledText()
    var room = columns - 1
    for run in runs.reversed() {
      for character in TerminalEscaping.line(run.text).reversed() {
        let width = CellWidth.of(character)
        guard width <= room else { return StyledText("…", .dim) + result }
        room -= width
        result = StyledText(String(character), run.style, url: run.url, color: run.color) + result
      }
    }
    return result
  }

  /// Truncates the text to `columns` cells, with `mark`, which is one cell wide, for the missing part.
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
        result.append(String(character), run.style, url: run.url, color: run.color)
      }
    }
    return result
  }
}

/// The conversion of styles into bytes.
package struct Theme: Sendable {
  private let codes: [TextStyle: String]
  private let showsLinks: Bool
  private let namesStyles: Bool

  /// The theme without colours and links, for pipes and dumb terminals.
  package static let plain = Theme(codes: [:], showsLinks: false, namesStyles: false)

  /// Style names in angle brackets: for tests.
  package static let named = Theme(codes: [:], showsLinks: false, namesStyles: true)

  /// Creates a theme from the palette of the terminal. On a light background, unreadable ones are darker.
  ///
  /// - Parameters:
  ///   - showsLinks: True to write links as OSC 8.
  ///   - background: The background of the terminal.
  ///   - own: The user's colours, which replace the others.
  package static func ansi(
    showsLinks: Bool, background: TerminalBackground = .dark, own: [TextStyle: TerminalColor] = [:]
  ) -> Theme {
    var codes: [TextStyle: String] = [
      .title: "1", .heading: "1;36", .strong: "1", .emphasis: "3", .struck: "9", .code: "33", .link: "34;4",
      .broken: "31;4", .tag: "35", .path: "36", .dim: "2", .match: "1;31", .overdue: "31", .done: "32", .quote: "3;2",
      .mark: "33", .line: "32", .marked: "30;43", .mathematics: "36",
    ]
    if background == .light { codes.merge(onLight) { $1 } }
    for (style, color) in own { codes[style] = color.code.isEmpty ? nil : color.code }
    return Theme(codes: codes, showsLinks: showsLinks, namesStyles: false)
  }

  /// Colours of the palette of 256, each with a contrast of at least 4.5 to white.
  private static let onLight: [TextStyle: String] = [
    .heading: "1;38;5;24", .code: "38;5;94", .path: "38;5;24", .dim: "38;5;240", .done: "38;5;28",
    .quote: "3;38;5;240", .mark: "38;5;94", .line: "38;5;28", .mathematics: "38;5;23",
  ]

  /// Encodes a text. Control characters in the text itself are shown and never sent to the terminal.
  package func encode(_ text: StyledText) -> StyledBytes {
    var bytes = StyledBytes()
    encode(text, into: &bytes)
    return bytes
  }

  private func encode(_ text: StyledText, into styled: inout StyledBytes) {
    for run in text.runs {
      let safe = TerminalEscaping.line(run.text)
      if namesStyles, run.style != .plain {
        styled.bytes += "<\(run.style.rawValue)>\(safe)</>".utf8
        continue
      }
      let link = showsLinks ? run.url.map(TerminalEscaping.line) : nil
      if let link { styled.bytes += "\u{1B}]8;;\(link)\u{1B}\\".utf8 }
      let own = codes.isEmpty ? nil : run.color?.code
      let code = [codes[run.style], own].compactMap(\.self).joined(separator: ";")
      if !code.isEmpty {
        styled.bytes += "\u{1B}[\(code)m\(safe)\u{1B}[0m".utf8
      } else {
        styled.bytes += safe.utf8
      }
      if link != nil { styled.bytes += "\u{1B}]8;;\u{1B}\\".utf8 }
    }
  }

  package func encode(_ lines: [StyledText]) -> StyledBytes {
    var bytes = StyledBytes()
    for line in lines { encode(line: line, into: &bytes) }
    return bytes
  }

  /// Appends the bytes of a line, with its end.
  package func encode(line: StyledText, into bytes: inout StyledBytes) {
    encode(line, into: &bytes)
    bytes.bytes.append(0x0A)
  }
}

/// Bytes made by a ``Theme``. They contain only its own escape sequences, so they may be sent to a terminal.
package struct StyledBytes: Sendable, Hashable {
  package fileprivate(set) var bytes: [UInt8] = []

  package init() {}

  package init(joining pieces: [StyledBytes]) {
    for piece in pieces { bytes += piece.bytes }
  }
}
