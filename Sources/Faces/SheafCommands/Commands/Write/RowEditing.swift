import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// `sheaf edit --rows`: notes as lines in the editor, shown as a difference before anything is written.
struct RowEditing {
  let context: CommandContext
  let workspace: Workspace
  let care: WriteOptions

  private static let name = "rows.txt"

  /// Edits the fields of notes as lines. Throws ``ExitStatus/negative`` if there is no note, ``ExitStatus/interrupted``
  /// if the user cancels.
  func run(_ paths: [NotePath]) throws {
    let rows = NoteRowText(paths, in: workspace, today: context.clock().day)
    guard !rows.isEmpty else { throw ExitStatus.negative }
    try context.checkEditor()
    writeStateFile(folder, Self.name, Array((head + rows.text).utf8))
    let changes = try edited(rows)
    guard !changes.isEmpty else {
      return context.note(Message("Nothing was changed", ko: "아무것도 바꾸지 않았습니다"))
    }
    let (made, used) = try context.write(care, reportsShifts: true) { workspace, transaction in
      let used = try workspace.index.fields.keys()
      let journal = context.changes.journal(of: workspace.repository, workspace.configuration)
      let made = try changes.make(in: workspace, earlier: EarlierVersions(journal), &transaction)
      for refusal in made.refused { context.warn(refusal.explanation) }
      if !care.dryRun { try confirm(transaction) }
      return (made, used)
    }
    context.writePlaces(made.notes.map(\.path.string), dryRun: care.dryRun)
    context.report(made.links, dryRun: care.dryRun)
    context.reportKeys(changes.keys, used: used)
    context.reportTasks(of: made.notes, in: workspace)
    if !made.refused.isEmpty { throw ExitStatus.badData }
  }

  private var folder: String { workspace.repository.stateFolder }

  /// The explanation above the lines in the editor.
  private var head: String {
    let words = Message(
      """
      # Each line is a note: number | title | field=value | …
      # Change titles and values, add and remove fields. A line that you remove leaves its note unchanged.

      """,
      ko: """
        # 한 줄이 메모 하나입니다: 번호 | 제목 | 필드=값 | …
        # 제목과 값을 바꾸고 필드를 더하거나 지울 수 있습니다. 줄을 지우면 그 메모는 바뀌지 않습니다.

        """)
    return context.text(words)
  }

  /// Opens the editor until its lines can be read, or the user has enough.
  private func edited(_ rows: NoteRowText) throws -> NoteRowChanges {
    let path = folder + "/" + Self.name
    while true {
      let (status, command) = try context.runEditor(
        configured: workspace.configuration.program("editor")
      ) { _ in [path] }
      guard status == 0 else {
        throw Problem(
          .failure,
          Message(
            "The editor “\(command)” exited with status \(status); nothing was changed",
            ko: "“\(command)” 편집기가 실패해(종료 코드 \(status)) 아무것도 바꾸지 않았습니다"))
      }
      let text = String(decoding: try readFile(path), as: UTF8.self)
      do throws(RowMistake) {
        return try rows.changes(in: text, now: context.clock(), zone: context.zone)
      } catch {
        context.warn(error.explanation)
        if let hint = error.hint { context.note(hint) }
        try context.confirm(Message("Open the editor again?", ko: "편집기를 다시 열까요?"))
        guard context.mayAsk, !context.globals.assumeYes else { throw error }
      }
    }
  }

  private func confirm(_ transaction: Transaction) throws {
    guard context.mayAsk, !context.globals.assumeYes, !transaction.changes.isEmpty else { return }
    context.changes.show(transaction.changes)
    context.console.flush()
    try context.confirm(Message("Write these changes?", ko: "이대로 저장할까요?"))
  }
}
