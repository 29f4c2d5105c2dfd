import ByteBasics
package import Wording

/// The reason why a command of git failed.
package enum GitError: ExplainedError, Hashable {
  case notInstalled
  case notStarted(reason: String)
  case noRepository(folder: String)
  /// Another user owns the repository, so git does not read its configuration.
  case foreignOwner(folder: String)
  /// The `.git` of a folder points to the repository of another folder.
  case elsewhere(link: String, target: String)
  /// A pipe or a device is in the place of a file that git reads: it would wait for ever.
  case noFile(String)
  /// The git repository has no commit yet.
  case noCommits
  /// Another git process holds the lock of the index or of a reference.
  case locked(file: String)
  /// Another git process holds a lock in the repository to which commits are sent.
  case lockedThere(file: String)
  case diskFull
  /// A partial clone has an object only when it fetches it.
  case missing(object: String)
  /// - Parameter said: The output of git, in English.
  case failed(_ command: String, status: Int32, said: String)

  /// Reads the error from the messages of a failed run. Nil if only the exit status is known.
  package init?(errors: String, folder: String) {
    let lines = errors.split(whereSeparator: \.isNewline)
    let isNone = [
      "not a git repository", "must be run in a work tree", "cannot use bare repository",
    ].contains { errors.contains($0) }
    if isNone {
      self = .noRepository(folder: folder)
    } else if errors.contains("detected dubious ownership") {
      self = .foreignOwner(folder: Self.quoted(in: errors) ?? folder)
    } else if errors.contains("bad revision 'HEAD'") || errors.contains("does not have any commits yet") {
      self = .noCommits
    } else if let line = lines.first(where: { $0.contains(".lock': File exists") }) {
      let file = Self.lockFile(in: line) ?? folder
      self = line.isSaidThere ? .lockedThere(file: file) : .locked(file: file)
    } else if lines.contains(where: { $0.saysDiskIsFull && !$0.isSaidThere }) {
      self = .diskFull
    } else if let object = Self.missingObject(in: lines) {
      self = .missing(object: object)
    } else {
      return nil
    }
  }

  private static func missingObject(in lines: [Substring]) -> String? {
    lines.lazy.compactMap { line -> String? in
      guard line.hasPrefix("fatal: unable to read ") || line.hasPrefix("error: unable to read ") else { return nil }
      let name = line.split(separator: " ").last.map(String.init)
      return name.flatMap { $0.utf8.count >= 40 && $0.allSatisfy(\.isHexDigit) ? $0 : nil }
    }.first
  }

  /// Returns the first text between apostrophes.
  private static func quoted(in text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }

  /// Returns the path before `': File exists`: a reference, which may be named before it, is no path.
  private static func lockFile(in line: Substring) -> String? {
    let head = line.ranges(of: "': File exists").first.map { line[..<$0.lowerBound] }
    guard let head, let start = head.lastIndex(of: "'") else { return nil }
    return String(head[head.index(after: start)...]).replacing("/./", with: "/")
  }

  package var category: ErrorCategory {
    switch self {
    case .noRepository, .noCommits: .notFound
    case .foreignOwner, .elsewhere, .noFile: .conflict
    case .locked, .lockedThere: .locked
    case .diskFull: .inputOutput
    case .notInstalled, .notStarted, .missing, .failed: .failure
    }
  }

  package var explanation: Message {
    switch self {
    case .notInstalled: Message("git is not installed, or not on the PATH", ko: "git이 설치되어 있지 않거나 PATH에 없습니다")
    case .notStarted(let reason): Message("git could not be started: \(reason)", ko: "git을 시작할 수 없습니다: \(reason)")
    case .noRepository(let folder): Message("\(folder) is not in a git repository", ko: "git 저장소가 아닙니다: \(folder)")
    case .foreignOwner(let folder):
      Message(
        "git does not trust \(folder), because it belongs to another user",
        ko: "다른 사용자의 폴더라서 git이 신뢰하지 않습니다: \(folder)")
    case .elsewhere(let link, let target):
      Message(
        "\(link) points to \(target), which belongs to another folder",
        ko: "다른 폴더의 git 저장소로 연결되어 있습니다: \(link) → \(target)")
    case .noFile(let path): Message("\(path) is not a file, so git is not run", ko: "파일이 아니라서 git을 실행하지 않았습니다: \(path)")
    case .noCommits: Message("Nothing has been committed yet", ko: "아직 커밋이 없습니다")
    case .locked(let file):
      Message("Another git process holds the lock \(file)", ko: "다른 git 프로세스가 잠금 파일을 잡고 있습니다: \(file)")
    case .lockedThere(let file):
      Message(
        "A git process on the remote holds the lock \(file)",
        ko: "원격 저장소의 git 프로세스가 잠금 파일을 잡고 있습니다: \(file)")
    case .diskFull: Message("The disk is full, so git cannot continue", ko: "디스크에 남은 공간이 없어 git을 계속할 수 없습니다")
    case .missing(let object):
      Message(
        "This partial clone lacks the content \(object.prefix(10))",
        ko: "이 부분 클론에 없는 내용입니다: \(object.prefix(10))")
    case .failed(let command, let status, let said): Self.failure(command, status, said)
    }
  }

  package var hint: Message? {
    switch self {
    case .notInstalled: Message("Install git, for example with “apt install git”.", ko: "“apt install git”처럼 설치하세요.")
    case .noRepository:
      Message(
        "“git init” creates a git repository. Other commands work without git.",
        ko: "“git init”으로 만들 수 있습니다. Sheaf의 다른 기능은 git 없이도 쓸 수 있습니다.")
    case .noCommits:
      Message(
        "“sheaf sync” or “git commit” makes the first commit.",
        ko: "“sheaf sync”나 “git commit”으로 첫 커밋을 만들 수 있습니다.")
    case .foreignOwner(let folder):
      Message(
        "If you trust the folder: git config --global --add safe.directory '\(folder)'",
        ko: "신뢰한다면 다음을 실행하세요: git config --global --add safe.directory '\(folder)'")
    case .elsewhere(let link, _) where link.hasSuffix("/alternates"):
      Message(
        "If the repository is yours, copy the objects: git repack -a -d && rm \(shellWord(link))",
        ko: "직접 만든 저장소라면 git 개체를 복사하세요: git repack -a -d && rm \(shellWord(link))")
    case .elsewhere(let link, _) where !link.hasSuffix("/.git"):
      Message(
        "If the repository is yours, put the data in its own .git folder: “git clone” makes a copy, “git worktree add” "
          + "a second work tree.",
        ko: "직접 만든 저장소라면 “git clone”으로 복사하거나 “git worktree add”로 작업 트리를 만드세요.")
    case .elsewhere(let link, let target):
      Message(
        "If this is the repository of the folder: git config --file '\(target)/config' core.worktree '\(link.dropLast(5))'",
        ko: "이 폴더의 저장소가 맞다면 다음을 실행하세요: git config --file '\(target)/config' core.worktree '\(link.dropLast(5))'")
    case .locked:
      Message(
        "Try again when that process has ended. If no git process is running, remove the file.",
        ko: "그 프로세스가 끝난 뒤 다시 해 보세요. 실행 중인 git이 없으면 그 파일을 지워도 됩니다.")
    case .lockedThere:
      Message(
        "Try again when that process has ended. If no git process is running there, the file must be removed there.",
        ko: "그 프로세스가 끝난 뒤 다시 해 보세요. 그곳에서 실행 중인 git이 없으면 그 파일을 지워야 합니다.")
    case .diskFull:
      Message(
        "Free some space and try again. Your notes are unchanged.",
        ko: "공간을 확보한 뒤 다시 해 보세요. 메모는 그대로입니다.")
    case .missing(let object):
      Message(
        "git cat-file -p \(object.prefix(10)) fetches it.",
        ko: "git cat-file -p \(object.prefix(10)) 명령으로 가져올 수 있습니다.")
    case .notStarted, .failed, .noFile: nil
    }
  }

  /// Returns the last line of git's own words that states the error, without its heading.
  private static func failure(_ command: String, _ status: Int32, _ said: String) -> Message {
    let lines = said.split(whereSeparator: \.isNewline)
    let line = lines.first { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") } ?? lines.last
    let reason = line.map { line in
      for heading in ["fatal: ", "error: "] where line.hasPrefix(heading) {
        return String(line.dropFirst(heading.count))
      }
      return String(line)
    }
    return Message(
      "git \(command) failed: \(reason ?? "status \(status)")",
      ko: "git \(command) 명령이 실패했습니다(\(reason ?? "종료 코드 \(status)"))")
  }
}

extension Substring {
  /// True for a line that the git of the other side has printed.
  fileprivate var isSaidThere: Bool { hasPrefix("remote:") }

  fileprivate var saysDiskIsFull: Bool { contains("No space left on device") || contains("Out of diskspace") }
}
