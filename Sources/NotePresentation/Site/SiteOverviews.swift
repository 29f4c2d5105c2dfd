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

  /// The attachments that the notes of the site use, with their places in it.
  package var attachments: [(file: ScannedFile, path: String)] {
    Set(site.facts.links.compactMap(\.target)).compactMap { site.facts.attachments[$0] }
      .map { ($0, SiteNaming.attachment($0.path)) }.sorted { $0.path < $1.path }
  }
}
