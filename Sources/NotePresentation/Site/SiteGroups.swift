import NoteModel

/// A tag with the notes that bear it or a tag below it.
struct SiteTag: Sendable {
  /// As it is written most often.
  let name: String
  /// Folded, and as they are written.
  let spellings: [String]
  let page: String
  /// By title.
  let notes: [Int]

  /// In the order of names; a tag `a/b` also counts for `a`.
  static func tags(of notes: [SiteNote]) -> [SiteTag] {
    var members: [String: [Int]] = [:]
    var spellings: [String: [String: Int]] = [:]
    for (place, note) in notes.enumerated() {
      var seen: Set<String> = []
      for tag in note.tags {
        var level = tag[...]
        while true {
          let folded = foldedName(level)
          spellings[folded, default: [:]][String(level), default: 0] += 1
          if seen.insert(folded).inserted { members[folded, default: []].append(place) }
          guard let slash = level.lastIndex(of: "/"), slash != level.startIndex else { break }
          level = level[..<slash]
        }
      }
    }
    return members.map { folded, places in
      let written = (spellings[folded] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      return SiteTag(
        name: written.first?.key ?? folded, spellings: [folded] + written.map(\.key),
        page: SiteNaming.tag(folded), notes: byTitle(places, notes))
    }.sorted { $0.page.utf8.lexicographicallyPrecedes($1.page.utf8) }
  }
}

/// A folder with what lies in it.
struct SiteFolderIndex: Sendable {
  /// From the root; empty for the root itself.
  let path: String
  let page: String
  /// Of this folder alone, by title.
  let notes: [Int]
  /// Full paths.
  let subfolders: [String]
  /// Notes in it and below.
  let count: Int

  static func folders(of notes: [SiteNote]) -> [SiteFolderIndex] {
    var members: [String: [Int]] = [:]
    var counts: [String: Int] = [:]
    var children: [String: Set<String>] = ["": []]
    for (place, note) in notes.enumerated() {
      var folder = note.path.folder?.string ?? ""
      members[folder, default: []].append(place)
      counts[folder, default: 0] += 1
      while !folder.isEmpty {
        let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        children[parent, default: []].insert(folder)
        counts[parent, default: 0] += 1
        folder = parent
      }
    }
    return Set(members.keys).union(children.keys).map { path in
      SiteFolderIndex(
        path: path, page: path.isEmpty ? "notes.html" : SiteNaming.folder(path),
        notes: byTitle(members[path] ?? [], notes),
        subfolders: (children[path] ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
        count: counts[path] ?? 0)
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}

/// In the order of folded titles; equal ones by path.
private func byTitle(_ places: [Int], _ notes: [SiteNote]) -> [Int] {
  let keyed = places.map { (key: Array(foldedName(notes[$0].title).utf8), place: $0) }
  return keyed.sorted { left, right in
    left.key == right.key
      ? left.place < right.place : left.key.lexicographicallyPrecedes(right.key)
  }.map(\.place)
}
