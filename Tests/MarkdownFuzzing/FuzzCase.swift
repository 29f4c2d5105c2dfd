package import MarkdownFormatting
import NoteSyntax
import SeededRandom

/// A made-up note and the style to format it in, the same for the same seed and number on every machine.
package struct FuzzCase: Sendable {
  package let bytes: [UInt8]
  package let style: FormattingStyle

  /// - Parameter samples: Real texts that are joined and changed by a few bytes; without them all notes are made up.
  package init(seed: UInt64, number: Int, samples: [[UInt8]]) {
    var random = SeededGenerator(
      seed: seed &+ UInt64(bitPattern: Int64(number)) &* 0x2545_F491_4F6C_DD1D)
    bytes = Self.text(&random, samples)
    style = Self.style(&random)
  }

  private static func text(_ random: inout SeededGenerator, _ samples: [[UInt8]]) -> [UInt8] {
    switch random.below(10) {
    case 0..<4:
      var generator = MarkdownGenerator(random)
      return ByteMutation.changed(generator.note(), times: random.below(3), &random)
    case 4..<7: return MarkdownSoup.text(&random)
    default:
      guard let one = random.element(of: samples), let other = random.element(of: samples) else {
        return MarkdownSoup.text(&random)
      }
      let joint = random.element(of: ["\n", "\n\n", "> ", "- ", "    ", ""]) ?? ""
      let text = random.chance(1, in: 2) ? one : one + Array(joint.utf8) + other
      return ByteMutation.changed(text, times: random.below(5), &random)
    }
  }

  /// The canonical style three times of four.
  private static func style(_ random: inout SeededGenerator) -> FormattingStyle {
    var style = FormattingStyle()
    guard random.chance(1, in: 4) else { return style }
    style.bullet = random.element(of: FormattingStyle.Bullet.allCases) ?? .hyphen
    style.emphasis = random.element(of: FormattingStyle.Emphasis.allCases) ?? .asterisk
    style.table = random.element(of: FormattingStyle.Table.allCases) ?? .aligned
    style.listIndent = random.element(of: FormattingStyle.ListIndent.allCases) ?? .text
    style.numbering = random.element(of: FormattingStyle.Numbering.allCases) ?? .ascending
    style.wrapColumns = random.chance(1, in: 2) ? 5 + random.below(40) : nil
    return style
  }
}
