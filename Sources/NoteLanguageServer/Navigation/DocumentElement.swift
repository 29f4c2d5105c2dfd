import ByteBasics
import NoteModel
import NoteSyntax

/// What is at a place of a document.
enum DocumentElement {
  case link(Link, ByteRange)
  /// A tag of the text, or of front matter, with its range without `#`.
  case tag(TagName, ByteRange)
  /// By its position in ``Document/headings``.
  case heading(Int)
  /// By its position in ``Document/blockIdentifiers``.
  case block(Int)
  /// A value of front matter, or its key.
  case field(FrontMatter.Entry)

  /// - Returns: nil where there is only text.
  init?(at offset: Int, in note: Note) {
    let document = note.document
    func touches(_ range: ByteRange) -> Bool {
      range.lowerBound <= offset && offset <= range.upperBound
    }
    // A link in a heading or a field is nearer than these; of links in links the inner one is.
    let links = document.links.compactMap { link in link.range.map { (link, $0) } }
      .filter { touches($0.1) }
    if let (link, range) = links.min(by: { $0.1.count < $1.1.count }) {
      self = .link(link, range)
    } else if let tag = document.tags.first(where: { touches($0.range) }),
      let name = TagName(tag.name)
    {
      self = .tag(name, ByteRange(tag.range.lowerBound + 1, tag.range.upperBound))
    } else if let block = document.blockIdentifiers.firstIndex(where: { touches($0.range) }) {
      self = .block(block)
    } else if let heading = document.headings.firstIndex(where: { touches($0.range) }) {
      self = .heading(heading)
    } else if let entry = document.frontMatter?.entry(at: offset) {
      if let tag = note.fieldTag(at: offset, in: entry) {
        self = .tag(tag.name, tag.range)
      } else {
        self = .field(entry)
      }
    } else {
      return nil
    }
  }
}

extension FrontMatter {
  /// The field whose key or value is at an offset.
  func entry(at offset: Int) -> Entry? {
    guard range.lowerBound <= offset, offset < range.upperBound else { return nil }
    return entries.first { entry in
      let end = entry.valueRange?.upperBound ?? entry.keyRange.upperBound
      return entry.keyRange.lowerBound <= offset && offset <= end
    }
  }
}

extension Note {
  /// The tag of a field at an offset.
  func fieldTag(
    at offset: Int, in entry: FrontMatter.Entry
  ) -> (name: TagName, range: ByteRange)? {
    guard FieldCatalogue.field(for: entry.key)?.key == "tags", let value = entry.valueRange,
      value.lowerBound <= offset, offset <= value.upperBound
    else { return nil }
    return Self.tags(of: entry, document.source).first {
      $0.range.lowerBound <= offset && offset <= $0.range.upperBound
    }
  }
}
