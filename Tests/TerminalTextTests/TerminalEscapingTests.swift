import TerminalText
import Testing

/// The bytes of notes that reach a terminal.
@Suite struct TerminalEscapingTests {
  /// Control characters, and those that break, reorder or hide a line.
  private static let obeyed: [ClosedRange<UInt32>] = [
    0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xE0001...0xE0001,
  ]

  @Test(arguments: [(0, 0x1FFFF), (0xE0000, 0xE0FFF)] as [(UInt32, UInt32)])
  func `of all characters those are replaced that a terminal obeys, and no others`(first: UInt32, last: UInt32) {
    for scalar in (first...last).compactMap({ Unicode.Scalar($0) }) {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: ["a", scalar, "☐"])
      let shown = Array(TerminalEscaping.line(String(text)).unicodeScalars)
      let isObeyed = Self.obeyed.contains { $0.contains(scalar.value) }
      #expect(shown.contains(scalar) != isObeyed, "U+\(String(scalar.value, radix: 16))")
      #expect(shown.first == "a" && shown.last == "☐")
    }
  }
}
