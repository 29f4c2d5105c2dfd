import Dispatch
import HostSystem
import NoteRepository
import Synchronization

/// Keeps the indexes of served folders in step with their files: one update at a time, however many are asked for.
final class IndexKeeper: Sendable {
  private struct Work: Sendable {
    var isRunning = false
    var isWanted = false
    var isForgotten = false
  }

  /// Each update gets a separate thread, which mostly waits, so updates do not occupy the threads of requests.
  private var queue: DispatchQueue { DispatchQueue(label: "index") }
  private let works = Mutex<[String: Work]>([:])

  /// Changes come in flocks: an editor writes a file in three steps, git a hundred files.
  private static let pause = DispatchTimeInterval.milliseconds(60)

  /// Updates a folder's index soon; `then` is called after each update.
  func update(_ folder: ServedFolder, then: @escaping @Sendable () -> Void) {
    let root = folder.repository.root
    let isFirst = works.withLock { works in
      var work = works[root] ?? Work()
      guard !work.isForgotten else { return false }
      defer { works[root] = work }
      if work.isRunning {
        work.isWanted = true
        return false
      }
      work.isRunning = true
      return true
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.pause) { [self] in run(folder, then) }
  }

  private func run(_ folder: ServedFolder, _ then: @escaping @Sendable () -> Void) {
    let root = folder.repository.root
    works.withLock { $0[root]?.isWanted = false }
    folder.update()
    then()
    let again = works.withLock { works in
      let isWanted = works[root]?.isWanted == true
      works[root]?.isRunning = isWanted
      return isWanted
    }
    if again { queue.asyncAfter(deadline: .now() + Self.pause) { [self] in run(folder, then) } }
  }

  /// Waits for an update that is under way; five seconds at most, and not longer than `isWanted` says.
  func settle(_ folder: ServedFolder, while isWanted: () -> Bool) {
    let root = folder.repository.root
    for _ in 0..<250 where isWanted() && works.withLock({ $0[root]?.isRunning }) == true {
      sleep(milliseconds: 20)
    }
  }

  /// Calls `changed` when files of a folder have changed, until the process ends or the folder is forgotten.
  func watch(_ folder: ServedFolder, _ changed: @escaping @Sendable () -> Void) {
    let root = folder.repository.root
    works.withLock { $0[root] = $0[root].map { Work(isRunning: $0.isRunning) } ?? Work() }
    Thread.start { [self] in
      guard let watch = try? FolderWatch(root: root) else { return }
      func isWanted() -> Bool { works.withLock { $0[root]?.isForgotten } == false }
      do {
        while isWanted() {
          // Files that came into a folder before it was watched are found by looking again.
          while isWanted(), try watch.watch(folder.folders + [".sheaf"]) { changed() }
          var needsScan = false
          while isWanted(), !needsScan {
            let changes = try watch.changes()
            needsScan = changes.needsScan
            if needsScan || changes.files.contains(where: Self.isOurs) { changed() }
          }
        }
      } catch {
        // The kernel cannot watch so many folders; changes that the client reports or saves are still noticed.
      }
    }
  }

  /// Returns true for a visible file: editors keep copies in hidden files.
  private static func isOurs(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return path.hasPrefix(".sheaf/") || name.first != "." && name.last != "~"
  }

  func forget(_ folder: ServedFolder) { works.withLock { $0[folder.repository.root]?.isForgotten = true } }
}

/// A separate thread for work that waits all the time.
private enum Thread {
  static func start(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "watching").async(execute: body)
  }
}
