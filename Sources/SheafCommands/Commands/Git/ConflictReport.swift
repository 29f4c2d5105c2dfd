import NoteActions
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// Reports how a conflict was resolved, or why not.
  func report(
    _ outcome: ConflictResolution.Outcome, of file: ConflictedFile, isDryRun: Bool
  ) {
    switch outcome {
    case .merged:
      if !isDryRun { console.writeLine(file.path.string) }
      guard file.path != file.note else { return }
      note(
        isDryRun
          ? Message(
            "\(file.path) would be merged into \(file.note)",
            ko: "병합할 예정입니다: \(file.path) → \(file.note)")
          : Message(
            "\(file.path) was merged into \(file.note)",
            ko: "병합했습니다: \(file.path) → \(file.note)"))
    case .conflicts(let conflicts):
      warn(ConflictList(conflicts).explanation(of: file.path.string))
    case .impossible(let reason):
      warn(
        Message(
          "\(file.path): left alone: \(reason.english)", ko: "\(file.path): 그대로 둠: \(reason.korean)"
        ))
    }
  }
}

extension ConflictResolution.Outcome {
  /// False where somebody has to look at it.
  var isMerged: Bool { if case .merged = self { true } else { false } }
}
