import ArgumentParser
import ByteBasics
import NotePresentation
import NoteRepository
package import SheafCommands

extension Program.Part {
  package static let reference: Program.Part = {
    var part = Program.Part()
    part.hiddenCommands = [GenerateCommand.self]
    return part
  }()
}

/// `sheaf generate`: the manual and the completions, for the build.
struct GenerateCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "generate",
      abstract: localized(
        "Write the manual pages into a folder, or the JSON Schema into a file .json.",
        ko: "설명서를 폴더에, JSON 스키마를 .json 파일에 저장합니다."), shouldDisplay: false)
  }

  @Argument(help: help(.diskFolder, "The folder.", ko: "폴더")) var folder: String

  @Flag(
    help: help(
      "Write the reference of the guide in this folder.", ko: "이 폴더의 안내서에 명령과 설정 목록을 씁니다."))
  var guide = false

  func run(in context: CommandContext) throws {
    let path = context.absolutePath(folder)
    if path.hasSuffix(".json") {
      let bytes = Array((JSONCatalogue.schema.text(pretty: true) + "\n").utf8)
      if try !OutputFile.create(bytes, at: path) { try OutputFile.write(bytes, to: path) }
      return
    }
    let files = guide ? try GuideReference.notes() : ManualPages.all().map { ($0.name, Array($0.text.utf8)) }
    for (name, bytes) in files {
      let file = path + "/" + name
      if try !OutputFile.create(bytes, at: file) { try OutputFile.write(bytes, to: file) }
    }
  }
}
