import ArgumentParser
import ByteBasics
import NotePresentation
import NoteRepository
import TerminalText

/// What programs can ask for instead of lines for the user.
struct OutputOptions: ParsableArguments {
  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  @Flag(help: help("Print one JSON object per line.", ko: "한 줄에 JSON 객체 하나씩 출력합니다."))
  var jsonl = false

  @Flag(help: help("Print only paths, one per line.", ko: "경로만 한 줄에 하나씩 출력합니다."))
  var paths = false

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: help("With --paths: end each with a NUL byte.", ko: "--paths와 함께: NUL 바이트로 구분합니다."))
  var null = false

  init() {}

  var isForPrograms: Bool { choices.isForPrograms }

  var choices: OutputChoices {
    OutputChoices(json: json, jsonl: jsonl, paths: paths, null: null)
  }
}

/// ``OutputOptions`` as values.
struct OutputChoices {
  var json = false
  var jsonl = false
  var paths = false
  var null = false

  var isForPrograms: Bool { json || jsonl || paths || null }
}

extension CommandContext {
  var page: Page {
    Page(
      columns: console.capabilities.columns, language: language,
      asciiOnly: console.capabilities.asciiOnly, isTerminal: console.capabilities.isOutputTerminal,
      dates: dates)
  }

  var theme: Theme {
    console.capabilities.usesColor
      ? .ansi(showsLinks: console.capabilities.usesHyperlinks) : .plain
  }

  /// Prints a report as the options ask; through the pager where it is long.
  ///
  /// `keys` stand for its items where `--paths` asks for them.
  func show(
    _ report: some Report, _ options: OutputChoices, keys: @autoclosure () -> [String],
    pager: UserProgram?
  ) {
    if options.json {
      console.writeLine(report.json.text(pretty: true))
    } else if options.jsonl {
      for item in report.items { console.writeLine(item.text()) }
    } else if options.paths || options.null {
      let end: [UInt8] = options.null ? [0] : [0x0A]
      for key in keys() { console.write(Array(key.utf8) + end) }
    } else {
      page(report.bytes(page, theme), configured: pager)
    }
  }
}

/// For listings that can also show how everything was.
struct RevisionOptions: ParsableArguments {
  @Option(
    help: help("As it was in a commit, or at the end of a day.", ko: "이 커밋이나 그날 끝의 상태로 보여 줍니다."))
  var at: String?

  init() {}
}
