import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// Footnotes and the labels of links, which are of one document alone.
extension Request {
  /// Returns the label under the cursor. In a link with a text, only its label counts.
  func label(in document: OpenDocument) throws -> DocumentLabel? { document.labels.label(at: try offset()) }

  /// Returns the line that defines the label under the cursor, if it has a definition.
  func labelDefinition(in document: OpenDocument) throws -> JSONValue? {
    guard let label = try label(in: document),
      let definition = document.labels.definition(of: label)
    else { return nil }
    let line = document.table.content(ofLine: document.table.line(at: definition.whole.lowerBound))
    return .array([snapshot.location(document.path, document.table.range(line))])
  }

  func labelReferences(to label: DocumentLabel, in document: OpenDocument, includesDeclaration: Bool) -> JSONValue {
    let places = document.labels.places(of: label).filter { includesDeclaration || !$0.isDefinition }
    return .array(places.map { snapshot.location(document.path, document.table.range($0.whole)) })
  }

  /// Returns the text of the footnote that a label refers to, or, for a definition, the number of its references.
  func words(of label: DocumentLabel, in document: OpenDocument) -> String? {
    let labels = document.labels
    if label.isDefinition {
      let count = labels.places(of: label).count - 1
      return text(Message(counted(count, "reference"), ko: "참조 \(count)개"))
    }
    guard let definition = labels.definition(of: label) else { return nil }
    return document.text(of: definition)
  }

  /// Answers `textDocument/linkedEditingRange`, so that a label and its other places change together.
  func linkedEditing() throws -> JSONValue {
    let document = try requireDocument()
    guard let label = try label(in: document) else { return .null }
    let places = document.labels.places(of: label)
    guard places.count > 1 else { return .null }
    return .map([
      "ranges": .array(places.map { document.table.range($0.range).json }),
      "wordPattern": .string(#"[^\[\]\^\n]+"#),
    ])
  }
}

extension OpenDocument {
  /// Returns the text of a definition after its colon, up to the next blank line.
  func text(of definition: DocumentLabel) -> String {
    let bytes = note.document.source.bytes
    var start = definition.whole.upperBound
    while start < bytes.count, bytes[start] == ASCII.colon || ASCII.isBlank(bytes[start]) {
      start += 1
    }
    let rest = String(decoding: bytes[start..<min(bytes.count, start + 1_000)], as: UTF8.self)
    let lines = rest.textLines.prefix { line in line.contains { !$0.isWhitespace } }
    return lines.prefix { $0 == lines.first || $0.first?.isWhitespace == true }
      .map { $0.drop(while: \.isWhitespace) }.joined(separator: "\n")
  }

  /// Warnings for undefined labels, and for definitions that are not used.
  var labelProblems: [(range: ByteRange, check: String, message: Message, isUnused: Bool)] {
    let wiki = Set(note.document.links.filter { $0.kind.isWiki }.map { foldedName($0.destination) })
    func name(_ label: DocumentLabel) -> String { note.document.source.text(in: label.range) }
    let undefined = labels.undefined.map { label in
      let message =
        label.kind == .footnote
        ? Message(
          "The footnote “\(name(label))” is not defined", ko: "정의하지 않은 각주입니다: “\(name(label))”")
        : Message(
          "The link label “\(name(label))” is not defined",
          ko: "정의하지 않은 링크 이름표입니다: “\(name(label))”")
      return (label.whole, "undefined-label", message, false)
    }
    let unused = labels.unused(besides: wiki).map { label in
      let message = Message("“\(name(label))” is not used", ko: "참조하는 곳이 없습니다: “\(name(label))”")
      return (label.whole, "unused-label", message, true)
    }
    return undefined + unused
  }
}

extension CompletionFinder {
  /// Completes `[^` and `[` with the labels of the document.
  func labels(_ part: TypedPart, isFootnote: Bool, isClosed: Bool) -> CompletionList? {
    let name = NamePart(part.text)
    let kind: DocumentLabel.Kind = isFootnote ? .footnote : .link
    var seen: Set<String> = []
    let items = document.labels.all.compactMap { label -> CompletionItem? in
      // The place at the cursor is no suggestion.
      guard label.kind == kind,
        label.range.upperBound < part.range.lowerBound
          || label.range.lowerBound > part.end, seen.insert(label.key).inserted
      else { return nil }
      let text = document.note.document.source.text(in: label.range)
      if let name, name.match(TypedName(text), isFuzzy: true) == nil { return nil }
      let definition = document.labels.definition(of: label)
      return CompletionItem(
        label: text, kind: .reference, text: text + (isClosed ? "" : "]"),
        detail: definition.map { String(document.text(of: $0).textLines.first ?? "") })
    }
    return items.isEmpty ? nil : CompletionList(items: items, part: part)
  }
}
