import ByteBasics
package import NoteModel
package import NoteSyntax

/// A note with another title: in its front matter or its heading, and in its file's name.
package struct NoteRetitling: Sendable {
  package let path: NotePath
  package let newPath: NotePath
  package let before: [UInt8]
  package let after: [UInt8]

  /// - Parameter keepsAlias: The old title becomes an alias, so that links by it need no change.
  /// - Throws: ``FrontMatterRefusal`` where the front matter cannot be changed safely.
  package init(
    _ path: NotePath, bytes: [UInt8], title: String, keepsAlias: Bool, in layout: VaultLayout
  ) throws(FrontMatterRefusal) {
    let note = Note(Document(parsing: bytes), at: path, in: layout)
    self.path = path
    before = bytes
    newPath = Self.newPath(of: note, title: title, in: layout)
    var result = try Self.retitled(note, title)
    if keepsAlias, note.title != title {
      result = try Self.withAlias(note.title, result)
    }
    after = result
  }

  /// The `title` field and the leading heading, also where that says something else: both are names of the note, so
  /// that an old one would still be one. A note that has neither is called by its file alone, and stays as it is.
  private static func retitled(
    _ note: Note, _ title: String
  ) throws(FrontMatterRefusal) -> [UInt8] {
    let document = note.document
    let field = document.frontMatter?.entries.first { FieldCatalogue.folded($0.key) == "title" }
    var bytes = document.source.bytes
    var needsField = field != nil && note.title != title
    if let heading = note.titleHeading, HeadingAttributes.text(of: heading) != title {
      if let edit = document.edit(heading, text: title),
        let result = try? document.source.applying([edit])
      {
        bytes = result.bytes
      } else {
        needsField = true
      }
    }
    guard needsField else { return bytes }
    return try edited(Document(parsing: bytes), field?.key ?? "title", .set(.text(title)))
  }

  private static func withAlias(
    _ alias: String, _ bytes: [UInt8]
  ) throws(FrontMatterRefusal) -> [UInt8] {
    let document = Document(parsing: bytes)
    let keys = document.frontMatter?.entries.map(\.key) ?? []
    let key = keys.contains("alias") && !keys.contains("aliases") ? "alias" : "aliases"
    return try edited(document, key, .add(alias))
  }

  private static func edited(
    _ document: Document, _ key: String, _ change: FrontMatterEditor.Change
  ) throws(FrontMatterRefusal) -> [UInt8] {
    let edits = try FrontMatterEditor(document).edits(key, change)
    return (try? document.source.applying(edits).bytes) ?? document.source.bytes
  }

  /// The title's part of the name is replaced: `202503021015 Attention` keeps its number. A name that begins
  /// with a day is a diary's and stays, and so is one in the diary's own pattern.
  private static func newPath(
    of note: Note, title: String, in layout: VaultLayout
  ) -> NotePath {
    let written = layout.rules.decodesPageNames ? PageName.file(of: title) : title
    guard let stem = FileName.stem(for: written) else { return note.path }
    let oldStem = composedName(String(note.path.stem))
    let suffix = note.path.fileName.dropFirst(note.path.stem.count)
    let name: String
    if let old = FileName.stem(for: note.title), let range = oldStem.firstRange(of: old) {
      name = oldStem.replacingCharacters(in: range, with: stem)
    } else if layout.day(of: note.path) != nil {
      return note.path
    } else {
      name = stem
    }
    let path = name + suffix
    return note.path.folder?.appending(path) ?? NotePath(trusted: path)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
