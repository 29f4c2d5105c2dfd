import ArgumentParser

struct CompletionsCommand: ContextCommand {
  enum ShellName: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  static var configuration: CommandConfiguration {
    explained("completions", PackageResources.completions_txt, ko: PackageResources.completions_ko_txt)
  }

  @Argument(help: help(.shell, "Shell: bash, zsh or fish.", ko: "셸: bash, zsh 또는 fish"))
  var shell: ShellName

  @Option(
    help: help(
      .letter,
      "Open the picker with Alt and this letter, too.", ko: "Alt와 이 글자로 선택 화면을 엽니다."))
  var key: String?

  func validate() throws {
    guard key.map({ $0.utf8.count == 1 && $0.allSatisfy(\.isLetter) }) ?? true else {
      throw ValidationError(localized("--key must be one letter from a to z", ko: "--key는 a부터 z까지의 글자 하나여야 합니다"))
    }
  }

  func run(in context: CommandContext) throws {
    context.console.writeLine(CompletionScript.text(for: shell))
    if let key { context.console.writeLine(CompletionScript.binding(of: key, in: shell)) }
  }
}
