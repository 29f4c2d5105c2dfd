import HostSystem
package import Wording

/// An operation that somebody else has begun in a repository and not finished.
package enum GitOperation: String, Sendable, CaseIterable {
  /// `am` uses a folder of `rebase`, so it is looked for first.
  case merge, am, rebase, cherryPick, revert, bisect

  /// Names in git's folder that exist during the operation.
  private var marks: [String] {
    switch self {
    case .merge: ["MERGE_HEAD"]
    case .am: ["rebase-apply/applying"]
    case .rebase: ["rebase-merge", "rebase-apply"]
    case .cherryPick: ["CHERRY_PICK_HEAD"]
    case .revert: ["REVERT_HEAD"]
    case .bisect: ["BISECT_LOG"]
    }
  }

  /// Returns the operation in progress in a repository, nil for none.
  package static func underWay(in git: any GitClient) throws(GitError) -> GitOperation? {
    let folder = try git.output(.asking(.revParse, "--absolute-git-dir")).text
    return allCases.first { $0.marks.contains { access(folder + "/" + $0, F_OK) == 0 } }
  }

  /// The operation as typed after `git`.
  package var command: String { self == .cherryPick ? "cherry-pick" : rawValue }
}

/// The reason why Sheaf leaves a repository alone.
package enum GitRefusal: ExplainedError, Hashable {
  case underWay(GitOperation)
  /// The user has put changes of these files into the next commit.
  case staged([String])
  /// - Parameter said: The output of the hook, or of git.
  case commitRefused(said: String)
  case noIdentity
  case noBranch
  /// The branch is jj's to name.
  case jujutsu
  /// Files outside of the folder of notes are in conflict.
  case unmergedElsewhere([String])
  /// A note was to get the name of another.
  case nameTaken(String)
  /// Files whose names are not UTF-8, so that no path can name them.
  case namesWithoutUTF8([String])
  /// A tree names files that no tree may name; none if it names too many.
  case unsafeTree([String])
  /// The repository's settings fetch commits from one place and send them to another.
  case apart(remote: String, from: String, to: String)
  /// To commit would run hooks and filters of a repository that may come from anywhere.
  case notTrusted

  /// Returns true if the errors are git's message about an unknown committer.
  static func isAboutIdentity(_ errors: String) -> Bool {
    errors.contains("Please tell me who you are") || errors.contains("empty ident")
  }

  package var category: ErrorCategory { .conflict }

  package var explanation: Message {
    switch self {
    case .underWay(let operation):
      Message("A git \(operation.command) is under way", ko: "진행 중인 git 작업이 있습니다: \(operation.command)")
    case .staged(let paths):
      Message("You have staged changes:" + Self.list(paths), ko: "스테이징한 변경 사항이 있습니다:" + Self.list(paths))
    case .commitRefused(let said):
      Message("git did not commit:" + Self.quoted(said), ko: "git이 커밋하지 않았습니다:" + Self.quoted(said))
    case .noIdentity:
      Message("git has no name and e-mail address for commits", ko: "git에 커밋 작성자의 이름과 메일 주소가 설정되어 있지 않습니다")
    case .unmergedElsewhere(let paths):
      Message(
        "Files outside the folder of notes have conflicts too:" + Self.list(paths),
        ko: "메모 폴더 밖의 파일에도 충돌이 있습니다:" + Self.list(paths))
    case .nameTaken(let path): Message("\(path) already exists", ko: "이미 있는 이름입니다: \(path)")
    case .namesWithoutUTF8(let paths):
      Message(
        "These files changed elsewhere, and their names are not UTF-8. Nothing was changed here:" + Self.list(paths),
        ko: "다른 곳에서 바뀐 파일의 이름이 UTF-8이 아닙니다. 여기서는 아무것도 바꾸지 않았습니다:" + Self.list(paths))
    case .unsafeTree(let paths):
      Message(
        "A commit has paths that git itself refuses to write. Nothing was changed:" + Self.list(paths),
        ko: "git도 쓰기를 거부하는 경로가 커밋에 있습니다. 아무것도 바꾸지 않았습니다:" + Self.list(paths))
    case .apart(let remote, let from, let to):
      Message(
        "The remote \(remote) receives from \(from) and sends to \(to). Nothing was exchanged",
        ko: "원격 저장소 \(remote)의 받는 곳과 보내는 곳이 달라 주고받지 않았습니다: \(from) → \(to)")
    case .jujutsu:
      Message("jj manages this repository and has no git branch checked out", ko: "jj로 관리하는 저장소라서 체크아웃한 git 브랜치가 없습니다")
    case .noBranch: Message("HEAD is detached; no branch is checked out", ko: "체크아웃한 브랜치가 없습니다")
    case .notTrusted:
      Message(
        "git.commit takes effect only in a repository that you trust (sheaf config trust)",
        ko: "git.commit은 신뢰하는 저장소에서만 적용됩니다(sheaf config trust)")
    }
  }

  package var hint: Message? {
    switch self {
    case .underWay(.bisect):
      Message("End the bisection first: git bisect reset", ko: "먼저 이분 탐색을 끝내세요: git bisect reset")
    case .underWay(.am):
      Message(
        "“git am --continue” applies the remaining patches, “git am --skip” skips this patch, “git am --abort” cancels.",
        ko: "“git am --continue”로 끝낼 수 있습니다. 그만두려면 “git am --abort”를, 이 패치를 건너뛰려면 “git am --skip”을 실행하세요.")
    case .underWay(let operation):
      Message(
        "“sheaf resolve” finishes the \(operation.command); “git \(operation.command) --abort” cancels.",
        ko: "“sheaf resolve”로 끝낼 수 있습니다. 그만두려면 “git \(operation.command) --abort”를 실행하세요.")
    case .staged:
      Message(
        "Commit the staged files, or unstage the files with git restore --staged.",
        ko: "커밋하거나 git restore --staged로 되돌리세요.")
    case .commitRefused(let said) where said.contains("failed to write commit object"):
      Message(
        "git could not sign the commit: see “git commit”.", ko: "git이 커밋에 서명하지 못했습니다. “git commit”을 실행하면 이유를 볼 수 있습니다.")
    case .commitRefused:
      Message(
        "A hook may have refused the commit: “git commit” shows the whole output.",
        ko: "훅이 거부했을 수 있습니다. “git commit”을 실행하면 전체 내용을 볼 수 있습니다.")
    case .noIdentity:
      Message(
        "git config --global user.name NAME; git config --global user.email ADDRESS",
        ko: "git config --global user.name 이름; git config --global user.email 주소")
    case .jujutsu:
      Message(
        "Exchange the notes with “jj git fetch” and “jj git push”; “sheaf resolve” merges notes with conflict markers.",
        ko: "메모는 “jj git fetch”와 “jj git push”로 주고받으세요. 충돌 표시가 있는 메모는 “sheaf resolve”로 병합합니다.")
    case .noBranch: Message("git switch BRANCH", ko: "git switch 브랜치")
    case .unmergedElsewhere:
      Message(
        "Edit the files and run “git add” on each; “sheaf resolve” then finishes.",
        ko: "그 파일을 고치고 “git add”를 실행하면 “sheaf resolve”로 끝낼 수 있습니다.")
    case .nameTaken: Message("Choose another name.", ko: "다른 이름을 지정하세요.")
    case .namesWithoutUTF8:
      Message(
        "Run “git pull --no-rebase”, which writes such names, and then “sheaf sync”.",
        ko: "“git pull --no-rebase”로 받은 뒤 “sheaf sync”를 다시 실행하세요.")
    case .unsafeTree:
      Message(
        "Such a commit is made on purpose, to change your other files. Ask the person who sent the commit.",
        ko: "이런 커밋은 다른 파일을 건드리려고 일부러 만든 것입니다. 커밋을 보낸 사람에게 확인하세요.")
    case .apart(let remote, _, _):
      Message(
        "If you set this yourself, run “sheaf config trust”. Otherwise remove these settings of \(remote) from .git/config.",
        ko: "직접 정한 설정이면 “sheaf config trust”를 실행하고, 아니면 .git/config에서 \(remote)의 이 설정을 지우세요.")
    case .notTrusted: nil
    }
  }

  private static func list(_ paths: [String]) -> String {
    let more = paths.count > 10 ? "\n  … \(paths.count)" : ""
    return paths.prefix(10).map { "\n  " + $0 }.joined() + more
  }

  private static func quoted(_ text: String) -> String {
    list(text.split(whereSeparator: \.isNewline).map(String.init))
  }
}
