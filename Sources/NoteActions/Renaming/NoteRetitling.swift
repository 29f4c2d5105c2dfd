import ByteBasics
package import NoteModel
package import NoteSyntax
package import Wording

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
    var result = try Self.retitled(note, title, in: layout)
    if keepsAlias, note.title != title {
      result = try Self.withAlias(note.title, result)
    }
    after = result
  }

  /// The `title` field and the leading heading, also where that says something else: both are names of the note, so
  /// that an old one would still be one. A note that has neither is called by its file alone, and stays as it is.
  private static func retitled(
    _ note: Note, _ title: String, in layout: VaultLayout
  ) throws(FrontMatterRefusal) -> [UInt8] {
    let document = note.document
    if layout.rules.readsOutlines, let range = PageProperties(document).titleRange,
      let result = try? document.source.applying([TextEdit(range: range, replacement: title)])
    {
      return result.bytes
    }
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

/// A note in which a heading or a block gets another name.
package struct AnchorRenaming: Sendable {
  package let before: [UInt8]
  package let after: [UInt8]

  /// - Parameters:
  ///   - path: The note's, for messages.
  ///   - bytes: The note.
  ///   - anchor: What a wiki link writes after `#`: `Aim`, `Plan#Aim`, `plan-1`, `^block`.
  ///   - name: The heading's new text, or the block's new name.
  /// - Throws: Where there is no such anchor, or it cannot have that name.
  package init(
    _ path: NotePath, bytes: [UInt8], anchor: String, name: String
  ) throws(AnchorRenamingError) {
    let document = Document(parsing: bytes)
    let anchors = NoteAnchors(document)
    func fail(_ reason: AnchorRenamingError.Reason) -> AnchorRenamingError {
      AnchorRenamingError(path: path, anchor: anchor, name: name, reason: reason)
    }
    let edit: TextEdit
    switch anchors.place(of: anchor, isWiki: true)?.target {
    case .heading(let position):
      guard let found = document.edit(document.headings[position], text: name) else {
        throw fail(.unwritableHeading)
      }
      edit = found
    case .block(let position):
      let block = name.hasPrefix("^") ? String(name.dropFirst()) : name
      guard Self.isBlockName(block) else { throw fail(.invalidBlock) }
      let taken = document.blockIdentifiers.enumerated().contains {
        $0.offset != position && $0.element.name.lowercased() == block.lowercased()
      }
      guard !taken else { throw fail(.takenBlock) }
      edit = TextEdit(range: document.blockIdentifiers[position].range, replacement: "^" + block)
    case .element, nil: throw fail(.notFound(near: Self.nearest(anchor, document)))
    }
    guard let result = try? document.source.applying([edit]),
      AnchorChange(from: anchors, to: NoteAnchors(Document(parsing: result.bytes))) != nil
    else { throw fail(.unwritableHeading) }
    before = bytes
    after = result.bytes
  }

  private static func isBlockName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
      }
  }

  private static func nearest(_ anchor: String, _ document: Document) -> String? {
    let headings = document.headings.map { HeadingAttributes.text(of: $0) }
    return nearestName(
      to: anchor, among: headings + document.blockIdentifiers.map { "^" + $0.name })
  }
}

/// A heading or a block does not get the name it was to have.
package struct AnchorRenamingError: ExplainedError {
  enum Reason: Sendable {
    case notFound(near: String?)
    /// The text would read as something else: as several lines, or as no heading.
    case unwritableHeading
    case invalidBlock, takenBlock
  }

  let path: NotePath
  let anchor: String
  let name: String
  let reason: Reason

  package var category: ErrorCategory {
    switch reason {
    case .notFound: .notFound
    case .unwritableHeading, .invalidBlock: .usage
    case .takenBlock: .cannotCreate
    }
  }

  package var explanation: Message {
    switch reason {
    case .notFound:
      Message(
        "\(path) has no heading or block “\(anchor)”",
        ko: "\(path)에서 “\(anchor)” 제목이나 블록을 찾을 수 없습니다")
    case .unwritableHeading:
      Message("“\(name)” cannot be the text of a heading", ko: "제목으로 쓸 수 없는 텍스트입니다: “\(name)”")
    case .invalidBlock:
      Message(
        "“\(name)” is not a block id: only letters A to Z, digits and hyphens are allowed",
        ko: "블록 id로 쓸 수 없습니다: “\(name)”. 로마자, 숫자, 붙임표만 사용할 수 있습니다")
    case .takenBlock:
      Message("\(path) already has a block “\(name)”", ko: "\(path)에 “\(name)” 블록이 이미 있습니다")
    }
  }

  package var hint: Message? {
    guard case .notFound(let near?) = reason else { return nil }
    return .didYouMean(near)
  }
}
