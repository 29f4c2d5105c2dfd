import Wording

/// The folders of a Hugo site.
enum HugoSettings {
  static func read(_ root: String, into adopted: inout AdoptedSettings) {
    let own = ["hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json"]
    let older = ["config.toml", "config.yaml", "config.yml", "config.json"]
    let isSite = folderExists(root + "/content") && folderExists(root + "/archetypes")
    guard
      let settings = (own + (isSite ? older : [])).lazy
        .compactMap({ SettingsDocument($0, in: root) }).first
    else { return }
    func folder(_ name: String, _ usual: String) -> String {
      (settings.text(name) ?? usual).folderName
    }
    let content = folder("contentDir", "content")
    let files = folder("staticDir", "static")
    adopted.adopt("folders.memo", content, from: settings.source("contentDir"))
    adopted.adopt("folders.attachments", files, from: settings.source("staticDir"))
    adopted.adopt(
      "folders.templates", folder("archetypeDir", "archetypes"),
      from: settings.source("archetypeDir"))
    adopted.adopt(
      "links.roots", .list([content, files]), from: settings.source("contentDir, staticDir"))
    adopted.adopt(
      "ignore", .list(["/" + folder("publishDir", "public") + "/", "/resources/", "/themes/"]),
      from: settings.source("publishDir"))
  }
}

/// The folders of a Jekyll site.
enum JekyllSettings {
  static func read(_ root: String, into adopted: inout AdoptedSettings) {
    let folders = ["_posts", "_drafts", "_layouts"].filter { folderExists(root + "/" + $0) }
    guard !folders.isEmpty,
      let settings = SettingsDocument("_config.yml", in: root)
        ?? SettingsDocument("_config.yaml", in: root)
    else { return }
    adopted.adopt("folders.memo", "_posts", from: settings.path)
    adopted.adopt("folders.drafts", "_drafts", from: settings.path)
    adopted.adopt("links.roots", .list(["."]), from: settings.path)
    let excluded = settings.texts("exclude")
    adopted.adopt(
      "ignore", .list(["/_site/", "/vendor/"] + excluded),
      from: excluded.isEmpty ? settings.path : settings.source("exclude"))
    adopted.omit(
      settings.path,
      Message(
        "posts are named 2026-11-21-title.md there; here new notes are named after their title",
        ko: "글의 파일 이름은 2026-11-21-제목.md 형식이지만 새 메모의 이름은 제목을 따릅니다"))
  }
}
