/// How styles become bytes.
package struct Theme: Sendable {
  private let codes: [TextStyle: String]
  private let showsLinks: Bool
  private let namesStyles: Bool

  /// No colours, no links: for pipes and dumb terminals.
  package static let plain = Theme(codes: [:], showsLinks: false, namesStyles: false)

  /// Style names in angle brackets: for tests.
  package static let named = Theme(codes: [:], showsLinks: false, namesStyles: true)

  /// The colours that a terminal's own palette gives; `showsLinks` adds OSC 8.
  package static func ansi(showsLinks: Bool) -> Theme {
    Theme(
      codes: [
        .title: "1", .heading: "1;36", .strong: "1", .emphasis: "3", .struck: "9", .code: "33",
        .link: "34;4", .broken: "31;4", .tag: "35", .path: "36", .dim: "2", .match: "1;31",
        .overdue: "31", .done: "32", .quote: "3;2", .mark: "33", .line: "32",
        .marked: "30;43", .mathematics: "36",
      ], showsLinks: showsLinks, namesStyles: false)
  }

  /// The bytes of a text. Characters of the text itself that steer a terminal are shown, never sent.
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
      if let code = codes[run.style] {
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

/// Bytes that a ``Theme`` made: the only escape sequences in them are its own, so that a terminal may get them.
package struct StyledBytes: Sendable, Hashable {
  package fileprivate(set) var bytes: [UInt8] = []

  package init() {}

  package init(joining pieces: [StyledBytes]) {
    for piece in pieces { bytes += piece.bytes }
  }
}
