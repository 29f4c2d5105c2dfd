import ByteBasics
import NoteModel

/// A tag with the notes that have it or a tag below it.
struct SiteTag: Sendable {
  /// The name in its most frequent spelling.
  let name: String
  /// Folded, and as they are written.
  let spellings: [String]
  let page: String
  /// The notes, sorted by title.
  let notes: [Int]

  /// Returns the tags of notes by name. A tag `a/b` also counts for `a`.
  static func tags(of notes: [SiteNote], _ order: TitleOrder) -> [SiteTag] {
    var members: [String: [Int]] = [:]
    var spellings: [String: [String: Int]] = [:]
    for (place, note) in notes.enumerated() where note.isListed {
      var seen: Set<String> = []
      for tag in note.tags {
        var level = TagName.levels(of: tag).last.map { tag[..<$0.endIndex] } ?? tag[...]
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

/// A folder with its notes and folders.
struct SiteFolderIndex: Sendable {
  /// The path from the root; empty for the root.
  let path: String
  let page: String
  /// The notes of this folder without its subfolders, sorted by title.
  let notes: [Int]
  /// Full paths.
  let subfolders: [String]
  /// Notes in it and below.
  let count: Int

  static func folders(of notes: [SiteNote], _ order: TitleOrder) -> [SiteFolderIndex] {
    var members: [String: [Int]] = [:]
    var counts: [String: Int] = [:]
    var children: [String: Set<String>] = ["": []]
    for (place, note) in notes.enumerated() where note.isListed {
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
        subfolders: order.sorted(folders: children[path] ?? []),
        count: counts[path] ?? 0)
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}

/// The order of names in which numbers count as numbers: `2. two` before `10. ten`.
enum NaturalOrder {
  /// Returns bytes that compare like names: the digits of a number follow their count.
  static func key(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    var rest = Array(foldedName(name).utf8)[...]
    while let first = rest.first {
      guard ASCII.isDigit(first) else {
        key.append(first)
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix { ASCII.isDigit($0) }
      let number = digits.drop { $0 == UInt8(ascii: "0") }
      key += [UInt8(ascii: "0"), UInt8(clamping: number.count)] + number
      rest = rest[digits.endIndex...]
    }
    return key
  }

  /// Returns the names in natural order. Names with equal keys are sorted by their bytes.
  static func sorted(_ names: some Sequence<String>) -> [String] {
    names.map { (name: $0, key: key($0)) }.sorted { left, right in
      left.key == right.key
        ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        : left.key.lexicographicallyPrecedes(right.key)
    }.map(\.name)
  }
}

/// The order of folded titles, or of the names of files; equal ones by path.
struct TitleOrder {
  /// The number of notes before each note.
  private let ranks: [Int]
  private let folderWeights: [String: Int]

  /// - Parameters:
  ///   - byName: True to sort by file name instead of by title.
  ///   - navigation: The positions of notes in the navigation of another program.
  init(_ notes: [SiteNote], byName: Bool = false, _ navigation: [NotePath: Int] = [:]) {
    let keys = notes.map { NaturalOrder.key(byName ? String($0.path.stem) : $0.title) }
    let weights = notes.map { navigation[$0.path] ?? $0.weight ?? .max }
    let sorted = notes.indices.sorted { left, right in
      if weights[left] != weights[right] { return weights[left] < weights[right] }
      return keys[left] == keys[right] ? left < right : keys[left].lexicographicallyPrecedes(keys[right])
    }
    var ranks = Array(repeating: 0, count: notes.count)
    for (rank, place) in sorted.enumerated() { ranks[place] = rank }
    self.ranks = ranks
    var folders: [String: Int] = [:]
    for (note, weight) in zip(notes, weights) {
      var folder = note.path.folder
      // The page of a folder says its place among folders, else the first note that the navigation has.
      if note.path.isFolderPage, navigation[note.path] == nil, let folder { folders[folder.string] = weight }
      while let path = folder, navigation[note.path] != nil {
        folders[path.string] = min(folders[path.string] ?? .max, weight)
        folder = path.folder
      }
    }
    folderWeights = folders
  }

  /// Returns the folders in the order of their weights, then of their names.
  func sorted(folders: some Sequence<String>) -> [String] {
    let named = NaturalOrder.sorted(folders)
    return named.enumerated().sorted { left, right in
      let weights = (folderWeights[left.element] ?? .max, folderWeights[right.element] ?? .max)
      return weights.0 == weights.1 ? left.offset < right.offset : weights.0 < weights.1
    }.map(\.element)
  }

  func sorted(_ places: [Int]) -> [Int] { places.sorted { ranks[$0] < ranks[$1] } }
}
