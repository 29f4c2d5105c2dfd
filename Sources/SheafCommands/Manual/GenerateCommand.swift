import ArgumentParser
import NoteModel
import NoteRepository

/// `sheaf generate`: the manual and the completions, for the build.
struct GenerateCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "generate",
      abstract: localized("Write the manual pages into a folder.", ko: "설명서를 폴더에 저장합니다."),
      shouldDisplay: false)
  }

  @Argument var folder: String

  init() {}

  func run(in context: CommandContext) throws {
    let path = folder.hasPrefix("/") ? folder : context.workingDirectory + "/" + folder
    for page in ManualPages.all() {
      let bytes = Array(page.text.utf8)
      let file = path + "/" + page.name
      if try !OutputFile.create(bytes, at: file) { try OutputFile.write(bytes, to: file) }
    }
  }
}
