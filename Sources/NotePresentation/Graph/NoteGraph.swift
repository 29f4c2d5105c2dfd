package import ByteBasics
package import NoteModel

/// Notes and the links between them, ready to be drawn.
package struct NoteGraph: Sendable {
  package let notes: [NoteSummary]
  /// Positions in ``notes``, each pair once.
  package let edges: [(source: Int, target: Int)]

  /// Links to and from notes that are not among `notes` are left out.
  package init(notes: [NoteSummary], links: LinkedNotes) {
    self.notes = notes
    // In the order of the paths, whatever the order of the notes.
    let order = notes.indices.sorted { notes[$0].path < notes[$1].path }
    var ranks: [Int: Int] = [:]
    for (rank, position) in order.enumerated() {
      if let number = links.numbers[notes[position].path] { ranks[number] = rank }
    }
    let ranked = links.pairs.compactMap { pair -> (source: Int, target: Int)? in
      guard let source = ranks[pair.source], let target = ranks[pair.target] else { return nil }
      return (source, target)
    }
    edges = ranked.sorted { $0 < $1 }.map { (order[$0.source], order[$0.target]) }
  }

  /// One JSON document: notes as listings tell them, edges by path.
  package var json: JSONValue {
    .object([
      JSONValue.Member("schemaVersion", .integer(1)), JSONValue.Member("kind", .string("graph")),
      JSONValue.Member("nodes", .array(notes.map(\.json))),
      JSONValue.Member(
        "edges",
        .array(
          edges.map { edge in
            .object([
              JSONValue.Member("source", .string(notes[edge.source].path.string)),
              JSONValue.Member("target", .string(notes[edge.target].path.string)),
            ])
          })),
    ])
  }

  /// The language of Graphviz.
  package var dot: String {
    var lines = ["digraph notes {", "  node [shape=box, style=rounded];"]
    for (position, note) in notes.enumerated() {
      lines.append(
        "  n\(position) [label=\(Self.quoted(note.title)), id=\(Self.quoted(note.path.string))];")
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
