import NoteRepository
import Wording

/// What to do where there is no repository yet.
enum FirstSteps {
  /// What to type in `folder`, an absolute path.
  static func message(in folder: String) -> Message {
    let hasNotes = ((try? fileNames(in: folder)) ?? []).contains { $0.hasSuffix(".md") }
    let here =
      hasNotes
      ? Message(
        "  sheaf init            use the notes in this folder; no file of yours is changed",
        ko: "  sheaf init            이 폴더의 메모를 사용합니다. 파일은 바꾸지 않습니다")
      : Message(
        "  sheaf init notes      make a folder for notes, or use one that you have",
        ko: "  sheaf init notes      메모 폴더를 만들거나 이미 있는 폴더를 사용합니다")
    return Message(
      """
      There is no note repository here yet.

      \(here.english)
      then, in the folder:
        sheaf new First note  write a note
        sheaf diary a line    add a line to the diary
        sheaf add buy milk    add a task
        sheaf                 see what today holds

      man sheaf-tutorial leads through the first week; sheaf --help lists the commands.
      """,
      ko: """
        아직 메모 저장소가 아닙니다.

        \(here.korean)
        그 폴더에서:
          sheaf new 첫 메모     메모를 작성합니다
          sheaf diary 한 줄     일기에 한 줄을 추가합니다
          sheaf add 우유 사기   할 일을 추가합니다
          sheaf                 오늘 할 일을 확인합니다

        첫 주 사용법은 man sheaf-tutorial에, 명령 목록은 sheaf --help에 있습니다.
        """)
  }
}
