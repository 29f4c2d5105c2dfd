import ArgumentParser
import NoteActions
import NoteModel
import Wording

struct LinksAddCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("add", PackageResources.links_add_txt, ko: PackageResources.links_add_ko_txt)
  }

  @Argument(help: help(.place, "Note to add the links to, or NOTE#HEADING.", ko: "링크를 추가할 메모 또는 메모#소제목"))
  var note: String

  @Argument(help: help(.place, "Notes to link to, or NOTE#HEADING.", ko: "링크할 메모 또는 메모#소제목"))
  var targets: [String] = []

  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    guard !targets.isEmpty else {
      throw UsageError(
        Message("No note to link to", ko: "링크할 메모를 지정해야 합니다"),
        hint: Message(
          "“sheaf links \(note)” lists the links of the note.",
          ko: "이 메모의 링크를 보려면: “sheaf links \(note)”"))
    }
    let (place, line) = try context.write(writing.care) { workspace, transaction in
      let place = try context.place(note, in: workspace)
      let line = try workspace.addLinks(
        to: try targets.map { try context.place($0, in: workspace) }, at: place, &transaction)
      return (place, line)
    }
    guard let line else {
      return context.note(Message("\(place.path) has these links already", ko: "이미 링크가 있습니다: \(place.path)"))
    }
    context.writePlaces([NotePosition(place.path, line: line).text], dryRun: writing.dryRun)
  }
}
