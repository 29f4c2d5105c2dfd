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
      abstract: localized("Rename and move fields of notes.", ko: "메모의 필드 이름과 자리를 바꿉니다."),
      discussion: localized(
        """
        Examples:
          sheaf field rename autor author
          sheaf field move rating --to front in:Books
        """,
        ko: """
          예:
            sheaf field rename 저자 author
            sheaf field move 평점 --to front in:책
          """),
      subcommands: [FieldRenameCommand.self, FieldMoveCommand.self])
  }

  init() {}
}

/// `sheaf field rename`
struct FieldRenameCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename",
      abstract: localized("Rename a field in every note.", ko: "모든 메모에서 필드 이름을 바꿉니다."),
      discussion: localized(
        """
        The field is renamed in front matter and where the text has it as “name:: value”, in the notes of the query or in
        all notes; no value changes. A note that already has a field of the new name is not changed but reported.

        Examples:
          sheaf field rename autor author --dry-run
          sheaf field rename rating stars in:Books --expect 12
        """,
        ko: """
          검색식에 맞는 메모 또는 모든 메모의 머리말과 본문의 “이름:: 값”에서 필드 이름을 바꿉니다. 값은 바뀌지 않습니다. 새
          이름의 필드가 이미 있는 메모는 그대로 두고 알려 줍니다.

          예:
            sheaf field rename 저자 author --dry-run
            sheaf field rename 평점 별점 in:책 --expect 12
          """))
  }

  @Argument(help: help(.field, "The name of the field.", ko: "필드 이름"))
  var old: String

  @Argument(help: help(.name, "The new name.", ko: "새 이름"))
  var new: String

  @OptionGroup var query: QueryArguments
  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    try context.refuseInput([old, new])
    guard !new.isEmpty, !new.contains(where: { $0.isNewline || ":[]()#`*".contains($0) }),
      new == trimmedSpaces(new)
    else {
      throw UsageError(Message("Invalid field name “\(new)”", ko: "필드 이름으로 쓸 수 없습니다: “\(new)”"))
    }
    try ProvedChangesRun(.fields, query, writing).run(in: context) { workspace, paths, transaction in
      try workspace.renameField(old, to: new, in: paths, &transaction)
    }
  }
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
        --to front makes “name: value” of the lines “name:: value” of the text; --to body the other way round, below the
        title. The note keeps its fields, links, tags and headings; otherwise it is not changed but reported. The same
        goes for a field within a sentence or a list, and for one that Sheaf reads only in front matter.

        Examples:
          sheaf field move rating --to front --dry-run
          sheaf field move rating --to body in:Books
        """,
        ko: """
          --to front는 본문의 “이름:: 값” 줄을 머리말의 “이름: 값”으로 옮깁니다. --to body는 반대로 제목 아래로 옮깁니다.
          메모의 필드, 링크, 태그, 소제목은 그대로입니다. 그대로일 수 없는 메모, 문장이나 목록 안의 필드, Sheaf가
          머리말에서만 읽는 필드는 바꾸지 않고 알려 줍니다.

          예:
            sheaf field move 평점 --to front --dry-run
            sheaf field move 평점 --to body in:책
          """))
  }

  @Argument(help: help(.field, "The name of the field.", ko: "필드 이름"))
  var key: String

  @OptionGroup var query: QueryArguments

  @Option(help: help(.part, "Destination: front or body.", ko: "옮길 곳: front(머리말) 또는 body(본문)"))
  var to: String

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    try context.refuseInput([key])
    guard let place = FieldPlace(rawValue: to.lowercased()) else {
      throw UsageError(
        Message("Invalid --to “\(to)”", ko: "--to에 쓸 수 없는 값입니다: “\(to)”"),
        hint: Message("Use front or body.", ko: "front(머리말)나 body(본문)를 지정하세요."))
    }
    try ProvedChangesRun(.fields, query, writing).run(in: context) { workspace, paths, transaction in
      try workspace.moveField(key, to: place, in: paths, &transaction)
    }
  }
}
