package import ByteBasics
package import NoteModel
import NotePresentation

/// Notes and the links between them, ready to be drawn.
package struct NoteGraph: Sendable {
  /// A note, or a canvas, which has a name and links and nothing else that a note has.
  package struct Node: Sendable {
    package let path: NotePath
    package let title: String
    package let json: JSONValue

    /// - Parameter title: The title as in lists: unique among the notes.
    init(_ note: NoteSummary, title: String) {
      path = note.path
      self.title = title
      json = note.json
    }

    init(canvas path: NotePath) {
      self.path = path
      title = String(path.fileName)
      json = .object([
        JSONValue.Member("path", .string(path.string)),
        JSONValue.Member("title", .string(String(path.stem))),
        JSONValue.Member("kind", .string("canvas")),
      ])
    }
  }

  package let nodes: [Node]
  /// Positions in ``nodes``, each pair once.
  package let edges: [(source: Int, target: Int)]

  /// Links to and from notes that are not among `notes` are left out.
  ///
  /// - Parameter canvases: They come after the notes.
  package init(notes: [NoteSummary], canvases: [NotePath] = [], links: LinkedNotes) {
    let titles = DistinctTitles.titles(of: notes.map { ($0.title, $0.path) })
    let nodes = zip(notes, titles).map { Node($0, title: $1) } + canvases.map { Node(canvas: $0) }
    self.nodes = nodes
    // In the order of the paths, whatever the order of the notes.
    let order = nodes.indices.sorted { nodes[$0].path < nodes[$1].path }
    var ranks: [Int: Int] = [:]
    for (rank, position) in order.enumerated() {
      if let number = links.numbers[nodes[position].path] { ranks[number] = rank }
    }
    let ranked = links.pairs.compactMap { pair -> (source: Int, target: Int)? in
      guard let source = ranks[pair.source], let target = ranks[pair.target] else { return nil }
      return (source, target)
    }
    edges = ranked.sorted { $0 < $1 }.map { (order[$0.source], order[$0.target]) }
  }

  /// The graph as one JSON document: notes as in listings, edges by path.
  package var json: JSONValue {
    .object([
      JSONValue.Member("schemaVersion", .integer(1)), JSONValue.Member("kind", .string("graph")),
      JSONValue.Member("nodes", .array(nodes.map(\.json))),
      JSONValue.Member(
        "edges",
        .array(
          edges.map { edge in
            .object([
              JSONValue.Member("source", .string(nodes[edge.source].path.string)),
              JSONValue.Member("target", .string(nodes[edge.target].path.string)),
            ])
          })),
    ])
  }

  /// The graph in the language of Graphviz.
  package var dot: String {
    var lines = ["digraph notes {", "  node [shape=box, style=rounded];"]
    for (position, node) in nodes.enumerated() {
      lines.append("  n\(position) [label=\(Self.quoted(node.title)), id=\(Self.quoted(node.path.string))];")
    }
    for edge in edges { lines.append("  n\(edge.source) -> n\(edge.target);") }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\"; quoted.unicodeScalars.append(scalar)
      case "\n", "\r": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
