package import NoteModel

/// Everything of a site but the notes themselves and the search, in parts that can be made at once.
extension NoteRenderer {
  package var overviews: [@Sendable () -> [SiteFile]] {
    [
      { FolderPages.files(self) }, { TagPages.files(self) }, { DatePages.files(self) },
      { DiaryPages.files(self) }, { OverviewPages.files(self) }, { [HomePage.file(self)] },
      { [BoardPage.file(self)] }, { [GraphPage.file(self)] }, { Feeds(self).files },
      { [TaskCalendar.file(self.site)] + Sitemap.files(self.site) },
      { [SiteFile(path: "style.css", bytes: Array(self.theme.style.utf8))] },
    ]
  }

  /// The attachments that the blocks use, with their places in the site.
  package func attachments(_ made: [NoteBlock.Made]) -> [(file: ScannedFile, path: String)] {
    let used = Set(made.flatMap(\.attachments))
    return site.facts.attachments.values.filter { used.contains($0.path) }
      .map { ($0, SiteNaming.attachment($0.path)) }.sorted { $0.path < $1.path }
  }
}
