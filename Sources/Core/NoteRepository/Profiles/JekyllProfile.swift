import NoteModel
import NoteSyntax
import Wording

private let jekyllFiles = ["yml", "yaml", "toml"].map { "_config." + $0 }

extension Profile {
  static let jekyll = Profile(
    "jekyll", "Jekyll",
    marks: jekyllFiles.map { ProfileMark($0) } + [ProfileMark("_posts/", "_layouts/")],
    rules: {
      $0.addressFields = ["permalink", "redirect_from"]
      $0.omitsDayFromNames = true
      $0.datedFolders = ["_posts"]
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.pagesAreFolders = true
      $0.readers = ["kramdown"]
      $0.syntax = [.liquid]
      $0.formulaSettings = jekyllFiles
      $0.macroFiles = ["mathjax", "katex", "math"].map { "_includes/\($0).html" }
    }, adopt: JekyllSettings.read, excludes: JekyllSettings.excludedFiles,
    reading: Message(
      "names of posts without the day (the file name of a new post has the day); permalink: as the address, _drafts",
      ko: "날짜를 뺀 글 이름(새 글의 파일 이름에는 날짜를 붙임), 주소를 정하는 permalink:, _drafts"), unreadEndings: [".html"])
}

/// The folders of a Jekyll site.
private enum JekyllSettings {
  /// Returns the excluded files: names with `_`, `#` or `~` are no pages, except posts and published collections.
  static func excludedFiles(in site: ProgramFolder) throws -> [ExcludedFiles] {
    // `jekyll build --config _config.yml,_config_production.yml`
    let further = site.names.filter { name in
      name.hasPrefix("_config") && ["yml", "yaml", "toml"].contains { name.hasSuffix("." + $0) }
    }
    let all = try Set(jekyllFiles + further).sorted().compactMap { try site.wholeSettings([$0]) }
    let source = all.lazy.compactMap { $0.text("source")?.folderName }.first ?? "."
    let start = site.path(source) == "." ? "" : site.path(source) + "/"
    let open = all.flatMap { settings in
      let shown = settings.names(in: "collections").filter { settings.flag("collections.\($0).output") }
      let collections = settings.text("collections_dir").map { "/" + $0.folderName } ?? ""
      return shown.map { "\(collections)/_\($0)" } + settings.texts("include").filter { $0.hasPrefix("_") }
    }
    let hidden = ["_*", "[#~]*", "!_posts"] + open.map { "!" + $0 }
    let common = [
      ExcludedFiles(site.path("_config.yml") + ": collections", site.ignored(hidden, in: source)),
      ExcludedFiles(site.path("_config.yml") + ": exclude", site.ignored(usuallyExcluded, in: source)),
    ]
    let others = source == "." ? [] : [site.outside([source], site.path("_config.yml") + ": source")]
    return common + others
      + all.flatMap { settings in
        let unpublished = (settings["defaults"]?.entries ?? []).filter { holdBack($0.value("values")?.pairs ?? []) }
          .map { entry in
            let path = entry.value("scope")?.value("path")?.text ?? ""
            let type = entry.value("scope")?.value("type")?.text ?? "pages"
            return path.isEmpty ? type == "pages" ? "*" : "_\(type)/" : "/" + path
          }
        let excluded = settings.everywhere("exclude").flatMap(\.texts).map { String($0.trimmingPrefix("./")) }
        return [
          ExcludedFiles(
            settings.source("exclude"), site.ignored(excluded, in: source),
            expressions: excluded.filter { $0.contains("*") }.flatMap { ExcludedFiles.crossing($0, in: start) }),
          ExcludedFiles(settings.source("defaults"), site.ignored(unpublished, in: source), .unlessAsked),
        ]
      }
  }

  private static let usuallyExcluded =
    ["/node_modules/"] + ["bundle", "cache", "gems", "ruby"].map { "/vendor/\($0)/" }

  /// Returns true if fields that pages get from the settings keep these pages from readers.
  private static func holdBack(_ fields: [FrontMatterValue.Pair]) -> Bool {
    fields.contains { field in
      switch field.key.lowercased() {
      case "published": field.value.boolean != true
      case "draft", "private", "hidden", "password": field.value.boolean != false
      default: false
      }
    }
  }

