import ByteBasics
package import NoteHistory
import NoteModel
package import Wording

/// The result of a synchronisation: the finished steps, and the next one if any is left.
package enum SyncOutcome: Sendable, Hashable {
  case upToDate
  /// Commits that went each way.
  ///
  /// - Parameter kept: Files that are no notes, changed here and there, that are as they were here.
  case exchanged(sent: Int, received: Int, kept: [String])
  /// The repository has no remote.
  ///
  /// - Parameter committed: Files.
  case noRemote(committed: Int)
  case noUpstream(branch: String, remote: String)
  case failed(GitExchangeFailure, remote: String)
  /// Another computer pushed first three times in succession.
  case raced
  case conflict([SyncConflict], upstream: String)
  /// All else is exchanged.
  case open([SyncConflict])
  /// Files that were changed here while it ran, or that are not part of it.
  case inTheWay([String])
  case unrelated(upstream: String)
  /// Attributes have these files encrypted, and commits have them in clear. Nothing was sent.
  case inClear([String], upstream: String)
  /// Commits have files that seem to contain a key or a password. Nothing was sent.
  case keys([String])

  /// True if nothing is left to be exchanged.
  package var isComplete: Bool {
    switch self {
    case .upToDate, .exchanged, .noRemote: true
    default: false
    }
  }

  /// True if files may have come.
  var hasReceived: Bool {
    switch self {
    case .exchanged(_, let received, _): received > 0
    case .upToDate, .noRemote, .noUpstream: false
    default: true
    }
  }

  package var explanation: Message {
    switch self {
    case .upToDate: Message("Already up to date", ko: "이미 최신 상태입니다")
    case .exchanged: explanation(went: nil, came: nil)
    case .noRemote(let committed):
      Message(
        (committed == 0 ? "Nothing to commit" : "Committed \(counted(committed, "file"))")
          + "; this git repository has no remote to send commits to",
        ko: (committed == 0 ? "커밋할 파일이 없습니다" : "파일 \(committed)개를 커밋했습니다") + ". 원격 저장소가 없어 보내지 않았습니다")
    case .noUpstream(let branch, _):
      Message("The branch \(branch) has no upstream", ko: "원격 브랜치에 연결되지 않은 브랜치입니다: \(branch)")
    case .failed(.offline(let said), let remote):
      Message("Cannot reach \(remote): \(said)", ko: "원격 저장소에 연결할 수 없습니다: \(remote)(\(said))")
    case .failed(.credentials(let said), let remote):
      Message("\(remote) refused the login: \(said)", ko: "원격 저장소에 로그인할 수 없습니다: \(remote)(\(said))")
    case .failed(.rejected(let said), let remote):
      Message("\(remote) refused the commits: \(said)", ko: "원격 저장소가 커밋을 거부했습니다: \(remote)(\(said))")
    case .failed(.locked(let file), let remote):
      Message(
        "The branch on \(remote) is locked: \(file)",
        ko: "원격 저장소의 브랜치가 잠겨 있습니다: \(remote)(\(file))")
    case .failed(.behind, _), .raced:
      Message(
        "Other commits were sent at the same time, three times in a row",
        ko: "같은 때에 다른 곳에서 커밋을 보내 세 번 모두 실패했습니다")
    case .open(let files) where files.allSatisfy(\.isUnwritable):
      Message(
        "Files of the other side cannot be written here:" + files.map { "\n  " + $0.words.english }.joined(),
        ko: "다른 쪽 파일을 여기에 쓸 수 없습니다:" + files.map { "\n  " + $0.words.korean }.joined())
    case .conflict(let conflicts, _), .open(let conflicts):
      Message(
        "Both sides changed the same thing:" + conflicts.map { "\n  " + $0.words.english }.joined(),
        ko: "양쪽에서 같은 곳을 바꿨습니다:" + conflicts.map { "\n  " + $0.words.korean }.joined())
    case .inTheWay(let paths):
      Message(
        "These files were changed or added here, and are not committed:" + Self.list(paths),
        ko: "다음 파일이 바뀌었거나 추가되었지만 커밋하지 않았습니다:" + Self.list(paths))
    case .inClear(let paths, _):
      Message(
        ".gitattributes or earlier commits encrypt these files, but commits contain them in clear text. Nothing was sent:"
          + Self.list(paths),
        ko: ".gitattributes나 이전 커밋에서 암호화한 파일이 커밋에 평문으로 들어 있어 보내지 않았습니다:" + Self.list(paths))
    case .keys(let paths):
      Message(
        "Commits have files that seem to contain a key or a password. Nothing was sent:" + Self.list(paths),
        ko: "커밋에 키나 비밀번호가 든 것으로 보이는 파일이 있어 보내지 않았습니다:" + Self.list(paths))
    case .unrelated(let upstream):
      Message("\(upstream) and this branch have no commit in common", ko: "\(upstream) 브랜치와 공통 커밋이 없습니다")
    }
  }

  /// Returns the explanation with the sent notes and the received notes.
  package func explanation(went: Message?, came: Message?) -> Message {
    guard case .exchanged(let sent, let received, let kept) = self else { return explanation }
    func commits(_ count: Int) -> Message? {
      count == 0 ? nil : Message(counted(count, "commit"), ko: "커밋 \(count)개")
    }
    let list = kept.isEmpty ? "" : Self.list(kept)
    let parts = [
      (sent == 0 ? nil : went ?? commits(sent)).map { Message("Sent      \($0.english)", ko: "보냄  \($0.korean)") },
      (received == 0 ? nil : came ?? commits(received)).map(Self.received),
      kept.isEmpty
        ? nil
        : Message(
          "These files were changed on both sides; this computer's versions were kept:\(list)",
          ko: "다음 파일은 양쪽에서 바뀌어 이 컴퓨터의 내용을 그대로 두었습니다:\(list)"),
    ].compactMap(\.self)
    return Message(parts.map(\.english).joined(separator: "\n"), ko: parts.map(\.korean).joined(separator: "\n"))
  }

  /// Returns the message about notes that came, also before a synchronisation stopped.
  package static func received(_ came: Message) -> Message {
    Message("Received  \(came.english)", ko: "받음  \(came.korean)")
  }

  package var hint: Message? {
    switch self {
    case .upToDate, .exchanged: nil
    case .noRemote:
      Message(
        "To add one: git remote add origin ADDRESS; git push -u origin HEAD",
        ko: "추가하려면: git remote add origin 주소; git push -u origin HEAD")
    case .noUpstream(_, let remote): Message("git push -u \(remote) HEAD", ko: "git push -u \(remote) HEAD")
    case .failed(.offline, _):
      Message(
        "Your changes are committed here; “sheaf sync” sends them later.",
        ko: "변경 사항은 이 컴퓨터에 커밋했습니다. 나중에 “sheaf sync”로 보낼 수 있습니다.")
    case .failed(.credentials, let remote):
      Message(
        "Your changes are committed here. Run “git fetch \(remote)” in a terminal to log in.",
        ko: "변경 사항은 이 컴퓨터에 커밋했습니다. 터미널에서 “git fetch \(remote)”를 실행해 로그인하세요.")
    case .failed(.rejected, _):
      Message("Your changes are committed here and merged with theirs.", ko: "변경 사항은 이 컴퓨터에 커밋하고 병합했습니다.")
    case .failed(.locked, _):
      Message(
        "Your changes are committed here; “sheaf sync” sends them later. If no other sync is running, an interrupted "
          + "git left the file there, and it must be removed.",
        ko: "변경 사항은 이 컴퓨터에 커밋했습니다. 나중에 “sheaf sync”로 보낼 수 있습니다. 보내는 사람이 없으면 중단된 git이 남긴 파일이니 그곳에서 지워야 합니다.")
    case .failed(.behind, _), .raced:
      Message("Nothing is lost. Try again in a moment.", ko: "변경 내용은 모두 남아 있습니다. 잠시 뒤에 다시 시도하세요.")
    case .conflict:
      Message(
        "Nothing was changed. Resolve each conflict, then run “sheaf sync” again.",
        ko: "아무것도 바꾸지 않았습니다. 충돌을 하나씩 해결한 뒤 “sheaf sync”를 다시 실행하세요.")
    case .open(let files) where files.allSatisfy(\.isUnwritable):
      Message(
        "All other files are merged. “sheaf sync” writes these files when they fit.",
        ko: "나머지는 모두 합쳤습니다. 이 파일은 쓸 수 있게 되면 “sheaf sync”로 받습니다.")
    case .open:
      Message(
        "All other notes are merged. Until you decide, each side keeps its own version of these files.",
        ko: "나머지는 모두 합쳤습니다. 이 파일은 결정할 때까지 양쪽에 각자의 버전이 남습니다.")
    case .inTheWay(let paths):
      Message(
        "Move the files away, then run “sheaf sync” again: \(Self.moving(paths))",
        ko: "파일을 다른 곳으로 옮긴 뒤 “sheaf sync”를 다시 실행하세요: \(Self.moving(paths))")
    case .inClear(_, let upstream):
      Message(
        "To encrypt the files: git reset --soft \(upstream); git add --renormalize .; git commit. To send clear text: git push",
        ko: "암호화하려면: git reset --soft \(upstream); git add --renormalize .; git commit. 평문으로 보내려면: git push")
    case .keys:
      Message(
        "Change the password or the key where it is used: “git log -- FILE” lists the commits. Then “sheaf sync --yes” sends everything; site.allow-secrets names files that may be sent and published.",
        ko:
          "먼저 그 비밀번호나 키를 쓰는 곳에서 바꾸세요. “git log -- 파일”로 커밋을 볼 수 있습니다. 그런 다음 “sheaf sync --yes”로 모두 보냅니다. 보내거나 게시해도 되는 파일은 site.allow-secrets에 지정하세요."
      )
    case .unrelated(let upstream):
      Message(
        "If they belong together: git merge --allow-unrelated-histories \(upstream)",
        ko: "같은 메모라면: git merge --allow-unrelated-histories \(upstream)")
    }
  }

  /// Returns the messages about the files that a run does not commit, and the folders that are separate repositories.
  ///
  /// - Parameter isWhole: True for all names instead of the first ten.
  package static func left(
    _ left: SyncRun.Uncommitted, nested: [String], isWhole: Bool
  ) -> (warnings: [Message], notes: [Message]) {
    func message(_ paths: [String], _ english: String, _ korean: String) -> Message? {
      let names = list(paths, isWhole: isWhole)
      return paths.isEmpty ? nil : Message("\(english):\(names)", ko: "\(korean):\(names)")
    }
    let warnings = [
      message(
        left.marked, "Notes with conflict markers are not committed (sheaf resolve)",
        "충돌 표시가 있는 메모는 커밋하지 않습니다(sheaf resolve)"),
      message(
        left.unfiltered,
        "The filter of these files is not set up here (with git-crypt: git-crypt unlock); not committed",
        "다음 파일의 필터가 여기에 설정되어 있지 않아 커밋하지 않습니다(git-crypt라면 git-crypt unlock)"),
      message(
        left.opened,
        "Git has these files encrypted, and .gitattributes no longer names a filter for them; not committed",
        "git에 암호화되어 있지만 .gitattributes에 더는 필터가 없는 파일은 커밋하지 않습니다"),
      message(
        left.bared,
        "Git has encrypted these files at another path, and .gitattributes has no filter for the current path; "
          + "not committed (sheaf mv moves files back, git commit stores clear text)",
        "다른 경로에서는 암호화했지만 지금 경로에는 .gitattributes의 필터가 없는 파일은 커밋하지 않습니다"
          + "(sheaf mv로 되돌리거나, git commit으로 평문을 커밋하세요)"),
      message(
        left.keys,
        "These files seem to contain a key or a password; not committed unless sync.include of a trusted "
          + "configuration names them (sheaf config trust)",
        "키나 비밀번호가 든 것으로 보이는 파일은 신뢰한 설정의 sync.include에 이름이 있어야 커밋합니다(sheaf config trust)"),
      message(
        left.held,
        "These files would be sent only because of changes from the other side; not committed (to commit them, add them "
          + "to sync.include)",
        "다른 쪽에서 온 변경 때문에 대상이 된 파일은 커밋하지 않습니다(함께 커밋하려면 sync.include에 지정하세요)"),
    ]
    let notes = [
      message(
        nested,
        "These folders are separate git repositories, so their notes are not committed here (sheaf sync in each)",
        "다음 폴더는 별개의 git 저장소라 그 안의 메모는 여기에 커밋하지 않습니다(각 폴더에서 sheaf sync)"),
      message(
        left.unused, "No note uses these files; not committed (to commit them, add them to sync.include)",
        "다음 파일은 쓰는 메모가 없어 커밋하지 않습니다(함께 커밋하려면 sync.include에 지정하세요)"),
    ]
    return (warnings.compactMap(\.self), notes.compactMap(\.self))
  }

  /// Returns the message about changed files that git tracks and that are not notes.
  package func notCommitted(_ paths: [String], isWhole: Bool = false) -> Message {
    let names = Self.list(paths, isWhole: isWhole)
    guard self == .upToDate else {
      return Message(
        "These files are changed here and not committed:\(names)",
        ko: "다음 파일은 바뀌었지만 커밋하지 않았습니다:\(names)")
    }
    return Message(
      "All commits are exchanged; these files are changed here and not committed:\(names)",
      ko: "커밋은 모두 주고받았습니다. 다음 파일은 바뀌었지만 커밋하지 않았습니다:\(names)")
  }

  private static func moving(_ paths: [String]) -> String {
    paths.prefix(1).map { "mv -n \(shellWord($0)) \(shellWord($0 + ".here"))" }.joined()
  }

  /// - Parameter isWhole: True for all paths, false for ten and the command that lists all, nil for ten alone.
  private static func list(_ paths: [String], isWhole: Bool? = nil) -> String {
    guard isWhole != true, paths.count > 10 else { return paths.map { "\n  " + $0 }.joined() }
    let more = isWhole == nil ? "…" : "… +\(paths.count - 10) (sheaf sync -n)"
    return paths.prefix(10).map { "\n  " + $0 }.joined() + "\n  " + more
  }
}

