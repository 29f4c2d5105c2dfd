import NoteModel
import NoteSyntax
import Wording

private let endings = ["toml", "yaml", "yml", "json"]

private func hugoMarks(_ ending: String) -> [ProfileMark] {
  let settings = "config." + ending
  let keys = ["baseURL", "baseurl", "languageCode", "languagecode", "ignoreFiles", "contentDir", "disableKinds"]
  var marks = [ProfileMark("hugo." + ending)]
  marks += ["archetypes/", "layouts/", "themes/"].map { ProfileMark(settings, $0) }
  marks += keys.map { ProfileMark(settings, containing: $0) }
  marks += ["hugo", "config", "module"].map { ProfileMark("config/_default/\($0).\(ending)") }
  return marks
}

extension Profile {
  static let hugo = Profile(
    "hugo", "Hugo",
    marks: endings.flatMap(hugoMarks) + [ProfileMark("config/_default/", "content/")],
    rules: {
      $0.addressFields = ["url", "slug", "aliases"]
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.pagesAreFolders = true
      $0.syntax = [.shortcodes, .videoShortcodes]
      $0.formulaSettings = ["hugo", "config", "config/_default/hugo", "config/_default/markup"]
      $0.macroFiles = ["mathjax", "katex", "math"].map { "layouts/partials/\($0).html" }
        .flatMap { name in ["toml", "yaml", "yml"].map { name + "." + $0 } }
    }, adopt: HugoSettings.read, excludes: HugoSettings.excludedFiles,
    reading: Message(
      "links from content/ and static/, url:, slug: and aliases: as addresses; drafts; shortcodes in links are not checked",
      ko: "링크의 루트는 content/와 static/. 주소를 정하는 url:, slug:, aliases:. 초안. 링크 안의 shortcode는 확인하지 않음"))
}

/// The folders of a Hugo site.
private enum HugoSettings {
  private static let files =
    endings.map { "hugo." + $0 } + endings.map { "config." + $0 }
    + endings.flatMap { ["config/_default/hugo." + $0, "config/_default/config." + $0] }

  static func excludedFiles(in site: ProgramFolder) throws -> [ExcludedFiles] {
    var excluded = [ExcludedFiles(site.path("archetypes"), site.ignored(["/archetypes/"]))]
    // The settings of an environment are added to the others.
    func split(_ names: [String]) -> [String] {
      site.folders(in: "config").flatMap { folder in
        names.flatMap { name in endings.map { "config/\(folder)/\(name).\($0)" } }
      }
    }
    var mounted: [String] = []
    for file in Set(files + split(["hugo", "config", "module"])).sorted() {
      guard let settings = try site.wholeSettings([file]) else { continue }
      // The mounts of an imported module are of its own files.
      let modules = file.contains("/module.") ? [settings.all] : settings.everywhere("module").flatMap(\.entries)
      let mounts = modules.flatMap(\.pairs).filter { $0.key.lowercased() == "mounts" }
      for mount in mounts.flatMap(\.value.entries) {
        func texts(_ name: String) -> [String] {
          mount.pairs.first { $0.key.lowercased() == name }?.value.scalarTexts ?? []
        }
        let folder = texts("source").first ?? "."
        if texts("target").first?.folderName.hasPrefix("content") == true {
          mounted.append(folder)
          if !folderExists(site.root + "/" + site.path(folder)) { mounted.append("content") }
        }
        let files = texts("files")
        let shut = files.filter { $0.hasPrefix("!") }.map { String($0.dropFirst().drop(while: \.isWhitespace)) }
        excluded.append(
          ExcludedFiles(settings.source("mounts"), site.anywhere(texts("excludefiles") + shut, in: folder)))
        let open = texts("includefiles") + files.filter { !$0.hasPrefix("!") }
        if !open.isEmpty {
          excluded.append(
            ExcludedFiles(
              settings.source("mounts"), site.anywhere(open, in: folder), .othersUnlessAsked,
              in: site.path(folder) == "." ? "" : site.path(folder) + "/"))
        }
      }
      let archetypes = settings.everywhere("archetypeDir").compactMap(\.text).map { "/" + $0.folderName + "/" }
      let ignored = settings.everywhere("ignoreFiles").flatMap(\.scalarTexts)
      excluded.append(ExcludedFiles(settings.source("ignoreFiles"), site.ignored(archetypes), expressions: ignored))
      let languages = settings.everywhere("languages").flatMap(\.pairs)
      let disabled = languages.filter { $0.value.value("disabled")?.boolean == true }.map(\.key)
      for language in disabled + settings.everywhere("disableLanguages").flatMap(\.scalarTexts) {
        let folder = languages.first { $0.key == language }?.value.value("contentDir")?.text.map {
          "/\($0.folderName)/"
        }
        excluded.append(
          ExcludedFiles(
            settings.source("disableLanguages"), site.ignored(["*.\(language).*"] + [folder].compactMap(\.self))))
      }
      if settings.everywhere("disableKinds").flatMap(\.scalarTexts).contains(where: { $0.lowercased() == "page" }) {
        excluded.append(ExcludedFiles(settings.source("disableKinds"), site.anywhere(["*"]), .unlessAsked))
      }
    }
    let settings = (files + split(["hugo", "config", "languages"])).compactMap(site.settings)
    let usual = settings.contains { $0.text("contentDir") != nil } ? [] : ["content"]
    let contents = settings.flatMap { $0.everywhere("contentDir") }.compactMap(\.text)
    // Where content is mounted, only that is on the site.
    excluded.append(site.outside(mounted.isEmpty ? usual + contents : mounted, site.path("contentDir")))
    for file in split(["cascade"]) where site.text(file).map(SectionFields.holdBack) ?? false {
      excluded.append(ExcludedFiles(site.base + file, site.anywhere(["*"])))
    }
    for settings in settings {
      for entry in settings.everywhere("cascade").flatMap(\.entries) where SectionFields.holdBack(entry) {
        let target = (entry.value("target") ?? entry.value("_target"))?.value("path")?.text
        excluded.append(ExcludedFiles(settings.source("cascade"), site.anywhere([pattern(ofTarget: target ?? "")])))
      }
    }
    return excluded
  }

