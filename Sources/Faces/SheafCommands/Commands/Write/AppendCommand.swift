package import ArgumentParser
import NoteActions
import NoteModel
import NoteSyntax

package struct AppendCommand: ContextCommand {
  package static var configuration: CommandConfiguration {
    explained("append", PackageResources.append_txt, ko: PackageResources.append_ko_txt)
  }

  @Argument(
    help: help(.place, "A note, or NOTE#HEADING.", ko: "메모 또는 메모#소제목"))
  package var note: String

  @Argument(
    help: help(.text, "Text to add, or - for standard input.", ko: "추가할 텍스트. -를 지정하면 표준 입력"))
  package var text: [String]

  @Flag(help: help("Add the text at the beginning: after the title or the heading.", ko: "제목이나 소제목 바로 아래에 추가합니다."))
  var top = false

  @OptionGroup var path: PrintPathOption
  @OptionGroup var writing: WritingOptions

  package init() {}

  package func run(in context: CommandContext) throws {
    let text = try context.typedText(text)
    let care = writing.care.silent(path.printPath)
    let (added, workspace) = try context.write(care) { workspace, transaction in
      let target = try context.place(note, in: workspace)
      let added = try workspace.insert(
        text, at: top ? .beginning : .end, of: target.path, headingLine: target.line, &transaction)
      return (added, workspace)
    }
    path.report(added.position, care, in: workspace, context)
    context.warnOfOpening(around: added)
  }
}

struct JotCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("jot", PackageResources.jot_txt, ko: PackageResources.jot_ko_txt)
  }

  @Argument(
    help: help(.text, "Text to add, or - for standard input.", ko: "추가할 텍스트. -를 지정하면 표준 입력"))
  var text: [String]

  @Option(help: help(.place, "Add the text to this note instead of the inbox.", ko: "모음 대신 이 메모에 추가합니다."))
  var into: String?

  @OptionGroup var result: ResultOptions
  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    let context = result.edit && text.last == "-" ? context.withTerminalInput() : context
    if result.edit { try context.checkEditor() }
    let typed = try context.typedText(text)
    let care = writing.care.silent(result.path.printPath)
    let (added, workspace) = try context.write(care, asksIndex: into != nil) { workspace, transaction in
      let place = try into.map { try context.place($0, in: workspace) }
      return (try workspace.jot(typed, into: place, &transaction), workspace)
    }
    result.path.report(added.position, care, in: workspace, context)
    context.warnOfOpening(around: added)
    if !care.dryRun { try result.open(added.position, in: workspace, context) }
  }
}
