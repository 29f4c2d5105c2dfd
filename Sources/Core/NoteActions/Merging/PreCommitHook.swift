import ByteBasics
import HostSystem
package import NoteHistory
import NoteRepository
package import Wording

/// The lines of git's pre-commit hook that check the notes that are about to be committed.
///
/// An existing hook keeps all its lines. Sheaf's lines come first, because an `exit` of the hook would skip later lines.
package struct PreCommitHook {
  /// The absolute path of the hook.
  private let path: String
  private let before: [UInt8]?
  private let lines: String
  /// True for a hook of Husky, which runs the file with `sh`. Such a hook needs no first line and no permission.
  private let isOfHusky: Bool
  /// The first and the last of our lines.
  private let marks: (begin: String, end: String)

  /// - Parameters:
  ///   - root: The absolute path of the folder of notes.
  ///   - program: The shell command that starts this program.
  ///   - git: In that folder.
  /// - Throws: ``GitHookRefusal`` if hooks of more than this repository are in one folder; ``GitError``
  package init(root: String, program: String, git: any GitClient) throws {
    let named = try git.output(.asking(.revParse, "--git-path", "hooks/pre-commit")).text
    // Husky overwrites the hooks of this folder when it is installed; they run the user's own in the folder above it.
    isOfHusky = named.hasSuffix(".husky/_/pre-commit")
    let place = isOfHusky ? named.replacing("/_/", with: "/") : named
    let path = absolutePath(place, from: root)
    let folders = try git.output(
      .asking(.revParse, "--path-format=absolute", "--git-common-dir", "--show-toplevel")
    ).text.split(separator: "\n")
    guard folders.contains(where: { path.hasPrefix($0 + "/") }) || !place.hasPrefix("/") else {
      throw GitHookRefusal.elsewhere(path)
    }
    self.path = path
    before = try GitOwnFile(path, root: root, git: git).bytes
    let folder = try git.output(.asking(.revParse, "--show-prefix")).text
    let name = folder.isEmpty ? "sheaf" : "sheaf in \(folder)"
    marks = ("# >>> \(name)", "# <<< \(name)")
    let quoted = shellWord(folder)
    let call = folder.isEmpty ? program : "\(program) -C \(quoted)"
    lines = """
      \(marks.begin)
      if command -v \(program) >/dev/null; then
        \(call) check --staged && \(call) fmt --staged --check || exit 1
      fi
      \(marks.end)

      """
  }

  /// Returns the change that makes the hook check notes. Nil if the hook already checks notes.
  ///
  /// - Throws: ``GitHookRefusal`` if the existing hook is not a shell script.
  package func addition() throws -> GitSetup.Step? {
    guard let before else { return .hook(path: path, before: nil, after: Array((newHook + lines).utf8)) }
    let rest = withoutOurLines(before)
    if isOfHusky, !rest.starts(with: "#!".utf8) {
      let after = Array(lines.utf8) + rest
      return after == before ? nil : .hook(path: path, before: before, after: after)
    }
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), Self.isShell(rest[..<end]) else {
      throw GitHookRefusal.foreign(path, lines: lines)
    }
    guard isOfHusky || access(path, X_OK) == 0 else { throw GitHookRefusal.off(path) }
    let after = rest[...end] + Array(lines.utf8) + rest[(end + 1)...]
    return Array(after) == before ? nil : .hook(path: path, before: before, after: Array(after))
  }

  /// Returns the change that takes our lines away; a hook that had no others goes.
  package func removal() -> GitSetup.Step? {
    guard let before else { return nil }
    let rest = withoutOurLines(before)
    guard rest != before else { return nil }
    return .hook(path: path, before: before, after: rest.elementsEqual(newHook.utf8) ? nil : rest)
  }

  /// The text of a new hook before our lines.
  private var newHook: String { isOfHusky ? "" : "#!/bin/sh\n" }

  private static func isShell(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    guard text.hasPrefix("#!") else { return false }
    let program = text.dropFirst(2).split(separator: " ").map {
      $0.split(separator: "/").last ?? ""
    }.first { $0 != "env" }
    return ["sh", "bash", "dash", "zsh", "ksh", "busybox"].contains(program ?? "")
  }

  private func withoutOurLines(_ bytes: [UInt8]) -> [UInt8] {
    let text = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let begin = text.firstIndex(where: { $0.elementsEqual(marks.begin.utf8) }),
      let end = text[begin...].firstIndex(where: { $0.elementsEqual(marks.end.utf8) })
    else { return bytes }
    return Array((text[..<begin] + text[(end + 1)...]).joined(separator: [UInt8(ascii: "\n")]))
  }
}

/// The reason why a hook is not changed.
package enum GitHookRefusal: ExplainedError, Hashable {
  /// The hook is not a shell script.
  ///
  /// - Parameter lines: The lines that the user has to add to the hook.
  case foreign(String, lines: String)
  /// The hook is not executable, so git does not run it.
  case off(String)
  /// `core.hooksPath` names a folder outside of the repository.
  case elsewhere(String)

  package var category: ErrorCategory { .conflict }

  package var explanation: Message {
    switch self {
    case .foreign(let path, _): Message("\(path) is not a shell script", ko: "셸 스크립트가 아닙니다: \(path)")
    case .off(let path):
      Message("\(path) is not executable, so git does not run it", ko: "실행 권한이 없어 git이 실행하지 않습니다: \(path)")
    case .elsewhere(let path):
      Message(
        "core.hooksPath is outside of this repository: \(path)",
        ko: "core.hooksPath가 이 저장소 밖의 폴더입니다: \(path)")
    }
  }

  package var hint: Message? {
    switch self {
    case .foreign(_, let lines):
      Message("Add the commands of these lines to the hook:\n\(lines)", ko: "다음 줄이 실행하는 명령을 훅에 넣으세요.\n\(lines)")
    case .off(let path):
      Message("Run chmod +x '\(path)', or remove the hook.", ko: "다음 명령을 실행하거나 훅을 지우세요: chmod +x '\(path)'")
    case .elsewhere:
      Message(
        "git config --local core.hooksPath .git/hooks gives this repository separate hooks.",
        ko: "git config --local core.hooksPath .git/hooks를 실행하면 이 저장소에만 훅을 둘 수 있습니다.")
    }
  }
}
