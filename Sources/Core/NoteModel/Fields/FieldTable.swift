import ByteBasics
import CivilCalendar
package import NoteSyntax

/// The fields of a note by the key that Sheaf gives them, whichever spelling the note uses.
struct FieldTable {
  private let entries: [FrontMatter.Entry]
  /// The keys of the entries in small letters.
  private let keys: [String]

  init(_ frontMatter: FrontMatter?) { self.init(frontMatter?.entries ?? []) }

  init(_ entries: [FrontMatter.Entry]) {
    self.entries = entries
    keys = entries.map { FieldCatalogue.folded($0.key) }
  }

  /// The value of the preferred spelling that is there; a value that is null counts as absent.
  subscript(key: String) -> FrontMatterValue? {
    if let value = value(of: key) { return value }
    guard let field = FieldCatalogue.field(for: key) else { return nil }
    return field.foldedSpellings.dropFirst().lazy.compactMap { value(of: $0) }.first
  }

  /// The texts of its tags. `tags` may have several in one text; in any other field that is read as tags, such as
  /// `categories`, a comma and `&` belong to the one that is there.
  var tagTexts: [String] {
    guard let value = self["tags"] else { return [] }
    let isOwn = self.value(of: "tags") != nil || self.value(of: "tag") != nil
    if case .scalar(let scalar) = value, !scalar.isNull,
      scalar.text.contains(" & ") || !isOwn && scalar.text.contains(", ")
    {
      return [scalar.text]
    }
    return value.tagTexts
  }

  /// The date of writing: without a field for it the day of its publication counts, as in Hugo.
  var created: CivilDate? {
    self["created"]?.date ?? ["publishdate", "pubdate", "published"].lazy.compactMap { value(of: $0)?.date }.first
  }

  /// Returns the values of a key in this spelling, in the order of the file, without nulls.
  func values(of key: String) -> [FrontMatterValue] { allValues(of: key).filter { !$0.isNull } }

  /// Returns the values of a key in this spelling, including nulls.
  func allValues(of key: String) -> [FrontMatterValue] {
    keys.indices.compactMap { keys[$0] == key ? entries[$0].value : nil }
  }

  private func value(of key: String) -> FrontMatterValue? {
    guard let index = keys.firstIndex(of: key), !entries[index].value.isNull else { return nil }
    return entries[index].value
  }

  /// Every scalar with its key; a map's key joins its parent's by a dot.
  var flattened: [NoteField] {
    var fields: [NoteField] = []
    fields.reserveCapacity(entries.count)
    for entry in entries { flatten(entry.value, key: entry.key, ordinal: 0, into: &fields) }
    return fields
  }

  private func flatten(_ value: FrontMatterValue, key: String, ordinal: Int, into fields: inout [NoteField]) {
    switch value {
    case .scalar(let scalar):
      if !scalar.isNull { fields.append(NoteField(key: key, ordinal: ordinal, scalar: scalar.text)) }
    case .list(let items):
      for (position, item) in items.enumerated() {
        flatten(item, key: key, ordinal: position, into: &fields)
      }
    case .map(let pairs):
      for pair in pairs {
        flatten(pair.value, key: key + "." + pair.key, ordinal: 0, into: &fields)
      }
    }
  }
}

extension FrontMatterValue {
  /// True for nothing, `~` or `null`.
  var isNull: Bool { if case .scalar(let scalar) = self { scalar.isNull } else { false } }

  /// True if it says something: a text with a visible character, or a list of such texts.
  package var isFilled: Bool { texts.contains { $0.contains { !$0.isWhitespace } } }
}

extension FrontMatterEditor.Change {
  /// Converts the change of one tag in a text such as `tags: one two` to a change of the whole text.
  ///
  /// A list, and a text that separates tags only by commas, are changed item by item.
  ///
  /// - Parameter value: The present value of the field.
  /// - Returns: This change if it need not be converted.
  package func spelled(amongTagsOf value: FrontMatterValue?) -> FrontMatterEditor.Change {
    guard case .scalar(let scalar)? = value, let words = value?.tagTexts,
      words.count > scalar.text.count(where: { $0 == "," }) + 1
    else { return self }
    let separator = scalar.text.contains(",") ? ", " : " "
    func text(_ words: [String]) -> FrontMatterEditor.Change {
      .set(.text(words.joined(separator: separator)))
    }
    switch self {
    case .add(let tag): return words.contains(tag) ? text(words) : text(words + [tag])
    case .remove(let tag): return text(words.filter { $0 != tag })
    case .replace(let old, let new):
      let isThere = words.contains(new)
      return text(words.compactMap { $0 == old ? (isThere ? nil : new) : $0 })
    case .set, .unset: return self
    }
  }
}

/// The `key:: value` fields of a note's text, which queries find as they find those of front matter.
///
/// A field of Sheaf's own is read from front matter alone, and the fields of a check box are those of its task.
enum BodyFields {
  static func fields(of document: Document) -> [NoteField] {
    var ordinals: [String: Int] = [:]
    return outsideBoxes(document).filter { FieldCatalogue.field(for: $0.key) == nil }.map { field in
      let ordinal = ordinals[field.key, default: 0]
      ordinals[field.key] = ordinal + 1
      return NoteField(key: field.key, ordinal: ordinal, scalar: field.value)
    }
  }

  /// Returns the fields outside check boxes, in the order of the file.
  static func outsideBoxes(_ document: Document) -> [BodyField] {
    guard !document.fields.isEmpty else { return [] }
    var nextBox = 0
    let boxes = document.checkboxes.sorted { $0.line < $1.line }
    return document.fields.sorted { $0.range < $1.range }.filter { field in
      while nextBox < boxes.count,
        boxes[nextBox].lineRange.upperBound <= field.range.lowerBound
      {
        nextBox += 1
      }
      return nextBox >= boxes.count || !boxes[nextBox].lineRange.contains(field.range)
    }
  }
}
