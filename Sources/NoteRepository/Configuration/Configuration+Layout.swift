package import NoteModel

extension Configuration {
  /// How the notes of the repository are read; a pattern that cannot be used counts as absent.
  package var layout: VaultLayout {
    VaultLayout(
      diaryFolder: text("folders.diary"),
      diaryPath: nonEmptyText("diary.path").flatMap { try? DayPattern($0) },
      taskFolder: text("folders.tasks"), templateFolder: text("folders.templates"),
      draftFolder: text("folders.drafts"), columns: list("board.columns"),
      linkRoots: list("links.roots"),
      weekPath: nonEmptyText("diary.week-path").flatMap { try? DayPattern($0, of: .week) },
      monthPath: nonEmptyText("diary.month-path").flatMap { try? DayPattern($0, of: .month) })
  }
}
