import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// `sheaf field`
struct FieldCommands: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "field",
      abstract: localized("Move fields between front matter and text.", ko: "필드를 머리말과 본문 사이에서 옮깁니다."),
      discussion: localized(
        """
        Examples:
          sheaf field move rating --place front in:Books
        """,
        ko: """
          예:
            sheaf field move 평점 --place front in:책
          """),
      subcommands: [FieldMoveCommand.self])
  }

  init() {}
}

/// `sheaf field move`
struct FieldMoveCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "move",
      abstract: localized(
        "Move a field between front matter and the text.", ko: "필드를 머리말과 본문 사이에서 옮깁니다."),
      discussion: localized(
        """
        --place front makes “name: value” of the lines “name:: value” of the text; --place body the other way round, below the
        title. The note keeps its fields, links, tags and headings; otherwise it is not changed but reported. The same
        goes for a field within a sentence or a list, and for one that Sheaf reads only in front matter.

        Examples:
          sheaf field move rating --place front --dry-run
          sheaf field move rating --place body in:Books
        """,
        ko: """
          --place front는 본문의 “이름:: 값” 줄을 머리말의 “이름: 값”으로 옮깁니다. --place body는 반대로 제목 아래로 옮깁니다.
          메모의 필드, 링크, 태그, 소제목은 그대로입니다. 그대로일 수 없는 메모, 문장이나 목록 안의 필드, Sheaf가
          머리말에서만 읽는 필드는 바꾸지 않고 알려 줍니다.

          예:
            sheaf field move 평점 --place front --dry-run
            sheaf field move 평점 --place body in:책
          """))
  }

  @Argument(help: help(.field, "The name of the field.", ko: "필드 이름"))
  var key: String

  @OptionGroup var query: QueryArguments

  @Option(help: help(.part, "Destination: front or body.", ko: "옮길 곳: front(머리말) 또는 body(본문)"))
  var place: String

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    try context.refuseInput([key])
    guard let place = FieldPlace(rawValue: self.place.lowercased()) else {
      throw UsageError(
        Message("Invalid --place “\(self.place)”", ko: "--place에 쓸 수 없는 값입니다: “\(self.place)”"),
        hint: Message("Use front or body.", ko: "front(머리말)나 body(본문)를 지정하세요."))
    }
    try ProvedChangesRun(.fields, query, writing).run(in: context) { workspace, paths, transaction in
      try workspace.moveField(key, to: place, in: paths, &transaction)
    }
  }
}
