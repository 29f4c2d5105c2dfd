import ByteBasics

/// CP949, the encoding of file names in Korean Windows: ASCII, the two-byte characters of KS X 1001, and the other
/// Hangul syllables.
///
/// Both groups of Hangul are in Unicode order, so one bit per syllable, 11,172 in all, tells its group.
enum KoreanCodePage {
  /// The text, and how many of its syllables are among the 2,350 of KS X 1001, which are the common ones.
  struct Text {
    fileprivate(set) var text = ""
    fileprivate(set) var pairs = 0
    fileprivate(set) var commonSyllables = 0
  }

  /// Decodes CP949. Returns nil if the bytes are not CP949.
  static func text(of bytes: [UInt8]) -> Text? {
    var result = Text()
    var offset = 0
    while offset < bytes.count {
      let lead = bytes[offset]
      if lead < 0x80 {
        result.text.unicodeScalars.append(Unicode.Scalar(lead))
        offset += 1
        continue
      }
      guard offset + 1 < bytes.count, let scalar = scalar(lead, bytes[offset + 1]) else { return nil }
      result.text.unicodeScalars.append(scalar)
      result.pairs += 1
      if (0xB0...0xC8).contains(lead), bytes[offset + 1] >= 0xA1 { result.commonSyllables += 1 }
      offset += 2
    }
    return result
  }

  private static func scalar(_ lead: UInt8, _ trail: UInt8) -> Unicode.Scalar? {
    guard (0x81...0xFD).contains(lead) else { return nil }
    guard lead >= 0xA1, (0xA1...0xFE).contains(trail) else { return rareSyllable(lead, trail) }
    let place = Int(trail) - 0xA1
    let found: Unicode.Scalar? =
      switch lead {
      case 0xA1...0xAC: element((Int(lead) - 0xA1) * 94 + place, of: symbols)
      case 0xB0...0xC8: element((Int(lead) - 0xB0) * 94 + place, of: syllables.common)
      case 0xCA...0xFD: element((Int(lead) - 0xCA) * 94 + place, of: hanja)
      default: nil
      }
    return found == "_" ? nil : found
  }

  /// Returns a syllable outside KS X 1001, in the order of the code page. Trail bytes are letters and bytes above 0x80;
  /// from lead byte 0xA1 on, the upper trail bytes belong to KS X 1001.
  private static func rareSyllable(_ lead: UInt8, _ trail: UInt8) -> Unicode.Scalar? {
    let place: Int
    switch trail {
    case 0x41...0x5A: place = Int(trail) - 0x41
    case 0x61...0x7A: place = Int(trail) - 0x61 + 26
    case 0x81...0xFE: place = Int(trail) - 0x81 + 52
    default: return nil
    }
    let fullRows = min(Int(lead) - 0x81, 0x20)
    let shortRows = max(0, Int(lead) - 0xA1)
    return element(fullRows * 178 + shortRows * 84 + place, of: syllables.rare)
  }

  private static func element(_ index: Int, of list: [Unicode.Scalar]) -> Unicode.Scalar? {
    index < list.count ? list[index] : nil
  }

  // MARK: - Tables

  private static let syllables: (common: [Unicode.Scalar], rare: [Unicode.Scalar]) = {
    let bits = Base64.bytes(tables[0].utf8) ?? []
    var result: (common: [Unicode.Scalar], rare: [Unicode.Scalar]) = ([], [])
    for index in 0..<11_172 {
      guard let scalar = Unicode.Scalar(UInt32(0xAC00 + index)) else { continue }
      if bits[index >> 3] >> (index & 7) & 1 == 1 {
        result.common.append(scalar)
      } else {
        result.rare.append(scalar)
      }
    }
    return result
  }()

  private static let symbols = Array(tables[1].unicodeScalars)
  private static let hanja = Array(tables[2].unicodeScalars)

  /// One bit for each syllable from U+AC00 on, set for those of KS X 1001; the rows from 0xA1 on, where `_` is no
  /// character; the rows from 0xCA on.
  private static let tables = String(decoding: PackageResources.KoreanCodePage_txt, as: UTF8.self)
    .split(separator: "\n\n").map { $0.filter { !$0.isNewline } }
}