  static func read(_ site: ProgramFolder, into adopted: inout AdoptedSettings) {
    let settings = site.firstSettings(jekyllFiles) ?? SettingsDocument(missingAt: site.path(jekyllFiles[0]))
    adopted.adopt("folders.memo", site.path(site.has("_posts/") ? "_posts" : "."), from: settings.path)
    if let name = settings.text("title") { adopted.adopt("site.title", .text(name), from: settings.source("title")) }
    adopted.adopt("folders.drafts", site.path("_drafts"), from: settings.path)
    adopted.adopt("links.roots", .list([site.path(".")]), from: settings.path)
    readAddresses(site, settings, into: &adopted)
    let excluded = settings.texts("exclude")
    adopted.adopt(
      "ignore", .list(["/\(site.base)_site/", "/\(site.base)vendor/"] + excluded),
      from: excluded.isEmpty ? settings.path : settings.source("exclude"))
    let plugins = settings.texts("plugins") + settings.texts("gems")
    // Links may begin with `baseurl`, but no page has this name.
    let base = (settings.text("baseurl") ?? "").split(separator: "/").joined(separator: "/")
    let lists = (plugins.contains("jekyll-archives") ? ["tags", "categories"] : []) + (base.isEmpty ? [] : [base])
    let files = [("jekyll-feed", "feed.xml"), ("jekyll-sitemap", "sitemap.xml")]
      .filter { plugins.contains($0.0) }.map(\.1)
    adopted.adopt(generatedLists: lists, files: files, from: settings.source(plugins.isEmpty ? "baseurl" : "plugins"))
  }

  /// Reads the `permalink:` of collections, posts and pages as patterns of their folders.
  private static func readAddresses(
    _ site: ProgramFolder, _ settings: SettingsDocument, into adopted: inout AdoptedSettings
  ) {
    let general = settings.text("permalink")
    var patterns: [String: String] = [:]
    let folder = settings.text("collections_dir").map { $0.folderName + "/" } ?? ""
    for name in Set(settings.names(in: "collections")).union(["posts"]) {
      let own = settings.text("collections.\(name).permalink") ?? general
      let usual = name == "posts" ? "/:categories/:year/:month/:day/:title" : "/:collection/:path"
      let known = own.flatMap { styles[$0] ?? ($0.contains(":") ? $0 : nil) } ?? usual
      patterns[site.path(folder + "_" + name)] = known.replacing(":output_ext", with: "")
    }
    // The last entry wins. A scope without a path and a type covers all folders, a scope of pages covers none.
    for entry in settings["defaults"]?.entries ?? [] {
      guard let text = entry.value("values")?.value("permalink")?.text, text.contains(":") else { continue }
      let pattern = text.replacing(":output_ext", with: "")
      let scope = entry.value("scope")
      let type = scope?.value("type")?.text ?? ""
      let path = scope?.value("path")?.text?.folderName ?? "."
      if path == ".", type.isEmpty { for name in patterns.keys { patterns[name] = pattern } }
      let name = path == "." ? type.isEmpty || type == "pages" ? nil : folder + "_" + type : path
      if let name { patterns[site.path(name)] = pattern }
    }
    for (folder, pattern) in patterns.sorted(by: { $0.key < $1.key }) where !PageAddress.isKnown(pattern) {
      adopted.omit(
        settings.source("permalink"),
        Message(
          "“\(pattern)” has a part that is not known, so pages of \(folder) keep no former address",
          ko: "“\(pattern)”에 알 수 없는 부분이 있어 \(folder) 페이지의 이전 주소를 유지하지 않습니다"))
      patterns[folder] = nil
    }
    adopted.adopt("links.addresses", .table(patterns), from: settings.source("permalink"))
  }

  /// The built-in patterns, by name.
  private static let styles = [
    "pretty": "/:categories/:year/:month/:day/:title",
    "date": "/:categories/:year/:month/:day/:title",
    "none": "/:categories/:title",
    "ordinal": "/:categories/:year/:y_day/:title",
    "weekdate": "/:categories/:year/W:week/:short_day/:title",
  ]
}
