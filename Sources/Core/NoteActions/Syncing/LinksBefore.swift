import ByteBasics
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// The links of this side before the changes of another came, to tell which of them lead elsewhere or nowhere since.
///
/// Each machine looks after the links that it had: those that only the other has are checked there, when it receives.
struct LinksBefore {
  private let links: [LinkRow]
  private let commit: String

  /// - Parameter commit: The one that was checked out.
  init(_ links: [LinkRow], at commit: String) {
    (self.links, self.commit) = (links, commit)
  }

  private struct Wording: Hashable {
    let source: NotePath
    let kind: String
    let destination: String
  }

  /// Names each link that is still there word for word and has lost its note, with the command that mends it.
  func warn(_ workspace: Workspace, _ git: any GitClient, _ warn: (Message) -> Void) throws {
    let head = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
    guard head != commit, !links.isEmpty else { return }
    try workspace.synchronize()
    let now = Dictionary(
      try workspace.index.links.all().map {
        (Wording(source: $0.source, kind: $0.kind, destination: $0.destination), $0)
      },
      uniquingKeysWith: { first, _ in first })
    let renames = try GitRenames(since: commit, to: head, in: git)
    var known: Set<Wording> = []
    for link in links where !link.destination.isEmpty {
      let wording = Wording(
        source: renames.newPath(of: link.source), kind: link.kind, destination: link.destination)
      guard let former = link.target, let row = now[wording], known.insert(wording).inserted else { continue }
      let target = renames.newPath(of: former)
      guard row.target != target, row.target != former || workspace.files.exists(target) else { continue }
      let change = LinkTargetChange(
        path: row.source, line: row.line, destination: row.destination, meaning: row.target.map { .one($0) } ?? .nothing
      )
      let words = change.explanation(isDone: true)
      let command =
        workspace.files.exists(target)
        ? "sheaf edit \(typedWord(row.source.string))" : "sheaf restore \(typedWord(target.string))"
      warn(
        Message(
          "\(words.english); \(target) was meant (\(command))", ko: "\(words.korean). 원래 대상: \(target) (\(command))"))
    }
  }
}
