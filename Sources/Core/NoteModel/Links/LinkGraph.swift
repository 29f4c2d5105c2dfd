package import ByteBasics
import NoteSyntax

/// The directed graph of the resolved links of a repository, each pair of notes once.
package struct LinkGraph: Sendable {
  package enum Direction: Sendable {
    case outward, inward
  }

  private var targets: [NotePath: [NotePath]] = [:]
  private var sources: [NotePath: [NotePath]] = [:]

  /// - Parameter links: The links. Links without a target are skipped.
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

  /// Returns the distance in steps of each note within `depth`; the start is 0 steps away.
  package func distances(from start: NotePath, depth: Int, _ direction: Direction) -> [NotePath: Int] {
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

  /// Returns notes that share neighbours with this note and are not its neighbours, those with most in common first.
  package func related(to note: NotePath) -> [(path: NotePath, common: Int)] {
    let own = Set((targets[note] ?? []) + (sources[note] ?? []))
    var common: [NotePath: Int] = [:]
    for neighbour in own {
      for other in Set((targets[neighbour] ?? []) + (sources[neighbour] ?? []))
      where other != note && !own.contains(other) && other.isMarkdown {
        common[other, default: 0] += 1
      }
    }
    return common.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (path: $0.key, common: $0.value) }
  }
}

/// The directed graph of links between notes, by numbers: faster than paths for many notes.
package struct LinkedNotes: Sendable {
  package var numbers: [NotePath: Int] = [:]
  /// The linked pairs, each once, in any order.
  package var pairs: [(source: Int, target: Int)] = []

  package init() {}
}

/// A link as the index knows it, with its result.
package struct LinkRow: Hashable, Sendable {
  package enum State: String, Sendable {
    case resolved, broken, ambiguous
    /// Points outside the repository: a URL, an address, a number.
    case external
    /// A page that is not written yet, if its program does not treat that as a fault.
    case unwritten
  }

  package var isWiki: Bool { Link.Kind(rawValue: kind)?.isWiki ?? false }

  /// The link as a link to a page that does not exist yet.
  package var unwritten: LinkRow { LinkRow(self, state: .unwritten) }

  package let source: NotePath
  package let kind: String
  package let destination: String
  package let fragment: String?
  package let text: String?
  /// 1-based.
  package let line: Int
  /// The whole construct in its file. Nil if it could not be located exactly.
  package let range: ByteRange?
  package let target: NotePath?
  package let state: State
  /// The kind of name by which the link finds its target. Nil without a target.
  package let rank: NoteName.Rank?
  /// The part of the link that leads to its target.
  package let form: LinkGoal.Form

  /// Creates a row from `destination`, `fragment` and `text` as the note has them. If the link does not lead to its
  /// target as written, the row stores the destination that `form` stands for.
  ///
  /// - Parameter definition: The destination that the note gives to the link's text as a label.
  package init(
    source: NotePath, kind: String, destination: String, fragment: String?, text: String?,
    line: Int, range: ByteRange?, target: NotePath?, state: State, rank: NoteName.Rank? = nil,
    form: LinkGoal.Form = .asWritten, definition: String? = nil
  ) {
    self.source = source
    self.kind = kind
    let meant =
      form == .asWritten || form == .seenFromPage
      ? nil
      : Link.Kind(rawValue: kind).flatMap {
        LinkTarget(
          kind: $0, destination: destination, fragment: fragment, text: text,
          definition: definition)?.meant(form)
      }
    self.destination = meant?.name ?? destination
    self.fragment = meant == nil ? fragment : meant?.fragment
    self.text = meant == nil ? text : destination
    self.line = line
    self.range = range
    self.target = target
    self.state = state
    self.rank = rank
    self.form = form
  }

  private init(_ row: LinkRow, state: State) {
    source = row.source
    kind = row.kind
    destination = row.destination
    fragment = row.fragment
    text = row.text
    line = row.line
    range = row.range
    target = nil
    self.state = state
    rank = nil
    form = row.form
  }
}
