import ByteBasics
import NoteActions
import NoteModel
import NoteSyntax

extension Request {
  /// `textDocument/definition`: where the link, or the name in front matter, under the cursor leads.
  func definition() throws -> JSONValue {
    let document = try requireDocument()
    let offset = try offset()
    let workspace = snapshot.workspace()
    if let label = document.labels.label(at: offset), label.kind == .footnote {
      return try labelDefinition(in: document) ?? .null
    }
    switch DocumentElement(at: offset, in: document.note) {
    case .link(let link, _):
      let places = try snapshot.places(of: link, from: document.path, in: workspace)
      if places.isEmpty, let definition = try labelDefinition(in: document) { return definition }
      return snapshot.locations(places, in: workspace)
    case .heading(let position):
      let place = LinkPlace(path: document.path, anchor: .heading(position))
      return snapshot.locations([place], in: workspace)
    case .block(let position):
      let place = LinkPlace(path: document.path, anchor: .block(position))
      return snapshot.locations([place], in: workspace)
    case .field(let entry):
      guard ["depends", "parent", "project"].contains(FieldCatalogue.field(for: entry.key)?.key),
        let name = entry.value.name(at: offset, entry, document.note.document.source)
      else { return .null }
      return snapshot.locations(
        try snapshot.places(named: name, from: document.path, in: workspace), in: workspace)
    case .tag, nil: return .null
    }
  }

  /// `textDocument/declaration`: the definition of a reference link's label, else as `definition`.
  func declaration() throws -> JSONValue {
    let document = try requireDocument()
    let note = document.note
    if let definition = try labelDefinition(in: document) { return definition }
    guard case .link(let link, let range)? = DocumentElement(at: try offset(), in: note),
      link.kind == .reference || link.kind == .image,
      let definition = note.document.definition(of: link, range)
    else { return try definition() }
    return .array([snapshot.location(document.path, document.table.range(definition))])
  }
}

extension FrontMatterValue {
  /// The item of a list, or the value, at an offset.
  func name(at offset: Int, _ entry: FrontMatter.Entry, _ source: SourceBuffer) -> String? {
    guard let range = entry.valueRange, range.lowerBound <= offset else { return nil }
    switch self {
    case .scalar(let scalar): return scalar.text
    case .list(let items):
      let line = source.text(in: range)
      let names = items.compactMap { item -> String? in
        if case .scalar(let scalar) = item { scalar.text } else { nil }
      }
      // The last item that begins before the offset.
      var best: String?
      var from = line.startIndex
      for name in names {
        guard let found = line[from...].firstRange(of: name) else { continue }
        let start =
          range.lowerBound + line.utf8.distance(from: line.startIndex, to: found.lowerBound)
        if start <= offset { best = name }
        from = found.upperBound
      }
      return best
    case .map: return nil
    }
  }
}

extension Document {
  /// The line that defines the label of a reference link.
  func definition(of link: Link, _ range: ByteRange) -> ByteRange? {
    let label = Self.label(source.text(in: range))
    return links.first { other in
      other.kind == .definition
        && other.range.map { Self.label(source.text(in: $0)) == label } ?? false
    }?.range
  }

  /// What is between the last brackets, folded: `[text][Label]`, `[Label]`, `[Label]: destination`.
  private static func label(_ text: String) -> String {
    let head = text.firstRange(of: "]:").map { text[..<$0.upperBound] } ?? text[...]
    var parts = head.split(separator: "[", omittingEmptySubsequences: true)
    if parts.last?.hasPrefix("]") == true, parts.count > 1 { parts.removeLast() }
    let last = parts.last.map { $0.prefix { $0 != "]" } } ?? ""
    return foldedName(last)
  }
}
