import NoteModel
import NoteSyntax
import Wording

private let scripts = ["ts", "mts", "js", "mjs"].map { "quartz.config." + $0 }
private let lists = ["quartz.config.yaml", "quartz.config.yml"]

extension Profile {
  static let quartz = Profile(
    "quartz", "Quartz",
    marks: (scripts + lists).map { ProfileMark($0) },
    rules: {
      $0.takesTitleFromHeading = false
      $0.addressFields = ["permalink"]
      $0.macroFiles = scripts
    },
    adopt: { site, adopted in
      let source = site.path("quartz.config.ts")
      adopted.adoptTitle("pageTitle", ofScript: scripts.lazy.compactMap(site.text).first, from: source)
      guard site.has("content/") else { return }
      adopted.adopt("folders.memo", site.path("content"), from: source)
      adopted.adopt("links.roots", .list([site.path("content")]), from: source)
      adopted.adopt("ignore", .list(["quartz", "public", "docs"].map { "/\(site.base)\($0)/" }), from: source)
    },
    excludes: { site in
      let settings = try site.wholeSettings(lists)
      let found = try site.scripts(scripts)
      let ignored =
        try found.lists("ignorePatterns") + (settings?.everywhere("ignorePatterns").flatMap(\.scalarTexts) ?? [])
      let source = site.path(settings == nil ? "quartz.config.ts" : lists[0])
      let isExplicit = found.texts.contains { $0.contains("ExplicitPublish") } || settings?.hasExplicitPublish ?? false
      return [ExcludedFiles(source + ": ignorePatterns", site.anywhere(ignored))]
        + (site.has("content/") ? [site.outside(["content"], source)] : [])
        + (isExplicit ? [ExcludedFiles(source + ": ExplicitPublish", site.anywhere(["*"]), .unlessAsked)] : [])
    },
    reading: Message(
      "titles from title: or the file name; links from content/; the pages of Quartz itself are left out",
      ko: "제목은 title: 또는 파일 이름. 링크의 루트는 content/. Quartz 자체의 문서는 제외"))
}

extension SettingsDocument {
  /// True if the plugin for explicit publishing is enabled.
  fileprivate var hasExplicitPublish: Bool {
    (self["plugins"]?.entries ?? []).contains { plugin in
      plugin.value("enabled")?.text != "false"
        && leaves(of: plugin.value("source") ?? plugin).contains {
          $0.lowercased().replacing("-", with: "").contains("explicitpublish")
        }
    }
  }
}
