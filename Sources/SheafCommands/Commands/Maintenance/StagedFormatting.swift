import CivilCalendar
import MarkdownFormatting
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

extension FmtCommand {
  /// Formats what is staged. A file that holds the same gets the same change; one that was edited since stays as it is.
  func formatStaged(_ formatting: NoteFormatting, _ context: CommandContext) throws {
    let repository = try context.repository()
    let git = context.git(in: repository)
    let changes = try StagedNotes(in: git).notes.compactMap { note in
      let after = formatting.format(note.bytes).bytes
      return after == note.bytes ? nil : (note: note, after: after)
    }
    if diff {
      for change in changes {
        print(change.note.path.string, change.note.bytes, change.after, context)
      }
    } else {
      if !check { try write(changes, git, context) }
      for change in changes { context.console.writeLine(change.note.path.string) }
    }
    guard check, !changes.isEmpty else { return }
    context.note(
      Message(
        "\(counted(changes.count, "staged file")) would change; “sheaf fmt --staged” formats what is staged",
        ko: "스테이징한 파일 \(changes.count)개를 정리할 예정입니다. “sheaf fmt --staged”로 정리할 수 있습니다"))
    throw ExitStatus.negative
  }

  /// The files first: they can be brought back by `undo`.
  private func write(
    _ changes: [(note: StagedNotes.Note, after: [UInt8])], _ git: any GitClient,
    _ context: CommandContext
  ) throws {
    try context.withJournal(asksIndex: false) { workspace, journal in
      var transaction = Transaction(words: context.words)
      for change in changes
      where (try? workspace.files.read(change.note.path)) == change.note.bytes {
        transaction.replace(change.note.path, expecting: change.note.bytes, with: change.after)
      }
      try journal.commit(transaction, at: context.clock())
      context.footprint.leave()
    }
    for change in changes { try StagedNotes.stage(change.note, change.after, in: git) }
  }
}
