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
        "Print the completion script for a shell.", ko: "셸 자동 완성 스크립트를 출력합니다."),
      discussion: localized(
        """
        Examples:
          source <(sheaf completions bash)
          source <(sheaf completions zsh)
          sheaf completions fish | source
          source <(sheaf completions bash --key s)

        Tab completes commands and options, notes and tasks by any part of a name, tags, fields and their values, the
        terms of a query, words for days, rows of the last listing and the links of a note. With --key, Alt and that
        letter open the picker from the prompt. “make install” installs the scripts without a key.
        """,
        ko: """
          예:
            source <(sheaf completions bash)
            source <(sheaf completions zsh)
            sheaf completions fish | source
            source <(sheaf completions bash --key s)

          Tab으로 명령과 옵션, 이름의 일부로 찾은 메모와 할 일, 태그, 필드와 값, 검색식, 날짜를 뜻하는 말, 마지막 목록의
          번호, 메모의 링크를 완성합니다. --key를 지정하면 Alt와 그 글자로 프롬프트에서 선택 화면을 엽니다. “make install”은
          스크립트를 키 없이 설치합니다.
          """))
  }

  @Argument(help: help(.shell, "Shell: bash, zsh or fish.", ko: "셸: bash, zsh 또는 fish"))
  var shell: ShellName

  @Option(
    help: help(
      .letter,
      "Open the picker with Alt and this letter, too.", ko: "Alt와 이 글자로 선택 화면을 엽니다."))
  var key: String?

  init() {}

  func validate() throws {
    guard key.map({ $0.utf8.count == 1 && $0.allSatisfy(\.isLetter) }) ?? true else {
      throw ValidationError(
        localized("--key must be one letter from a to z", ko: "--key는 a부터 z까지의 글자 하나여야 합니다"))
    }
  }

  func run(in context: CommandContext) throws {
    context.console.writeLine(CompletionScript.text(for: shell))
    if let key { context.console.writeLine(CompletionScript.binding(of: key, in: shell)) }
  }
}
