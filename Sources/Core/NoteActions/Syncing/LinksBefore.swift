import ByteBasics
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// The links of this side before the changes of the other side arrive, to detect links that are broken or changed
/// afterwards.
///
/// Each machine checks its own links. Links that only the other side has are checked there when it receives the
/// changes.
struct LinksBefore {
  private let links: [LinkRow]
  private let commit: String

  /// - Parameter commit: The one that was checked out.
  init(_ links: [LinkRow], at commit: String) { (self.links, self.commit) = (links, commit) }

  private struct Wording: Hashable {
    let source: NotePath
    let kind: String
    let destination: String
    let fragment: String?

    init(_ link: LinkRow, in source: NotePath) {
      (self.source, kind, destination, fragment) = (source, link.kind, link.destination, link.fragment)
    }
  }

  /// Reports each unchanged link that has lost its file or heading, with the command that repairs it.
  func warn(_ workspace: Workspace, _ git: any GitClient, _ warn: (Message) -> Void) throws {
    let head = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
    guard head != commit, !links.isEmpty else { return }
    try workspace.synchronize()
    let now = Dictionary(
      try workspace.index.links.all().map { (Wording($0, in: $0.source), $0) }, uniquingKeysWith: { first, _ in first })
    let renames = try GitRenames(since: commit, to: head, in: git)
    var known: Set<Wording> = []
    for link in links where !link.destination.isEmpty {
      let wording = Wording(link, in: renames.newPath(of: link.source))
      guard let former = link.target, let row = now[wording], known.insert(wording).inserted else { continue }
      let target = renames.newPath(of: former)
      let isReplaced = renames.replaced.contains(former) && row.target == former
      guard isReplaced || row.target != target && (row.target != former || workspace.files.exists(target)) else {
        continue
      }
      let change = LinkTargetChange(
        path: row.source, line: row.line, destination: row.destination, meaning: row.target.map { .one($0) } ?? .nothing
      )
      let words = change.explanation(isDone: true)
      let command =
        workspace.files.exists(target)
        ? Self.command(for: row.source)
        : target.isMarkdown
          ? "sheaf restore \(typedWord(target.string))"
          : "git restore --source=\(commit.prefix(12)) -- \(typedWord(former.string))"
      warn(
        Message(
          "\(words.english); \(isReplaced ? "the former " : "")\(target) was meant (\(command))",
          ko: "\(words.korean). 원래 대상: \(isReplaced ? "이전의 " : "")\(target) (\(command))"))
    }
    try warnOfParts(workspace, git, renames, warn)
  }

  private func warnOfParts(
    _ workspace: Workspace, _ git: any GitClient, _ renames: GitRenames, _ warn: (Message) -> Void
  ) throws {
    let former = Dictionary(
      links.filter { $0.fragment?.isEmpty == false }.map { (Wording($0, in: renames.newPath(of: $0.source)), $0) },
      uniquingKeysWith: { first, _ in first })
    let targets = Set(former.values.compactMap(\.target)).filter { renames.changed.contains(renames.newPath(of: $0)) }
    guard !targets.isEmpty else { return }
    let files = try GitObjects(git).files(of: commit, paths: targets.map(\.string))
    let contents = try GitObjects(git).texts(of: files.map(\.object))
    let old = Dictionary(
      files.compactMap { file in
        contents[file.object].map { (NotePath(trusted: file.path), NoteAnchors(Document(parsing: $0))) }
      }, uniquingKeysWith: { $1 })
    var known: [NotePath: NoteAnchors] = [:]
    for path in targets.map(renames.newPath) {
      known[path] = (try? workspace.originals.read(path)).map { NoteAnchors(Document(parsing: $0)) }
    }
    let missing = try workspace.linksToMissingParts { known[$0] }
    for link in missing {
      guard let target = former[Wording(link, in: link.source)]?.target, renames.newPath(of: target) == link.target,
        let fragment = link.fragment, old[target]?.has(fragment, isWiki: link.isWiki) == true
      else { continue }
      let (place, name) = ("\(link.source):\(link.line)", "“\(link.destination)#\(fragment)”")
      let command = Self.command(for: link.source)
      warn(
        Message(
          "\(place): the heading or block of \(name) does not exist any more (\(command))",
          ko: "\(place): \(name) 링크가 가리키던 소제목이나 블록이 없어졌습니다 (\(command))"))
    }
  }

  /// Returns the command to mend a link; a canvas is drawn in another program.
  private static func command(for source: NotePath) -> String {
    (source.isCanvas ? "sheaf links " : "sheaf edit ") + typedWord(source.string)
  }
}
