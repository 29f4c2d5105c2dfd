import NoteSyntax
import SafeHTML

/// The picture of a page's title that programs show with links to it: an SVG in the fonts of whoever shows it.
struct TitleCard {
  let title: String
  let site: String
  let language: String

  private static let width = 1_200
  private static let height = 630
  private static let margin = 88

  var svg: String {
    let isLong = Self.cells(title) > 96
    let size = isLong ? 60 : 76
    let lines = Self.lines(of: title, cells: isLong ? 34 : 27, most: isLong ? 6 : 4)
    let step = size * 13 / 10
    let text = lines.enumerated().map { number, line in
      "<tspan x=\"\(Self.margin)\" y=\"\(190 + size / 2 + number * step)\">\(escapedHTML(line))</tspan>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(Self.height)" viewBox="0 0 \(Self.width) \(Self.height)" \
      xml:lang="\(escapedAttribute(language))" font-family="Pretendard, Inter, Noto Sans KR, Noto Sans CJK KR, system-ui, sans-serif">
      <rect width="\(Self.width)" height="\(Self.height)" fill="#fffefb"/>
      <rect x="\(Self.margin)" y="96" width="112" height="12" rx="6" fill="#0b5a86"/>
      <text font-size="\(size)" font-weight="700" fill="#23272d">\(text.joined())</text>
      <text x="\(Self.margin)" y="\(Self.height - 72)" font-size="36" fill="#5a636e">\(escapedHTML(Self.lines(of: site, cells: 54, most: 1).joined()))</text>
      </svg>

      """
  }

  /// Splits words into lines. A word that is longer than a line, and text that needs too many lines, is cut off.
  private static func lines(of text: String, cells limit: Int, most: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    func end() {
      if !line.isEmpty { lines.append(line) }
      line = ""
    }
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, cells(line) + 1 + cells(word) > limit { end() }
      if !line.isEmpty { line += " " }
      for character in word {
        if cells(line) + cells(String(character)) > limit { end() }
        line.append(character)
      }
    }
    end()
    guard lines.count > most else { return lines }
    return lines.prefix(most - 1) + [String(lines[most - 1].dropLast(2)) + "…"]
  }

  /// Returns the width in cells: a Latin letter is about half as wide as a Han letter or a syllable.
  private static func cells(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
  }
}
