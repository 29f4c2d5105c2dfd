import NoteModel
import Wording

extension Profile {
  static let astro = Profile(
    "astro", "Astro",
    marks: ["mjs", "ts", "js", "cjs", "mts"].map { ProfileMark("astro.config." + $0) },
    rules: {
      $0.addressFields = ["slug"]
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.pagesAreFolders = true
      $0.pageEndings = ["astro", "html"]
      $0.readers = ["mdx"]
      $0.syntax = [.containers]
    },
    adopt: { site, adopted in
      let source = site.path("astro.config")
      let script = ["mjs", "ts", "js", "cjs", "mts"].lazy.compactMap { site.text("astro.config." + $0) }.first
      adopted.adoptTitle("title", ofScript: script, from: source)
      let pages = site.existing(["src/content/docs", "src/content", "src/pages"])
      adopted.adopt("folders.memo", pages.first ?? ".", from: source)
      adopted.adopt("folders.attachments", site.path("public"), from: source)
      adopted.adopt("links.roots", .list(pages + site.existing(["public"])), from: source)
      adopted.adopt("ignore", .list(["/\(site.base)dist/"]), from: source)
    },
    excludes: { [ExcludedFiles($0.path(".") + ": _*", $0.anywhere(["_*"]))] },
    excludesBySettings: false,
    reading: Message(
      "links from src/content, src/pages and public/, slug: as the address; .mdx files are link targets only",
      ko: "링크의 루트는 src/content, src/pages, public/. 주소를 정하는 slug:. .mdx 파일은 링크 대상일 뿐"), unreadEndings: [".mdx"])
}
