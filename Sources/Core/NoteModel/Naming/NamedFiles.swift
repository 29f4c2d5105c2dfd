import ByteBasics

/// The files that have names of one key, and which of them a link or the user means: the one home of the ranking.
///
/// Path, file name, `title:`, alias, leading heading, id, in this order. Among files that are equal, one in the same
/// folder wins, then one at the root, then the nearest: the fewest steps from folder to folder. A file name that is
/// spelled as in the link wins over one that differs in case or width.
///
/// Results are kept, so that many links that ask for one name cost little.
package final class NamedFiles {
  private let candidates: [LinkCandidateNote]
  private var ranked: [NoteName.Rank: NameGroup] = [:]
  private var spelled: [String: NameGroup] = [:]
  /// The files by their folded paths, with and without the ending of a text; the page of a folder by `folder/`.
  private lazy var places = NamedFiles.places(candidates)

  /// The keys of ``places`` by the last two names of each.
  private lazy var ends = NamedFiles.ends(places)

  package init(_ candidates: [LinkCandidateNote]) { self.candidates = candidates }

  /// Resolves a link.
  ///
  /// - Parameter last: The last rank of names to search.
  /// - Returns: nil if no file has the name.
  package func resolution(
    of target: LinkTarget, from start: LinkStart, upTo last: NoteName.Rank = .address
  ) -> LinkResolution? {
    guard let path = target.path else { return byName(target.name, from: start, upTo: last) }
    for attempt in start.paths(for: path) {
      if let found = byPath(attempt) { return found }
    }
    for attempt in start.pages(for: path) {
      if let found = byPath(attempt) { return found }
    }
    if path.hasPrefix("./") || path.hasPrefix("../") || last == .path { return nil }
    return path.contains("/") ? byEnd(path, from: start) : byName(path, from: start, upTo: last)
  }

  // MARK: - By path

  private func byPath(_ path: NotePath) -> LinkResolution? {
    let folded = foldedName(path.string)
    if let files = places[folded] { return best(of: files, for: path) }
    for ending in [".html", ".htm"] where folded.hasSuffix(ending) {
      let page = String(folded.dropLast(ending.count))
      if let files = places[page] ?? places[page + "/"] { return best(of: files, for: path) }
    }
    guard let pages = places[folded + "/"] else { return nil }
    let order = pages.compactMap(\.path.folderPageOrder).min()
    return best(of: pages.filter { $0.path.folderPageOrder == order }, for: path)
  }

  /// Chooses the file with the most exact spelling from files whose paths differ in case, width or ending.
  private func best(of files: [LinkCandidateNote], for path: NotePath) -> LinkResolution? {
    if files.count == 1 { return .resolved(LinkGoal(files[0], by: .path)) }
    let composed = composedName(path.string)
    func distance(_ file: NotePath) -> Int {
      if file == path { return 0 }
      if composedName(file.string) == composed { return 1 }
      if file.isMarkdown, composedName(file.withoutExtension.string) == composed { return 2 }
      return file.isMarkdown ? 3 : 4
    }
    let least = files.map { distance($0.path) }.min()
    let best = files.filter { distance($0.path) == least }
    if best.count == 1 { return .resolved(LinkGoal(best[0], by: .path)) }
    return .ambiguous(best.map(\.path).sorted())
  }

  private static func places(_ candidates: [LinkCandidateNote]) -> [String: [LinkCandidateNote]] {
    var places: [String: [LinkCandidateNote]] = [:]
    for candidate in candidates where candidate.rank <= .fileName {
      if candidate.rank == .path {
        guard let folder = candidate.path.folder else { continue }
        places[foldedName(folder.string) + "/", default: []].append(candidate)
      } else {
        let path = candidate.path
        places[foldedName(path.string), default: []].append(candidate)
        if path.isText { places[foldedName(path.withoutExtension.string), default: []].append(candidate) }
      }
    }
    return places
  }

  /// Finds a file by the end of its path: `Sub/Deep` for `Projects/Sub/Deep.md`.
  private func byEnd(_ text: String, from start: LinkStart) -> LinkResolution? {
    let names = text.split(separator: "/").filter { $0 != "." }
    if names.isEmpty || names.contains("..") { return nil }
    let end = "/" + foldedName(names.joined(separator: "/"))
    if let known = spelled[end] { return known.choice(from: start, by: .path) }
    let files = ends[Self.end(of: end), default: []].filter { $0.hasSuffix(end) }
    let group = NameGroup(files.flatMap { places[$0] ?? [] })
    spelled[end] = group
    return group.choice(from: start, by: .path)
  }

  private static func ends(_ places: [String: [LinkCandidateNote]]) -> [String: [String]] {
    Dictionary(grouping: places.keys) { end(of: $0) }
  }

  /// Returns the last two names of a path.
  private static func end(of path: String) -> String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }

  // MARK: - By name

  /// Resolves a text as a name, even if it looks like a path.
  package func resolution(ofName name: String, from start: LinkStart) -> LinkResolution? {
    byName(name, from: start, upTo: .address)
  }

  /// Returns the note whose page has the address by which these files were found.
  func resolution(ofAddressFrom start: LinkStart) -> LinkResolution? {
    files(ranked: .address).choice(from: start, by: .address)
  }

  private func byName(_ name: String, from start: LinkStart, upTo last: NoteName.Rank) -> LinkResolution? {
    if let found = files(called: name).choice(from: start, by: .fileName) { return found }
    for rank in [NoteName.Rank.title, .alias, .heading, .identifier, .address] where rank <= last {
      if let found = files(ranked: rank).choice(from: start, by: rank) { return found }
    }
    return nil
  }

  private func files(ranked rank: NoteName.Rank) -> NameGroup {
    if let known = ranked[rank] { return known }
    let group = NameGroup(candidates.filter { $0.rank == rank })
    ranked[rank] = group
    return group
  }

  /// Returns the notes whose file name is `name`, with or without extension, or, if there are none, the other files.
  private func files(called name: String) -> NameGroup {
    if let known = spelled[name] { return known }
    let folded = foldedName(name)
    let files = candidates.filter { $0.rank == .fileName && $0.path.isCalled(folded) }
    let notes = files.filter(\.path.isMarkdown)
    let called = notes.isEmpty ? files : notes
    // Swift compares texts by their letters, whichever normal form they are in.
    let exact = called.filter { $0.path.stem == name || $0.path.fileName == name }
    let group = NameGroup(exact.isEmpty ? called : exact)
    spelled[name] = group
    return group
  }
}

