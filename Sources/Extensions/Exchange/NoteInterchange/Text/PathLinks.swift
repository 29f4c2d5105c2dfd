import ByteBasics
import NoteModel
import NoteSyntax

/// Links between files of a folder that is imported.
struct PathLinks {
  let source: ImportSource
  /// Returns the source of the note that a file becomes; nil if it becomes none.
  let noteSource: (ImportFile) -> String?

  /// Makes the links of a note's body lead to the results of its files; files that are no notes become attachments.
  func add(to note: inout ImportedNote, from file: ImportFile) {
    for link in Document(parsing: Array(ImportLines.normal(note.body).utf8)).links {
      guard !link.kind.isWiki || link.kind == .embed,
        let target = target(of: link.destination, from: file)
      else { continue }
      if let source = noteSource(target) {
        note.references[link.destination] = .note(source)
      } else if target.path != file.path {
        note.references[link.destination] = .file(target.path)
        if !note.attachments.contains(where: { $0.key == target.path }) {
          note.attachments.append(ImportedAttachment(key: target.path, name: target.name, file: target))
        }
      }
    }
  }

  /// Returns the file that a relative path means, with percent escapes or without.
  func target(of destination: String, from file: ImportFile) -> ImportFile? {
    guard !destination.isEmpty, !destination.contains("://") else { return nil }
    let place = file.folder.isEmpty ? "" : file.folder + "/"
    for text in [percentDecoded(destination), destination] {
      if let path = NotePath(place + text), let found = source.file(at: path.string) { return found }
    }
    return nil
  }
}
