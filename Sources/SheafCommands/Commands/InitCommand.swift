import ArgumentParser
import NoteRepository
import Wording

/// `sheaf init`
struct InitCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "init",
      abstract: localized(
        "Make a folder a repository of notes.", ko: "폴더를 메모 저장소로 만듭니다."),
      discussion: localized(
        "Works on an empty folder and on any folder of Markdown files. No file that exists is changed.",
        ko: "빈 폴더에서도, 마크다운 파일이 있는 폴더에서도 됩니다. 있는 파일은 하나도 바꾸지 않습니다."))
  }

  @Argument(help: help("The folder; made where it does not exist.", ko: "폴더. 없으면 만듭니다."))
  var folder: String?

  func run(in context: CommandContext) throws {
    let name = folder ?? context.startingFolder
    let path = name.hasPrefix("/") ? name : context.workingDirectory + "/" + name
    let outcome = try RepositoryInitializer.initialize(
      path, places: context.places, language: context.language)
    for file in outcome.created { context.console.writeLine(file) }
    tell(outcome, context)
  }

  private func tell(_ outcome: RepositoryInitializer.Outcome, _ context: CommandContext) {
    let root = outcome.repository.root
    if outcome.wasRepository, outcome.created.isEmpty {
      context.note(Message("\(root) is a repository already", ko: "\(root)은(는) 이미 저장소입니다"))
    } else if outcome.noteCount > 0 {
      context.note(
        Message(
          "\(root) is a repository now; its \(counted(outcome.noteCount, "note")) stayed as before",
          ko: "\(root)을(를) 저장소로 만들었습니다. 메모 \(outcome.noteCount)개는 그대로입니다"))
    } else {
      context.note(Message("\(root) is a repository now", ko: "\(root)을(를) 저장소로 만들었습니다"))
    }
    let next =
      outcome.noteCount > 0
      ? Message(
        "Try: sheaf list --limit 10 · sheaf search WORDS · sheaf links --broken",
        ko: "해 보세요: sheaf list --limit 10 · sheaf search 낱말 · sheaf links --broken")
      : Message(
        "Try: sheaf new First thoughts · sheaf list · sheaf help",
        ko: "해 보세요: sheaf new 첫 메모 · sheaf list · sheaf help")
    context.note(next)
  }
}
