import NoteActions
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// The notes and files that are other than they were, not every list that follows from them.
  func listChanges(_ files: SiteReport) {
    let changeLimit = 100
    let changes = [
      (Message("added", ko: "추가"), files.added), (Message("changed", ko: "변경"), files.changed),
      (Message("removed", ko: "삭제"), files.removed),
    ].flatMap { word, names in
      names.filter { $0.hasPrefix("notes/") || $0.hasPrefix("files/") }
        .map { text(word) + "  " + $0 }
    }
    for line in changes.prefix(changeLimit) { console.writeLine(line) }
    let rest = changes.count - changeLimit
    if rest > 0 {
      console.writeLine(text(Message("and \(rest) more", ko: "외 \(rest)개")))
    }
  }

  /// Reports what was written, what needs a look, and how many notes are public.
  func report(
    _ outcome: SitePublisher.Outcome, _ summary: PublicationSummary, at place: String,
    isDryRun: Bool
  ) {
    for secret in summary.secrets { warn(secret) }
    if !outcome.unclean.isEmpty {
      let names = outcome.unclean.prefix(5).map(\.string).joined(separator: ", ")
      let more = outcome.unclean.count > 5 ? ", …" : ""
      warn(
        Message(
          "Files of these formats may say where and by whom they were made: \(names)\(more)",
          ko: "촬영 위치나 만든 사람 정보가 남아 있을 수 있는 형식의 파일입니다: \(names)\(more)"))
    }
    let files = outcome.files
    let index = place.hasSuffix("/") ? "index.html" : "/index.html"
    if !isDryRun {
      note(
        Message(
          "\(place)\(index): \(counted(files.files, "file")), \(files.written) written, \(files.removed.count) removed",
          ko:
            "\(place)\(index): 파일 \(files.files)개 가운데 \(files.written)개를 저장하고 \(files.removed.count)개를 지웠습니다"
        ))
    }
    note(summary.line)
  }
}
