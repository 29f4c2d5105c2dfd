import ByteBasics
import NoteIndex
package import NoteModel
import NoteRepository
package import NoteSyntax
import Wording

/// Renames a tag and the tags below it in notes.
package struct TagRenaming: Sendable {
  package struct RefusedNote: Sendable {
    package let path: NotePath
    package let refusal: FrontMatterRefusal
  }

  package fileprivate(set) var notes: [RewrittenNote] = []
  package fileprivate(set) var refused: [RefusedNote] = []

  package var count: Int { notes.reduce(0) { $0 + $1.count } }
}

extension Workspace {
  /// Gives a tag, and every tag below it, another name: `work` to `job` makes `work/client` to `job/client`.
  ///
  /// - Parameter texts: The future texts of notes and canvases that are about to change in other ways, and texts of notes
  ///   that are in no file.
  package func renamingTag(_ old: TagName, to new: TagName, in texts: [NotePath: [UInt8]] = [:]) throws -> TagRenaming {
    var renaming = TagRenaming()
    let paths = try Set(index.tags.notes(below: old) + unopenedLetters() + texts.keys.filter(\.isMarkdown))
    for path in paths.sorted() {
      let before = try texts[path].flatMap { files.exists(path) ? nil : $0 } ?? originals.read(path)
      let text = texts[path] ?? before
      var note = TagRename(old: old, new: new, document: layout.document(text))
      do throws(FrontMatterRefusal) {
        let after = try note.result()
        if layout.rules.readsOutlines {
          // A page's name stands for a tag in `tags:: [[Idea]]`.
          let tags = Note(Document(parsing: after), at: path, in: layout).tags
          if tags.contains(where: note.isLeft) {
            renaming.refused.append(TagRenaming.RefusedNote(path: path, refusal: Self.isPageName(old)))
          }
        }
        guard after != text else { continue }
        renaming.notes.append(RewrittenNote(path: path, before: before, after: after, count: note.count))
      } catch {
        renaming.refused.append(TagRenaming.RefusedNote(path: path, refusal: error))
      }
    }
    for path in try index.files.canvases() {
      guard let note = try renamedTag(old, to: new, inCanvas: path, texts[path]) else { continue }
      renaming.notes.append(note)
    }
    return renaming
  }

  private static func isPageName(_ tag: TagName) -> FrontMatterRefusal {
    FrontMatterRefusal(
      reason: .unreadable(
        Message(
          "the tag is the name of a page there (sheaf rename \(tag) NAME renames the page and its tags)",
          ko: "태그가 페이지 이름으로 쓰여 있습니다(sheaf rename \(tag) 이름: 페이지와 태그의 이름을 함께 바꿉니다)")), line: 1)
  }

  /// Returns the cards of a canvas with another name of a tag, or nil if no card has the tag.
  private func renamedTag(
    _ old: TagName, to new: TagName, inCanvas path: NotePath, _ text: [UInt8]?
  ) throws -> RewrittenNote? {
    guard let before = try? files.canvas(path).source.bytes, let canvas = try? CanvasDocument(parsing: text ?? before)
    else { return nil }
    let edits = canvas.texts.flatMap { card in
      TagRename(old: old, new: new, document: card.document).bodyEdits.map { card.edit($0) }
    }
    guard !edits.isEmpty else { return nil }
    let after = try canvas.source.applying(edits).bytes
    guard (try? CanvasDocument(parsing: after)) != nil else { return nil }
    return RewrittenNote(path: path, before: before, after: after, count: edits.count)
  }
}

/// The change of one note.
private struct TagRename {
  let old: TagName
  let new: TagName
  let document: Document
  private(set) var count = 0

  mutating func result() throws(FrontMatterRefusal) -> [UInt8] {
    let edits = bodyEdits
    count = edits.count
    var result = document
    if !edits.isEmpty, let changed = try? document.source.applying(edits) {
      result = Document(parsing: changed.bytes)
    }
    for key in keys { result = try renameField(key, in: result) }
    return result.source.bytes
  }

  /// Returns true for a tag that a note must not have after the change.
  func isLeft(_ tag: TagName) -> Bool {
    guard let name = renamed(tag.string), name != tag.string else { return false }
    return !foldedName(new.string).hasPrefix(foldedName(old.string) + "/")
  }

  var bodyEdits: [TextEdit] {
    document.tags.compactMap { tag in
      renamed(tag.name).map { TextEdit(range: tag.range, replacement: "#" + $0) }
    }
  }

  /// The keys that tags are read from: `tags`, or another in its place.
  private var keys: [String] {
    let keys = (document.frontMatter?.entries ?? []).map(\.key)
    let own = keys.filter { FieldCatalogue.folded($0) == "tags" }
    return own.isEmpty ? keys.filter { FieldCatalogue.field(for: $0)?.key == "tags" } : own
  }

  private mutating func renameField(_ key: String, in document: Document) throws(FrontMatterRefusal) -> Document {
    var result = document
    for item in document.frontMatter?[key]?.tagTexts ?? [] {
      let mark = item.hasPrefix("#") ? "#" : ""
      guard let name = renamed(String(item.dropFirst(mark.count))), mark + name != item else { continue }
      let change: FrontMatterEditor.Change = isAlone(key) ? .set(.text(mark + name)) : .replace(item, with: mark + name)
      let changed = try FrontMatterEditor(result).result(key, change.spelled(amongTagsOf: result.frontMatter?[key]))
      if changed.source.bytes != result.source.bytes { count += 1 }
      result = changed
    }
    return result
  }

  /// Returns true for `tag: work`: a field with one tag that is not a list.
  private func isAlone(_ key: String) -> Bool {
    guard case .scalar? = document.frontMatter?[key] else { return false }
    return document.frontMatter?[key]?.tagTexts.count == 1
  }

  private func renamed(_ name: String) -> String? {
    let folded = foldedName(name)
    let foldedOld = foldedName(old.string)
    if folded == foldedOld { return new.string }
    guard folded.hasPrefix(foldedOld + "/"), name.count >= old.string.count else { return nil }
    return new.string + name.dropFirst(old.string.count)
  }
}
