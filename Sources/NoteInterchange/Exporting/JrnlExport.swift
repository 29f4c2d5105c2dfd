import ByteBasics
import CivilCalendar
import NoteModel
import Wording

extension ExportFormat {
  static let jrnl = ExportFormat(
    "jrnl", Message("The journal file of jrnl, from the diary", ko: "일기를 jrnl의 저널 파일로")
  ) { JrnlExporter(zone: $0.zone) }
}

private struct JrnlExporter: NoteExporter {
  let zone: LocalZone

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    guard note.note.kind == .diary, let day = note.note.entryDay else { return [] }
    let time: TimeOfDay =
      if case .moment(let moment)? = note.note.created { moment.time } else { .midnight }
    let isPlain = note.note.title == day.description
    let body = note.bodyWithoutTitle
    let lines = body.textLines
    let title = isPlain ? lines.first.map(String.init) ?? "" : note.note.title
    var text = isPlain ? lines.dropFirst().joined(separator: "\n") : body
    while text.last?.isNewline == true { text.removeLast() }
    // A line that begins like an entry would be one.
    let safe = text.textLines
      .map { JrnlHead.read($0) == nil ? String($0) : " " + $0 }.joined(separator: "\n")
    let clock = "\(padded(time.hour, to: 2)):\(padded(time.minute, to: 2))"
    let star = note.note.isPinned ? " *" : ""
    let head = "[\(day) \(clock)] \(title)\(star)\n"
    return Array((head + (safe.isEmpty ? "" : safe + "\n") + "\n").utf8)
  }
}
