import HostSystem

/// The remote branch that a branch follows.
package struct GitUpstream: Sendable, Hashable {
  /// The branch here: `main`.
  package let branch: String
  /// The branch there, as it was when it was last fetched: `origin/main`.
  package let name: String
  /// The full name of the branch: `refs/remotes/origin/main`.
  package let reference: String
  package let remote: String
}

/// The reason why an exchange with another repository failed.
package enum GitExchangeFailure: Sendable, Hashable {
  case offline(said: String)
  case credentials(said: String)
  /// Another computer pushed first: its commits have to be fetched before the next attempt.
  case behind
  /// The branch there is locked: somebody else is sending, or was stopped while he did.
  case locked(file: String)
  /// The other side refused: a hook, a protected branch.
  case rejected(said: String)

  /// - Parameter said: The output of git on standard error, in English.
  package init(_ said: String) {
    func has(_ words: String...) -> Bool { words.contains { said.contains($0) } }
    let line = Self.reason(said)
    if has("(fetch first)", "(non-fast-forward)", "cannot lock ref", "failed to update ref") {
      self = .behind
    } else if has("[remote rejected]", "hook declined") {
      self = .rejected(said: line)
    } else if has(
      "Authentication failed", "could not read Username", "could not read Password",
      "Permission denied", "terminal prompts disabled", "Host key verification failed",
      "Access denied", "returned error: 401", "returned error: 403")
    {
      // The program that asks for a key says more than git does.
      let cause = said.split(whereSeparator: \.isNewline).first { $0.contains("Permission denied") }
      self = .credentials(said: cause.map { Self.words($0) } ?? line)
    } else if has("failed to push some refs"), !has("fatal:") {
      // A hook here refused it, and said why.
      self = .rejected(said: Self.words(said.split(whereSeparator: \.isNewline).first ?? ""))
    } else {
      self = .offline(said: line)
    }
  }

  private static func reason(_ said: String) -> String {
    let lines = said.split(whereSeparator: \.isNewline).map(String.init)
    let line =
      lines.first { $0.contains("rejected]") || $0.hasPrefix("fatal:") || $0.hasPrefix("remote: ") }
      ?? lines.first { $0.hasPrefix("error:") } ?? lines.last ?? ""
    return words(line)
  }

  private static func words(_ line: some StringProtocol) -> String {
    line.split(separator: " ").joined(separator: " ")
  }
}

