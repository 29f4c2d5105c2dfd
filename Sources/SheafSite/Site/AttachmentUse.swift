import NoteModel
import Synchronization

/// Collects what pages use while they are made: attachments, and files that are not there.
final class AttachmentUse: Sendable {
  private struct State {
    var used: Set<NotePath> = []
    var missing: Set<NotePath> = []
    var redirects: Set<SiteRedirect> = []
  }

  private let state = Mutex(State())

  func add(_ path: NotePath) { state.withLock { _ = $0.used.insert(path) } }

  /// Were one of these there, the page would be another.
  func addMissing(_ paths: [NotePath]) { state.withLock { $0.missing.formUnion(paths) } }

  func contains(_ path: NotePath) -> Bool { state.withLock { $0.used.contains(path) } }

  /// Addresses that lead to the page.
  func add(_ redirects: [SiteRedirect]) { state.withLock { $0.redirects.formUnion(redirects) } }

  /// In order.
  var redirects: [SiteRedirect] {
    state.withLock { $0.redirects.sorted { ($0.path, $0.page) < ($1.path, $1.page) } }
  }

  /// In order.
  var paths: [NotePath] { state.withLock { $0.used.sorted() } }

  /// In order.
  var missing: [NotePath] { state.withLock { $0.missing.sorted() } }
}
