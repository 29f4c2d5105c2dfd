import ArgumentParser
import Foundation
import NoteTestSupport
import TerminalText
import Testing
import Wording

@testable import SheafCommands

@Suite(.wholeProgram) struct HelpTextTests {
  @Test(arguments: [
    ("Unknown option '--x'", "--x 옵션을 찾을 수 없습니다"),
    ("Unknown option '--lmit'. Did you mean '--limit'?", "--lmit 옵션을 찾을 수 없습니다. 혹시 “--limit”인가요?"),
    ("Missing expected argument '<note>'", "메모를 지정해야 합니다"),
    ("Missing expected argument '<movedPaths> ...'", "메모와 옮길 곳을 지정해야 합니다"),
    ("Missing expected argument '<text> ...'", "텍스트를 지정해야 합니다"),
    ("Unexpected argument 'a b'", "사용하지 않는 인수입니다: “a b”"),
    ("2 unexpected arguments: 'a', 'b'", "사용하지 않는 인수가 2개 있습니다: “a, b”"),
    (
      "The value 'x' is invalid for '--name <name>'. Please provide one of 'html', 'text' or 'json'.",
      "--name 이름에 쓸 수 없는 값입니다: “x”. 필요한 값: html, text, json"
    ),
    ("The value 'mum' is invalid for '<count>'", "명령의 개수가 아닙니다: “mum”"),
    ("The value 'x' is invalid for '--limit <count>'", "--limit에는 숫자를 지정해야 합니다: “x”"),
    ("Missing value for '--limit <count>'", "값이 필요합니다: --limit 개수"),
    ("Something that the parser will say one day", "Something that the parser will say one day"),
  ])
  func `what the parser says is said in Korean`(_ english: String, _ korean: String) {
    let message = ParserMessage.message(english)
    #expect(message.korean == korean)
  }

  @Test func `placeholders say what they take, and what a user typed stays`() {
    let message = ParserMessage.message("Missing value for '--limit <count>'")
    #expect(message.english == "Missing value: --limit N")
    #expect(ParserMessage.message("Unexpected argument '<b>'").english == "Unexpected argument: “<b>”")
  }

  @Test(arguments: Language.allCases)
  func `every value in the help has a name that says what it is`(language: Language) throws {
    let session = try CommandSession()
    for command in Program.current.commandNames {
      let help = session.run(["help", command, "--lang", language.rawValue]).output
      #expect(help.matches(of: #/<[a-z-]+>/#).map(\.0) == [], "\(command)")
    }
  }

