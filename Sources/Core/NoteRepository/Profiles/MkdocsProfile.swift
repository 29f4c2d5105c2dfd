import ByteBasics
package import NoteModel
import NoteSyntax
import Wording

/// The settings of MkDocs, and of its successors that read the same pages.
private let files = [
  "mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml", "zensical.toml", "zensical.yml", "zensical.yaml",
]

extension Profile {
  static let mkdocs = Profile(
    "mkdocs", "MkDocs", marks: files.map { ProfileMark($0) } + [ProfileMark("mkdocs.*", containing: "site_name")],
    rules: {
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.pagesAreFolders = true
      $0.readers = ["python-markdown"]
      $0.syntax = [.pythonMarkdown]
      $0.formulaSettings = files
      $0.macroFiles = ["javascripts", "js", "assets/javascripts"].flatMap { folder in
        ["mathjax", "katex"].map { "docs/\(folder)/\($0).js" }
      }
    },
    adopt: { site, adopted in
      let settings = site.firstSettings(files)
      let source = settings?.source("docs_dir") ?? site.path("mkdocs.yml")
      let pages = site.path(settings?.option("docs_dir") ?? "docs")
      adopted.adopt("folders.memo", pages, from: source)
      adopted.adopt("links.roots", .list([pages]), from: source)
      if let name = settings?.option("site_name") { adopted.adopt("site.title", .text(name), from: source) }
      adopted.adopt(
        "ignore", .list(["/" + site.path(settings?.option("site_dir") ?? "site") + "/"]),
        from: settings?.source("site_dir") ?? source)
    },
    excludes: { site in
      var all: [SettingsDocument] = []
      let named = site.names.filter { $0.hasPrefix("mkdocs.") && $0.hasSuffix(".yml") && !files.contains($0) }
      var next = try site.wholeSettings(files) ?? site.wholeSettings(named)
      while let settings = next, all.count < 8 {
        all.append(settings)
        guard let name = settings.text("INHERIT") else { break }
        next = try site.wholeSettings([name])
        if next == nil { throw UnreadExclusions(settings.source("INHERIT")) }
      }
      if let setting = all.first(where: { !$0.everywhere("docs_dir").isEmpty }), setting.option("docs_dir") == nil {
        throw UnreadExclusions(setting.source("docs_dir"))
      }
      // `mkdocs build -f mkdocs.en.yml`
      let pages = all.lazy.compactMap { $0.option("docs_dir") }.first ?? "docs"
      return [site.outside([pages], site.path("docs_dir"))]
        + (all
        + (try named.filter { site.text($0)?.contains(where: \.isLetter) == true }.compactMap {
          try site.wholeSettings([$0])
        })).flatMap { settings in
          let lists = ["exclude_docs", "draft_docs"].map { key in
            let lines = settings.everywhere(key).flatMap(\.scalarTexts).flatMap(\.textLines).flatMap { line in
              let pattern = line.trimmingPrefix(while: \.isWhitespace)
              // The examples in the manual of MkDocs have comments after patterns.
              let mark = pattern.hasPrefix("!") ? nil : pattern.firstRange(of: " #")
              return [pattern, mark.map { pattern[..<$0.lowerBound] }].compactMap { $0.map(String.init) }
            }
            return ExcludedFiles(settings.source(key), site.ignored(["/templates/"] + lines, in: pages))
          }
          return lists + excludedByPlugins(settings, site, pages)
        }
    },
    order: { site in
      guard let settings = site.firstSettings(files) else { return [] }
      let folder = settings.option("docs_dir") ?? "docs"
      let pages = site.path(folder)
      let named = settings.leaves("nav").map { (pages == "." ? "" : pages + "/") + $0 }
      return named.isEmpty ? ordered(folder == "." ? "" : folder.folderName + "/", in: site) : named
    },
    reading: Message(
      "links from docs/, { #id } and attribute lists, terms and tabs as anchors; macros in links are not checked",
      ko: "링크의 루트는 docs/. { #id }와 속성 목록, 앵커가 되는 용어와 탭. 링크 안의 매크로는 확인하지 않음"))

  /// Returns the notes of a folder in the order of `.nav.yml` (plugin `awesome-nav`) or `.pages` (`awesome-pages`).
  ///
  /// - Parameters:
  ///   - folder: The path from the folder of the settings, with a slash at the end.
  ///   - isNamed: True for a folder in an ordered folder: the notes are in order of name if there is no such file.
  private static func ordered(_ folder: String, in site: ProgramFolder, isNamed: Bool = false) -> [String] {
    var place = site
    place.base += folder
    let own = place.firstSettings([".nav.yml", ".pages"])
    let lists = ["nav", "arrange"].flatMap { own?.leaves($0) ?? [] }
    let folders = place.folders(in: "").map { $0 + "/" }
    guard folder.utf8.count < 1_000, isNamed || !lists.isEmpty else {
      return folders.flatMap { ordered(folder + $0, in: site) }
    }
    let named = lists.map { $0.hasSuffix(".md") ? $0 : $0.folderName + "/" }
    let others = (place.names.filter { $0.hasSuffix(".md") } + folders).sorted().filter { !named.contains($0) }
    let first = others.filter { ["index.md", "README.md"].contains($0) }
    var rest = first + others.filter { !first.contains($0) }
    var all: [String] = []
    for name in named where !name.split(separator: "/").contains("..") {
      guard name.contains("*") || name.hasPrefix("...") else {
        all.append(name)
        continue
      }
      all += rest
      rest = []
    }
    return (all + rest).flatMap { name in
      name.hasSuffix("/") ? ordered(folder + name, in: site, isNamed: true) : [place.base + name]
    }
  }

