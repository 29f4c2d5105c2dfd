package import ArgumentParser
import NoteActions
import NoteModel
import NoteSyntax

package struct AppendCommand: ContextCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "append",
      abstract: localized(
        "Add text at the end of a note, or of the section under a heading.",
        ko: "메모나 소제목 아래의 끝에 텍스트를 추가합니다."),
      discussion: prose(PackageResources.append_txt, ko: PackageResources.append_ko_txt))
  }

  @OptionGroup package var insertion: InsertionArguments

  @Flag(help: help("Add it at the beginning: after the title, or the heading.", ko: "제목이나 소제목 바로 아래에 추가합니다."))
  var top = false

  @OptionGroup var writing: WritingOptions

  package init() {}

  package func run(in context: CommandContext) throws {
    try insertion.insert(at: top ? .beginning : .end, writing, in: context)
  }
}

struct JotCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "jot",
      abstract: localized(
        "Add a line to the inbox, the note that collects thoughts to sort later.",
        ko: "나중에 정리할 생각을 모아 두는 메모에 한 줄을 추가합니다."),
      discussion: prose(PackageResources.jot_txt, ko: PackageResources.jot_ko_txt))
  }

  @Argument(
    help: help(.text, "Text to add, or - for standard input.", ko: "추가할 텍스트. -를 지정하면 표준 입력"))
  var text: [String]

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let typed = try context.typedText(text)
    let added = try context.write(writing.care, asksIndex: false) { workspace, transaction in
      try workspace.jot(typed, &transaction)
    }
    context.writePlaces([added.position.text], dryRun: writing.dryRun)
    context.warnOfOpening(around: added)
  }
}
