package import NoteModel

/// The contents of files before the last commands changed them, as far as the journal remembers.
package struct EarlierVersions {
  /// The changes of each file, the newest first.
  private let patches: [NotePath: [Patch]]

  private struct Patch {
    let inverse: BytePatch
    let after: ContentDigest
  }

  /// The number of newest commands that are searched.
  private static let depth = 20

  /// Reads the earlier versions from `journal`; none if it cannot be read.
  package init(_ journal: Journal) {
    var patches: [NotePath: [Patch]] = [:]
    let slots = ((try? journal.slots()) ?? []).filter { $0.state == .done }
    for slot in slots.suffix(Self.depth).reversed() {
      guard let entry = try? journal.entry(slot) else { continue }
      for step in entry.steps.reversed() {
        guard case .patch(let path, let patch, _, let after) = step.action else { continue }
        patches[path, default: []].append(Patch(inverse: patch.inverse, after: after))
      }
    }
    self.patches = patches
  }

  /// Returns the versions before `bytes`, newest first, or none if another program changed the file since.
  package func versions(of path: NotePath, before bytes: [UInt8]) -> [[UInt8]] {
    var versions: [[UInt8]] = []
    var present = bytes
    for patch in patches[path] ?? [] {
      guard ContentDigest(present) == patch.after, let earlier = patch.inverse.applied(to: present) else { break }
      versions.append(earlier)
      present = earlier
    }
    return versions
  }
}
