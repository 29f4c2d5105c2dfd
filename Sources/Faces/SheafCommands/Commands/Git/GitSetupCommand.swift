import ArgumentParser
import ByteBasics
import NoteActions
import NotePresentation
import NoteRepository
import TerminalText
import Wording

struct GitCommands: ParsableCommand {
  static var configuration: CommandConfiguration {
    explained("git", PackageResources.git_txt, ko: PackageResources.git_ko_txt, subcommands: [GitSetupCommand.self])
  }
}

struct GitSetupCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("setup", PackageResources.git_setup_txt, ko: PackageResources.git_setup_ko_txt)
  }

  @OptionGroup var options: GitSetupOptions

  func run(in context: CommandContext) throws {
    let setup = context.gitSetup(of: try context.repository())
    let steps = try options.steps(of: setup)
    if !options.dryRun { try setup.carryOut(steps) }
    // On a terminal the sentence below is enough. -n and pipes show the settings and files.
    if options.dryRun || !context.console.capabilities.isOutputTerminal { steps.forEach(context.show) }
    guard !options.dryRun else { return }
    context.note(steps.isEmpty ? options.unchanged : options.done)
  }
}

extension CommandContext {
  /// Shows a setting in the form of git, and the change of a file as a diff.
  fileprivate func show(_ step: GitSetup.Step) {
    switch step {
    case .set(let key, let value): console.writeLine("\(key) = \(value)")
    case .unset(let section): console.writeLine("- \(section)")
    case .write(let path, let before, let after), .hook(let path, let before, let after):
      let diff = UnifiedDiff(path: shownPath(path), before: before, after: after)
      console.write(theme.encode(diff.styledLines))
    }
  }

  func gitSetup(of repository: Repository) -> GitSetup {
    GitSetup(root: repository.root, program: programForShell, git: git(in: repository))
  }

  /// The program's name if the PATH leads to this very file, else its path in quotes.
  private var programForShell: String {
    let path = ThisProgram.path
    if let found = ExternalCommand.find("sheaf", in: variable("PATH") ?? ""), resolvedPath(found) == path {
      return "sheaf"
    }
    return shellWord(path)
  }
}

/// The options of `sheaf git setup`, and the steps for these options.
struct GitSetupOptions: ParsableArguments {
  @Flag(help: help("Write .gitattributes, for everyone.", ko: "모두에게 적용되도록 .gitattributes에 적습니다."))
  var shared = false

  @Flag(
    help: help(
      "Let git's diffs show headings and compare words.", ko: "git의 diff가 소제목을 보여 주고 단어를 비교하게 합니다."))
  var wordDiff = false

  @Flag(
    help: help(
      "Check the notes of each commit with a pre-commit hook.", ko: "pre-commit 훅으로 커밋할 메모를 검사합니다.")
  )
  var hooks = false

  @Flag(
    help: help(
      "Undo the setup; with --hooks, remove only the hook.",
      ko: "설정을 제거합니다. --hooks도 지정하면 훅만 제거합니다."))
  var remove = false

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the changes.", ko: "저장하지 않고 바뀔 내용만 출력합니다."))
  var dryRun = false

  /// Returns the steps for the options.
  func steps(of setup: GitSetup) throws -> [GitSetup.Step] {
    guard remove else {
      return try setup.steps(
        in: shared ? .shared : .clone, withDiff: wordDiff, withHook: hooks)
    }
    return try hooks ? setup.hookRemoval() : setup.removal()
  }

  /// The report if there was nothing to do.
  var unchanged: Message {
    remove
      ? Message("Nothing to remove", ko: "제거할 설정이 없습니다")
      : Message("Git is set up already", ko: "이미 설정되어 있습니다")
  }

  /// The report after it was done.
  var done: Message {
    if hooks {
      return remove
        ? Message("Commits are not checked any more", ko: "이제 커밋할 때 메모를 검사하지 않습니다")
        : Message(
          "Git now merges notes field by field, and checks the notes of each commit",
          ko: "이제 git이 메모를 필드별로 병합하고 커밋할 메모를 검사합니다")
    }
    return remove
      ? Message("Git merges notes line by line again", ko: "이제 git이 메모를 줄 단위로 병합합니다")
      : Message("Git now merges notes field by field", ko: "이제 git이 메모를 필드별로 병합합니다")
  }
}
