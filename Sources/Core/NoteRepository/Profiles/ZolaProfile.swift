import NoteModel
import Wording

extension Profile {
  static let zola = Profile(
    "zola", "Zola",
    marks: [
      ProfileMark("zola.toml", "content/"),
      ProfileMark("config.toml", "content/", containing: "[markdown]"),
      ProfileMark("config.toml", "content/", containing: "build_search_index"),
      ProfileMark("config.toml", "content/", containing: "base_url"),
    ],
    rules: {
      $0.addressFields = ["path", "slug", "aliases"]
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.pagesAreFolders = true
      $0.syntax = [.videoShortcodes]
      $0.formulaSettings = ["config.toml", "zola.toml"]
    },
    adopt: { site, adopted in
      let source = site.path(site.has("zola.toml") ? "zola.toml" : "config.toml")
      if let settings = site.firstSettings(["zola.toml", "config.toml"]), let name = settings.text("title") {
        adopted.adopt("site.title", .text(name), from: settings.source("title"))
      }
      adopted.adopt("folders.memo", site.path("content"), from: source)
      adopted.adopt("folders.attachments", site.path("static"), from: source)
      adopted.adopt("links.roots", .list([site.path("content"), site.path("static")]), from: source)
      adopted.adopt("ignore", .list(["/\(site.base)public/", "/\(site.base)themes/"]), from: source)
      adopted.adopt(
        generatedLists: taxonomies(in: site.text("zola.toml") ?? site.text("config.toml") ?? ""),
        files: ["**/rss.xml", "**/atom.xml", "sitemap.xml", "robots.txt"], from: source + ": taxonomies")
    },
    excludes: { site in
      let list = "ignored_content"
      guard let settings = try site.wholeSettings(["zola.toml", "config.toml"]) else { return [] }
      let patterns = settings.everywhere(list).flatMap(\.scalarTexts)
      return [
        site.outside(["content"], settings.path),
        ExcludedFiles(
          settings.source(list), site.anywhere(patterns, in: "content") + site.anywhere(patterns),
          expressions: patterns.flatMap { ExcludedFiles.crossing("*/" + $0.drop { $0 == "/" }, in: site.base) }),
      ]
    },
    reading: Message(
      "links with @/ from content/, others from content/ and static/; path: and slug: as addresses; drafts",
      ko: "content/에서 시작하는 @/ 링크, content/와 static/, 주소를 정하는 path:와 slug:, 초안"))

  /// Returns the names of `taxonomies = [{name = "tags"}]`, of one list for all languages or of several.
  private static func taxonomies(in settings: String) -> [String] {
    var names: [String] = []
    for list in settings.ranges(of: "taxonomies").map({ settings[$0.upperBound...] }) {
      let maps = list.prefix { $0 != "]" }.split(separator: "{").dropFirst()
      for map in maps {
        let values = map.split(separator: "\"", omittingEmptySubsequences: false)
        guard values.count > 1, values[0].contains("name"), !names.contains(String(values[1])) else {
          continue
        }
        names.append(String(values[1]))
      }
    }
    return names
  }
}