  /// Returns a pattern that matches at least the files of the pages that a target of a cascade names.
  ///
  /// A target is a pattern for the addresses of pages: `/blog/**`, `/blog/{a,b}`, `/blog/a-b`. Addresses have no extension,
  /// and hyphens instead of spaces.
  private static func pattern(ofTarget target: String) -> String {
    let names = target.replacing("-", with: "?").split(separator: "/")
    let plain = names.prefix { $0.allSatisfy { !"*[]{}!\\".contains($0) } }
    if plain.count < names.count { return plain.map { $0 + "/" }.joined() + "*" }
    return plain.joined(separator: "/") + "*"
  }

  static func read(_ site: ProgramFolder, into adopted: inout AdoptedSettings) {
    guard let settings = site.firstSettings(files) else { return }
    func folder(_ name: String, _ usual: String) -> String { site.path(settings.text(name) ?? usual) }
    let content = folder("contentDir", "content")
    let assets = folder("staticDir", "static")
    let language = settings.text("defaultContentLanguage")
    for key in ["title"] + [language].compactMap({ $0.map { "languages.\($0).title" } }) {
      if let name = settings.text(key) { adopted.adopt("site.title", .text(name), from: settings.source(key)) }
    }
    if let language { adopted.adopt("site.language", .text(language), from: settings.source("defaultContentLanguage")) }
    adopted.adopt("folders.memo", content, from: settings.source("contentDir"))
    adopted.adopt("folders.attachments", assets, from: settings.source("staticDir"))
    adopted.adopt(
      "folders.templates", folder("archetypeDir", "archetypes"),
      from: settings.source("archetypeDir"))
    // The pages of each language are in a separate folder: `en`, `zh-cn`.
    let languages = site.folders(in: settings.text("contentDir") ?? "content").filter { name in
      let parts = name.split(separator: "-")
      return parts.first?.count == 2 && parts.count < 3 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
    }.map { content + "/" + $0 }
    let main = settings.text("defaultContentLanguageInSubdir") == "true" ? nil : language ?? "en"
    let others = settings.names(in: "languages").compactMap { code in
      settings.text("languages.\(code).contentDir").map { (code: code == main ? "" : code, folder: site.path($0)) }
    }.filter { $0.folder != content }
    adopted.adopt(
      "links.roots", .list([content] + languages + others.map(\.folder) + [assets]),
      from: settings.source("contentDir, staticDir"))
    readAddresses(settings, content, others, into: &adopted)
    let taxonomies = settings.names(in: "taxonomies").compactMap { settings.text("taxonomies." + $0) }
    let rendered = renderedLinks(site, folder("layoutDir", "layouts") + "/")
    adopted.adopt(
      generatedLists: taxonomies.isEmpty ? ["tags", "categories"] : taxonomies.sorted(),
      files: ["**/index.xml", "sitemap.xml", "robots.txt", "llms.txt"], besides: rendered?.words ?? [],
      from: rendered?.source ?? settings.source("taxonomies"))
    adopted.adopt(
      "ignore",
      .list([
        "/" + folder("publishDir", "public") + "/", "/\(site.base)resources/",
        "/\(site.base)themes/",
      ]),
      from: settings.source("publishDir"))
  }
}

