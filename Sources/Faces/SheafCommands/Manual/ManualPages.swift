import ArgumentParser
package import Wording

/// The manual pages: those of commands from their declarations, the others from the files in `Pages`.
package enum ManualPages {
  /// Returns every page by its file name: `sheaf.1`, `sheaf-list.1`, `sheaf-config.5`, `ko/sheaf.1` ….
  package static func all() -> [(name: String, text: String)] {
    unwrapped().map { ($0.name, Mdoc.wrapped(Mdoc.printed($0.text))) }
  }

  /// The names of the pages that are files, without language.
  static var written: [String] { Program.current.manualPages.map(\.name) }

  /// Makes only the page with this name; nil if the language has no such page.
  package static func text(of name: String, in language: Language) -> String? {
    HelpLanguage.$current.withValue(language) {
      let command = Program.current.groups.flatMap { group in group.subcommands.map { (group, $0) } }
        .first { "sheaf-\($1.commandName).1" == name }
      let text =
        command.map { page($1, of: $0.subcommands.map { $0.commandName }, in: language) }
        ?? ManualPage.text(of: name, in: language)
      return text.map(Mdoc.wrapped)
    }
  }

  /// Makes every page with unbroken lines.
  package static func unwrapped() -> [(name: String, text: String)] {
    Language.allCases.flatMap { language in
      HelpLanguage.$current.withValue(language) {
        (written.compactMap { name in ManualPage.text(of: name, in: language).map { (name, $0) } }
          + commandPages(in: language)).map { page in
            ((language == .korean ? "ko/" : "") + page.name, page.text)
          }
      }
    }
  }

  private static func commandPages(in language: Language) -> [(name: String, text: String)] {
    Program.current.groups.flatMap { group in
      group.subcommands.map { command in
        let neighbours = group.subcommands.map { $0.commandName }
        return ("sheaf-\(command.commandName).1", page(command, of: neighbours, in: language))
      }
    }
  }

  /// Returns the manual page of a command. `group` names the commands that are listed together.
  private static func page(_ command: any ParsableCommand.Type, of group: [String], in language: Language) -> String {
    let heads = ManualHeadings(language)
    let name = "sheaf-" + command.commandName
    let parts = [command] + command.configuration.subcommands
    var text = ".Dd November 27, 2026\n.Dt \(name.uppercased()) 1\n.Os\n"
    text += ".Sh \(heads.name)\n.Nm \(name)\n"
    text += ".Nd \(Mdoc.description(command.configuration.abstract))\n"
    let arguments = CommandArguments(command)
    text += ".Sh \(heads.synopsis)\n.Nm sheaf \(command.commandName)\n" + arguments.synopsis
    let description = Mdoc.discussion(command.configuration.discussion).trimmingPrefix(".Pp\n")
    let sections = [
      (heads.description, String(description)), (heads.options, arguments.options),
      (heads.subcommands, subcommands(of: command)),
    ]
    for (title, content) in sections where !content.isEmpty { text += ".Sh \(title)\n" + content }
    text += ".Sh \(heads.exitStatus)\n" + exitStatus.text(in: language)
    let examples = parts.flatMap { Mdoc.examples($0.configuration.discussion) }
    if !examples.isEmpty { text += ".Sh \(heads.examples)\n" + Mdoc.literal(examples) }
    return text + ".Sh \(heads.seeAlso)\n" + seeAlso(text, besides: name, group: group)
  }

  private static let exitStatus = Message(
    """
    0 if the command succeeds, 1 if nothing matches or a problem is found, and another number after an error;
    .Xr sheaf 1
    lists the numbers.

    """,
    ko: """
      성공하면 0, 맞는 것이 없거나 문제를 찾으면 1, 오류가 나면 다른 값입니다.
      전체 목록은
      .Xr sheaf 1
      에 있습니다.

      """)

  /// Returns the pages that a text names, as in `sheaf-query(7)`, and those of the commands in its group.
  private static func seeAlso(_ text: String, besides name: String, group: [String]) -> String {
    let named = text.matches(of: /(sheaf-[a-z-]+)\(([1-8])\)/).map { "\($0.2) \($0.1)" }
    let pages = Set(named + group.map { "1 sheaf-\($0)" } + ["1 sheaf"]).subtracting(["1 \(name)"])
    return pages.sorted().map { ".Xr \($0.dropFirst(2)) \($0.prefix(1))" }.joined(separator: " ,\n") + "\n"
  }

  /// Writes the subcommands that have to be named.
  private static func subcommands(of command: any ParsableCommand.Type) -> String {
    command.configuration.subcommands.filter { $0 != command.withoutName }.map { subcommand in
      let name = "sheaf \(command.commandName) \(subcommand.commandName)"
      let arguments = CommandArguments(subcommand)
      return ".Ss \(name)\n.Nm \(name)\n" + arguments.synopsis
        + ".Pp\n" + Mdoc.paragraph(subcommand.configuration.abstract)
        + Mdoc.discussion(subcommand.configuration.discussion) + arguments.options
    }.joined()
  }
}

