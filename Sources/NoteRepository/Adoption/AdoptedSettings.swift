import NoteModel
package import Wording

/// The settings of other programs in a folder, as settings of Sheaf.
package struct AdoptedSettings: Sendable {
  package struct Setting: Sendable, Hashable {
    package let key: String
    package let value: ConfigurationValue
    /// The file and the setting there: `.obsidian/daily-notes.json: folder`.
    package let source: String
  }

  /// At most one for each key.
  package private(set) var settings: [Setting] = []
  /// What Sheaf has no setting for.
  package private(set) var omissions: [Message] = []

  package init() {}

  /// What the programs that Sheaf knows have left in a folder.
  ///
  /// - Parameters:
  ///   - root: The absolute path of the folder.
  ///   - language: Of the names of months and weekdays in the names of files.
  package init(of root: String, in language: Language) {
    ObsidianSettings.read(root, isKorean: language == .korean, into: &self)
    ZkSettings.read(root, into: &self)
    HugoSettings.read(root, into: &self)
    JekyllSettings.read(root, into: &self)
  }

  package var isEmpty: Bool { settings.isEmpty && omissions.isEmpty }

  /// Takes a setting over; the first that is found for a key counts.
  mutating func adopt(_ key: String, _ value: ConfigurationValue, from source: String) {
    guard !settings.contains(where: { $0.key == key }) else { return }
    settings.append(Setting(key: key, value: value, source: source))
  }

  mutating func adopt(_ key: String, _ text: String, from source: String) {
    adopt(key, .text(text), from: source)
  }

  mutating func omit(_ source: String, _ reason: Message) {
    omissions.append(
      Message("\(source): \(reason.english)", ko: "\(source): \(reason.korean)"))
  }

  package subscript(key: String) -> Setting? { settings.first { $0.key == key } }
}

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

/// What `.zk/config.toml` says about a notebook.
enum ZkSettings {
  static func read(_ root: String, into adopted: inout AdoptedSettings) {
    guard let settings = SettingsDocument(".zk/config.toml", in: root) else { return }
    adopted.adopt("folders.memo", ".", from: settings.path)
    readDaily(settings, into: &adopted)
    if let format = settings.text("format.markdown.link-format") {
      let source = settings.source("format.markdown.link-format")
      switch format {
      case "wiki": adopted.adopt("links.style", "wiki", from: source)
      case "markdown": adopted.adopt("links.style", "relative", from: source)
      default:
        adopted.omit(
          source, Message("“\(format)” is a format that only zk has", ko: "zk만의 형식입니다: “\(format)”")
        )
      }
    }
    if let name = settings.text("note.filename") {
      adopted.omit(
        settings.source("note.filename"),
        Message(
          "“\(name)”: new notes are named after their title", ko: "“\(name)”: 새 메모의 이름은 제목을 따릅니다"))
    }
    if settings["note.template"] != nil {
      adopted.omit(
        settings.source("note.template"),
        Message(
          "zk's templates are used only by zk; Sheaf's are in .sheaf/templates",
          ko: "zk의 템플릿은 zk에서만 사용합니다. Sheaf의 템플릿은 .sheaf/templates에 있습니다"))
    }
    let ignored = settings.texts("note.ignore")
    if !ignored.isEmpty {
      adopted.adopt("ignore", .list(ignored), from: settings.source("note.ignore"))
    }
  }

  /// The group whose names of files are days: the one that is called so, else the first.
  private static func readDaily(_ settings: SettingsDocument, into adopted: inout AdoptedSettings) {
    let groups = settings.names(in: "group")
    let usual = ["daily", "diary", "journal"].filter(groups.contains)
    for group in usual + groups.filter({ !usual.contains($0) }) {
      guard let name = settings.text("group.\(group).note.filename"),
        let pattern = pattern(name), let folder = settings.texts("group.\(group).paths").first
      else { continue }
      let text = (folder.folderName == "." ? "" : folder.folderName + "/") + pattern + ".md"
      guard (try? DayPattern(text)) != nil else { continue }
      adopted.adopt(
        "folders.diary", folder.folderName == "." ? "" : folder.folderName,
        from: settings.source("group.\(group).paths"))
      adopted.adopt("diary.path", text, from: settings.source("group.\(group).note.filename"))
      return
    }
  }

  /// `{{format-date now '%Y-%m-%d'}}` as a name pattern; nil where the name contains anything else.
  private static func pattern(_ name: String) -> String? {
    var text = ""
    var rest = name[...]
    while let open = rest.firstRange(of: "{{"), let close = rest.firstRange(of: "}}") {
      guard open.upperBound <= close.lowerBound else { return nil }
      text += rest[..<open.lowerBound]
      let words = rest[open.upperBound..<close.lowerBound]
        .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
      guard words.count >= 2, words[0] == "format-date", words[1] == "now" else { return nil }
      let format = words.count > 2 ? words[2].filter { $0 != "'" && $0 != "\"" } : "%Y-%m-%d"
      guard let part = StrftimeFormat.pattern(format) else { return nil }
      text += part
      rest = rest[close.upperBound...]
    }
    return text + rest
  }
}
