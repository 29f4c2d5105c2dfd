import ArgumentParser
import NoteActions
import Wording

/// What `sheaf git setup` can be given, and what each means.
struct GitSetupOptions: ParsableArguments {
  @Flag(help: help("Write .gitattributes, for everyone.", ko: "모두에게 적용되도록 .gitattributes에 적습니다."))
  var shared = false

  @Flag(
    help: help(
      "Let git's diffs name headings and compare words.", ko: "git의 diff가 제목을 보여 주고 단어를 비교하게 합니다."))
  var diff = false

  @Flag(
    help: help(
      "Check the notes of each commit with a pre-commit hook.", ko: "pre-commit 훅으로 커밋할 메모를 검사합니다.")
  )
  var hooks = false

  @Flag(
    help: help(
      "Take away what a setup has left; with --hooks, the hook alone.",
      ko: "설정을 제거합니다. --hooks와 함께 지정하면 훅만 제거합니다."))
  var remove = false

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print what would be done.", ko: "저장하지 않고 바뀔 내용만 출력합니다."))
  var dryRun = false

  init() {}

  /// What there is to do.
  func steps(of setup: GitSetup) throws -> [GitSetup.Step] {
    guard remove else {
      return try setup.steps(
        in: shared ? .shared : .clone, withDiff: diff, withHook: hooks)
    }
    return try hooks ? setup.hookRemoval() : setup.removal()
  }

  /// The report where there was nothing to do.
  var unchanged: Message {
    remove
      ? Message("There was nothing to remove", ko: "제거할 설정이 없습니다")
      : Message("Git is set up already", ko: "이미 설정되어 있습니다")
  }

  /// The report after it was done.
  var done: Message {
    if hooks {
      return remove
        ? Message("Commits are not checked any more", ko: "이제 커밋할 때 메모를 검사하지 않습니다")
        : Message(
          "Git merges notes field by field now, and checks those of each commit",
          ko: "이제 git이 메모를 필드별로 병합하고 커밋할 메모를 검사합니다")
    }
    return remove
      ? Message("Git merges notes line by line again", ko: "이제 git이 메모를 줄 단위로 병합합니다")
      : Message("Git merges notes field by field now", ko: "이제 git이 메모를 필드별로 병합합니다")
  }
}
