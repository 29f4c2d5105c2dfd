package import Wording

/// A commit that a user named.
package struct GitRevision: Sendable, Hashable {
  /// The full object name of the commit.
  package let commit: String

  /// The commit that a word means: a revision as git knows it, or a day for the last commit of that day or before.
  ///
  /// - Parameters:
  ///   - word: The word as the user typed it.
  ///   - endOfDay: The end of the day that the word names, in seconds since the epoch; nil if the word is not a day.
  ///   - git: Runs in the repository.
  /// - Throws: ``UnknownRevision`` if there is none; ``GitError``
  package init(_ word: String, endOfDay: Int?, in git: any GitClient) throws {
    let command =
      if let endOfDay {
        GitCommand.reading("rev-list", "-1", "--before=@\(endOfDay - 1)", "HEAD")
      } else {
        GitCommand.reading(
          "rev-parse", "--verify", "--quiet", "--end-of-options",
          try Self.reference(word, in: git) + "^{commit}")
      }
    let outcome = try git.run(command)
    // rev-parse repeats the option before it answers.
    let name = outcome.output.text.split(separator: "\n").last.map(String.init) ?? ""
    guard outcome.isSuccess, name.utf8.count >= 40 else {
      if word == "HEAD" { throw GitError.noCommits }
      throw UnknownRevision(word: word, isDay: endOfDay != nil)
    }
    commit = name
  }

  /// Resolves `main@{upstream}` with the configuration, which is not in force where commits are read.
  private static func reference(_ word: String, in git: any GitClient) throws(GitError) -> String {
    guard word.contains("@{") else { return word }
    let answer = try git.run(
      .asking(.revParse, "--symbolic-full-name", "--verify", "--quiet", "--end-of-options", word))
    let name = answer.output.text.split(separator: "\n").last.map(String.init)
    return name.flatMap { $0.hasPrefix("refs/") ? $0 : nil } ?? word
  }

  /// Returns the last commit, or the name of the empty tree if there is no commit.
  package static func headTree(in git: any GitClient) throws(GitError) -> String {
    let head = try git.run(.reading("rev-parse", "--verify", "--quiet", "HEAD^{commit}"))
    return head.isSuccess ? head.output.text : try emptyTree(in: git)
  }

  package static func emptyTree(in git: any GitClient) throws(GitError) -> String {
    try git.output(.reading("hash-object", "-t", "tree", "--stdin")).text
  }
}

/// No commit has this name, or no commit is so old.
package struct UnknownRevision: ExplainedError {
  let word: String
  let isDay: Bool

  package var category: ErrorCategory { .notFound }
  package var explanation: Message {
    isDay
      ? Message("No commit is as old as \(word)", ko: "\(word)까지의 커밋이 없습니다")
      : Message("No commit is called “\(word)”", ko: "“\(word)” 커밋을 찾을 수 없습니다")
  }
  package var hint: Message? {
    Message(
      "A commit, a branch, a tag or a day: HEAD~3, 2026-11-20, yesterday. “sheaf log” lists commits.",
      ko: "커밋, 브랜치, 태그, 날짜를 쓸 수 있습니다: HEAD~3, 2026-11-20, 어제. “sheaf log”로 커밋을 볼 수 있습니다.")
  }
}
