import NoteHistory
import NoteIndex
package import NoteModel
import NoteSyntax

extension Workspace {
  /// Returns the notes about which a conflict is open and which rules withhold in the version of the other side. Until
  /// the user decides, a reader gets neither version.
  package func disputedNotes(heldBackBy rules: PublicationRules) throws -> Set<NotePath> {
    // Without git, or in a folder that git does not know, no conflict is open.
    guard let git, let disputes = (try? GitDisputes(in: git)) ?? nil else { return [] }
    let prefix = try git.output(.asking(.revParse, "--show-prefix")).text
    let paths = disputes.paths.map(\.string).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    let objects = GitObjects(git)
    let others = try objects.files(of: "HEAD", paths: paths)
    let texts = try objects.texts(of: others.map(\.object))
    return Set(
      others.compactMap { file in
        let path = NotePath(trusted: file.path)
        guard let text = texts[file.object] else { return path }
        let note = Note(Document(parsing: text), at: path, in: layout)
        return rules.reason(PublicationCandidate(note, in: index.zone)) == nil ? nil : path
      })
  }
}