/// A conflict between changes of both sides that no rule decides.
package enum SyncConflict: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package let name: String
    package let here: String
    package let there: String
  }

  /// Lines that both sides changed, with the text of each side.
  package struct Part: Sendable, Hashable {
    /// The field, or the heading above.
    let name: String
    let isField: Bool
    let here: String
    let there: String
  }

  /// - Parameters:
  ///   - fields: The fields with two new values. Empty if the conflict is in the text.
  ///   - parts: The conflicting parts of the text. Empty for a sealed letter, so that its text is not shown.
  ///   - moved: The notes to which a side has moved some of the text, in one line.
  case text(_ path: String, fields: [Field], parts: [Part], moved: String? = nil)
  /// A file that cannot be merged, so the user has to choose a side: not a note, or a version in git that is not text.
  case whole(_ path: String)
  /// A new file of the same name on both sides.
  case added(_ path: String, parts: [Part])
  case removedHere(_ path: String)
  case removedThere(_ path: String)
  case renamed(from: String, here: String, there: String)
  /// A path that is a file on one side and a folder on the other side.
  case folder(_ path: String)
  /// A file of the other side that cannot be written here.
  ///
  /// - Parameter obstacle: The file in its way; nil for a name that is too long for the disk.
  case unwritable(_ path: String, obstacle: String?)
  /// - Parameter said: The conflict in git's words.
  case other(_ said: String)

  /// The paths of the conflict. The first path identifies the conflict.
  var paths: [String] {
    switch self {
    case .text(let path, _, _, _), .added(let path, _), .whole(let path), .removedHere(let path),
      .removedThere(let path), .folder(let path):
      [path]
    case .renamed(let former, let here, let there): [former, here, there]
    case .unwritable, .other: []
    }
  }

  var isUnwritable: Bool { if case .unwritable = self { true } else { false } }

  /// All paths of the conflict, for reports.
  package var allPaths: [String] { paths }

  func hasField(_ name: String) -> Bool {
    guard case .text(_, let fields, _, _) = self else { return false }
    return fields.contains { $0.name.lowercased() == name.lowercased() }
  }

  /// The description of the conflict, with the command that decides it.
  package var words: Message {
    let path = paths.first ?? ""
    let name = typedWord(path)
    switch self {
    case .added(let path, _) where NotePath(trusted: path).isMarkdown:
      return Message(
        "\(path): a new note on both sides (sheaf resolve \(name) --mine, --theirs or --both)",
        ko: "\(path): 양쪽에서 새로 만든 메모 (sheaf resolve \(name) --mine, --theirs 또는 --both)")
    case .added(let path, _):
      return Message(
        "\(path): a new file on both sides (sheaf resolve \(name) --mine or --theirs)",
        ko: "\(path): 양쪽에서 새로 만든 파일 (sheaf resolve \(name) --mine 또는 --theirs)")
    case .whole(let path) where NotePath(trusted: path).isMarkdown:
      return Message(
        "\(path): cannot be merged as a note (sheaf resolve \(name) --mine or --theirs)",
        ko: "\(path): 메모로 병합할 수 없음 (sheaf resolve \(name) --mine 또는 --theirs)")
    case .whole(let path):
      return Message(
        "\(path): a file that is not a note (sheaf resolve \(name) --mine or --theirs)",
        ko: "\(path): 메모가 아닌 파일 (sheaf resolve \(name) --mine 또는 --theirs)")
    case .text(let path, let fields, let parts, _) where fields.isEmpty && parts.isEmpty:
      return Message(
        "\(path): a letter that is sealed (sheaf resolve \(name) --mine or --theirs)",
        ko: "\(path): 봉인한 편지 (sheaf resolve \(name) --mine 또는 --theirs)")
    case .text(let path, let fields, _, let moved) where fields.isEmpty:
      return Message(
        "\(path): the text\(moved.map { ", partly moved to \($0)" } ?? "") (sheaf resolve \(name) --mine, --theirs or --both)",
        ko: "\(path): 본문\(moved.map { ", 일부를 옮긴 곳: \($0)" } ?? "") (sheaf resolve \(name) --mine, --theirs 또는 --both)")
    case .text(let path, let fields, let parts, _):
      let hasText = parts.contains { !$0.isField }
      let values = fields.map { "\($0.name) (here: \($0.here), there: \($0.there))" } + (hasText ? ["text"] : [])
      let korean = fields.map { "\($0.name)(이 컴퓨터: \($0.here), 다른 쪽: \($0.there))" } + (hasText ? ["본문"] : [])
      return Message(
        "\(path): \(values.joined(separator: ", ")) (sheaf resolve \(name) --mine or --theirs)",
        ko: "\(path): \(korean.joined(separator: ", ")) (sheaf resolve \(name) --mine 또는 --theirs)")
    case .removedHere(let path):
      return Message(
        "\(path): removed here, changed there (sheaf resolve \(name) --keep or --delete)",
        ko: "\(path): 이 컴퓨터에서 삭제, 다른 쪽에서 수정 (sheaf resolve \(name) --keep 또는 --delete)")
    case .removedThere(let path):
      return Message(
        "\(path): changed here, removed there (sheaf resolve \(name) --keep or --delete)",
        ko: "\(path): 이 컴퓨터에서 수정, 다른 쪽에서 삭제 (sheaf resolve \(name) --keep 또는 --delete)")
    case .renamed(let former, let here, let there):
      return Message(
        "\(former): renamed to \(here) here and to \(there) there (sheaf resolve \(name) --name NAME)",
        ko: "\(former): 양쪽에서 이름을 다르게 바꿈, 이 컴퓨터: \(here), 다른 쪽: \(there) (sheaf resolve \(name) --name 이름)")
    case .folder(let path):
      return Message(
        "\(path): a file on one side, a folder on the other (sheaf resolve \(name) --name NAME)",
        ko: "\(path): 한쪽에서는 파일, 다른 쪽에서는 폴더 (sheaf resolve \(name) --name 이름)")
    case .unwritable(let path, nil):
      return Message(
        "\(path): the name is too long for this disk (sheaf mv on the computer with the file)",
        ko: "\(path): 이 디스크에 쓸 수 없을 만큼 이름이 긺 (파일이 있는 컴퓨터에서 sheaf mv)")
    case .unwritable(let path, let obstacle?):
      let command = "mv -n \(shellWord(obstacle)) \(shellWord(obstacle + ".here"))"
      return Message(
        "\(path): \(obstacle) is in the way (\(command))", ko: "\(path): 같은 자리에 \(obstacle) 파일이 있음 (\(command))")
    case .other(let said):
      return Message(
        "\(said): only git can merge this (git merge, then sheaf resolve)",
        ko: "\(said): git으로만 병합할 수 있습니다(git merge를 실행한 뒤 sheaf resolve)")
    }
  }
}

