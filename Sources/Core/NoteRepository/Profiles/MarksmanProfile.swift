import NoteModel
import Wording

extension Profile {
  static let marksman = Profile(
    "marksman", "Marksman", marks: [ProfileMark(".marksman.toml")],
    rules: { $0.callsBySlug = true },
    reading: Message(
      "[[my-note]] is a link to the note with the title “My note”",
      ko: "[[my-note]]는 제목이 “My note”인 메모로 가는 링크"))
}
