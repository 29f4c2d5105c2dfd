/// The colour and weight of text on a terminal, as SGR parameters: `31`, `1;38;2;255;128;0`.
package struct TerminalColor: Sendable, Hashable {
  let code: String

  /// Creates a colour by its parts. The terminal shows the nearest colour that it has.
  package init(red: UInt8, green: UInt8, blue: UInt8) { code = "38;2;\(red);\(green);\(blue)" }

  /// Parses words such as `bold red`, `bright-blue underline`, `on yellow`, `#ff8800`, `208`, or `none`.
  ///
  /// - Returns: nil for a word that is none of these: nothing else ever reaches the terminal.
  package init?(_ text: String) {
    var codes: [String] = []
    var isBackground = false
    for word in text.lowercased().split(separator: " ") {
      if word == "none" { continue }
      if word == "on" {
        isBackground = true
        continue
      }
      guard let code = Self.effects[String(word)] ?? Self.color(word, isBackground) else { return nil }
      codes.append(code)
      isBackground = false
    }
    guard !isBackground else { return nil }
    code = codes.joined(separator: ";")
  }

  private static let effects = [
    "bold": "1", "faint": "2", "dim": "2", "italic": "3", "underline": "4", "reverse": "7", "strike": "9",
  ]

  private static let colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  private static func color(_ word: Substring, _ isBackground: Bool) -> String? {
    let wide = isBackground ? "48" : "38"
    if let number = UInt8(word) { return "\(wide);5;\(number)" }
    if word.first == "#", word.count == 7 {
      guard let value = Int(word.dropFirst(), radix: 16), word.dropFirst().first != "-" else { return nil }
      return "\(wide);2;\(value >> 16 & 0xFF);\(value >> 8 & 0xFF);\(value & 0xFF)"
    }
    let isBright = word.hasPrefix("bright-") || word == "gray" || word == "grey"
    let name = word.hasPrefix("bright-") ? word.dropFirst("bright-".count) : isBright ? "black" : word
    guard let index = colors.firstIndex(of: String(name)) else { return nil }
    return String((isBackground ? 40 : 30) + (isBright ? 60 : 0) + index)
  }
}

/// The background of a terminal, which decides the colours that a theme begins with.
package enum TerminalBackground: String, Sendable, CaseIterable {
  case dark, light

  /// Reads `COLORFGBG`, which many terminals set: `0;15` is black on white.
  package init?(colorVariable: String) {
    guard let last = colorVariable.split(separator: ";").last, let number = Int(last) else { return nil }
    self = number == 7 || (9...15).contains(number) ? .light : .dark
  }
}