/// The headings of the sections of a command's page.
package struct ManualHeadings {
  package let name, synopsis, description, options, subcommands, exitStatus, examples, seeAlso: String

  package init(_ language: Language) {
    switch language {
    case .english:
      (name, synopsis, description, options) = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS")
      (subcommands, exitStatus, examples, seeAlso) = ("SUBCOMMANDS", "EXIT STATUS", "EXAMPLES", "SEE ALSO")
    case .korean:
      (name, synopsis, description, options) = ("이름", "사용법", "설명", "옵션")
      (subcommands, exitStatus, examples, seeAlso) = ("명령", "종료 코드", "예", "관련 항목")
    }
  }
}

/// A manual page that is a file and part of the program.
///
/// The source is mdoc. A line `.\" @NAME` stands for the table of that name; to other readers the line is a comment.
package struct ManualPage: Sendable {
  let name: String
  private let english: [UInt8]
  private let korean: [UInt8]

  /// - Parameter name: With the section, as in `sheaf-site.7`.
  package init(_ name: String, _ english: [UInt8], ko korean: [UInt8]) {
    self.name = name
    self.english = english
    self.korean = korean
  }

  static func text(of name: String, in language: Language) -> String? {
    Program.current.manualPages.first { $0.name == name }.map { language == .korean ? $0.korean : $0.english }
      .map { filled(String(decoding: $0, as: UTF8.self), in: language) }
  }

  private static func filled(_ source: String, in language: Language) -> String {
    let mark = ".\\\" @"
    return source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix(mark), let table = Program.current.manualTable(String(line.dropFirst(mark.count)))
      else { return String(line) }
      let text = table(language)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }.joined(separator: "\n")
  }

  static let core = [
    ManualPage("sheaf.1", PackageResources.sheaf_1, ko: PackageResources.sheaf_ko_1),
    ManualPage("sheaf-config.5", PackageResources.sheaf_config_5, ko: PackageResources.sheaf_config_ko_5),
    ManualPage("sheaf-hooks.5", PackageResources.sheaf_hooks_5, ko: PackageResources.sheaf_hooks_ko_5),
    ManualPage("sheaf-note.5", PackageResources.sheaf_note_5, ko: PackageResources.sheaf_note_ko_5),
    ManualPage("sheaf-json.5", PackageResources.sheaf_json_5, ko: PackageResources.sheaf_json_ko_5),
    ManualPage("sheaf-adopt.7", PackageResources.sheaf_adopt_7, ko: PackageResources.sheaf_adopt_ko_7),
    ManualPage("sheaf-changes.7", PackageResources.sheaf_changes_7, ko: PackageResources.sheaf_changes_ko_7),
    ManualPage("sheaf-dates.7", PackageResources.sheaf_dates_7, ko: PackageResources.sheaf_dates_ko_7),
    ManualPage("sheaf-editors.7", PackageResources.sheaf_editors_7, ko: PackageResources.sheaf_editors_ko_7),
    ManualPage("sheaf-git.7", PackageResources.sheaf_git_7, ko: PackageResources.sheaf_git_ko_7),
    ManualPage("sheaf-markdown.7", PackageResources.sheaf_markdown_7, ko: PackageResources.sheaf_markdown_ko_7),
    ManualPage("sheaf-query.7", PackageResources.sheaf_query_7, ko: PackageResources.sheaf_query_ko_7),
    ManualPage("sheaf-tutorial.7", PackageResources.sheaf_tutorial_7, ko: PackageResources.sheaf_tutorial_ko_7),
  ]
}
