import Dispatch
package import NoteRepository
import Synchronization

/// Keeps a preview in step with the files of its repository.
package struct PreviewLoop {
  private let site: PreviewSite
  private let watch: FolderWatch
  private let refreshing: Refreshing

  package init(_ site: PreviewSite, _ watch: FolderWatch) {
    self.site = site
    self.watch = watch
    refreshing = Refreshing(site)
  }

  /// Settings and theme are not notes, yet pages are made of them.
  private static let settings = [".sheaf", ".sheaf/theme", ".sheaf/themes"]

  /// Goes on until the process ends or the files cannot be watched any more.
  package func run() throws -> Never {
    while true {
      // Files that came into a folder before it was watched are found by looking again.
      while try watch.watch(Self.settings + site.folders) { refreshing.now() }
      let changes = try watch.changes()
      let files = changes.files.filter(Self.isOfPages)
      if files.contains(where: { $0.hasSuffix(".md") }) { site.announce() }
      if changes.needsScan { refreshing.now() } else if !files.isEmpty { refreshing.soon() }
    }
  }

  /// Returns false for hidden files, in which editors keep copies.
  private static func isOfPages(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.first != "." && name.last != "~"
  }
}

/// Scans the repository on another thread, so that the next saved note is reported during the scan.
private final class Refreshing: Sendable {
  private let site: PreviewSite
  private let queue = DispatchQueue(label: "refreshing")
  private let isWanted = Mutex(false)

  init(_ site: PreviewSite) { self.site = site }

  /// Waits until it is done.
  func now() { queue.sync { site.refresh() } }

  /// Schedules the work; several calls before the start have one effect.
  func soon() {
    let isFirst = isWanted.withLock { isWanted in
      defer { isWanted = true }
      return !isWanted
    }
    guard isFirst else { return }
    queue.async {
      self.isWanted.withLock { $0 = false }
      self.site.refresh()
    }
  }
}
