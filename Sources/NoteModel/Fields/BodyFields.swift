import ByteBasics
import NoteSyntax

/// The `key:: value` fields of a note's text, which queries find as they find those of front matter.
///
/// A field of Sheaf's own is read from front matter alone, and the fields of a check box are those of its task.
enum BodyFields {
  static func fields(of document: Document) -> [NoteField] {
    guard !document.fields.isEmpty else { return [] }
    var ordinals: [String: Int] = [:]
    var nextBox = 0
    var fields: [NoteField] = []
    let boxes = document.checkboxes.sorted { $0.line < $1.line }
    for field in document.fields.sorted(by: { $0.range < $1.range }) {
      while nextBox < boxes.count,
        boxes[nextBox].lineRange.upperBound <= field.range.lowerBound
      {
        nextBox += 1
      }
      let isInBox = nextBox < boxes.count && boxes[nextBox].lineRange.contains(field.range)
      guard !isInBox, FieldCatalogue.field(for: field.key) == nil else { continue }
      let ordinal = ordinals[field.key, default: 0]
      ordinals[field.key] = ordinal + 1
      fields.append(NoteField(key: field.key, ordinal: ordinal, scalar: field.value))
    }
    return fields
  }
}
