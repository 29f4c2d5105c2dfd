import ByteBasics
package import NoteModel
import NotePresentation
package import NoteRepository
import NoteSyntax
import Wording

extension NewNote {
  /// Puts the text that the template makes into an existing note, without its front matter.
  ///
  /// - Parameters:
  ///   - path: The note.
  ///   - headingLine: The line of the heading of a section, from 1. Nil for the whole note.
  /// - Throws: If the template cannot be used, or makes no text.
  package func insert(
    into path: NotePath, headingLine: Int?, in workspace: Workspace,
    _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
  ) throws -> InsertedText {
    let target = Document(parsing: try workspace.originals.read(path))
    let heading = headingLine.flatMap(target.heading(atLine:))
    let document = Document(parsing: Array(try text(in: workspace, surroundings).utf8))
    // The outermost headings of the template are one level below the heading of the section.
    let shift = (heading?.level ?? 0) + 1 - (document.headings.map(\.level).min() ?? 7)
    let edits = document.edits(shifting: document.headings, by: max(0, shift))
    let shifted = Document(parsing: try document.source.applying(edits).bytes)
    let body = shifted.source.text(in: shifted.body).trimmingBlankLines
    guard !body.isEmpty else {
      throw Problem(.badData, Message("The template has no text below its front matter", ko: "템플릿의 머리말 아래에 텍스트가 없습니다"))
    }
    return try workspace.insert(body, at: .end, of: path, headingLine: headingLine, &transaction)
  }

  /// Gives an existing note the parts of its template that it lacks: fields and sections. Nothing that the note has is
  /// changed.
  ///
  /// - Returns: The note before and after.
  /// - Throws: If the template cannot be used, or the note would break a rule.
  package func fill(
    _ path: NotePath, in workspace: Workspace, _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
  ) throws -> (change: ChangedNote, filled: FilledParts) {
    let before = try workspace.originals.read(path)
    // The parts that a letter lacks would reveal its contents.
    if let day = workspace.gate.day(of: before, at: path, in: workspace.layout) {
      throw sealedNote(path: path, day: day)
    }
    let template = Document(parsing: Array(try text(in: workspace, surroundings).utf8))
    var filling = MissingParts(document: Document(parsing: before))
    try filling.addFields(of: template)
    try filling.addSections(of: template)
    let change = ChangedNote(path: path, before: before, after: filling.document.source.bytes)
    if change.after != before { try workspace.add(change, to: &transaction) }
    return (change, filling.parts)
  }
}

/// The parts that a template gave to a note.
package struct FilledParts: Sendable {
  package fileprivate(set) var fields: [String] = []
  /// The texts of headings.
  package fileprivate(set) var sections: [String] = []

  package var isEmpty: Bool { fields.isEmpty && sections.isEmpty }
}

/// Adds the missing parts to a note.
private struct MissingParts {
  private(set) var document: Document
  private(set) var parts = FilledParts()

  /// Fields that a note has from its own creation, or never.
  private static let ownFields: Set<String> = ["id", "title", "created", "updated", "unseal"]

  mutating func addFields(of template: Document) throws {
    for entry in template.frontMatter?.entries ?? [] where entry.value.isFilled {
      let key = FieldCatalogue.canonical(entry.key)
      let isThere = document.frontMatter?.entries.contains {
        FieldCatalogue.canonical($0.key) == key && $0.value.isFilled
      }
      guard !Self.ownFields.contains(key), isThere != true, let value = Self.value(entry.value) else { continue }
      let spelling = FieldCatalogue.spelling(of: entry.key, in: document.frontMatter)
      let edits = try FrontMatterEditor(document).edits(spelling, .set(value))
      document = Document(parsing: try document.source.applying(edits).bytes)
      parts.fields.append(entry.key)
    }
  }

  /// Converts a value of front matter. Returns nil for fields within a field.
  private static func value(_ value: FrontMatterValue) -> FrontMatterEditor.FieldValue? {
    switch value {
    case .scalar(let scalar): scalar.style == .plain ? .typed(scalar.text) : .text(scalar.text)
    case .list(let items): items.flatMap(\.scalarTexts).count == items.count ? .list(items.flatMap(\.scalarTexts)) : nil
    case .map: nil
    }
  }

  /// Adds each section whose heading the note lacks, after the section that precedes it in the template.
  mutating func addSections(of template: Document) throws {
    let headings = template.headings
    for (index, heading) in headings.enumerated() {
      let isTitle = index == 0 && template.leadingHeading != nil
      guard !isTitle, !has(heading) else { continue }
      let end = index + 1 < headings.count ? headings[index + 1].range.lowerBound : template.source.bytes.count
      let text = template.source.text(in: ByteRange(heading.range.lowerBound, end)).trimmingBlankLines
      let neighbour = headings[..<index].enumerated().last { position, other in
        other.level <= heading.level && !(position == 0 && template.leadingHeading != nil)
      }?.element
      let place = neighbour.flatMap { wanted in
        document.headings.first { nameKey($0.text) == nameKey(wanted.text) }
      }
      let (bytes, _) = TextInsertion(document, section: place).inserting(text, at: .end)
      document = Document(parsing: bytes)
      parts.sections.append(heading.text)
    }
  }

  private func has(_ heading: Heading) -> Bool {
    document.headings.contains { nameKey($0.text) == nameKey(heading.text) }
  }
}

extension String {
  /// The text without the blank lines at both ends.
  fileprivate var trimmingBlankLines: String {
    textLines.trimming { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
  }
}
