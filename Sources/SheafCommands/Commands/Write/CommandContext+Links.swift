import NoteActions
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// Tells how many links were rewritten, and names those that could not be.
  func report(_ linkFixes: LinkFixes, dryRun: Bool) {
    for link in linkFixes.lost {
      warn(
        Message(
          "\(link.path):\(link.line): the link to “\(link.destination)” cannot be rewritten exactly; fix it by hand",
          ko: "\(link.path):\(link.line): 자동으로 고칠 수 없는 링크입니다. 직접 고치세요: “\(link.destination)”"))
    }
    for shift in linkFixes.shifts { warn(shift.explanation(isDone: !dryRun)) }
    for canvas in linkFixes.unread { warn(canvas.explanation) }
    guard linkFixes.linkCount > 0 else { return }
    let place = "\(counted(linkFixes.linkCount, "link")) in \(counted(linkFixes.noteCount, "note"))"
    let korean = "메모 \(linkFixes.noteCount)개의 링크 \(linkFixes.linkCount)개"
    note(
      dryRun
        ? Message("\(place) would be updated", ko: "\(korean)를 고칠 예정입니다")
        : Message("\(place) updated", ko: "\(korean)를 고쳤습니다"))
  }
}
