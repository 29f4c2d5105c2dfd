import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// The notes with which one thing happened at once.
extension DigestGathering {
  /// Takes out the notes that came, went or moved many at once.
  mutating func addBulks(of changes: inout [DigestHistory.Change], _ history: DigestHistory) {
    let least = max(2, settings.bulk)
    guard changes.count >= least, digest.sections.contains(.notes) else { return }
    var taken: Set<NotePath> = []
    let added = changes.filter { $0.before == nil }.compactMap(\.path)
    var clusters: [String: [(NotePath, Int)]] = [:]
    for path in added where path.namedDay.map({ request.days?.contains($0) == true }) != true {
      guard let birth = history.births[path] else { continue }
      clusters[birth.author, default: []].append((path, birth.seconds))
    }
    for (author, notes) in clusters.sorted(by: { $0.key < $1.key }) {
      var rest = notes.sorted { ($0.1, $0.0) < ($1.1, $1.0) }[...]
      while let first = rest.first {
        let hour = rest.prefix { $0.1 - first.1 <= 3_600 }
        rest = rest.dropFirst(hour.count)
        for group in Self.folders(hour.map(\.0), least) {
          // A folder that a note has left may have been a private one.
          // What is told as a task is told once, and a template that nobody filled in is no note.
          let told = Set((digest.done + digest.motion + digest.late + digest.coming).map(\.note))
          let others = Set(
            ((try? workspace.index.notes.summaries(of: group.paths)) ?? []).filter {
              $0.status != nil && told.contains($0.path) || $0.title.hasUnfilledTag
            }.map(\.path))
          let shown = group.paths.filter {
            !others.contains($0) && mayShow($0) && (!request.isPublic || present($0) == $0)
          }
          taken.formUnion(group.paths)
          guard !shown.isEmpty else { continue }
          let day = request.zone.moment(secondsSinceEpoch: first.1)?.day
          let touch = Digest.Touch(authors: [author], days: [day].compactMap(\.self))
          digest.bulks.append(bulk(.added, group.folder, shown, touch))
        }
      }
    }
    let pure = changes.filter { change in
      change.path.map { path in
        change.before.map { $0.path.folder != path.folder && $0.object == change.object } ?? false
      } ?? false
    }
    for (folders, group) in Dictionary(
      grouping: pure, by: { [$0.before?.path.folder?.string, $0.path?.folder?.string] })
    where group.count >= least && !request.isPublic {
      let shown = group.compactMap(\.path).filter { mayShow($0) }
      taken.formUnion(group.compactMap(\.path))
      guard let sample = shown.first else { continue }
      digest.bulks.append(
        bulk(.moved(to: folders[1] ?? "/"), folders[0] ?? "", shown, history.touches[sample], withParts: false))
    }
    if !request.isPublic {
      let gone = changes.filter { $0.path == nil }.compactMap(\.before)
      let contents = history.contents(of: gone.count < least ? [] : gone.map(\.object))
      // Private notes are not named after they were deleted either.
      let removed = gone.filter { before in
        guard let bytes = contents[before.object] else { return false }
        return history.version(bytes, at: before.path, now: nil) != nil
      }.map(\.path)
      for group in Self.folders(removed, least) {
        digest.bulks.append(
          bulk(.removed, group.folder, group.paths, history.touches[group.paths[0]], withParts: false))
      }
    }
    changes.removeAll { $0.path.map(taken.contains) ?? false }
  }

  func bulk(
    _ kind: Digest.Bulk.Kind, _ folder: String, _ paths: [NotePath], _ touch: Digest.Touch?, withParts: Bool = true
  ) -> Digest.Bulk {
    var parts: [String: Int] = [:]
    for path in paths where withParts {
      let rest = path.string.dropFirst(folder.isEmpty ? 0 : folder.count + 1).split(separator: "/")
      if rest.count > 1 { parts[String(rest[0]), default: 0] += 1 }
    }
    return Digest.Bulk(kind: kind, folder: folder, paths: paths, parts: parts, touch: touch ?? Digest.Touch())
  }

  /// Returns the folders below which many of some notes are, each as deep as it holds them all.
  private static func folders(_ paths: [NotePath], _ least: Int) -> [(folder: String, paths: [NotePath])] {
    let tops = Dictionary(grouping: paths) { $0.string.split(separator: "/").dropLast().first.map(String.init) ?? "" }
    return tops.filter { $0.value.count >= least }.sorted { $0.key < $1.key }.map { folder, paths in
      var folder = folder
      while !folder.isEmpty {
        let next = Set(
          paths.map { path in
            let rest = path.string.dropFirst(folder.count + 1).split(separator: "/")
            return rest.count > 1 ? String(rest[0]) : ""
          })
        guard next.count == 1, let only = next.first, !only.isEmpty else { break }
        folder += "/" + only
      }
      return (folder, paths)
    }
  }

  /// Returns the removed and the added tag of a note with no other change.
  func retagging(_ news: NoteNews) -> [String]? {
    guard news.changes.count == 1, let change = news.changes.first, change.field == "tags" else { return nil }
    let tags = { (text: String) in Set(text.split(separator: ",").map { $0.split(separator: " ").joined() }) }
    let (old, new) = (tags(change.old), tags(change.text))
    guard let from = old.subtracting(new).first, let to = new.subtracting(old).first, old.count == new.count else {
      return nil
    }
    return [from, to]
  }

  mutating func addRetagged() {
    let groups = Dictionary(grouping: tagChanges.keys) { tagChanges[$0] ?? [] }
    for (tags, paths) in groups where paths.count >= settings.bulk && tags.count == 2 {
      let shown = digest.changed.filter { paths.contains($0.note.path) }
      digest.changed.removeAll { paths.contains($0.note.path) }
      guard let first = shown.first else { continue }
      digest.bulks.append(
        Digest.Bulk(
          kind: .retagged(from: tags[0], to: tags[1]), folder: "", paths: shown.map(\.note.path), parts: [:],
          touch: first.touch))
    }
  }
}
