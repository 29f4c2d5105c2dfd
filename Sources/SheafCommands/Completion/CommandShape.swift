import ArgumentParser

/// The words after a command's name: which are options, which are values, and what may come next.
struct CommandShape {
  /// Words that are neither options nor their values.
  private(set) var positional: [String] = []
  /// The option whose value is at the cursor.
  private(set) var pendingOption: CommandArguments.Choice?
  /// After `--`.
  private(set) var isAfterOptions = false
  private let arguments: CommandArguments

  init(_ command: any ParsableCommand.Type, name: String, rest: [String]) {
    arguments = CommandArguments(command)
    for word in rest {
      if pendingOption != nil {
        pendingOption = nil
      } else if word == "--", !isAfterOptions {
        isAfterOptions = true
      } else if !isAfterOptions, word.hasPrefix("-"), let option = option(word) {
        pendingOption = option.takesValue ? option : nil
      } else if isAfterOptions || !isOption(word) {
        positional.append(word)
      }
    }
  }

  var choices: [CommandArguments.Choice] { arguments.choices }

  /// The words that the argument at the cursor takes, where it takes no others.
  var fixedValues: [String] { arguments.values(ofPositional: positional.count) }

  func option(_ word: String) -> CommandArguments.Choice? {
    choices.first { $0.names.contains(word) }
  }

  /// False for a word such as `-draft`, which is a term of a query or a tag.
  func takesOption(_ typed: String) -> Bool {
    typed == "-" || typed.hasPrefix("--") || choices.contains { $0.names.contains(typed) }
  }

  /// `--name=value`, `-qn`, and global options, which are taken out before.
  private func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") || word.hasPrefix("-") && word.count > 1 && arguments.isFlag(word)
  }
}
