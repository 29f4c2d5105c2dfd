import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

struct FieldCommands: ParsableCommand {
  static var configuration: CommandConfiguration {
    explained(
      "field", PackageResources.field_txt, ko: PackageResources.field_ko_txt,
      subcommands: [FieldMoveCommand.self])
  }
}

struct FieldMoveCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("move", PackageResources.field_move_txt, ko: PackageResources.field_move_ko_txt)
  }

  @Argument(help: help(.field, "The name of the field.", ko: "필드 이름"))
  var key: String

  @OptionGroup var query: QueryArguments

  @Option(help: help(.part, "Destination: front or body.", ko: "옮길 곳: front(머리말) 또는 body(본문)"))
  var place: String

  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    try context.refuseInput([key])
    guard let place = FieldPlace(rawValue: self.place.lowercased()) else {
      throw UsageError(
        Message("Invalid value “\(self.place)” for --place", ko: "--place에 쓸 수 없는 값입니다: “\(self.place)”"),
        hint: Message("Use front or body.", ko: "front(머리말)나 body(본문)를 지정하세요."))
    }
    try ProvedChangesRun(subject: .fields, query: query, writing: writing).run(in: context) {
      workspace, paths, transaction in try workspace.moveField(key, to: place, in: paths, &transaction)
    }
  }
}
