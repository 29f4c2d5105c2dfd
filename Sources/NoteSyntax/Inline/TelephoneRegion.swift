import ByteBasics

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
    forms.contains { $0.matches(groups) }
  }

  private var forms: [TelephoneForm] {
    switch self {
    case .korea: Self.korean
    case .unitedStates: Self.northAmerican
    case .japan: Self.japanese
    case .unitedKingdom: Self.british
    case .germany: Self.german
    }
  }

  /// 010-1234-5678, 02-123-4567, 0507-1234-5678, 1588-1234 (nationwide), 01012345678.
  private static let korean = [
    TelephoneForm("010", "11"),
    TelephoneForm("15 16 18", "4-4", .noSpan),
    TelephoneForm("02", "2-3..4-4"),
    TelephoneForm(
      """
      010 011 016 017 018 019 031 032 033 041 042 043 044 051 052 053 054 055 \
      061 062 063 064 070 080
      """, "3-3..4-4"),
    TelephoneForm("050", "4-3..4-4"),
  ]

  /// 415-555-2671, 1-800-555-0199: no area or exchange begins with 0 or 1.
  private static let northAmerican = [
    TelephoneForm("NXXN", "3-3-4"), TelephoneForm("1NXXN", "1-3-3-4"),
  ]

  /// 03-1234-5678, 090-1234-5678, 045-123-4567, 0120-123-456.
  private static let japanese = [
    TelephoneForm("03 04 06", "2-4-4"),
    TelephoneForm(
      """
      011 015 017 018 019 022 023 024 025 026 027 028 029 042 043 044 045 046 \
      047 048 049 052 053 054 055 058 059 072 073 075 076 077 078 079 082 083 \
      084 086 087 088 089 092 093 095 096 097 098 099
      """, "3-3-4"),
    TelephoneForm("050 070 080 090", "3-4-4"),
    TelephoneForm("0", except: "00 03 06", "4-2-4 5-1-4", .hyphens),
    TelephoneForm("0120 0570 0800", "4-3-3"),
  ]

  /// 020 7946 0018, 0161 496 0123, 01632 960001, 07700 900123.
  private static let british = [
    TelephoneForm("020 023 024 028 029", "3-4-4 3-8"),
    TelephoneForm(britishCities, "4-3-4 4-7"),
    TelephoneForm("03 08 09", "4-3-4 4-7", .noHyphens),
    TelephoneForm("0800", "4-3-3"),
    TelephoneForm("01 07", except: britishCities, "5-6 5-3-3"),
  ]

  private static let britishCities =
    "0113 0114 0115 0116 0117 0118 0121 0131 0141 0151 0161 0191"

  /// 030 1234567, 030/1234567, 0171 2345678, 030 12 34 56 78.
  private static let german = [
    TelephoneForm("030 040 069 089", "3-6..9", .spaces),
    TelephoneForm("015 0160 0162 0163 017 0N", "4-5..8", .spaces),
    TelephoneForm("015 0N", "5-4..7", .spaces),
  ]
}