extension NotePath {
  /// True for Markdown, also with components.
  fileprivate var isText: Bool { isMarkdown || fileName.hasSuffix(".mdx") }

  fileprivate func isCalled(_ folded: String) -> Bool {
    isMarkdown && foldedName(stem) == folded || foldedName(fileName) == folded
  }
}

/// Files that have the same name by the same rank, and the choice among them.
struct NameGroup: Sendable {
  private let files: [LinkCandidateNote]
  /// The sorted paths of the files, for a link that may mean several. Empty if there is no choice.
  private let paths: [NotePath]
  /// The nearest file below each folder that contains one, at any depth. Empty if there is no choice.
  private let nearest: [String: Nearest]

  private struct Nearest: Sendable {
    /// The number of steps from the folder down to that of the file.
    var steps: Int
    /// The place of the file. Nil if several are as near.
    var place: Int?
  }

  init(_ files: [LinkCandidateNote]) {
    var seen: Set<NotePath> = []
    let files = files.count < 2 ? files : files.filter { seen.insert($0.path).inserted }
    self.files = files
    paths = files.count < 2 ? [] : files.map(\.path).sorted()
    nearest = files.count < 2 ? [:] : Self.nearest(files)
  }

  /// Chooses the file that is nearest to the link. Returns nil for an empty group.
  func choice(from start: LinkStart, by rank: NoteName.Rank) -> LinkResolution? {
    if files.count < 2 { return files.first.map { .resolved(LinkGoal($0, by: rank)) } }
    guard let place = place(from: start.folder) else { return .ambiguous(paths) }
    return .resolved(LinkGoal(files[place], by: rank))
  }

  /// Returns the position of the nearest file: in the same folder, in the root, otherwise at the fewest steps.
  private func place(from folder: NotePath?) -> Int? {
    for folder in [folder?.string ?? "", ""] {
      if let here = nearest[folder], here.steps == 0 { return here.place }
    }
    var best: Nearest?
    var folder = folder
    var steps = 0
    while true {
      if let below = nearest[folder?.string ?? ""] {
        let distance = steps + below.steps
        if best.map({ distance < $0.steps }) ?? true {
          best = Nearest(steps: distance, place: below.place)
        } else if distance == best?.steps {
          best?.place = nil
        }
      }
      guard let current = folder else { return best?.place }
      folder = current.folder
      steps += 1
    }
  }

  private static func nearest(_ files: [LinkCandidateNote]) -> [String: Nearest] {
    var nearest: [String: Nearest] = [:]
    for (place, file) in files.enumerated() {
      var folder = file.path.folder
      var steps = 0
      while true {
        let name = folder?.string ?? ""
        let known = nearest[name]
        if known.map({ steps < $0.steps }) ?? true {
          nearest[name] = Nearest(steps: steps, place: place)
        } else if known?.steps == steps {
          nearest[name]?.place = nil
        }
        guard let current = folder else { break }
        folder = current.folder
        steps += 1
      }
    }
    return nearest
  }
}