  @Test(arguments: Language.allCases)
  func `the short help fits on a screen, names every option, and leads to the kinds of words`(language: Language) {
    let commands = Program.current.groups.flatMap(\.subcommands)
    for leaf in commandLeaves(commands) + commands.map({ (name: $0.commandName, command: $0) }) {
      HelpLanguage.$current.withValue(language) {
        let path = leaf.name.split(separator: " ").map(String.init)
        let short = HelpText(askedBy: path + ["-h"], columns: 80)?.text ?? ""
        #expect(short.count { $0 == "\n" } < 24, "\(short)")
        let examples = short.split(separator: "\n").count { $0.hasPrefix("  sheaf ") }
        #expect(examples <= 6, "\(short)")
        for line in short.split(separator: "\n") { #expect(CellWidth.of(line) <= 80, "\(leaf.name): \(line)") }
        let names = CommandArguments(leaf.command).longOptions
        let own = names.filter { !HelpText.sharedNames.contains($0) }
        for option in own {
          let row = short.split(separator: "\n").first {
            $0.firstMatch(of: /^  (-., )?(--[a-z-]+)/)?.2 == option[...]
          }
          #expect(row != nil, "\(leaf.name): \(option) without a line\n\(short)")
        }
        #expect(short.contains("Also ") || short.contains("그 밖에 ") || names.allSatisfy(short.contains), "\(short)")
        #expect(!short.contains("values:") && !short.contains("sheaf-query(7)"), "\(short)")
      }
    }
    let help = HelpLanguage.$current.withValue(.english) {
      HelpText(askedBy: ["help", "list"], columns: 80)?.text ?? ""
    }
    #expect(help.hasPrefix("USAGE: sheaf list [DAYS QUERY] [OPTIONS]\n") && !help.contains("ARGUMENTS"), "\(help)")
    #expect(help.hasSuffix("\nDAYS, QUERY: sheaf help dates, queries\n"), "\(help)")
  }

  @Test(arguments: [40, 80], Language.allCases)
  func `no page of help is wider than the terminal`(columns: Int, language: Language) throws {
    let session = try CommandSession()
    let pages =
      [["help", "--all"], ["--help"], ["help", "topics"], ["help", "dates"]]
      + Program.current.commandNames.flatMap { [[$0, "-h"], ["help", $0]] }
    for words in pages {
      let run = session.run(words + ["--lang", language.rawValue], onTerminal: true, columns: columns)
      #expect(run.status == 0, "\(words)")
      for line in run.output.split(separator: "\n") where line.contains(/[^ ] +[^ ]/) {
        #expect(CellWidth.of(line) <= columns, "\(words): \(line)")
      }
      if columns == 40 { #expect(!run.output.contains(" …\n"), "\(words): \(run.output)") }
    }
  }

  @Test(arguments: Language.allCases) func `the help of all commands names every topic`(language: Language) throws {
    let session = try CommandSession()
    let topics = session.run(["help", "topics", "--lang", language.rawValue])
    #expect(topics.status == 0 && topics.errors == "")
    #expect(session.run(["help", "--all", "--lang", language.rawValue]).output.contains(topics.output))
    let named = topics.output.split(separator: "\n").dropFirst().flatMap { line in
      line.drop { $0 == " " }.components(separatedBy: "  ")[0].components(separatedBy: ", ")
    }
    #expect(named.sorted() == ManualText.names(in: language).sorted(), "\(topics.output)")
  }

  @Test func `a command has the same number of examples in both languages`() {
    func all(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
      [command] + command.configuration.subcommands.flatMap(all)
    }
    func examples(_ command: any ParsableCommand.Type, _ language: Language) -> Int {
      HelpLanguage.$current.withValue(language) {
        command.configuration.discussion.split(separator: "\n").count { $0.hasPrefix("  sheaf ") }
      }
    }
    var count = 0
    for command in all(SheafCommand.self) {
      #expect(examples(command, .english) == examples(command, .korean), "\(command)")
      count += examples(command, .english)
    }
    #expect(count > 100)
  }

  @Test func `Korean help has no English words of the parser's`() {
    let text = HelpLanguage.$current.withValue(.korean) { HelpText([Sample.self], columns: 80).text }
    #expect(
      text == """
        사용법: sample [검색식] [--limit 개수] [--a-long-name 필드]

        태그 목록을 많이 사용한 순서로 보여 줍니다.

        예:
          sample  가나 다라 마바사 아자 차카 파하 가나 다라 마바사 아자 차카 파하 가나
                  다라 마바사

        인수:
          검색식                  검색식(sheaf-query(7) 참고)

        옵션:
          --limit 개수            최대 개수(기본값: 50)
          --a-long-name 필드      묶을 필드

        검색식을 지정하면 맞는 메모의 태그만 표시합니다. --paths는 태그만 출력합니다.

        공통 옵션: sheaf help --all
        검색식: sheaf help queries

        """)
    let short = HelpLanguage.$current.withValue(.korean) { HelpText([Sample.self], columns: 80, isShort: true).text }
    #expect(!short.contains("검색식을 지정하면"))
  }

  @Test(arguments: ["git", "field"]) func `a command that needs a word shows its own help`(command: String) throws {
    let session = try CommandSession()
    let run = session.run([command, "--lang", "ko"])
    #expect(run.status == 64 && run.output == "")
    #expect(run.errors == session.run([command, "--help", "--lang", "ko"]).output)
    #expect(run.errors.contains("사용법: sheaf \(command) 명령") && !run.errors.contains("OVERVIEW"), "\(run.errors)")
  }

  @Test func `lines are broken by cells, and a usage line between options`() {
    let korean = HelpLanguage.$current.withValue(.korean) { HelpText([Sample.self], columns: 40).text }
    #expect(
      korean.contains(
        """
        태그 목록을 많이 사용한 순서로
        보여 줍니다.

        예:
          sample  가나 다라 마바사 아자 차카
                  파하 가나 다라 마바사 아자
                  차카 파하 가나 다라 마바사
        """))
    #expect(
      HelpText([Sample.self], columns: 40).text.contains(
        """
        USAGE: sample [QUERY]
               [--limit N] [--a-long-name FIELD]
        """))
  }

  @Test(arguments: [
    (["help"], "sheaf COMMAND"), (["--help"], "sheaf COMMAND"), (["help", "tags"], "sheaf tag"),
    (["tags", "--limit", "3", "-h"], "sheaf tag"), (["help", "git", "setup"], "sheaf git setup"),
    (["git", "--help"], "sheaf git COMMAND"), (["ls", "-h"], "sheaf list"),
    (["rm", "-h", "note"], "sheaf rm"),
  ])
  func `help is asked for by a word or an option`(_ words: [String], _ usage: String) throws {
    let help = try #require(HelpText(askedBy: words, columns: 80))
    #expect(help.text.contains("USAGE: \(usage)"))
  }

  /// A prompt below the first page fits a screen of 24 lines.
  @Test(.needsExtensions, arguments: ["en", "ko"])
  func `the first page is one screen with every everyday command, and the whole help has the others`(
    language: String
  ) throws {
    let session = try CommandSession()
    let first = session.run(["--help", "--lang", language]).output
    let lines = first.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 23)
    for line in lines { #expect(CellWidth.of(line) <= 80, "\(line)") }
    for command in CommandGroup.everyday { #expect(first.contains(" \(command) "), "\(command)") }
    #expect(session.run(["help", "--lang", language]).output == first)
    let whole = session.run(["help", "--all", "--lang", language]).output
    let last = try #require(whole.firstRange(of: language == "ko" ? "프로그램용 명령\n" : "For programs\n"))
    for command in [
      "get", "render", "graph", "parse", "index", "field", "lsp", "mcp", "completions", "merge-driver", "textconv",
    ] {
      #expect(whole[last.upperBound...].contains("  \(command) "), "\(command)")
    }
    #expect(!whole[last.upperBound...].contains("  query "))
    for command in Program.current.groups.flatMap(\.subcommands) where command.configuration.shouldDisplay {
      #expect(whole.contains(" \(command.commandName) "), "\(command.commandName)")
    }
  }

  @Test func `an option after the end of options asks for no help`() {
    #expect(HelpText(askedBy: ["append", "note", "--", "-h"], columns: 80) == nil)
    #expect(HelpText(askedBy: ["list"], columns: 80) == nil)
    #expect(HelpText(askedBy: ["list", "-have"], columns: 80) == nil)
  }
}

/// A command with an argument, options and examples after a paragraph.
private struct Sample: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sample",
      abstract: localized("List tags.", ko: "태그 목록을 많이 사용한 순서로 보여 줍니다."),
      discussion: localized(
        "",
        ko: """
          검색식을 지정하면 맞는 메모의 태그만 표시합니다. --paths는 태그만
          출력합니다.

          예:
            sample  가나 다라 마바사 아자 차카 파하 가나 다라 마바사 아자 차카 파하 가나 다라 마바사
          """))
  }

  @Argument(help: help(.query, "A query.", ko: "검색식(sheaf-query(7) 참고)")) var query: [String] = []
  @Option(help: help(.count, "Show at most N rows.", ko: "최대 개수")) var limit = 50
  @Option(help: help(.field, "Group by it.", ko: "묶을 필드")) var aLongName: String?
}
