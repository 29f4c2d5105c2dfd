import NoteModel
import Wording

extension Profile {
  static let zola = Profile(
    "zola", "Zola",
    marks: [
      ProfileMark("zola.toml", "content/"),
      ProfileMark("config.toml", "content/", containing: "[markdown]"),
      ProfileMark("config.toml", "content/", containing: "build_search_index"),
    ],
    rules: {
      $0.addressFields = ["path", "slug", "aliases"]
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.pagesAreFolders = true
    },
    adopt: { site, adopted in
      let source = site.path(site.has("zola.toml") ? "zola.toml" : "config.toml")
      adopted.adopt("folders.memo", site.path("content"), from: source)
      adopted.adopt("folders.attachments", site.path("static"), from: source)
      adopted.adopt(
        "links.roots", .list([site.path("content"), site.path("static")]), from: source)
      adopted.adopt(
        "ignore", .list(["/\(site.base)public/", "/\(site.base)themes/"]), from: source)
    },
    reading: Message(
      "links with @/ from content/, others from content/ and static/; path: and slug: as addresses; drafts",
      ko: "content/에서 시작하는 @/ 링크, content/와 static/, 주소를 정하는 path:와 slug:, 초안"))
}
