import ArgumentParser
import NoteModel
import NoteRepository
import Wording

/// `sheaf redo`
struct RedoCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "redo",
      abstract: localized("Redo undone commands.", ko: "되돌린 명령을 다시 실행합니다."),
      discussion: localized(
        "Possible only until another command changes a file. If a file was changed since, nothing is done.",
        ko: "다른 명령으로 파일을 바꾸기 전까지만 할 수 있습니다. 그 뒤에 바뀐 파일이 있으면 아무것도 하지 않습니다."))
  }

  @Argument(help: help("The number of commands. Default: 1.", ko: "명령의 수(기본값: 1)"))
  var count = 1

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard count > 0 else {
      throw ValidationError(localized("The number must be at least 1.", ko: "수는 1 이상이어야 합니다."))
    }
  }

  func run(in context: CommandContext) throws {
    let done = try context.replay(writing) { journal throws(RepositoryError) in
      try journal.redoing(count)
    }
    guard !done.isEmpty else {
      throw NothingToReplay(
        explanation: Message("There is nothing to redo", ko: "다시 실행할 명령이 없습니다"))
    }
    guard !writing.dryRun else { return }
    for entry in done {
      context.note(Message("Redone: \(entry.command)", ko: "다시 실행했습니다: \(entry.command)"))
      for path in entry.paths { context.console.writeLine(path.string) }
    }
  }
}
