import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

extension CommandContext {
  /// With `git.commit`, makes a commit of the files that a command wrote; where that cannot be, the command is done
  /// all the same and the reason is reported.
  func commit(_ transaction: Transaction, in workspace: Workspace) {
    guard workspace.configuration.flag("git.commit"), !transaction.changes.isEmpty else { return }
    let differences = TransactionDifferences(transaction.changes, in: workspace)
    let sentence = ChangeSentence(differences.notes)
    let paths = differences.notes.isEmpty ? differences.paths.map(\.string) : []
    let message =
      paths.isEmpty
      ? text(sentence.message)
      : text(
        Message(
          "Change " + paths.prefix(3).joined(separator: ", "),
          ko: "파일 수정: " + paths.prefix(3).joined(separator: ", ")))
    commit(differences.paths, message, in: workspace)
  }

  /// The commit of commands that were undone or made again.
  func commit(replayed entries: [JournalEntry], isUndo: Bool, in workspace: Workspace) {
    guard workspace.configuration.flag("git.commit"), !entries.isEmpty else { return }
    let commands = entries.map(\.command).joined(separator: ", ")
    let message =
      isUndo
      ? Message("Undo: \(commands)", ko: "되돌리기: \(commands)")
      : Message("Redo: \(commands)", ko: "다시 실행: \(commands)")
    commit(entries.flatMap { $0.paths + $0.formerPaths }.uniqued(), text(message), in: workspace)
  }

  private func commit(_ paths: [NotePath], _ message: String, in workspace: Workspace) {
    do {
      // The user's own file may set git.commit for all repositories; a commit runs what each of them brings along.
      guard RepositoryTrust(workspace.repository).isInForce else { throw GitRefusal.notTrusted }
      _ = try RecordedCommit(in: workspace.repository, git: git(in: workspace.repository)).commit(
        paths.map(\.string), message: message)
    } catch let error as any ExplainedError {
      let reason = error.explanation
      warn(
        Message(
          "The change is made but not committed: \(reason.english)",
          ko: "변경했지만 커밋하지 않았습니다. \(reason.korean)"))
    } catch {
      warn(Message("The change is made but not committed", ko: "변경했지만 커밋하지 않았습니다"))
    }
  }
}

/// The changes of a transaction, file by file.
private struct TransactionDifferences {
  /// Every path that was touched, under its names before and after.
  private(set) var paths: [NotePath] = []
  private(set) var notes: [ChangeSentence.Difference] = []

  /// The changes have been made: what only moved is read at its new place.
  init(_ changes: [FileChange], in workspace: Workspace) {
    let layout = workspace.layout
    var gate = workspace.gate
    _ = gate.close(changes, in: layout)
    func note(_ bytes: [UInt8], _ path: NotePath) -> Note {
      Note(Document(parsing: gate.readable(bytes, at: path, in: layout)), at: path, in: layout)
    }
    var formerNames: [NotePath: NotePath] = [:]
    var contents: [NotePath: (before: [UInt8]?, after: [UInt8]?)] = [:]
    var order: [NotePath] = []
    for change in changes {
      switch change {
      case .create(let path, let bytes): contents[path] = (contents[path]?.before, bytes)
      case .place: break
      case .replace(let path, let before, let after):
        contents[path] = (contents[path]?.before ?? before, after)
      case .remove(let path, let before, _):
        contents[path] = (contents[path]?.before ?? before, nil)
      case .move(let path, let target):
        formerNames[target] = path
        contents[target] = contents.removeValue(forKey: path)
        order.append(path)
      }
      order.append(Self.place(of: change))
    }
    paths = order.uniqued()
    notes = paths.compactMap { path in
      guard path.isMarkdown, contents[path] != nil || formerNames[path] != nil else { return nil }
      let former = formerNames[path] ?? path
      let moved = contents[path] == nil ? try? workspace.originals.read(path) : nil
      let content = contents[path] ?? (moved, moved)
      return ChangeSentence.Difference(
        path: path,
        before: content.before.map { note($0, former) }, after: content.after.map { note($0, path) }
      )
    }
  }

  private static func place(of change: FileChange) -> NotePath {
    switch change {
    case .create(let path, _), .replace(let path, _, _), .remove(let path, _, _),
      .place(let path, _):
      path
    case .move(_, let target): target
    }
  }
}

extension CommandContext {
  /// Looks whether a `git stash` that read the files before they were changed has set them back since.
  ///
  /// What it has put away is reported; the rest is an error, because it is nowhere.
  ///
  /// - Throws: ``ChangeSetBack``
  func checkAfterStash(_ transaction: Transaction, of repository: Repository) throws {
    guard let stash = GitStash(above: repository.root), stash.waitAfterChange() else { return }
    let files = LiveFileSystem(root: repository.root)
    let replaced = transaction.results.filter { path, bytes in
      bytes.map { (try? files.read(path)) != $0 } ?? files.exists(path)
    }
    guard !replaced.isEmpty else { return }
    let git = git(in: repository)
    let lost = replaced.filter { path, bytes in
      let stored = try? git.output(.reading("cat-file", "blob", "refs/stash:./" + path.string))
      return bytes == nil || stored?.bytes != bytes
    }
    guard lost.isEmpty else { throw ChangeSetBack(paths: lost.keys.sorted()) }
    let names = replaced.keys.sorted().map { "\n  " + $0.string }.joined()
    note(
      Message(
        "git stash has put the change away (git stash pop brings it back):\(names)",
        ko: "git stash가 변경 내용을 치워 두었습니다. git stash pop으로 되돌릴 수 있습니다:\(names)"))
  }
}

/// Another program put back the former content of files that a command had just written.
struct ChangeSetBack: ExplainedError {
  let paths: [NotePath]

  var category: ErrorCategory { .conflict }
  var explanation: Message {
    let names = paths.map { "\n  " + $0.string }.joined()
    return Message(
      "git replaced files right after they were written, and the change is lost:\(names)",
      ko: "저장한 직후에 git이 파일을 바꿔 변경 내용이 없어졌습니다:\(names)")
  }
  var hint: Message? {
    Message("Run the command again.", ko: "명령을 다시 실행하세요.")
  }
}

extension CommandContext {
  /// The git of the user's PATH, in the root of the repository; its paths are the paths of notes.
  ///
  /// Nothing is looked up before the first command runs, so this also works where git is missing.
  func git(in repository: Repository) -> any GitClient { git(in: repository.root) }

  /// The git of the user's PATH, in any folder.
  func git(in folder: String) -> any GitClient {
    GitProgram(
      folder: folder, environment: environment, mayAsk: mayAsk, cache: places.cache + "/git")
  }

  /// The absolute path of what the user named.
  func absolutePath(_ path: String) -> String {
    NoteRepository.absolutePath(path, from: workingDirectory)
  }
}
