import NoteModel
import Wording

extension Profile {
  static let foam = Profile(
    "foam", "Foam",
    marks: [
      ProfileMark(".foam/"), ProfileMark(".vscode/extensions.json", containing: "foam.foam-vscode"),
    ],
    adopt: { notes, adopted in
      let source = notes.path(".foam")
      adopted.adopt("folders.memo", ".", from: source)
      adopted.adopt("links.style", "wiki", from: source)
      if notes.has("attachments/") {
        adopted.adopt("folders.attachments", "attachments", from: source)
      }
      let key = "foam.openDailyNote.directory"
      guard let settings = notes.settings(".vscode/settings.json"), let name = settings.text(key)
      else { return }
      adopted.adopt("folders.diary", name.folderName, from: settings.source(key))
      adopted.adopt("diary.path", name.folderName + "/{{day}}.md", from: settings.source(key))
    },
    reading: Message(
      "wiki links with their link definitions; attachments and daily notes of the workspace",
      ko: "위키 링크와 링크 정의. 작업 공간의 첨부 파일과 일기"))
}