/// The branch that is checked out, and its upstream branch.
package struct GitRemote: Sendable {
  private let git: any GitClient

  package init(_ git: any GitClient) { self.git = git }

  /// Returns the branch that is checked out. Throws ``GitRefusal/noBranch``, ``GitError``.
  package func branch() throws -> String {
    let outcome = try git.run(.asking(.symbolicRef, "--quiet", "--short", "HEAD"))
    guard outcome.isSuccess else {
      let top = try git.output(.asking(.revParse, "--show-toplevel")).text
      throw access(top + "/.jj", F_OK) == 0 ? GitRefusal.jujutsu : GitRefusal.noBranch
    }
    return outcome.output.text
  }

  package func remotes() throws(GitError) -> [String] {
    try git.output(.asking(.remote)).text.split(separator: "\n").map(String.init)
  }

  /// Lets a branch follow the branch of its name on a remote that has no branch yet.
  ///
  /// - Returns: False if the remote has branches, or does not answer: the user then chooses.
  package func follow(_ remote: String, with branch: String) throws(GitError) -> Bool {
    let branches = try git.run(.writing("ls-remote", "--end-of-options", remote))
    guard branches.isSuccess, branches.output.text.isEmpty else { return false }
    _ = try git.output(.writing("config", "branch.\(branch).remote", remote))
    _ = try git.output(.writing("config", "branch.\(branch).merge", "refs/heads/" + branch))
    return true
  }

  /// Returns the upstream of a branch. Nil if the branch follows no other branch.
  package func upstream(of branch: String) throws(GitError) -> GitUpstream? {
    let remote = try git.run(.asking(.config, "--get", "branch.\(branch).remote"))
    guard remote.isSuccess else { return nil }
    let names = try git.run(.asking(.revParse, "--symbolic-full-name", "@{upstream}", "--abbrev-ref", "@{upstream}"))
    let lines = names.output.text.split(separator: "\n").map(String.init)
    guard names.isSuccess, lines.count == 2 else {
      // The branch follows a branch that does not exist yet, as in an empty remote repository.
      return GitUpstream(branch: branch, name: "", reference: "", remote: remote.output.text)
    }
    return GitUpstream(branch: branch, name: lines[1], reference: lines[0], remote: remote.output.text)
  }

  /// Commits that only one side has.
  package func distance(to upstream: GitUpstream) throws(GitError) -> (ahead: Int, behind: Int) {
    guard !upstream.name.isEmpty else { return (1, 0) }
    let text = try git.output(.reading("rev-list", "--left-right", "--count", "HEAD..." + upstream.reference)).text
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
  }

  /// Returns the addresses for fetching and for sending if the repository's own settings make the two addresses of a
  /// remote differ.
  package func apart(_ remote: String) throws(GitError) -> (from: String, to: String)? {
    let answer = try git.run(
      .asking(.config, "-z", "--show-scope", "--get-regexp", "^(remote\\..*\\.(url|pushurl)|url\\..*\\.pushinsteadof)$")
    )
    let words = answer.output.texts
    var settings: [(key: String, value: String)] = []
    for place in stride(from: 0, to: words.count - 1, by: 2) where ["local", "worktree"].contains(words[place]) {
      let parts = words[place + 1].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      settings.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
    }
    // An older form of the same settings, which git obeys and does not list.
    let own = try git.output(.writing("rev-parse", "--path-format=absolute", "--git-common-dir")).text
    if let file = ["remotes", "branches"].map({ own + "/\($0)/" + remote }).first(where: {
      unsafe access($0, F_OK) == 0
    }) {
      return (remote, file)
    }
    let addresses = settings.filter { $0.key == "remote.\(remote).url" }.map(\.value)
    let sending = settings.filter { $0.key == "remote.\(remote).pushurl" }.map(\.value)
    let from = addresses.first ?? ""
    let other = (sending.isEmpty ? addresses : sending).first { Self.place($0) != Self.place(from) }
    return (other ?? settings.first { $0.key.hasPrefix("url.") }?.key).map { (from, $0) }
  }

  /// Returns the place of an address without the protocol: `https://host/a.git` and `git@host:a` are the same place.
  private static func place(_ address: String) -> String {
    let parts = address.split(separator: "://", maxSplits: 1).map(String.init)
    var text = parts.last ?? ""
    if parts.count < 2 || parts[0] == "file" {
      // A folder of this computer, which a name like a host's may lead to.
      guard parts.count < 2, let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") else {
        return "./" + text
      }
      text.replaceSubrange(colon...colon, with: "/")
    }
    let host = text.prefix { $0 != "/" }
    if let at = host.lastIndex(of: "@") { text = String(text[text.index(after: at)...]) }
    while text.hasSuffix("/") { text.removeLast() }
    return (text.hasSuffix(".git") ? String(text.dropLast(4)) : text).lowercased()
  }

  /// Fetches from a remote. Nil if the fetch succeeded.
  package func fetch(_ remote: String) throws(GitError) -> GitExchangeFailure? {
    let outcome = try git.run(.writing("fetch", "--quiet", "--end-of-options", remote))
    return outcome.isSuccess ? nil : GitExchangeFailure(outcome.errors)
  }

  /// Sends the branch that is checked out; nothing there is ever overwritten.
  package func push(_ upstream: GitUpstream) throws(GitError) -> GitExchangeFailure? {
    let target = try git.run(.asking(.config, "--get", "branch.\(upstream.branch).merge")).output.text
    do {
      let outcome = try git.run(
        .writing(
          "push", "--quiet", "--end-of-options", upstream.remote,
          "HEAD:" + (target.isEmpty ? upstream.branch : target)))
      return outcome.isSuccess ? nil : GitExchangeFailure(outcome.errors)
    } catch .lockedThere(let file) {
      return .locked(file: file)
    }
  }
}
