package import NoteHistory
package import Wording

/// Commits a site to a branch of its own, without the working copy, the index or the branch that is checked out.
package struct SiteBranch {
  private let git: any GitClient
  /// `gh-pages`
  package let name: String

  private var reference: String { "refs/heads/" + name }
  private static let temporary = "refs/sheaf/publication"
  private let isForced: Bool
  /// The message of the commits that publish makes.
  package static let message = Message("Publish the site", ko: "사이트 게시")

  /// - Parameters:
  ///   - name: As the user gives it.
  ///   - git: In the repository.
  ///   - isForced: True to replace the files of a branch that has commits of somebody else.
  /// - Throws: ``Problem`` for a name that is none and a branch that somebody works on.
  package init(_ name: String, _ git: any GitClient, isForced: Bool) throws {
    let name = String(name.trimmingPrefix("refs/heads/"))
    self.name = name
    self.git = git
    self.isForced = isForced
    guard !name.hasPrefix("-"), try git.succeeds(.reading("check-ref-format", "--branch", name))
    else { throw Problem(.usage, Message("Invalid branch name “\(name)”", ko: "브랜치 이름으로 쓸 수 없습니다: “\(name)”")) }
    let trees = try git.output(.writing("for-each-ref", "--format=%(worktreepath)", "refs/heads/" + name)).text
    guard trees.isEmpty else {
      throw Problem(
        .conflict,
        Message(
          "The branch “\(name)” is checked out; its files would no longer match it",
          ko: "체크아웃한 브랜치입니다: “\(name)”. 파일이 브랜치와 달라집니다"),
        hint: Message("Give a branch that only the site uses, such as gh-pages.", ko: "gh-pages처럼 사이트만의 브랜치를 지정하세요."))
    }
    try refuseForeign()
  }

  /// Refuses a branch whose last commit, or one that no remote has, is not one that publish made: a branch of notes has
  /// other files, and a publication drops commits that nobody has received.
  private func refuseForeign() throws {
    guard !isForced, try exists() else { return }
    let last = try git.output(.reading("log", "-1", "--format=%s", reference)).text
    let unsent = try git.output(.reading("log", "--format=%s", reference, "--not", "--remotes=*/" + name)).text
    let subjects = (last + "\n" + unsent).split(separator: "\n").map(String.init)
    guard subjects.contains(where: { ![Self.message.english, Self.message.korean].contains($0) }) else { return }
    throw Problem(
      .conflict,
      Message(
        "The branch “\(name)” has commits that publish did not make",
        ko: "publish가 만들지 않은 커밋이 있는 브랜치입니다: “\(name)”"),
      hint: Message(
        "Give a branch that only the site uses, such as gh-pages; --force replaces its files.",
        ko: "gh-pages처럼 사이트만의 브랜치를 지정하세요. --force는 브랜치의 파일을 바꿉니다."))
  }

  /// Returns the files of the branch; none for a new branch.
  package func files() throws -> [String] {
    guard try exists() else { return [] }
    return try git.output(.reading("ls-tree", "-r", "-z", "--name-only", reference)).texts
  }

  /// Makes one commit with exactly these files, where the branch has others.
  ///
  /// - Parameters:
  ///   - files: Paths and bytes.
  ///   - message: The message of the commit.
  /// - Returns: The short name of the commit; nil if the branch already has these files.
  /// - Throws: ``GitRefusal/unsafeTree(_:)``, ``GitError`` where git cannot make it.
  package func commit(_ files: [(path: String, bytes: [UInt8])], message: String) throws -> String? {
    try CheckedTree.check(files.map(\.path))
    let parent = try parent(of: Set(files.map(\.path)))
    let who = try git.output(.writing("var", "GIT_COMMITTER_IDENT")).text
    var stream = Array("commit \(Self.temporary)\ncommitter \(who)\n".utf8)
    append(Array(message.utf8), to: &stream)
    if let parent { stream += Array("from \(parent)^0\n".utf8) }
    stream += Array("deleteall\n".utf8)
    for file in files {
      stream += Array("M 100644 inline \(Self.quoted(file.path))\n".utf8)
      append(file.bytes, to: &stream)
    }
    stream += Array("done\n".utf8)
    defer { _ = try? git.run(.writing("update-ref", "-d", Self.temporary)) }
    _ = try git.output(.writing("fast-import", "--quiet", "--done", "--force", input: stream))
    if try exists(), try tree(of: reference) == tree(of: Self.temporary) { return nil }
    _ = try git.output(.writing("update-ref", reference, Self.temporary))
    return try git.output(.reading("rev-parse", "--short", reference)).text
  }

  /// Returns the commit before a new one: the last of the branch, or the last that a remote has if a page of a later
  /// commit is gone. The page may be private now, and a push sends the history too.
  private func parent(of files: Set<String>) throws -> String? {
    guard try exists() else { return nil }
    let remotes = try git.output(.reading("for-each-ref", "--format=%(refname)", "refs/remotes/*/" + name)).text
      .split(separator: "\n").map(String.init)
    let unsent = try git.output(.reading("rev-list", "-n", "1", reference, "--not", "--remotes=*/" + name)).text
    guard !unsent.isEmpty, !files.isSuperset(of: try self.files()) else { return reference }
    return try remotes.first { try git.succeeds(.reading("merge-base", "--is-ancestor", $0, reference)) }
  }

  private func exists() throws -> Bool {
    try git.succeeds(.reading("show-ref", "--verify", "--quiet", reference))
  }

  private func tree(of reference: String) throws -> String {
    try git.output(.reading("rev-parse", reference + "^{tree}")).text
  }

  private func append(_ bytes: [UInt8], to stream: inout [UInt8]) {
    stream += Array("data \(bytes.count)\n".utf8) + bytes + [0x0A]
  }

  /// Quotes a path for fast-import, because a path may contain any character.
  private static func quoted(_ path: String) -> String {
    var quoted = "\""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
