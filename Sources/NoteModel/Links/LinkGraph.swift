/// Which notes link to which: the resolved links of a repository, each pair once.
package struct LinkGraph: Sendable {
  package enum Direction: Sendable {
    case outward, inward
  }

  private var targets: [NotePath: [NotePath]] = [:]
  private var sources: [NotePath: [NotePath]] = [:]

  /// - Parameter links: Those without a target are skipped.
  package init(_ links: [LinkRow]) {
    var seen: Set<Pair> = []
    for link in links {
      guard let target = link.target, target != link.source,
        seen.insert(Pair(source: link.source, target: target)).inserted
      else { continue }
      targets[link.source, default: []].append(target)
      sources[target, default: []].append(link.source)
    }
  }

  private struct Pair: Hashable {
    let source: NotePath
    let target: NotePath
  }

  /// How many steps away the notes are that can be reached in at most `depth`; the start is 0 steps away.
  package func distances(
    from start: NotePath, depth: Int, _ direction: Direction
  ) -> [NotePath: Int] {
    let neighbours = direction == .outward ? targets : sources
    var distances = [start: 0]
    var edge = [start]
    var distance = 0
    while distance < depth, !edge.isEmpty {
      distance += 1
      var next: [NotePath] = []
      for note in edge {
        for neighbour in neighbours[note] ?? [] where distances[neighbour] == nil {
          distances[neighbour] = distance
          next.append(neighbour)
        }
      }
      edge = next
    }
    return distances
  }

  /// Notes that are linked to what this one is linked to, and not to this one itself: those with most in
  /// common first.
  package func related(to note: NotePath) -> [(path: NotePath, common: Int)] {
    let own = Set((targets[note] ?? []) + (sources[note] ?? []))
    var common: [NotePath: Int] = [:]
    for neighbour in own {
      for other in Set((targets[neighbour] ?? []) + (sources[neighbour] ?? []))
      where other != note && !own.contains(other) && other.isMarkdown {
        common[other, default: 0] += 1
      }
    }
    return common.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (path: $0.key, common: $0.value) }
  }
}

/// Which notes link to which others, by numbers: quicker than paths where there are many.
package struct LinkedNotes: Sendable {
  /// Of notes and of files.
  package var numbers: [NotePath: Int] = [:]
  /// Each pair once, in no order.
  package var pairs: [(source: Int, target: Int)] = []

  package init() {}
}
