import ArgumentParser
import NoteRepository
import Wording

/// `sheaf init`
struct InitCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "init",
      abstract: localized(
        "Make a folder a note repository.", ko: "폴더를 메모 저장소로 만듭니다."),
      discussion: localized(
        """
        Works in an empty folder and in any folder of Markdown files. No existing file is changed. Folders, names of
        daily notes, templates and the link style used by Obsidian, zk, Hugo or Jekyll are written into
        .sheaf/config.yaml, each with its source. Inside another repository, init asks first or needs --yes.

        Examples:
          sheaf init
          sheaf init ~/Documents/Vault
        """,
        ko: """
          빈 폴더와 마크다운 파일이 있는 폴더에서 사용할 수 있습니다. 있는 파일은 바꾸지 않습니다. Obsidian, zk, Hugo,
          Jekyll에서 사용하던 폴더, 일기 이름, 템플릿, 링크 형식을 출처와 함께 .sheaf/config.yaml에 저장합니다.
          다른 저장소 안의 폴더는 확인하거나 --yes를 지정해야 저장소가 됩니다.

          예:
            sheaf init
            sheaf init ~/문서/메모
          """))
  }

  @Argument(help: help("The folder; created if it does not exist.", ko: "폴더(없으면 만듦)"))
  var folder: String?

  func run(in context: CommandContext) throws {
    let name = folder ?? context.startingFolder
    let path = context.absolutePath(name)
    try NestedRepository.confirm(path, in: context)
    let outcome = try RepositoryInitializer.initialize(
      path, places: context.places, language: context.language)
    for file in outcome.created { context.console.writeLine(file) }
    showAdopted(outcome.adopted, context)
    tell(outcome, context)
  }

  private func showAdopted(_ adopted: AdoptedSettings, _ context: CommandContext) {
    for setting in adopted.settings {
      context.note(
        Message(
          "\(setting.key): \(setting.value)  (from \(setting.source))",
          ko: "\(setting.key): \(setting.value)  (출처: \(setting.source))"))
    }
    for omission in adopted.omissions {
      context.note(
        Message(
          "not adopted: \(omission.english)", ko: "가져오지 않은 설정: \(omission.korean)"))
    }
  }

  private func tell(_ outcome: RepositoryInitializer.Outcome, _ context: CommandContext) {
    let root = outcome.repository.root
    if outcome.wasRepository, outcome.created.isEmpty {
      context.note(Message("\(root) is already a repository", ko: "이미 저장소입니다: \(root)"))
    } else if outcome.noteCount > 0 {
      context.note(
        Message(
          "\(root) is a repository now; it has \(counted(outcome.noteCount, "note")), unchanged",
          ko: "저장소를 만들었습니다: \(root). 메모 \(outcome.noteCount)개는 그대로입니다"))
    } else {
      context.note(Message("\(root) is a repository now", ko: "저장소를 만들었습니다: \(root)"))
    }
    let next =
      outcome.noteCount > 0
      ? Message(
        "Try: sheaf list --limit 10 · sheaf search WORDS · sheaf links --broken",
        ko: "다음 명령을 사용해 보세요: sheaf list --limit 10 · sheaf search 검색어 · sheaf links --broken")
      : Message(
        "Try: sheaf new First thoughts · sheaf list · sheaf help",
        ko: "다음 명령을 사용해 보세요: sheaf new 첫 메모 · sheaf list · sheaf help")
    context.note(next)
  }
}
