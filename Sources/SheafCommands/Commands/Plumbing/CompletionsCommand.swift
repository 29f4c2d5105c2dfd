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
        "Print the completion script of a shell.", ko: "셸의 자동 완성 스크립트를 찍습니다."))
  }

  @Argument(help: help("bash, zsh or fish.", ko: "bash, zsh, fish."))
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
