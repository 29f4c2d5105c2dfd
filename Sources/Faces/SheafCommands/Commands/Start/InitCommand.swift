import ArgumentParser
import ByteBasics
package import NoteRepository
import Wording

struct InitCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("init", PackageResources.init_txt, ko: PackageResources.init_ko_txt)
  }

  @Argument(help: help(.diskFolder, "Folder to use; created if it does not exist.", ko: "사용할 폴더(없으면 만듦)"))
  var folder: String?

  func run(in context: CommandContext) throws {
    try context.refuseInput([folder ?? ""])
    let name = try folder ?? context.session.startingFolder()
    let path = context.absolutePath(name)
    try confirmNested(path, in: context)
    let outcome = try RepositoryInitializer.initialize(
      path, places: context.places, language: context.language, acceptsUnread: context.globals.assumeYes)
    for file in outcome.created { context.console.writeLine(file) }
    showAdopted(outcome.adopted, context)
    tell(outcome, context)
  }

  private func showAdopted(_ adopted: AdoptedSettings, _ context: CommandContext) {
    for setting in adopted.settings { context.report(setting) }
    for omission in adopted.omissions {
      context.note(Message("not adopted: \(omission.english)", ko: "가져오지 않은 설정: \(omission.korean)"))
    }
  }

  private func tell(_ outcome: RepositoryInitializer.Outcome, _ context: CommandContext) {
    let root = outcome.repository.root
    if outcome.wasRepository, outcome.created.isEmpty {
      context.note(Message("\(root) is already a repository", ko: "이미 저장소입니다: \(root)"))
    } else {
      for line in recognition(outcome) { context.note(line) }
      if outcome.noteCount > 0 || outcome.unread.excluded > 0 { context.note(census(outcome)) }
    }
    let next =
      outcome.noteCount > 0
      ? Message(
        "Next: sheaf list --limit 10 · sheaf search WORDS",
        ko: "다음 단계: sheaf list --limit 10 · sheaf search 검색어")
      : Message(
        "Next: sheaf new First note · sheaf list",
        ko: "다음 단계: sheaf new 첫 메모 · sheaf list")
    context.note(next)
  }

  /// Returns the folder, and on a separate line the detected programs and the rules for reading notes.
  private func recognition(_ outcome: RepositoryInitializer.Outcome) -> [Message] {
    let root = outcome.repository.root
    let created = Message("Created a note repository in \(root)", ko: "저장소를 만들었습니다: \(root)")
    let profiles = outcome.adopted.profiles.map(\.profile)
    guard !profiles.isEmpty else {
      let below = FoundProfile.inFolders(of: root, language: .english).prefix(3)
      return [created]
        + below.map { found in
          let line = "sheaf init \(typedWord(found.folder.path("")))"
          return Message(
            "The folder is read as plain notes. For the rules of \(found.profile.title): \(line)",
            ko: "일반 메모로 읽습니다. \(found.profile.title)의 규칙으로 읽으려면: \(line)")
        }
    }
    let names = profiles.map(\.title).joined(separator: " + ")
    let reading = Message(
      "Read as \(names): \(profiles.map(\.reading.english).joined(separator: "; "))",
      ko: "\(names) 방식으로 읽습니다: \(profiles.map(\.reading.korean).joined(separator: ". "))")
    return [created, reading]
  }

  /// Returns the numbers of files that are read and that are not.
  private func census(_ outcome: RepositoryInitializer.Outcome) -> Message {
    let unread = outcome.unread
    var english: [String] = []
    var korean: [String] = []
    if unread.excluded > 0 {
      english.append("\(counted(unread.excluded, "note")) that the setting ignore excludes")
      korean.append("ignore 설정으로 제외한 메모 \(unread.excluded)개")
    }
    for (ending, count) in unread.byEnding {
      english.append(counted(count, "\(ending) file"))
      korean.append("\(ending) 파일 \(count)개")
    }
    let notes = counted(outcome.noteCount, "note")
    if english.isEmpty {
      return Message(
        "Read: \(notes), unchanged", ko: "읽는 파일: 메모 \(outcome.noteCount)개(그대로 둠)")
    }
    return Message(
      "Read: \(notes), unchanged. Not read: \(english.joined(separator: ", "))",
      ko: "읽는 파일: 메모 \(outcome.noteCount)개(그대로 둠). 읽지 않는 파일: \(korean.joined(separator: ", "))")
  }

  /// Asks before a repository is created inside another repository, which is rarely intended.
  private func confirmNested(_ path: String, in context: CommandContext) throws {
    guard !context.globals.assumeYes,
      !folderExists(path + "/" + Repository.settingsFolder),
      let outer = try? Repository.discover(from: existingFolder(of: path), places: context.places)
    else { return }
    let refusal = Problem(
      .usage,
      Message(
        "\(path) is inside the repository \(outer.root); nothing was written",
        ko: "이미 저장소 안에 있는 폴더입니다: \(path)(저장소: \(outer.root)). 아무것도 저장하지 않았습니다"),
      hint: Message(
        "“sheaf --yes init” makes a repository inside the other one.",
        ko: "“sheaf --yes init”으로 저장소 안에 저장소를 만들 수 있습니다."))
    guard context.mayAsk else { throw refusal }
    let question = Message(
      "\(outer.root) is already a repository. Make another one inside it?",
      ko: "\(outer.root) 폴더는 이미 저장소입니다. 그 안에 저장소를 하나 더 만들까요?")
    guard try context.isConfirmed(question) else { throw refusal }
  }

  /// Returns the nearest folder above that is there: the new one may not be yet.
  private func existingFolder(of path: String) -> String {
    var folder = path
    while !folderExists(folder), let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = String(folder[..<slash])
    }
    return folder
  }
}

