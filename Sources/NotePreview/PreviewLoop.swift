package import NoteRepository

/// Keeps a preview in step with the files of its repository.
package struct PreviewLoop {
  private let site: PreviewSite
  private let watch: FolderWatch

  package init(_ site: PreviewSite, _ watch: FolderWatch) {
    self.site = site
    self.watch = watch
  }

  /// Settings and theme are no notes, yet pages are made of them.
  private static let settings = [".sheaf", ".sheaf/theme"]

  /// Goes on until the process ends or the files cannot be watched any more.
  package func run() throws -> Never {
    while true {
      // What came into a folder before it was watched is found by looking again.
      while try watch.watch(Self.settings + site.folders) { site.refresh() }
      let changes = try watch.changes()
      let files = changes.files.filter(Self.isOfPages)
      if files.contains(where: { $0.hasSuffix(".md") }) { site.announce() }
      if !files.isEmpty || changes.needsScan { site.refresh() }
    }
  }

  /// Hidden files are none of ours: editors keep copies in them.
  private static func isOfPages(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.first != "." && name.last != "~"
  }
}
