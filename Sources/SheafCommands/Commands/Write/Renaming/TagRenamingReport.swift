import NoteActions
import NoteModel
import Wording

extension CommandContext {
  /// Reports the notes whose tags were renamed.
  ///
  /// - Throws: ``ExitStatus/negative`` where there are none, ``ExitStatus/badData`` where one could not be changed.
  func report(_ renaming: TagRenaming, of old: TagName, isDryRun: Bool) throws {
    if !isDryRun {
      for note in renaming.notes { console.writeLine(note.path.string) }
    }
    for note in renaming.refused {
      warn(RefusedChange(path: note.path, refusal: note.refusal).explanation)
    }
    guard renaming.count > 0 else {
      if !renaming.refused.isEmpty { throw ExitStatus.badData }
      note(Message("No note has the tag #\(old)", ko: "#\(old) 태그가 있는 메모가 없습니다"))
      throw ExitStatus.negative
    }
    let place = "\(counted(renaming.count, "tag")) in \(counted(renaming.notes.count, "note"))"
    let korean = "메모 \(renaming.notes.count)개의 태그 \(renaming.count)개"
    note(
      isDryRun
        ? Message("\(place) would be renamed", ko: "\(korean)의 이름을 바꿀 예정입니다")
        : Message("\(place) renamed", ko: "\(korean)의 이름을 바꿨습니다"))
    if !renaming.refused.isEmpty { throw ExitStatus.badData }
  }
}
