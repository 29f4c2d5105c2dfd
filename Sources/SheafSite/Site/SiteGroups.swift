import NoteModel

/// A tag with the notes that have it or a tag below it.
struct SiteTag: Sendable {
  /// As it is written most often.
  let name: String
  /// Folded, and as they are written.
  let spellings: [String]
  let page: String
  /// By title.
  let notes: [Int]

  /// In the order of names; a tag `a/b` also counts for `a`.
  static func tags(of notes: [SiteNote], _ order: TitleOrder) -> [SiteTag] {
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
        page: SiteNaming.tag(folded), notes: order.sorted(places))
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

  static func folders(
    of notes: [SiteNote], _ order: TitleOrder
  ) -> [SiteFolderIndex] {
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
        notes: order.sorted(members[path] ?? []),
        subfolders: (children[path] ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
        count: counts[path] ?? 0)
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}

/// The order of folded titles; equal ones by path.
struct TitleOrder {
  /// For each note, how many are before it.
  private let ranks: [Int]

  init(_ notes: [SiteNote]) {
    let keys = notes.map { Array(foldedName($0.title).utf8) }
    let sorted = notes.indices.sorted { left, right in
      keys[left] == keys[right] ? left < right : keys[left].lexicographicallyPrecedes(keys[right])
    }
    var ranks = Array(repeating: 0, count: notes.count)
    for (rank, place) in sorted.enumerated() { ranks[place] = rank }
    self.ranks = ranks
  }

  func sorted(_ places: [Int]) -> [Int] { places.sorted { ranks[$0] < ranks[$1] } }
}
