import Wording

/// A value of `color`: a name of CSS, one in Korean or of a ticket, or `#` and hexadecimal digits as in a style sheet.
package struct NoteColor: Sendable, Hashable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8
  /// 255 for a colour that nothing shines through.
  package let opacity: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  package init?(_ text: String) {
    if text.first == "#" {
      var digits = text.dropFirst().compactMap(\.hexDigitValue)
      guard digits.count == text.count - 1, [3, 4, 6, 8].contains(digits.count) else { return nil }
      if digits.count < 6 { digits = digits.flatMap { [$0, $0] } }
      opacity = digits.count == 8 ? UInt8(digits[6] * 16 + digits[7]) : 255
      (red, green, blue) = (
        UInt8(digits[0] * 16 + digits[1]), UInt8(digits[2] * 16 + digits[3]), UInt8(digits[4] * 16 + digits[5])
      )
    } else {
      guard let value = Self.names[foldedName(text)] ?? Self.ticketNames[foldedName(text)] else { return nil }
      opacity = 255
      (red, green, blue) = (UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }
  }

  /// `#ff8800`
  package var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// `#ff8800`, `#ff880080`
  package var digits: String {
    let last = String(opacity, radix: 16)
    return hexadecimal + (opacity == 255 ? "" : last.count == 1 ? "0" + last : last)
  }

  /// The CSS name of the colour, the first in the alphabet, or nil if it has none.
  package var name: String? {
    let value = Int(red) << 16 | Int(green) << 8 | Int(blue)
    guard opacity == 255 else { return nil }
    return Self.names.lazy.filter { $0.value == value && $0.key.utf8.allSatisfy { $0 < 0x80 } }.map(\.key).min()
  }

  /// Returns the known name that a misspelt word means.
  static func nearest(to text: String) -> String? {
    nearestName(to: foldedName(text), among: names.keys.sorted())
  }

  /// Names that an older program of the author wrote into tickets.
  private static let ticketNames: [String: Int] = [
    "woowakgood": 0xF6CA88, "ine": 0x8A2BE2, "jingburger": 0xF0A957, "lilpa": 0x000080, "jururu": 0xFF008C,
    "gosegu": 0x467EC6, "viichan": 0x85AC20, "twomorethen": 0xE15A7F, "mint": 0x00C7BE,
  ]

  private static let names = Dictionary(
    String(decoding: PackageResources.Colors_txt, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.last.flatMap { Int($0, radix: 16) }.map { (String(words[0]), $0) }
    }
  ) { first, _ in first }
}
