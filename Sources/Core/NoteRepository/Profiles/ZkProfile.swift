import NoteModel
import Wording

extension Profile {
  static let zk = Profile(
    "zk", "zk", marks: [ProfileMark(".zk/")], adopt: ZkSettings.read,
    reading: Message(
      "the group of daily notes as the diary, the link format, the ignored files",
      ko: "일기 그룹, 링크 형식, 제외할 파일"))
}

/// The settings of `.zk/config.toml` about a notebook.
private enum ZkSettings {
  static func read(_ notebook: ProgramFolder, into adopted: inout AdoptedSettings) {
    guard let settings = notebook.settings(".zk/config.toml") else { return }
    adopted.adopt("folders.memo", ".", from: settings.path)
    readDaily(settings, into: &adopted)
    if let format = settings.text("format.markdown.link-format") {
      let source = settings.source("format.markdown.link-format")
      switch format {
      case "wiki": adopted.adopt("links.style", "wiki", from: source)
      case "markdown": adopted.adopt("links.style", "relative", from: source)
      default: adopted.omit(source, Message("“\(format)” is a format specific to zk", ko: "zk만의 형식입니다: “\(format)”"))
      }
    }
    if let name = settings.text("note.filename") {
      adopted.omit(
        settings.source("note.filename"),
        Message("“\(name)”: new notes are named after their title", ko: "“\(name)”: 새 메모의 이름은 제목을 따릅니다"))
    }
    if settings["note.template"] != nil {
      adopted.omit(
        settings.source("note.template"),
        Message(
          "zk's templates are used only by zk; Sheaf's are in .sheaf/templates",
          ko: "zk의 템플릿은 zk에서만 사용합니다. Sheaf의 템플릿은 .sheaf/templates에 있습니다"))
    }
    let ignored = settings.texts("note.ignore")
    if !ignored.isEmpty { adopted.adopt("ignore", .list(ignored), from: settings.source("note.ignore")) }
  }

  /// Reads the group whose file names are days: one with a usual name, such as `daily`, otherwise the first.
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

  /// Converts `{{format-date now '%Y-%m-%d'}}` to a name pattern. Returns nil if the name contains any other template.
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