extension SyncConflict {
  /// The path that identifies the conflict. Nil if only git can decide the conflict.
  package var path: String? { paths.first }

  /// The version of one side, which is shown before a question.
  package typealias Side = (side: Message, lines: ArraySlice<String>)

  /// The questions in order: the part that an answer decides (nil for the whole file), and the version of each side.
  package var questions: [(part: String?, sides: [Side])] {
    let parts: [Part]
    switch self {
    case .text(_, _, let own, _), .added(_, let own): parts = own
    default: parts = []
    }
    var questions: [(part: String?, sides: [Side])] = []
    for part in parts {
      let sides = Self.sides(part)
      if let last = questions.indices.last, questions[last].part == part.name {
        questions[last].sides += sides
      } else {
        questions.append((part.name, sides))
      }
    }
    return questions.isEmpty ? [(nil, [])] : questions
  }

  private static func sides(_ part: Part) -> [Side] {
    [(Message("here:", ko: "이 컴퓨터:"), part.here), (Message("there:", ko: "다른 쪽:"), part.there)].map { side, text in
      let lines = text.textLines.map(String.init)
      return (side, lines.last == "" ? lines.dropLast() : lines[...])
    }
  }

  package var question: Message {
    switch self {
    case .whole:
      Message(
        "Keep [m]ine or [t]heirs? (Enter decides later)",
        ko: "어느 쪽을 남길까요? [m] 이 컴퓨터, [t] 다른 쪽 (Enter: 나중에)")
    case .text, .added:
      Message(
        "Keep [m]ine, [t]heirs or [b]oth? (Enter decides later)",
        ko: "어느 쪽을 남길까요? [m] 이 컴퓨터, [t] 다른 쪽, [b] 모두 (Enter: 나중에)")
    case .removedHere, .removedThere:
      Message("[k]eep or [d]elete it? (Enter decides later)", ko: "[k] 남기기, [d] 삭제 (Enter: 나중에)")
    case .renamed, .folder: Message("Which name? (Enter decides later)", ko: "어떤 이름으로 할까요? (Enter: 나중에)")
    case .unwritable, .other: Message("", ko: "")
    }
  }

