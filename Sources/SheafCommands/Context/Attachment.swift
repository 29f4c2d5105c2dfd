import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import NoteWorkspace

/// A file on its way into the repository and into a note.
struct Attachment {
  let path: NotePath
  /// nil where it is in the repository already.
  let bytes: [UInt8]?

  /// `name`: Of the file, absolute or from the working folder.
  /// `taken`: Names that other files of the same command get.
  init(
    _ name: String, _ context: CommandContext, _ workspace: Workspace, taken: Set<NotePath>
  ) throws {
    let absolute = name.hasPrefix("/") ? name : context.workingDirectory + "/" + name
    if let inside = workspace.repository.path(of: name, relativeTo: context.workingDirectory),
      workspace.files.exists(inside)
    {
      path = inside
      bytes = nil
      return
    }
    let content = try readFile(absolute)
    let folder = workspace.configuration.text("folders.attachments")
    let fileName = absolute.split(separator: "/").last.map(String.init) ?? name
    for number in 1...999 {
      guard let candidate = NotePath(folder + "/" + Self.numbered(fileName, number)) else {
        throw RepositoryError.outside(folder)
      }
      // The same file once more needs no second copy.
      if !taken.contains(candidate), (try? workspace.files.read(candidate)) == content {
        path = candidate
        bytes = nil
        return
      }
      let isTaken =
        try taken.contains(candidate) || workspace.files.exists(foldedAs: candidate)
      guard !isTaken else { continue }
      path = candidate
      bytes = content
      return
    }
    throw RepositoryError.alreadyExists(folder + "/" + fileName)
  }

  /// `plan.png`, `plan 2.png`; the name is safe on every file system.
  private static func numbered(_ fileName: String, _ number: Int) -> String {
    let path = NotePath(trusted: fileName)
    let suffix = String(fileName.utf8.dropFirst(path.stem.utf8.count)) ?? ""
    let stem = FileName.stem(for: String(path.stem)) ?? "file"
    return (number == 1 ? stem : "\(stem) \(number)") + suffix
  }

  /// The link to it, in the manner of the note: `![plan](../assets/plan.png)` or `![[plan.png]]`.
  func link(from note: Note) -> String {
    let kinds = Set(note.document.links.map(\.kind))
    let isPicture = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp"].contains {
      path.fileName.lowercased().hasSuffix("." + $0)
    }
    let mark = isPicture ? "!" : ""
    let isWiki =
      !kinds.isDisjoint(with: [.wiki, .embed]) && kinds.isDisjoint(with: [.inline, .image])
    if isWiki { return "\(mark)[[\(path.fileName)]]" }
    let destination = LinkDestinationStyle.markdown(path.relative(to: note.path.folder))
    return "\(mark)[\(path.stem)](\(destination))"
  }
}
