import ByteBasics
package import NoteModel
package import NoteRepository
import NoteSyntax

/// A file on its way into the repository and into a note.
package struct Attachment {
  package let path: NotePath
  /// The bytes of the file; nil if the file is already in the repository.
  package let bytes: [UInt8]?

  /// - Parameters:
  ///   - name: The path of the file, absolute or from `folder`.
  ///   - folder: The working folder.
  ///   - note: The note that will link to the file. `./` in the setting is its folder.
  ///   - taken: Names that other files of the same command get.
  package init(
    _ name: String, in folder: String, from note: NotePath, _ workspace: Workspace,
    taken: Set<NotePath>
  ) throws {
    let absolute = absolutePath(name, from: folder)
    let inside = workspace.repository.path(of: name, relativeTo: folder)
    if let inside, workspace.files.exists(inside) {
      path = inside
      bytes = nil
      return
    }
    let content = try readNamedFile(absolute)
    let place = Self.folder(workspace.configuration.text("folders.attachments"), of: note)
    let fileName = absolute.split(separator: "/").last.map(String.init) ?? name
    for number in 1...999 {
      guard let wanted = NotePath(place + "/" + Self.numbered(fileName, number)) else {
        throw RepositoryError.outside(place)
      }
      let candidate = workspace.files.spelled(wanted)
      // A file that already is in the folder needs no second copy.
      if !taken.contains(candidate), (try? workspace.files.read(candidate)) == content {
        path = candidate
        bytes = nil
        return
      }
      let isTaken = try taken.contains(candidate) || workspace.files.exists(foldedAs: candidate)
      guard !isTaken else { continue }
      path = candidate
      bytes = content
      return
    }
    throw RepositoryError.alreadyExists(place + "/" + fileName)
  }

  /// Returns the folder for attachments. `./` at the beginning of the setting is the folder of the note.
  private static func folder(_ setting: String, of note: NotePath) -> String {
    guard setting.hasPrefix("./") else { return setting.isEmpty ? "." : setting }
    return (note.folder?.string ?? ".") + "/" + setting.dropFirst(2)
  }

  /// Returns a name such as `plan.png` or `plan 2.png`, which every file system allows.
  private static func numbered(_ fileName: String, _ number: Int) -> String {
    let path = NotePath(trusted: fileName)
    let suffix = String(fileName.utf8.dropFirst(path.stem.utf8.count)) ?? ""
    let stem = FileName.stem(for: String(path.stem)) ?? "file"
    return (number == 1 ? stem : "\(stem) \(number)") + suffix
  }

  /// Returns the link to it: `![plan](../assets/plan.png)` or `![[plan.png]]`.
  private func link(from note: NotePath, _ style: WrittenLinkStyle) -> String {
    let mark = FileKind(path.fileName) == .picture ? "!" : ""
    func markdown(_ path: String) -> String {
      "\(mark)[\(self.path.stem)](\(LinkDestinationStyle.markdown(path)))"
    }
    return switch style {
    case .wiki: "\(mark)[[\(path.fileName)]]"
    case .wikiPath: "\(mark)[[\(path)]]"
    case .root: markdown(path.string)
    case .relative: markdown(path.relative(to: note.folder))
    }
  }
}

extension Attachment {
  /// Adds files to the repository, and links to them at the end of a note.
  ///
  /// - Parameters:
  ///   - names: The paths of the files, absolute or relative to `folder`.
  ///   - folder: An absolute path.
  ///   - path: The note.
  ///   - workspace: The workspace of the note.
  ///   - transaction: Receives the changes.
  /// - Returns: The files in the repository.
  /// - Throws: If the note or a file is not found, or the setting of the folder leads out of the repository.
  package static func add(
    _ names: some Sequence<String>, in folder: String, to path: NotePath, _ workspace: Workspace,
    _ transaction: inout Transaction
  ) throws -> [NotePath] {
    let before = try workspace.originals.read(path)
    let style = try WrittenLinkStyle(in: workspace)
    var taken: Set<NotePath> = []
    var links: [String] = []
    for name in names {
      let attachment = try Attachment(name, in: folder, from: path, workspace, taken: taken)
      if let bytes = attachment.bytes { transaction.create(attachment.path, bytes) }
      taken.insert(attachment.path)
      links.append(attachment.link(from: path, style))
    }
    let after = before + lines(links, after: before)
    try workspace.add(ChangedNote(path: path, before: before, after: after), to: &transaction)
    transaction.subject = path
    return taken.sorted()
  }

  /// Returns a paragraph of links for the end of a note, with its line endings.
  private static func lines(_ links: [String], after bytes: [UInt8]) -> [UInt8] {
    let end = lineEnd(of: bytes)
    let isWhole = bytes.isEmpty || bytes.last == 0x0A
    let isBlank = bytes.isEmpty || bytes.suffix(end.count * 2).elementsEqual(end + end)
    let gap = (isWhole ? [] : end) + (isBlank ? [] : end)
    return gap + links.flatMap { Array($0.utf8) + end }
  }
}
