import NoteModel
import NoteSyntax
import Wording

extension Profile {
  static let foam = Profile(
    "foam", "Foam",
    marks: [
      ProfileMark(".foam/"), ProfileMark(".vscode/extensions.json", containing: "foam.foam-vscode"),
      ProfileMark(".vscode/settings.json", containing: "\"foam"),
      ProfileMark("*.code-workspace", containing: "\"foam"),
    ],
    adopt: { notes, adopted in
      let source = notes.path(".foam")
      adopted.adopt("folders.memo", ".", from: source)
      adopted.adopt("links.style", "wiki", from: source)
      if notes.has("attachments/") { adopted.adopt("folders.attachments", "attachments", from: source) }
      if let settings = notes.settings(".vscode/settings.json") {
        FoamSettings.read(settings, into: &adopted)
      }
    },
    excludes: { notes in
      // A file of several folders may have the settings of a workspace too.
      let files = [".vscode/settings.json"] + notes.names.filter { $0.hasSuffix(".code-workspace") }
      return try files.compactMap { try notes.wholeSettings([$0]) }.flatMap { settings in
        let include = "foam.files.include"
        let shown = settings.texts(endingIn: include)
        let hidden = settings.everywhere("files.exclude").flatMap(\.pairs).filter { $0.value.boolean != false }.map(
          \.key)
        return FoamSettings.ignored.map {
          ExcludedFiles(settings.source($0), notes.anywhere(settings.texts(endingIn: $0)))
        } + [
          ExcludedFiles(settings.source("files.exclude"), notes.anywhere(hidden)),
          ExcludedFiles(
            settings.source(include), notes.anywhere(shown), shown.isEmpty ? .all : .othersUnlessAsked, in: notes.base),
        ]
      }
    },
    reading: Message(
      "wiki links with their link definitions; attachments and daily notes of the workspace",
      ko: "위키 링크와 링크 정의. 작업 공간의 첨부 파일과 일기"))
}

/// The settings of a workspace about its notes.
private enum FoamSettings {
  static let ignored = ["foam.files.ignore", "foam.files.exclude"]

  static func read(_ settings: SettingsDocument, into adopted: inout AdoptedSettings) {
    let (key, formatKey) = ("foam.openDailyNote.directory", "foam.openDailyNote.filenameFormat")
    if let name = settings.text(key) {
      let folder = name.folderName
      adopted.adopt("folders.diary", folder == "." ? "" : folder, from: settings.source(key))
      let format = settings.text(formatKey) ?? "isoDate"
      if let pattern = DateLetters.dateformat.pattern(format) {
        adopted.adopt(
          "diary.path", (folder == "." ? "" : folder + "/") + pattern + ".md",
          from: settings.source(settings.text(formatKey) == nil ? key : formatKey))
      } else {
        adopted.omit(
          settings.source(formatKey),
          Message("“\(format)” does not determine a day", ko: "날짜가 정해지지 않는 형식입니다: “\(format)”"))
      }
    }
    for key in ignored where !settings.texts(key).isEmpty {
      adopted.adopt("ignore", .list(settings.texts(key)), from: settings.source(key))
    }
  }
}
