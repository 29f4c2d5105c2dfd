import NoteRepository
import NoteSyntax
import Wording

extension CommandContext {
  /// Reports what is wrong with the configuration, and once for each state of its file what a repository that is not
  /// trusted wants to set.
  func tellOfProblems(in configuration: Configuration, of repository: Repository?) {
    for problem in configuration.problems { warn(problem.message) }
    guard let repository, !configuration.ignored.isEmpty else { return }
    let facts = configuration.ignored.map { "\($0.line) \($0.key) \($0.value)" }
    guard ReportedOnce("trust", of: repository).isNews(facts) else { return }
    tellOfIgnoredSettings(in: configuration, of: repository)
  }

  func tellOfIgnoredSettings(in configuration: Configuration, of repository: Repository) {
    let list = configuration.ignored.map { "\n  \($0.key): \($0.value)" }.joined()
    let file = shownPath(repository.configurationFile)
    let reason =
      configuration.trust == .lapsed
      ? Message(
        "\(file) was changed since you trusted it; these settings have no effect:\(list)",
        ko: "\(file) 파일이 신뢰한 뒤에 바뀌어 다음 설정을 적용하지 않습니다:\(list)")
      : Message(
        "\(file) has settings that take effect only in a repository that you trust:\(list)",
        ko: "\(file) 파일의 다음 설정은 신뢰하는 저장소에서만 적용합니다:\(list)")
    warn(reason)
    tellHowToTrust()
  }

  func tellHowToTrust() {
    note(
      Message(
        "“sheaf config trust” allows it, if you know where this repository comes from.",
        ko: "출처를 아는 저장소라면 “sheaf config trust”로 허용할 수 있습니다."))
  }
}

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
