import ByteBasics
import NoteActions
package import NoteInterchange
package import NoteModel
import NoteSyntax

/// Points the links of imported notes at the notes and files that they have become.
struct ImportedLinks {
  /// The paths of imported notes by their source.
  let notes: [String: NotePath]
  /// The paths of imported notes by their folded titles.
  let titles: [String: NotePath]
  let format: String

  /// Returns the text of a note with its links. Attachments without a link are added as links at the end.
  ///
  /// - Parameter files: The paths of the note's attachments by their keys.
  func body(of note: ImportedNote, at path: NotePath, files: [(key: String, path: NotePath)]) -> String {
    let byKey = Dictionary(files.map { ($0.key, $0.path) }, uniquingKeysWith: { first, _ in first })
    var used: Set<NotePath> = []
    var text = note.body
    if !note.references.isEmpty {
      let document = Document(parsing: Array(ImportLines.normal(note.body).utf8))
      let edits = document.links.compactMap { link -> TextEdit? in
        guard let range = link.destinationRange,
          let target = target(of: link, note, files: byKey)
        else { return nil }
        used.insert(target)
        return TextEdit(range: range, replacement: destination(of: link, target, from: path))
      }
      if let changed = try? document.source.applying(edits) {
        text = String(decoding: changed.bytes, as: UTF8.self)
      }
    }
    var seen: Set<NotePath> = []
    let left = files.map(\.path).filter { !used.contains($0) && seen.insert($0).inserted }
    guard !left.isEmpty else { return text }
    let gap = text.isEmpty || text.hasSuffix("\n\n") ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
    return text + gap + left.map { Self.link(to: $0, from: path) + "\n" }.joined(separator: "\n")
  }

  private func target(of link: Link, _ note: ImportedNote, files: [String: NotePath]) -> NotePath? {
    let reference = note.references[link.destination] ?? note.references[percentDecoded(link.destination)]
    switch reference {
    case .note(let source)?: return notes[ImportedNoteText.source(source, format: format)]
    case .file(let key)?: return files[key]
    case .title(let title)?: return titles[foldedName(title)]
    case nil: return nil
    }
  }

  private func destination(of link: Link, _ target: NotePath, from path: NotePath) -> String {
    let fragment = link.fragment.map { "#" + $0 } ?? ""
    if link.kind.isWiki {
      return (target.isMarkdown ? String(target.string.dropLast(3)) : target.string) + fragment
    }
    return LinkDestinationStyle.markdown(target.relative(to: path.folder)) + fragment
  }

  private static func link(to file: NotePath, from path: NotePath) -> String {
    let isPicture = FileKind(file.fileName) == .picture
    let name = file.fileName.filter { !"[]\\`*_<>".contains($0) }
    let destination = LinkDestinationStyle.markdown(file.relative(to: path.folder))
    return "\(isPicture ? "!" : "")[\(name)](\(destination))"
  }
}

/// The choices of an import: its source, its format and its target.
package struct ImportRequest: Sendable {
  package let format: ImportFormat
  package let source: ImportSource
  package let options: ImportOptions
  /// The folder of all notes; nil for those of the configuration, by kind.
  package let folder: NotePath?
  /// True if notes that were imported before and not changed since are brought up to date.
  package let updates: Bool

  package init(format: ImportFormat, source: ImportSource, options: ImportOptions, folder: NotePath?, updates: Bool) {
    self.format = format
    self.source = source
    self.options = options
    self.folder = folder
    self.updates = updates
  }
}

/// The results of an import, or of its dry run.
package struct ImportReport: Sendable {
  package struct Entry: Sendable, Hashable {
    package let path: NotePath
    package let position: ImportPosition
  }

  package var created: [Entry] = []
  package var updated: [Entry] = []
  /// Notes that were imported before and are left as they are.
  package var unchanged = 0
  package var attachments = 0
  package var problems: [ImportProblem] = []

  package init() {}

  package var isEmpty: Bool { created.isEmpty && updated.isEmpty }
}
