import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// A note with another title: in its front matter or its heading, and in its file's name.
struct NoteRetitling {
  let newPath: NotePath
  let after: Document

  /// - Parameter keepsAlias: True to keep the old title as an alias, so that links by it need no change.
  /// - Throws: ``FrontMatterRefusal`` if the front matter cannot be changed safely.
  init(
    _ document: Document, at path: NotePath, title: String, keepsAlias: Bool, in layout: VaultLayout
  ) throws(FrontMatterRefusal) {
    let note = Note(document, at: path, in: layout)
    newPath = Self.newPath(of: note, title: title, in: layout)
    let retitled = try Self.retitled(note, title, in: layout)
    after = keepsAlias && note.title != title ? try Self.withAlias(note.title, retitled) : retitled
  }

  /// Changes the `title` field and the leading heading, even if they differ, because both are names of the note and an
  /// old one would remain a name. A note with neither is named by its file only, and is not changed unless the file
  /// keeps its name.
  private static func retitled(
    _ note: Note, _ title: String, in layout: VaultLayout
  ) throws(FrontMatterRefusal) -> Document {
    var document = note.document
    if layout.rules.readsOutlines, let range = PageProperties(document).titleRange,
      let result = try? document.source.applying([TextEdit(range: range, replacement: title)])
    {
      return Document(parsing: result.bytes)
    }
    let field = document.frontMatter?.entries.first { FieldCatalogue.folded($0.key) == "title" }
    let isNamedByFile = field == nil && note.titleHeading == nil
    var needsField = note.title != title && (field != nil || isNamedByFile && note.path.isPageByName)
    if let heading = note.titleHeading, HeadingAttributes.text(of: heading) != title {
      if let renamed = document.renaming(heading, to: title) {
        document = renamed
      } else {
        needsField = true
      }
    }
    guard needsField else { return document }
    return try FrontMatterEditor(document).result(field?.key ?? "title", .set(.text(title)))
  }

  private static func withAlias(_ alias: String, _ document: Document) throws(FrontMatterRefusal) -> Document {
    let keys = document.frontMatter?.entries.map(\.key) ?? []
    let key = keys.contains("alias") && !keys.contains("aliases") ? "alias" : "aliases"
    return try FrontMatterEditor(document).result(key, .add(alias))
  }

  /// Replaces the title in the file name, unless it is a part of a word or a number: `202503021015 Attention` keeps its
  /// number, and so do `202503021015Attention` and `202503021015 3`. A name of a day, also by the diary's pattern, and
  /// that of the page of a folder are kept.
  private static func newPath(of note: Note, title: String, in layout: VaultLayout) -> NotePath {
    let written = layout.rules.decodesPageNames ? PageName.file(of: title) : title
    guard !note.path.isPageByName, let stem = FileName.stem(for: written) else { return note.path }
    let oldStem = composedName(String(note.path.stem))
    let suffix = note.path.fileName.dropFirst(note.path.stem.count)
    let name: String
    let old = FileName.stem(for: note.title)
    if let old, old != FileName.stem(for: oldStem) || old == oldStem, let range = oldStem.lastWords(old) {
      name = oldStem[..<range.lowerBound] + stem + oldStem[range.upperBound...]
    } else if layout.day(of: note.path) != nil {
      return note.path
    } else {
      name = stem
    }
    let path = name + suffix
    return note.path.folder?.appending(path) ?? NotePath(trusted: path)
  }
}

extension NotePath {
  /// True for the page that a site shows for its folder, in any language: `index.md`, `_index.ko.md`. The fields that
  /// the page passes on to the folder depend on its file name.
  fileprivate var isPageByName: Bool {
    ["index", "_index", "readme"].contains(stem.prefix { $0 != "." }.lowercased())
  }
}

extension String {
  /// Returns the last place of a text that neither begins nor ends within a word or a number.
  fileprivate func lastWords(_ text: String) -> Range<Index>? {
    func areTogether(_ left: Character?, _ right: Character?) -> Bool {
      guard let left, let right else { return false }
      return left.isLetter && right.isLetter || left.isNumber && right.isNumber
    }
    return ranges(of: text).last { range in
      !areTogether(self[..<range.lowerBound].last, text.first)
        && !areTogether(text.last, self[range.upperBound...].first)
    }
  }
}

extension Document {
  /// Returns the note with another name for a heading or a block.
  ///
  /// - Parameters:
  ///   - anchor: The text after `#` in a wiki link: `Aim`, `Plan#Aim`, `plan-1`, `^block`.
  ///   - name: The heading's new text, or the block's new name.
  ///   - path: The path of the note, for messages.
  /// - Throws: If there is no such anchor, or it cannot have that name.
  func renamingAnchor(_ anchor: String, to name: String, at path: NotePath) throws -> Document {
    let anchors = NoteAnchors(self)
    let result: Document?
    switch anchors.place(of: anchor, isWiki: true)?.target {
    case .heading(let position): result = renaming(headings[position], to: name)
    case .block(let position):
      let block = name.hasPrefix("^") ? String(name.dropFirst()) : name
      guard Self.isBlockName(block) else {
        throw Problem(
          .usage,
          Message(
            "Invalid block id “\(name)”: expected letters A to Z, digits and hyphens",
            ko: "블록 id로 쓸 수 없습니다: “\(name)”. 로마자, 숫자, 붙임표만 사용할 수 있습니다"))
      }
      let taken = blockIdentifiers.enumerated().contains {
        $0.offset != position && $0.element.name.lowercased() == block.lowercased()
      }
      guard !taken else {
        throw Problem(
          .cannotCreate, Message("\(path) already has a block “\(name)”", ko: "\(path)에 “\(name)” 블록이 이미 있습니다"))
      }
      let edit = TextEdit(range: blockIdentifiers[position].range, replacement: "^" + block)
      result = (try? source.applying([edit])).map { Document(parsing: $0.bytes) }
    case .element, nil:
      let names = headings.map { HeadingAttributes.text(of: $0) } + blockIdentifiers.map { "^" + $0.name }
      throw Problem(
        .notFound,
        Message(
          "\(path) has no heading or block “\(anchor)”",
          ko: "\(path)에서 “\(anchor)” 소제목이나 블록을 찾을 수 없습니다"),
        hint: nearestName(to: anchor, among: names).map { .didYouMean($0) })
    }
    guard let result, AnchorChange(from: anchors, to: NoteAnchors(result)) != nil else {
      throw Problem(.usage, Message("“\(name)” cannot be the text of a heading", ko: "소제목으로 쓸 수 없는 텍스트입니다: “\(name)”"))
    }
    return result
  }

  private static func isBlockName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
      }
  }
}
