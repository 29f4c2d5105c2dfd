import ByteBasics
import Testing

@testable import NoteSyntax

/// Every element of a text is read at its exact bytes, wherever in a paragraph, a table, a list or a quotation it is.
@Suite struct ElementPlacesTests {
  private static let elements = [
    "[[Target]]", "![[p.png]]", "[[Target\\|text]]", "[t](note.md)", "![i](p.png)", "<https://a.example>",
    "https://b.example/c", "#tag", "%%hidden%%", "$x^2$", "==mark==", "^[foot]", "[k:: v]", "(k:: v)", "a@b.example",
    "[@key]", "<a href=\"x.md\">", "+82 2-312-3456", "`code`", "[^1]",
  ]

  /// Blocks with a place for an element.
  private static let places = [
    "a {} b\nc\n| h | i |\n|---|---|\n| x | y |\n", "c\na {} b\n| h | i |\n|---|---|\n",
    "c\nd\n{} b\n| h | i |\n|---|---|\n| x | y |", "c\n      {} b\n   h | i\n---|---\n", "c\n| h | a {} |\n|---|---|\n",
    "c\n| {} | i |\n|---|---|\n| x | y |\n", "c\nd\nh | {}\n--|--", "c\n  | \\| {} | i |\n|---|---|\n| x | y |\n",
    "c\n| h | i |\n|---|---|\n| x | y |\n| {} | y |\n", "c\n| h | i |\n|---|---|\n| x | \\| {} |",
    "[r]: /u\nc {}\n| h | i |\n|---|---|\n", "| {} | i |\n|---|---|\n", "| h | i |\n|:--|--:|\n| {} | y |\n| x | y |\n",
    "| \u{FFFD} | {} |\n|---|---|\n", "| h | i |\n|---|---|\n| \u{FFFD}\u{0} {} |\n", "c\nd \u{FFFD} {}\n===\n",
    "c\nd {}\n",
    "# c {} d\n", "c\n| h |\n|---|\n\n{} d\n| h |\n|---|\n| x |\n\ne\n",
  ]

  /// The marks before the first line of a block, and before the others.
  private static let containers = [
    ("", ""), ("> ", "> "), (">", ">   "), ("- ", "  "), ("1. ", "   "), ("-\t", "\t"), ("- > ", "  > "),
    ("> - ", ">   "), ("> > 1. ", "> >    "), ("- a\n- ", "  "),
  ]

  @Test func `an element is read at its own bytes in every place`() {
    for element in Self.elements {
      let alone = Self.ranges("a " + element + " b\n").map { ($0.lowerBound - 2, $0.upperBound - 2) }
      for place in Self.places {
        for (first, rest) in Self.containers {
          let lines = place.textLines
          let block = lines.enumerated().map { number, line in
            number == 0 ? first + line : line.isEmpty ? "" : rest + line
          }.joined(separator: "\n")
          for lineEnd in ["\n", "\r\n"] {
            let text = ("---\ntitle: x\n---\n# T\n\n" + block).replacing("\n", with: lineEnd)
            guard let hole = text.firstRange(of: "{}") else { continue }
            let start = text.utf8.distance(from: text.startIndex, to: hole.lowerBound)
            let bytes = Self.withBadBytes(text.replacing("{}", with: element))
            let shift = Self.withBadBytes(String(text[..<hole.lowerBound])).count - start
            let expected = alone.map { ByteRange($0.0 + start + shift, $0.1 + start + shift) }
            let end = start + shift + element.utf8.count
            let found = Self.ranges(bytes).filter { $0.lowerBound >= start + shift && $0.upperBound <= end }
            #expect(found == expected, "\(element) in \(String(decoding: bytes, as: UTF8.self).debugDescription)")
          }
        }
      }
    }
  }

  @Test func `a row of a quotation begins after the marks of its own line`() {
    for text in [">    | a | b |\n>|-|-|\n>|#tag | d |\n", ">    x\n>    a | b |\n>-|-|\n>#tag | d |\n"] {
      #expect(Document(parsing: Array(text.utf8)).tags.map(\.name) == ["tag"])
    }
  }

  @Test func `a line without its mark is read as the head of a table`() {
    let document = Document(parsing: Array("> c\n| #tag | [[N]] |\n> |---|---|\n> | x | y |\n".utf8))
    #expect(document.tags.map(\.name) == ["tag"])
    #expect(document.links.map(\.destination) == ["N"])
  }

  @Test func `a table below a paragraph and its cells have the bytes that are written`() {
    let text = "c\r\nd\r\n| h | i |\r\n|---|---|\r\n| x |\r\n"
    let document = Document(parsing: Array(text.utf8))
    let blocks = document.blocks.map { "\($0.kind.rawValue) " + document.source.text(in: $0.range) }
    #expect(
      blocks == [
        "paragraph c\r\nd", "table | h | i |\r\n|---|---|\r\n| x |", "tableRow | h | i |", "tableCell h", "tableCell i",
        "tableRow | x |", "tableCell x", "tableCell ",
      ])
  }

  /// A byte that is no UTF-8 in the place of each U+FFFD.
  private static func withBadBytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { $0.value == 0xFFFD ? [0xFF] : Array(String($0).utf8) }
  }

  private static func ranges(_ text: String) -> [ByteRange] { ranges(Array(text.utf8)) }

  private static func ranges(_ bytes: [UInt8]) -> [ByteRange] {
    let document = Document(parsing: bytes)
    let all =
      document.links.compactMap(\.range) + document.tags.map(\.range) + document.marks.map(\.range)
      + document.fields.map(\.range) + document.citations.map(\.range)
    return all.sorted()
  }
}
