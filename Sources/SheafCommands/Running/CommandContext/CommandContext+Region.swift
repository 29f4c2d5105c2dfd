import NoteRepository
import NoteSyntax
import Wording

extension CommandContext {
  /// Whose telephone numbers are links: as `links.region` says, else the locale's region.
  ///
  /// A locale without a country, such as `C`, says nothing, so that all are; one of another country leaves the
  /// international form.
  func telephoneRegions(_ configuration: Configuration) -> Set<TelephoneRegion> {
    let names = configuration.list("links.region")
    if names.isEmpty { return localeRegions }
    var regions: Set<TelephoneRegion> = []
    for name in names {
      if name.lowercased() == "all" { return Set(TelephoneRegion.allCases) }
      if let region = TelephoneRegion(rawValue: name.uppercased()) {
        regions.insert(region)
      } else {
        let known = (TelephoneRegion.allCases.map(\.rawValue) + ["all"]).joined(separator: ", ")
        warn(
          Message(
            "links.region: unknown value “\(name)”; use \(known)",
            ko: "links.region에 쓸 수 없는 값입니다: “\(name)”. 사용할 수 있는 값: \(known)"))
      }
    }
    return regions
  }

  private var localeRegions: Set<TelephoneRegion> {
    let name = ["LC_ALL", "LC_TELEPHONE", "LANG"].lazy.compactMap(variable).first ?? ""
    guard name.contains("_") else { return Set(TelephoneRegion.allCases) }
    return TelephoneRegion(localeName: name).map { [$0] } ?? []
  }
}