  /// Returns the files that the plugin `exclude` leaves out, and all pages if `encryptcontent` has passwords for them.
  private static func excludedByPlugins(
    _ settings: SettingsDocument, _ site: ProgramFolder, _ pages: String
  ) -> [ExcludedFiles] {
    (settings["plugins"]?.entries ?? []).flatMap(\.pairs).compactMap { plugin in
      let options = plugin.value
      switch plugin.key.split(separator: "/").last {
      case "exclude", "file-filter":
        func texts(_ name: String) -> [String] {
          (options.value(name)?.scalarTexts ?? []) + (options.value("exclude_" + name)?.scalarTexts ?? [])
        }
        let start = site.path(pages) == "." ? "" : site.path(pages) + "/"
        let ignored = options.value("mkdocsignore")?.boolean == true ? site.text(".mkdocsignore") ?? "" : ""
        return ExcludedFiles(
          settings.source("plugins"),
          site.ignored(ignored.textLines.map(String.init), in: pages)
            + (texts("tag").isEmpty ? [] : site.ignored(["*"], in: pages)),
          expressions: texts("regex").map { String($0.trimmingPrefix("^")) }
            + texts("glob").flatMap { ExcludedFiles.crossing($0, in: start) },
          texts("tag").isEmpty ? .all : .unlessAsked)
      case "i18n":
        let off = (options.value("languages")?.entries ?? []).filter { $0.value("build")?.boolean == false }
          .compactMap { $0.value("locale")?.text }
        return ExcludedFiles(
          settings.source("plugins"), site.ignored(off.flatMap { ["*.\($0).*", "/\($0)/"] }, in: pages))
      case "exclude-tagged-files", "mkdocs_exclude_tagged_files", "mkdocs-exclude-tagged-files":
        return ExcludedFiles(settings.source("plugins"), site.ignored(["*"], in: pages), .unlessAsked)
      case "encryptcontent"
      where ["global_password", "password_inventory", "password_file", "inheritance"]
        .contains { options.value($0) != nil }:
        return ExcludedFiles(settings.source("plugins"), site.ignored(["*"], in: pages), .unlessAsked)
      default: return nil
      }
    }
  }
}

extension AdoptedSettings {
  /// Returns the titles that MkDocs' navigation gives to notes: in the settings, or in files of folders.
  package static func titles(in root: String) -> [NotePath: String] {
    let found = FoundProfile.all(in: root, language: .english).first { $0.profile.name == "mkdocs" }
    guard var pages = found?.folder, let settings = pages.firstSettings(files) else { return [:] }
    var titles: [NotePath: String] = [:]
    func add(_ value: FrontMatterValue, in base: String) {
      for pair in value.entries.flatMap(\.pairs) {
        if case .scalar(let name) = pair.value {
          titles[NotePath(trusted: base + name.text)] = pair.key
        } else {
          add(pair.value, in: base)
        }
      }
    }
    let folder = settings.option("docs_dir") ?? "docs"
    pages.base += folder == "." ? "" : folder.folderName + "/"
    if let list = settings["nav"] ?? settings["project"]?.value("nav") { add(list, in: pages.base) }
    var rest = [pages]
    for _ in 0..<10_000 {
      guard let place = rest.popLast() else { break }
      if let list = place.firstSettings([".nav.yml", ".pages"])?["nav"] { add(list, in: place.base) }
      for name in place.folders(in: "") where place.base.utf8.count < 1_000 {
        rest.append(place)
        rest[rest.count - 1].base += name + "/"
      }
    }
    return titles
  }

  /// Returns the folders of MkDocs' snippets, and the files that are added to the end of every page.
  package static func snippets(in root: String) -> (folders: [String], appended: [String]) {
    let found = FoundProfile.all(in: root, language: .english).first { $0.profile.name == "mkdocs" }
    guard let folder = found?.folder, let settings = folder.firstSettings(files) else { return ([], []) }
    func texts(_ name: String) -> [String] { settings.everywhere(name).flatMap(\.scalarTexts) }
    return (texts("base_path").map(folder.path), texts("auto_append"))
  }
}

extension SettingsDocument {
  /// Returns the text of a setting. Zensical has its settings in a table `project`.
  fileprivate func option(_ name: String) -> String? { text(name) ?? text("project." + name) }
}
