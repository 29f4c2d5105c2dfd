import ArgumentParser

/// `sheaf completions`
struct CompletionsCommand: ContextCommand {
  enum ShellName: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completions",
      abstract: localized(
        "Print the completion script for a shell.", ko: "셸 자동 완성 스크립트를 출력합니다."))
  }

  @Argument(help: help("bash, zsh or fish.", ko: "bash, zsh 또는 fish"))
  var shell: ShellName

  init() {}

  func run(in context: CommandContext) throws {
    let kind: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    context.console.writeLine(SheafCommand.completionScript(for: kind))
  }
}
