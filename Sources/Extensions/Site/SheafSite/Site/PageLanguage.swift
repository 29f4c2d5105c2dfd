/// Finds the language of a page: from the note's field, else from its letters, else the language of the site.
enum PageLanguage {
  /// Returns the language of a page.
  ///
  /// - Parameters:
  ///   - written: The field `lang` of the note.
  ///   - text: The words of the page, in UTF-8.
  ///   - site: The language of the site.
  /// - Returns: A language tag such as `ko`.
  static func tag(written: String?, text: [UInt8], site: String) -> String {
    if let written, isTag(written) { return written }
    var counts = LetterCounts()
    for scalar in String(decoding: text.prefix(sampleSize), as: UTF8.self).unicodeScalars {
      counts.add(scalar)
    }
    guard let script = counts.main else { return site }
    return script.contains(site) ? site : script.usual
  }

  /// Bytes of the text that are looked at.
  private static let sampleSize = 4_096

  /// Returns true for letters, digits and hyphens in the form of BCP 47.
  static func isTag(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), text.utf8.count <= 35 else { return false }
    return parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
    }
  }

  /// The letters that tell languages apart.
  private enum Script {
    case hangul, kana, han, latin, cyrillic, arabic, other

    /// The language that is usually written so.
    var usual: String {
      switch self {
      case .hangul: "ko"
      case .kana: "ja"
      case .han: "zh"
      case .latin, .other: "en"
      case .cyrillic: "ru"
      case .arabic: "ar"
      }
    }

    /// Returns true if a language may be written so.
    func contains(_ tag: String) -> Bool {
      let language = tag.lowercased().prefix { $0 != "-" }
      return switch self {
      case .hangul: language == "ko"
      case .kana: language == "ja"
      case .han: language == "zh" || language == "yue" || language == "ja"
      case .latin: !["ko", "ja", "zh", "yue", "ru", "uk", "bg", "ar", "fa", "he", "th", "el"].contains(language)
      case .cyrillic: ["ru", "uk", "bg", "sr", "be", "kk", "mk"].contains(language)
      case .arabic: ["ar", "fa", "ur"].contains(language)
      case .other: true
      }
    }
  }

  private struct LetterCounts {
    private var hangul = 0
    private var kana = 0
    private var han = 0
    private var latin = 0
    private var cyrillic = 0
    private var arabic = 0

    mutating func add(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: latin += 1
      case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3131...0x318E: hangul += 1
      case 0x3041...0x30FF: kana += 1
      case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2FFFF: han += 1
      case 0x400...0x52F: cyrillic += 1
      case 0x600...0x6FF: arabic += 1
      default: break
      }
    }

    /// A syllable of these scripts says as much as several Latin letters, and names, code and addresses are Latin
    /// in every language.
    var main: Script? {
      let eastern = hangul + kana + han
      let total = eastern * 3 + latin + cyrillic + arabic
      guard total > 0 else { return nil }
      if eastern * 3 * 3 >= total {
        if hangul * 2 >= han + kana { return .hangul }
        return kana * 10 >= eastern ? .kana : .han
      }
      if cyrillic * 3 >= total { return .cyrillic }
      return arabic * 3 >= total ? .arabic : .latin
    }
  }
}