extension HugoSettings {
  /// Reads `permalinks:` of the sections. The code of a language comes first in the address.
  ///
  /// - Parameter others: The languages with a content folder of their own, with an empty code for the main language.
  private static func readAddresses(
    _ settings: SettingsDocument, _ content: String, _ others: [(code: String, folder: String)],
    into adopted: inout AdoptedSettings
  ) {
    let groups = ["permalinks", "permalinks.page"]
    let found = groups.flatMap { group in settings.names(in: group).map { ($0, settings.text(group + "." + $0)) } }
    func start(_ code: String) -> String { code.isEmpty ? "/" : "/\(code)/" }
    var patterns = others.map { ($0.folder, start($0.code) + ":path") }
    for (section, pattern) in found {
      guard let pattern else { continue }
      let known = PageAddress.replacingPlaceholders(in: pattern) { name in
        switch name {
        case "title": ":heading"
        case "slugorfilename", "slugorcontentbasename": ":slug"
        case "filename", "contentbasename": ":name"
        case "section": section
        case "sections": section + "/:folders"
        case "monthname": ":long_month"
        case "yearday": ":y_day"
        case "weekdayname": ":long_day"
        default: ":" + name
        }
      }
      guard let known, PageAddress.isKnown(known) else {
        adopted.omit(
          settings.source("permalinks"),
          Message(
            "“\(pattern)” has a part that is not known, so pages of \(section) keep no former address",
            ko: "“\(pattern)”에 알 수 없는 부분이 있어 \(section) 페이지의 이전 주소를 유지하지 않습니다"))
        continue
      }
      for (code, folder) in [("", content)] + others {
        let whole = start(code) + known.split(separator: "/").joined(separator: "/")
        // Without the field `slug` the title is one.
        let other = pattern.split(separator: "/").contains(":slug")
        patterns.append(
          (folder + "/" + section, whole + (other ? " " + whole.replacing(":slug", with: ":heading") : "")))
      }
    }
    guard !patterns.isEmpty else { return }
    adopted.adopt(
      "links.addresses", .table(Dictionary(patterns, uniquingKeysWith: { first, _ in first })),
      from: settings.source("permalinks"))
  }

  /// Returns the destinations that the site's link template compares with, such as `g`, and turns into other links.
  private static func renderedLinks(_ site: ProgramFolder, _ layouts: String) -> (words: [String], source: String)? {
    let inside = String(layouts.dropFirst(site.base.count))
    for name in ["_markup/render-link.html", "_default/_markup/render-link.html"] {
      guard let template = site.text(inside + name) else { continue }
      let words = template.split(separator: "{{").flatMap { action -> [String] in
        let parts = action.prefix { $0 != "}" }.split(separator: "\"", omittingEmptySubsequences: false)
        let compared = parts.first?.split(separator: " ").suffix(2) ?? []
        guard parts.count > 2, compared.first == "eq",
          ["String", "Destination", "Path"].contains(compared.last?.split(separator: ".").last ?? "")
        else { return [] }
        return [String(parts[1])]
      }
      if !words.isEmpty { return (words, site.path(inside + name)) }
    }
    return nil
  }
}
