import NoteModel
import Wording

extension Profile {
  static let vitepress = Profile(
    "vitepress", "VitePress", marks: [ProfileMark(".vitepress/")],
    rules: {
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.syntax = [.containers, .vitepress]
    },
    adopt: { site, adopted in
      let source = site.base + ".vitepress"
      let pages = site.existing(["src"]).first ?? site.path(".")
      adopted.adopt("folders.memo", pages, from: source)
      let roots = [pages, site.path(".")] + site.existing(["public", "src/public"])
      var seen: Set<String> = []
      adopted.adopt("links.roots", .list(roots.filter { seen.insert($0).inserted }), from: source)
      let script = scripts.lazy.compactMap(site.text).first ?? ""
      adopted.adoptTitle("title", ofScript: script, from: source)
      // Rewrites that only leave out a folder: 'en/:rest*': ':rest*'.
      let moved = script.matches(of: /["']([^"'\s:*]+)\/:\w+\*["']\s*:\s*["']:\w+\*["']/).map {
        site.path(String($0.1))
      }
      if !moved.isEmpty {
        let addresses = Dictionary(moved.map { ($0, "/:path") }) { first, _ in first }
        adopted.adopt("links.addresses", .table(addresses), from: source)
      }
      adopted.adopt("ignore", .list(["/\(site.base).vitepress/"]), from: source)
    },
    excludes: { site in
      let found = try site.scripts(scripts)
      let excluded = try found.lists("srcExclude")
      let source = site.base + ".vitepress/config: srcDir"
      let pages = try found.texts.flatMap { script in
        try script.matches(of: /\bsrcDir["']?\s*[:=]\s*(?:["'`]([^"'`$]+)["'`])?/).compactMap { match -> String? in
          let before = script[..<match.range.lowerBound]
          // Plugins inside the settings have a setting with the same name.
          let depth = before.count { $0 == "{" } - before.count { $0 == "}" }
          guard depth == 1 || depth == 0 && match.0.contains("=") else { return nil }
          guard let folder = match.1 else { throw UnreadExclusions(source) }
          return String(folder)
        }
      }
      return (pages.isEmpty ? [] : [site.outside(pages, source)])
        + [ExcludedFiles(site.base + ".vitepress/config: srcExclude", site.anywhere(excluded, besidesIn: scripts))]
    },
    reading: Message(
      "links from the folder of the pages and public/, {#id}, files shown with <<<; ::: containers stay as written",
      ko: "링크의 루트는 문서 폴더와 public/. {#id}. <<<로 보여 주는 파일. ::: 컨테이너는 그대로 둠"))
}

private let scripts =
  ["ts", "mts", "js", "mjs", "cjs", "json"].map { ".vitepress/config." + $0 }
  + ["ts", "mts", "js", "mjs"].map { ".vitepress/config/index." + $0 }