/// The first steps for a user who has no repository yet.
enum FirstSteps {
  /// Returns the commands to type in `folder`, an absolute path.
  static func message(in folder: String) -> Message {
    let hasNotes = ((try? fileNames(in: folder)) ?? []).contains { $0.hasSuffix(".md") }
    let here =
      hasNotes
      ? Message(
        "  sheaf init            use this folder; your files are not changed",
        ko: "  sheaf init            이 폴더를 저장소로 사용합니다. 기존 파일은 바꾸지 않습니다")
      : Message(
        "  sheaf init notes      make a folder for notes, or use one that you have",
        ko: "  sheaf init notes      메모 폴더를 만들거나 이미 있는 폴더를 사용합니다")
    return Message(
      """
      There is no note repository here yet.

      \(here.english)
      then, in the folder:
        sheaf new First note  write a note
        sheaf diary a line    add a line to the diary
        sheaf add buy milk    add a task
        sheaf                 show today's tasks

      Tutorial: man sheaf-tutorial. Commands: sheaf --help.
      """,
      ko: """
        아직 메모 저장소가 아닙니다.

        \(here.korean)
        그 폴더에서:
          sheaf new 첫 메모     메모를 작성합니다
          sheaf diary 한 줄     일기에 한 줄을 추가합니다
          sheaf add 우유 사기   할 일을 추가합니다
          sheaf                 오늘 할 일을 확인합니다

        처음이라면 man sheaf-tutorial, 명령 목록은 sheaf --help를 확인하세요.
        """)
  }
}

extension CommandContext {
  /// Reports an adopted setting of another program; of a long value the beginning.
  package func report(_ setting: AdoptedSettings.Setting) {
    let whole = "\(setting.value)"
    let value = whole.count > 100 ? whole.prefix(80) + "… (sheaf config \(setting.key))" : whole
    note(
      Message(
        "\(setting.key): \(value)  (from \(setting.source))",
        ko: "\(setting.key): \(value)  (출처: \(setting.source))"))
  }
}
