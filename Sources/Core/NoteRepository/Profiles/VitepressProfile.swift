import NoteModel
import Wording

extension Profile {
  static let vitepress = Profile(
    "vitepress", "VitePress", marks: [ProfileMark(".vitepress/")],
    rules: {
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.syntax = [.containers]
    },
    adopt: { site, adopted in
      let source = site.base + ".vitepress"
      let pages = site.existing(["src"]).first ?? site.path(".")
      adopted.adopt("folders.memo", pages, from: source)
      let roots = [pages, site.path(".")] + site.existing(["public", "src/public"])
      var seen: Set<String> = []
      adopted.adopt("links.roots", .list(roots.filter { seen.insert($0).inserted }), from: source)
      adopted.adopt("ignore", .list(["/\(site.base).vitepress/"]), from: source)
    },
    excludes: { site in
      let files =
        ["ts", "mts", "js", "mjs", "cjs"].map { ".vitepress/config." + $0 }
        + ["ts", "mts", "js", "mjs"].map { ".vitepress/config/index." + $0 }
      let excluded = try site.scriptLists("srcExclude", in: files)
      return [ExcludedFiles(site.base + ".vitepress/config: srcExclude", site.anywhere(excluded))]
    },
    reading: Message(
      "links from the folder of the pages and public/, {#id}, files shown with <<<; ::: containers stay as written",
      ko: "링크의 루트는 문서 폴더와 public/. {#id}. <<<로 보여 주는 파일. ::: 컨테이너는 그대로 둠"))
}
