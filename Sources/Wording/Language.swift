/// A language that people read Sheaf in. What programs read is never translated.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"

  /// The language of a locale name such as `ko_KR.UTF-8`, `ko` or `C`; English where it names no other.
  package init(localeName: some StringProtocol) {
    self = localeName.lowercased().hasPrefix("ko") ? .korean : .english
  }
}
