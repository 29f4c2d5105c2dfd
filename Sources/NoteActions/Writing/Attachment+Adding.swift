import ByteBasics
package import NoteModel
package import NoteRepository
import NoteSyntax

extension Attachment {
  /// Adds files to the repository, and links to them at the end of a note.
  ///
  /// - Parameters:
  ///   - names: Of the files, absolute or relative to `folder`.
  ///   - folder: An absolute path.
  ///   - path: The note.
  ///   - workspace: Where the note is.
  ///   - transaction: What is written.
  /// - Returns: The files in the repository.
  /// - Throws: Where the note or a file is not found, or the setting of the folder leads out of the repository.
  package static func add(
    _ names: some Sequence<String>, in folder: String, to path: NotePath, _ workspace: Workspace,
    _ transaction: inout Transaction
  ) throws -> [NotePath] {
    let before = try workspace.originals.read(path)
    let note = Note(Document(parsing: before), at: path, in: workspace.layout)
    var taken: Set<NotePath> = []
    var links: [String] = []
    for name in names {
      let attachment = try Attachment(
        name, in: folder, from: path, workspace, taken: taken)
      if let bytes = attachment.bytes { transaction.create(attachment.path, bytes) }
      taken.insert(attachment.path)
      links.append(attachment.link(from: note))
    }
    let after = before + lines(links, after: before)
    try workspace.add(ChangedNote(path: path, before: before, after: after), to: &transaction)
    transaction.subject = path
    return taken.sorted()
  }

  /// A paragraph of links for the end of a note, with its line ends.
  private static func lines(_ links: [String], after bytes: [UInt8]) -> [UInt8] {
    let end = lineEnd(of: bytes)
    let isWhole = bytes.isEmpty || bytes.last == 0x0A
    let isBlank = bytes.isEmpty || bytes.suffix(end.count * 2).elementsEqual(end + end)
    let gap = (isWhole ? [] : end) + (isBlank ? [] : end)
    return gap + links.flatMap { Array($0.utf8) + end }
  }
}