  /// Returns the decision that an answer to ``question`` means; nil for none.
  package func decision(_ answer: String) -> SyncChoice.Decision? {
    let word = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    switch (self, word.lowercased()) {
    case (_, ""): return nil
    case (.text, "m"), (.text, "mine"), (.added, "m"), (.added, "mine"), (.whole, "m"), (.whole, "mine"): return .mine
    case (.text, "t"), (.text, "theirs"), (.added, "t"), (.added, "theirs"), (.whole, "t"), (.whole, "theirs"):
      return .theirs
    case (.text, "b"), (.text, "both"), (.added, "b"), (.added, "both"): return .both
    case (.removedHere, "k"), (.removedThere, "k"), (.removedHere, "keep"), (.removedThere, "keep"): return .keep
    case (.removedHere, "d"), (.removedThere, "d"), (.removedHere, "delete"), (.removedThere, "delete"): return .delete
    case (.renamed, _), (.folder, _): return .name(word)
    default: return nil
    }
  }
}

extension SyncOutcome {
  /// The error for a synchronisation that could not do everything.
  package var problem: Problem {
    let category: ErrorCategory =
      switch self {
      case .conflict, .open, .unrelated, .inTheWay, .inClear, .keys: .conflict
      case .failed, .raced: .locked
      default: .notFound
      }
    return Problem(category, explanation, hint: hint)
  }
}
