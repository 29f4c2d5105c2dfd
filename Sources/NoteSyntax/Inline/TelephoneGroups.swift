import ByteBasics

/// Digits as they are written, in groups, and which country writes them so.
struct TelephoneGroups {
  var digits: [String] = []
  /// What is after the first group.
  var areaMark: UInt8?
  /// What is between the others.
  var separator: UInt8?
  /// A bracket after the first group is not closed yet.
  var hasOpenBracket = false
  /// The offset after the last group.
  var end = 0

  private var lengths: [Int] { digits.map(\.utf8.count) }
  private var count: Int { lengths.reduce(0, +) }
  private var area: String { digits.first ?? "" }
  private var hasHyphens: Bool { areaMark == ASCII.hyphen || separator == ASCII.hyphen }

  private func areaBegins(with prefixes: String...) -> Bool {
    prefixes.contains { area.hasPrefix($0) }
  }

  // MARK: - Korea

  /// 010-1234-5678, 02-123-4567, 0507-1234-5678, 1588-1234, 01012345678.
  var isKorean: Bool {
    switch lengths {
    case [11]: area.hasPrefix("010")
    // Nationwide numbers; 1500-1600 and 1899-1950 are spans.
    case [4, 4]: areaBegins(with: "15", "16", "18") && !isSpan
    case [2, 3, 4], [2, 4, 4]: area == "02"
    case [3, 3, 4], [3, 4, 4]: Self.koreanAreas.contains(area)
    case [4, 3, 4], [4, 4, 4]: area.hasPrefix("050")
    default: false
    }
  }

  private static let koreanAreas: Set<String> = [
    "010", "011", "016", "017", "018", "019", "031", "032", "033", "041", "042", "043", "044",
    "051", "052", "053", "054", "055", "061", "062", "063", "064", "070", "080",
  ]

  /// Two numbers of four digits of which the second is a little larger, or both end in 00.
  private var isSpan: Bool {
    guard let first = Int(area), let last = digits.last.flatMap({ Int($0) }) else { return false }
    return ((first + 1)...(first + 150)).contains(last) || first % 100 == 0 && last % 100 == 0
  }

  // MARK: - North America

  /// 415-555-2671, 1-800-555-0199: no area or exchange begins with 0 or 1.
  var isNorthAmerican: Bool {
    let local = lengths == [1, 3, 3, 4] && area == "1" ? Array(digits.dropFirst()) : digits
    return local.map(\.utf8.count) == [3, 3, 4] && local[0] >= "2" && local[1] >= "2"
  }

  // MARK: - Japan

  /// 03-1234-5678, 090-1234-5678, 045-123-4567, 0120-123-456.
  var isJapanese: Bool {
    switch lengths {
    case [2, 4, 4]: ["03", "04", "06"].contains(area)
    case [3, 3, 4]: Self.japaneseAreas.contains(area)
    case [3, 4, 4]: ["050", "070", "080", "090"].contains(area)
    case [4, 2, 4], [5, 1, 4]:
      hasHyphens && area.hasPrefix("0") && !areaBegins(with: "00", "03", "06")
    case [4, 3, 3]: ["0120", "0570", "0800"].contains(area)
    default: false
    }
  }

  private static let japaneseAreas: Set<String> = [
    "011", "015", "017", "018", "019", "022", "023", "024", "025", "026", "027", "028", "029",
    "042", "043", "044", "045", "046", "047", "048", "049", "052", "053", "054", "055", "058",
    "059", "072", "073", "075", "076", "077", "078", "079", "082", "083", "084", "086", "087",
    "088", "089", "092", "093", "095", "096", "097", "098", "099",
  ]

  // MARK: - Great Britain

  /// 020 7946 0018, 0161 496 0123, 01632 960001, 07700 900123.
  var isBritish: Bool {
    switch lengths {
    case [3, 4, 4], [3, 8]: ["020", "023", "024", "028", "029"].contains(area)
    case [4, 3, 4], [4, 7]:
      Self.britishCities.contains(area) || areaBegins(with: "03", "08", "09") && !hasHyphens
    case [4, 3, 3]: area == "0800"
    case [5, 6], [5, 3, 3]:
      areaBegins(with: "01", "07") && !Self.britishCities.contains(String(area.prefix(4)))
    default: false
    }
  }

  private static let britishCities: Set<String> = [
    "0113", "0114", "0115", "0116", "0117", "0118", "0121", "0131", "0141", "0151", "0161", "0191",
  ]

  // MARK: - Germany

  /// 030 1234567, 030/1234567, 0171 2345678, 030 12 34 56 78.
  var isGerman: Bool {
    guard isGermanArea, (9...12).contains(count) else { return false }
    let rest = lengths.dropFirst()
    if rest.count == 1 { return rest.allSatisfy { (4...9).contains($0) } }
    return rest.count > 1 && separator == ASCII.space && rest.allSatisfy { (2...4).contains($0) }
  }

  private var isGermanArea: Bool {
    switch area.utf8.count {
    case 3: ["030", "040", "069", "089"].contains(area)
    case 4:
      areaBegins(with: "015", "0160", "0162", "0163", "017")
        || area.hasPrefix("0") && area.dropFirst().first.map { ("2"..."9").contains($0) } ?? false
    case 5:
      areaBegins(with: "015")
        || area.hasPrefix("0") && area.dropFirst().first.map { ("2"..."9").contains($0) } ?? false
    default: false
    }
  }
}

/// A country whose way of writing telephone numbers is known, besides the international form, which always is.
package enum TelephoneRegion: String, Sendable, CaseIterable {
  case korea = "KR"
  case unitedStates = "US"
  case japan = "JP"
  case unitedKingdom = "GB"
  case germany = "DE"

  /// The region of a locale name such as `ko_KR.UTF-8`; nil for `C`, `POSIX` and other countries.
  package init?(localeName: some StringProtocol) {
    let territory = localeName.split(separator: "_").dropFirst().first?.prefix(2) ?? ""
    self.init(rawValue: territory.uppercased())
  }

  /// True for a number, as it is in a text, that a reader of one of `regions` takes for one.
  package static func isRead(_ number: String, in regions: Set<TelephoneRegion>) -> Bool {
    let bytes = Array(number.utf8)
    let start = bytes.first == ASCII.leftParenthesis ? 1 : 0
    guard start < bytes.count, bytes[start] != ASCII.plus,
      let groups = TelephoneSyntax.groups(bytes, from: start, to: bytes.count)
    else { return true }
    return regions.contains { $0.hasNumber(groups) }
  }

  /// True where groups of digits are a national number.
  func hasNumber(_ groups: TelephoneGroups) -> Bool {
    switch self {
    case .korea: groups.isKorean
    case .unitedStates: groups.isNorthAmerican
    case .japan: groups.isJapanese
    case .unitedKingdom: groups.isBritish
    case .germany: groups.isGerman
    }
  }
}
