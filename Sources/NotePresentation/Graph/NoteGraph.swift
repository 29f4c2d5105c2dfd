package import NoteModel

/// Notes and the links between them, ready to be drawn.
package struct NoteGraph: Sendable {
  package let notes: [NoteSummary]
  /// Positions in ``notes``, each pair once.
  package let edges: [(source: Int, target: Int)]

  /// Links to and from notes that are not among `notes` are left out.
  package init(notes: [NoteSummary], links: LinkGraph) {
    self.notes = notes
    let positions = Dictionary(
      notes.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    edges = links.edges.compactMap { edge in
      guard let source = positions[edge.source], let target = positions[edge.target] else {
        return nil
      }
      return (source, target)
    }
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
