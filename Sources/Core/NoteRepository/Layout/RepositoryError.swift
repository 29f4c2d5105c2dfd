package import Wording

/// An error of the folder tree.
package enum RepositoryError: ExplainedError, Hashable {
  case notFound(folder: String)
  case missingFolder(String)
  case missingFile(String)
  /// The file is larger than ``NoteLimit/bytes``.
  case tooLarge(String)
  case alreadyExists(String)
  case outside(String)
  /// A symbolic link between places of different scopes: hidden and visible, private and not, of two kinds.
  case leadsElsewhere(String)
  /// A symbolic link on the way to a file, or the file itself.
  case linkLeadsOut(String)
  /// An output would replace a note, or something of the settings or of git.
  case ownFile(String)
  /// Replacing the file would part it from its other names.
  case hardLink(String, names: Int)
  /// A call of the system failed; `reason` is its own word.
  case system(path: String, action: Action, code: Int32, reason: String)
  case changedMeanwhile(path: String, keptAt: String?)
  /// Files are not as a command left them, so it cannot be undone or made again.
  case changedSince(command: String, paths: [String])
  /// Another process is writing; `holder` has the number and the command of the process.
  case locked(holder: String)
  /// A change failed, and so did taking back the finished part of it.
  case unfinished(first: Message, then: Message)
  case damagedJournal(String)
  /// A new repository would read only the smaller part of a folder's texts. Nothing was written.
  case mostlyUnread(folder: String, ending: String, count: Int, notes: Int)
  /// A large file cannot be made again.
  case notKept(String)

  package enum Action: Sendable, Hashable {
    case read, write, create, remove, list
    /// The renaming of this name to the error's path.
    case move(from: String)
  }

  package var category: ErrorCategory {
    switch self {
    case .notFound, .missingFolder, .missingFile: .notFound
    case .alreadyExists: .cannotCreate
    case .outside, .leadsElsewhere, .linkLeadsOut, .mostlyUnread: .usage
    case .hardLink, .ownFile: .conflict
    case .changedMeanwhile, .changedSince, .notKept: .conflict
    case .locked: .locked
    case .unfinished: .inputOutput
    case .damagedJournal, .tooLarge: .badData
    case .system(_, .create, _, _), .system(_, .move, _, _): .cannotCreate
    case .system: .inputOutput
    }
  }

  package var explanation: Message {
    switch self {
    case .notFound(let folder): Message("Not a note repository: \(folder)", ko: "메모 저장소가 아닙니다: \(folder)")
    case .missingFolder(let path): Message("There is no folder \(path)", ko: "\(path) 폴더를 찾을 수 없습니다")
    case .mostlyUnread(let folder, let ending, let count, let notes):
      Message(
        "\(grouped(count)) \(ending) files are not read; only \(counted(notes, "note")) in \(folder) would be. Nothing was written",
        ko: "\(ending) 파일 \(grouped(count))개는 읽지 않습니다. 읽을 수 있는 메모는 \(notes)개뿐입니다(\(folder)). 아무것도 저장하지 않았습니다")
    case .missingFile(let path): Message("There is no file \(path)", ko: "\(path) 파일을 찾을 수 없습니다")
    case .tooLarge(let path):
      Message(
        "\(path) is larger than 32 MB; it is listed by name but not read",
        ko: "32 MB보다 커서 이름만 표시하고 읽지 않습니다: \(path)")
    case .alreadyExists(let path): Message("\(path) already exists", ko: "\(path) 파일이 이미 있습니다")
    case .outside(let path): Message("\(path) is outside the repository", ko: "저장소 밖의 경로입니다: \(path)")
    case .leadsElsewhere(let path):
      Message(
        "The symbolic link \(path) points to a place of another kind and is not followed",
        ko: "성격이 다른 곳을 가리키는 심볼릭 링크라서 따라가지 않습니다: \(path)")
    case .linkLeadsOut(let path):
      Message(
        "The symbolic link \(path) points out of the repository and is not followed",
        ko: "저장소 밖을 가리키는 심볼릭 링크라서 따라가지 않습니다: \(path)")
    case .ownFile(let path):
      Message(
        "\(path) belongs to the repository and is not replaced by an output",
        ko: "저장소의 파일이라서 출력으로 덮어쓰지 않습니다: \(path)")
    case .hardLink(let path, let names):
      Message(
        "\(path) has \(names) names (hard links); writing it would separate them",
        ko: "\(path) 파일은 이름이 \(names)개인 하드 링크라서, 저장하면 서로 다른 파일이 됩니다")
    case .system(let path, let action, let code, let reason):
      action.explanation(path, SystemCause.message(code: code, original: reason))
    case .changedMeanwhile(let path, let keptAt): Self.changed(path, keptAt)
    case .changedSince(let command, let paths): Self.changedSince(command, paths)
    case .locked(let holder):
      Message("Another process is writing here: \(holder)", ko: "다른 프로세스가 저장소에 쓰고 있습니다: \(holder)")
    case .unfinished(let first, let then):
      Message(
        "\(first.english); the changes made before that could not be undone: \(then.english)",
        ko: "\(first.korean). 이미 바꾼 내용도 되돌릴 수 없습니다: \(then.korean)")
    case .notKept(let path):
      Message(
        "\(path) was removed by undo, and no copy of it was kept",
        ko: "되돌리면서 지운 파일이고 사본이 없습니다: \(path)")
    case .damagedJournal(let path): Message("The undo journal is damaged: \(path)", ko: "되돌리기 기록이 손상되었습니다: \(path)")
    }
  }

  package var hint: Message? {
    switch self {
    case .notFound:
      Message(
        "Create one here with “sheaf init” (your files are not changed), choose another folder with “sheaf -C DIR”, or name the one to use everywhere: sheaf config set repository DIR.",
        ko:
          "이 폴더에서 시작하려면 “sheaf init”을 실행하세요. 기존 파일은 바뀌지 않습니다. 다른 폴더는 “sheaf -C 폴더”로, 어디서나 사용할 저장소는 “sheaf config set repository 폴더”로 지정하세요."
      )
    case .alreadyExists:
      Message(
        "Nothing was overwritten. Choose another title or name.",
        ko: "아무것도 덮어쓰지 않았습니다. 다른 제목이나 이름을 지정하세요.")
    case .hardLink:
      Message(
        "Nothing was written: another name may be a backup. “cp FILE COPY && mv COPY FILE” separates the file from "
          + "its other names.",
        ko: "다른 이름이 백업일 수 있어 저장하지 않았습니다. “cp 파일 사본 && mv 사본 파일”로 분리할 수 있습니다.")
    case .tooLarge:
      Message(
        "Split the file into several notes, or add the file to the setting “ignore” in .sheaf/config.yaml.",
        ko: "여러 메모로 나누거나 .sheaf/config.yaml의 “ignore” 설정에 추가하세요.")
    case .locked: Message("Nothing was written. Try again in a moment.", ko: "아무것도 저장하지 않았습니다. 잠시 뒤에 다시 시도하세요.")
    case .unfinished:
      Message(
        "The next command that changes files completes or reverts the interrupted command.",
        ko: "파일을 바꾸는 다음 명령이 마무리하거나 되돌립니다.")
    case .notKept: Message("Import the file again.", ko: "다시 가져오세요.")
    case .damagedJournal:
      Message(
        "Your notes are unchanged. Move that file away to continue without it.",
        ko: "메모는 그대로입니다. 그 파일을 다른 곳으로 옮기면 계속할 수 있습니다.")
    default: nil
    }
  }

  private static func changed(_ path: String, _ keptAt: String?) -> Message {
    let kept = keptAt.map { Message("; the unwritten text is in \($0)", ko: ". 저장하려던 내용: \($0)") }
    return Message(
      "\(path) was changed by another program meanwhile; not changed\(kept?.english ?? "")",
      ko: "그사이 다른 프로그램에서 바뀌어 그대로 두었습니다: \(path)\(kept?.korean ?? "")")
  }

  private static func changedSince(_ command: String, _ paths: [String]) -> Message {
    let list = paths.prefix(20).map { "\n  " + $0 }.joined()
    let more = paths.count > 20 ? "\n  … \(paths.count)" : ""
    return Message(
      "Changed since “\(command)”, so nothing was done:" + list + more,
      ko: "“\(command)” 다음에 바뀐 파일이 있어 아무것도 하지 않았습니다:" + list + more)
  }
}

extension RepositoryError.Action {
  fileprivate func explanation(_ path: String, _ cause: Message) -> Message {
    let (reason, korean) = (cause.english, cause.korean)
    return switch self {
    case .read: Message("\(path) cannot be read: \(reason)", ko: "\(path) 파일을 읽을 수 없습니다: \(korean)")
    case .write: Message("\(path) cannot be written: \(reason)", ko: "\(path) 파일에 쓸 수 없습니다: \(korean)")
    case .create: Message("\(path) cannot be created: \(reason)", ko: "만들 수 없습니다: \(path)(\(korean))")
    case .remove: Message("\(path) cannot be removed: \(reason)", ko: "지울 수 없습니다: \(path)(\(korean))")
    case .list: Message("\(path) cannot be listed: \(reason)", ko: "\(path) 폴더를 읽을 수 없습니다: \(korean)")
    case .move(let source):
      Message(
        "Cannot move \(source) to \(path): \(reason)",
        ko: "옮길 수 없습니다: \(source) → \(path)(\(korean))")
    }
  }
}
