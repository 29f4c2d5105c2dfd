import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax

extension Attachment {
  /// Adds files to the repository, and links to them at the end of a note.
  ///
  /// - Parameters:
  ///   - names: Of the files.
  ///   - note: As it was typed.
  ///   - transaction: What is written.
  ///   - context: Where it is asked.
  ///   - workspace: Where the note is.
  /// - Returns: The files in the repository.
  /// - Throws: Where the note or a file is not found, or the setting of the folder leads out of the repository.
  static func add(
    _ names: some Sequence<String>, to note: String, _ transaction: inout Transaction,
    _ context: CommandContext, _ workspace: Workspace
  ) throws -> [NotePath] {
    let path = try context.note(note, in: workspace)
    let before = try workspace.files.read(path)
    let note = Note(Document(parsing: before), at: path, in: workspace.layout)
    var taken: Set<NotePath> = []
    var links: [String] = []
    for name in names {
      let attachment = try Attachment(
        name, in: context.workingDirectory, from: path, workspace, taken: taken)
      if let bytes = attachment.bytes { transaction.create(attachment.path, bytes) }
      taken.insert(attachment.path)
      links.append(attachment.link(from: note))
    }
    let after = before + lines(links, after: before)
    try context.requireRules(of: workspace, changing: before, to: after, at: path)
    transaction.replace(path, expecting: before, with: after)
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
