import NoteRepository
import TerminalText
package import Wording

/// The options that every command takes, before its name or after it.
package struct GlobalOptions: Sendable, Hashable {
  package enum Color: String, Sendable, CaseIterable {
    case auto, always, never
  }

  /// `-C`: where to start looking for the repository.
  package var directory: String?
  package var color = Color.auto
  /// The value of the setting `colors.when`, used if neither the option nor the environment decides.
  package var usualColor = Color.auto
  package var language: String?
  /// `--now`: the moment that counts as now.
  package var now: String?
  package var noPager = false
  package var noInput = false
  package var assumeYes = false
  package var quiet = false
  package var asciiOnly = false

  package init() {}

  /// Applies the settings for which no option was given.
  mutating func adopt(_ configuration: Configuration) {
    usualColor = Color(rawValue: configuration.text("colors.when")) ?? .auto
    asciiOnly = asciiOnly || configuration.flag("ascii")
  }

  /// Takes the global options out of `arguments`.
  ///
  /// Global options are recognized at any position before `--`.
  ///
  /// - Returns: The arguments left for the command.
  /// - Throws: ``UsageError`` for a missing or unknown value.
  package mutating func extract(from arguments: [String]) throws(UsageError) -> [String] {
    var rest: [String] = []
    var remaining = arguments[...]
    while let argument = remaining.popFirst() {
      if argument == "--" { return rest + [argument] + remaining }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard argument.hasPrefix("-"), let option = Self.catalogue.first(where: { $0.names.contains(parts[0]) }) else {
        rest.append(argument)
        continue
      }
      switch option.effect {
      case .flag(let set): set(&self)
      case .value(_, let set):
        let name = option.names[0]
        guard let value = parts.count > 1 ? parts[1] : remaining.popFirst() else {
          throw UsageError(Message("\(name) needs a value", ko: "\(name)에는 값이 필요합니다"))
        }
        guard set(&self, value) else {
          throw UsageError(
            Message("Invalid value “\(value)” for \(name)", ko: "\(name)에 쓸 수 없는 값입니다: “\(value)”"), hint: option.help)
        }
      }
    }
    return rest
  }
}

/// One row of the table of global options. The parser, the help and the manual read the table.
package struct GlobalOption: Sendable {
  package enum Effect: Sendable {
    case flag(@Sendable (inout GlobalOptions) -> Void)
    /// The placeholder in help, and the function that sets the value. The function returns false for an unknown value.
    case value(Message, @Sendable (inout GlobalOptions, String) -> Bool)
  }

  package let names: [String]
  package let effect: Effect
  package let help: Message
}

extension GlobalOptions {
  package static let catalogue: [GlobalOption] = [
    GlobalOption(
      names: ["-C", "--directory"],
      effect: .value(Message("DIR", ko: "폴더")) {
        $0.directory = $1
        return true
      },
      help: Message(
        "Use the repository that contains DIR; @NAME: a repository of the setting repositories.",
        ko: "이 폴더의 저장소에서 실행합니다. @이름: repositories 설정의 저장소")),
    GlobalOption(
      names: ["--color"],
      effect: .value(Message("WHEN", ko: "방식")) { options, value in
        guard let color = Color(rawValue: value) else { return false }
        options.color = color
        return true
      },
      help: Message(
        "Colour the output: auto, always or never.", ko: "색상: auto, always 또는 never")),
    GlobalOption(
      names: ["--lang"],
      effect: .value(Message("LANGUAGE", ko: "언어")) { options, value in
        options.language = value
        return Language.allCases.contains { value.hasPrefix($0.rawValue) }
      },
      help: Message("Language of messages: use en or ko.", ko: "메시지의 언어: en 또는 ko")),
    GlobalOption(
      names: ["--now"],
      effect: .value(Message("MOMENT", ko: "시각")) {
        $0.now = $1
        return true
      },
      help: Message(
        "Pretend that it is this time, such as 2026-11-21T10:00:00+09:00.",
        ko: "현재 시각 대신 사용할 시각(예: 2026-11-21T10:00:00+09:00)")),
    GlobalOption(
      names: ["--no-pager"], effect: .flag { $0.noPager = true },
      help: Message("Do not use a pager.", ko: "페이저를 사용하지 않습니다.")),
    GlobalOption(
      names: ["--no-input"], effect: .flag { $0.noInput = true },
      help: Message("Never ask questions.", ko: "질문하지 않고 실행합니다.")),
    GlobalOption(
      names: ["--yes"], effect: .flag { $0.assumeYes = true },
      help: Message("Answer yes to every question.", ko: "모든 질문에 “예”로 답합니다.")),
    GlobalOption(
      names: ["-q", "--quiet"], effect: .flag { $0.quiet = true },
      help: Message("Print errors only.", ko: "오류만 출력합니다.")),
    GlobalOption(
      names: ["--ascii"], effect: .flag { $0.asciiOnly = true },
      help: Message("Draw boxes and marks in ASCII.", ko: "상자와 기호를 ASCII로 표시합니다.")),
  ]

  /// The table of global options as `sheaf --help` shows it, in the language of this run.
  static var helpText: String {
    let rows = catalogue.map { option in
      var names = option.names.joined(separator: ", ")
      if case .value(let placeholder, _) = option.effect {
        names += " " + placeholder.text(in: HelpLanguage.current)
      }
      let gap = String(repeating: " ", count: max(2, 26 - CellWidth.of(names)))
      return "  " + names + gap + option.help.text(in: HelpLanguage.current)
    }
    let heading = localized("Global options, before or after the command:", ko: "공통 옵션(명령 앞이나 뒤에 지정):")
    return ([heading] + rows).joined(separator: "\n")
  }
}
