package import ArgumentParser
import NoteActions
import NoteModel
import NoteSyntax

package struct AppendCommand: ContextCommand {
  package static var configuration: CommandConfiguration {
    explained("append", PackageResources.append_txt, ko: PackageResources.append_ko_txt)
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
    explained("jot", PackageResources.jot_txt, ko: PackageResources.jot_ko_txt)
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
