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
    switch self {
    case .korea: groups.isKorean
    case .unitedStates: groups.isNorthAmerican
    case .japan: groups.isJapanese
    case .unitedKingdom: groups.isBritish
    case .germany: groups.isGerman
    }
  }
}
