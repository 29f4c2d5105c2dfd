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

  /// The bytes of a text. Control characters of the text itself are shown, never sent.
  package func encode(_ text: StyledText) -> [UInt8] {
    var bytes: [UInt8] = []
    encode(text, into: &bytes)
    return bytes
  }

  private func encode(_ text: StyledText, into bytes: inout [UInt8]) {
    for run in text.runs {
      let safe = Self.neutralised(run.text)
      if namesStyles, run.style != .plain {
        bytes += "<\(run.style.rawValue)>\(safe)</>".utf8
        continue
      }
      let link = showsLinks ? run.url.map(Self.neutralised) : nil
      if let link { bytes += "\u{1B}]8;;\(link)\u{1B}\\".utf8 }
      if let code = codes[run.style] {
        bytes += "\u{1B}[\(code)m\(safe)\u{1B}[0m".utf8
      } else {
        bytes += safe.utf8
      }
      if link != nil { bytes += "\u{1B}]8;;\u{1B}\\".utf8 }
    }
  }

  package func encode(_ lines: [StyledText]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines { encode(line: line, into: &bytes) }
    return bytes
  }

  /// Appends the bytes of a line, with its end.
  package func encode(line: StyledText, into bytes: inout [UInt8]) {
    encode(line, into: &bytes)
    bytes.append(0x0A)
  }

  /// Escapes and other control characters as their pictures, so that a note cannot steer a terminal.
  private static func neutralised(_ text: String) -> String {
    let isClean = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }
    guard !isClean else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: scalars.append(contentsOf: "    ".unicodeScalars)
      case 0x0A: scalars.append(scalar)
      case ..<0x20: scalars.append(Unicode.Scalar(scalar.value + 0x2400) ?? "?")
      case 0x7F, 0x80...0x9F: scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
