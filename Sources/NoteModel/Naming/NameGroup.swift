/// Files that have the same name by the same rank, and the choice among them.
struct NameGroup: Sendable {
  private let files: [LinkCandidateNote]
  /// For each folder that holds one, at any depth, the nearest below it. Empty where there is no choice.
  private let nearest: [String: Nearest]

  private struct Nearest: Sendable {
    /// From the folder down to that of the file.
    var steps: Int
    /// The place of the file; nil where several are as near.
    var place: Int?
  }

  init(_ files: [LinkCandidateNote]) {
    var seen: Set<NotePath> = []
    let files = files.count < 2 ? files : files.filter { seen.insert($0.path).inserted }
    self.files = files
    nearest = files.count < 2 ? [:] : Self.nearest(files)
  }

  /// - Returns: nil for an empty group.
  func choice(from start: LinkStart, by rank: NoteName.Rank) -> LinkResolution? {
    if files.count < 2 { return files.first.map { .resolved(LinkGoal($0, by: rank)) } }
    guard let place = place(from: start.folder) else {
      return .ambiguous(files.map(\.path).sorted())
    }
    return .resolved(LinkGoal(files[place], by: rank))
  }

  /// The same folder, the root, then the fewest steps.
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
