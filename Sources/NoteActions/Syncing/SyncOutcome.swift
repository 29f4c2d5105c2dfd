package import NoteHistory
package import Wording

/// How a synchronisation ended: what was done, and what comes next where it is not all.
package enum SyncOutcome: Sendable, Hashable {
  /// Commits that went each way.
  case upToDate
  case exchanged(sent: Int, received: Int)
  case noRemote
  case noUpstream(branch: String, remote: String)
  case failed(GitExchangeFailure, remote: String)
  /// Somebody else was faster three times.
  case raced
  case conflict([SyncConflict], upstream: String)
  case inTheWay(said: String)
  case unrelated(upstream: String)

  /// True where both sides have the same commits now.
  package var isComplete: Bool {
    switch self {
    case .upToDate, .exchanged: true
    default: false
    }
  }

  package var explanation: Message {
    switch self {
    case .upToDate: Message("Both sides are the same", ko: "양쪽이 같습니다")
    case .exchanged(let sent, let received):
      Message(
        "Sent \(counted(sent, "commit")), received \(counted(received, "commit"))",
        ko: "커밋 \(sent)개를 보내고 \(received)개를 받았습니다")
    case .noRemote:
      Message("This repository has no remote", ko: "원격 저장소가 설정되어 있지 않습니다")
    case .noUpstream(let branch, _):
      Message("The branch \(branch) follows no other", ko: "따라가는 원격 브랜치가 없습니다: \(branch)")
    case .failed(.offline(let said), let remote):
      Message("\(remote) cannot be reached: \(said)", ko: "원격 저장소에 연결할 수 없습니다: \(remote)(\(said))")
    case .failed(.credentials(let said), let remote):
      Message(
        "\(remote) does not let you in: \(said)", ko: "원격 저장소에 로그인할 수 없습니다: \(remote)(\(said))")
    case .failed(.rejected(let said), let remote):
      Message(
        "\(remote) refused the commits: \(said)", ko: "원격 저장소가 커밋을 거절했습니다: \(remote)(\(said))")
    case .failed(.behind, _), .raced:
      Message(
        "Somebody else sent commits at the same time, three times",
        ko: "같은 때에 다른 곳에서 커밋을 보내 세 번 모두 실패했습니다")
    case .conflict(let conflicts, _):
      Message(
        "Both sides changed the same thing:" + conflicts.map { "\n  " + $0.words.english }.joined(),
        ko: "양쪽에서 같은 곳을 바꿨습니다:" + conflicts.map { "\n  " + $0.words.korean }.joined())
    case .inTheWay(let said):
      Message(
        "Changes that are not committed are in the way:" + Self.quoted(said),
        ko: "커밋하지 않은 변경 사항 때문에 병합할 수 없습니다:" + Self.quoted(said))
    case .unrelated(let upstream):
      Message("\(upstream) has another history", ko: "\(upstream) 브랜치와 공통 커밋이 없습니다")
    }
  }

  package var hint: Message? {
    switch self {
    case .upToDate, .exchanged: nil
    case .noRemote:
      Message(
        "git remote add origin ADDRESS; git push -u origin HEAD",
        ko: "git remote add origin 주소; git push -u origin HEAD")
    case .noUpstream(_, let remote):
      Message("git push -u \(remote) HEAD", ko: "git push -u \(remote) HEAD")
    case .failed(.offline, _):
      Message(
        "Your changes are committed here; “sheaf sync” sends them later.",
        ko: "변경 사항은 이 컴퓨터에 커밋했습니다. 나중에 “sheaf sync”로 보낼 수 있습니다.")
    case .failed(.credentials, let remote):
      Message(
        "Your changes are committed here. “git fetch \(remote)” in a terminal asks for what is missing.",
        ko: "변경 사항은 이 컴퓨터에 커밋했습니다. 터미널에서 “git fetch \(remote)”를 실행해 로그인하세요.")
    case .failed(.rejected, _):
      Message(
        "Your changes are committed here and merged with theirs.", ko: "변경 사항은 이 컴퓨터에 커밋하고 병합했습니다.")
    case .failed(.behind, _), .raced:
      Message("Nothing is lost. Try again in a moment.", ko: "잃은 것은 없습니다. 잠시 뒤에 다시 해 보세요.")
    case .conflict(_, let upstream):
      Message(
        "Everything is as before. “git merge \(upstream)” shows the conflicts in the files.",
        ko: "모두 이전 그대로입니다. “git merge \(upstream)”로 파일에서 충돌을 볼 수 있습니다.")
    case .inTheWay:
      Message("Commit them, or put them aside with git stash.", ko: "커밋하거나 git stash로 치워 두세요.")
    case .unrelated(let upstream):
      Message(
        "If they belong together: git merge --allow-unrelated-histories \(upstream)",
        ko: "같은 메모가 맞다면 git merge --allow-unrelated-histories \(upstream)")
    }
  }

  private static func quoted(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).prefix(10).map { "\n  " + $0 }.joined()
  }
}

/// A file that both sides changed so that no rule decides.
package struct SyncConflict: Sendable, Hashable {
  package let path: String
  /// Fields that have two new values; empty where it is the text.
  package let fields: [String]

  var words: Message {
    fields.isEmpty
      ? Message("\(path): the text", ko: "\(path): 본문")
      : Message(
        "\(path): " + fields.joined(separator: ", "),
        ko: "\(path): " + fields.joined(separator: ", "))
  }
}

/// A synchronisation that could not do everything.
package struct IncompleteSync: ExplainedError {
  private let outcome: SyncOutcome

  package init(_ outcome: SyncOutcome) { self.outcome = outcome }

  package var category: ErrorCategory {
    switch outcome {
    case .conflict, .unrelated, .inTheWay: .conflict
    case .failed, .raced: .locked
    default: .notFound
    }
  }
  package var explanation: Message { outcome.explanation }
  package var hint: Message? { outcome.hint }
}
