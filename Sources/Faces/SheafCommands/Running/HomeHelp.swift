import ArgumentParser
import TerminalText
import Wording

/// The first page of the help: the everyday commands and the kinds of words, so short that a prompt fits below it on a
/// screen of 24 lines; and the same with all commands.
enum HomeHelp {
  static func text(all: Bool) -> String {
    let head = prose(PackageResources.home_txt, ko: PackageResources.home_ko_txt)
    guard all else { return head }
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).map(String.init)
    return (lines + [""] + groups + ["", GlobalOptions.helpText, "", CommandAliases.helpText, ""]).joined(
      separator: "\n")
  }

  /// Every command that the first page leaves out, those for programs last.
  private static var groups: [String] {
    CommandGroup.all.map { group -> [String] in
      let commands = group.subcommands.filter {
        $0.configuration.shouldDisplay && !CommandGroup.everyday.contains($0.commandName)
      }
      guard !commands.isEmpty else { return [] }
      let rows = commands.map { command in
        let name = "  " + command.commandName
        return name + String(repeating: " ", count: max(1, 15 - CellWidth.of(name))) + command.configuration.abstract
      }
      return [group.name] + rows
    }.filter { !$0.isEmpty }.joined(separator: [""]).map(\.self)
  }
}
