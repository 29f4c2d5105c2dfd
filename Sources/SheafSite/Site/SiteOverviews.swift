package import NoteModel

/// Pages that are made together.
package struct SiteOverview: Sendable {
  /// Paths of files, and of folders with a slash at the end.
  private let paths: [String]
  package let files: @Sendable () -> [SiteFile]

  init(_ paths: String..., files: @escaping @Sendable () -> [SiteFile]) {
    self.init(paths, files: files)
  }

  init(_ paths: [String], files: @escaping @Sendable () -> [SiteFile]) {
    self.paths = paths
    self.files = files
  }

  /// True where a file of this path can only be one of these.
  func owns(_ path: String) -> Bool {
    paths.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
  }
}

/// Everything of a site but the notes themselves and the search, in parts that can be made at once.
extension NoteRenderer {
  package var overviews: [SiteOverview] {
    (site.hasTasks ? taskOverviews : []) + [
      SiteOverview("notes.html", "notes.js", "folder/") { FolderPages.files(self) },
      SiteOverview("tags.html", "tag/") { TagPages.files(self) },
      SiteOverview("dates.html", "dates/") { DatePages.files(self) },
      SiteOverview("diary.html", "diary/") { DiaryPages.files(self) },
      SiteOverview("recent.html", "orphans.html", SiteNaming.notFound) {
        OverviewPages.files(self)
      },
      SiteOverview("index.html") { [HomePage.file(self)] },
      SiteOverview(GraphPage.paths) { GraphPage.files(self) },
      SiteOverview("feed.xml", "feed.json") { Feeds(self).files },
      SiteOverview("sitemap.xml") { Sitemap.files(self.site) },
      SiteOverview(SiteAssets.paths) { SiteAssets.files(self.theme, self.site.words) },
      SiteOverview("theme/") {
        self.theme.assets.map { SiteFile(path: "theme/" + $0.name, bytes: $0.bytes) }
      },
      SiteOverview("robots.txt") { [Robots.file(self.site)] },
      // Without it GitHub Pages makes the site anew with Jekyll, and leaves files out.
      SiteOverview(".nojekyll") { [SiteFile(path: ".nojekyll", bytes: [])] },
    ]
  }

  private var taskOverviews: [SiteOverview] {
    [
      SiteOverview(BoardPage.path) { [BoardPage.file(self)] },
      SiteOverview(TaskCalendar.path) { [TaskCalendar.file(self)] },
    ]
  }

  /// The attachments that the blocks use, with their places in the site.
  package func attachments(_ made: [NoteBlock.Made]) -> [(file: ScannedFile, path: String)] {
    let own = [site.settings.image, site.settings.icon].compactMap(\.self)
    let used = Set(made.flatMap(\.attachments) + own)
    return site.facts.attachments.values.filter { used.contains($0.path) }
      .map { ($0, SiteNaming.attachment($0.path)) }.sorted { $0.path < $1.path }
  }
}
