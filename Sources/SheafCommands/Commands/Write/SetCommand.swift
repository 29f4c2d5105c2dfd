import ArgumentParser

/// `sheaf set`
struct SetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "set",
      abstract: localized(
        "Change fields of notes and nothing else.", ko: "메모의 필드만 바꿉니다."),
      discussion: localized(
        """
        Notes come first, then changes: key=value, key+=value or key-=value for a list, key- to remove.
        A note whose front matter cannot be changed safely is left unchanged and reported; the others are changed.
        A value that the note had before keeps its spelling.

        Examples:
          sheaf set @ status=doing due=friday
          sheaf set --where 'tag:work status:todo' tags+=q4 --expect 12 --dry-run
        """,
        ko: """
          메모를 먼저, 변경을 나중에 지정합니다: key=value, 목록에는 key+=value와 key-=value, 지울 때는 key-.
          안전하게 바꿀 수 없는 메모는 그대로 두고 표시합니다. 나머지는 바꿉니다. 메모에 있던 값은 원래 형식을 유지합니다.

          예:
            sheaf set @ status=doing due=금요일
            sheaf set --where 'tag:일 status:todo' tags+=4분기 --expect 12 --dry-run
          """))
  }

  @Argument(help: help("Notes, then changes.", ko: "메모, 그다음 변경"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  init() {}

  func run(in context: CommandContext) throws {
    let changes = words.filter { Self.isChange($0) }
    try FieldWriter(context, change).run(changes, on: words.filter { !Self.isChange($0) })
  }

  private static func isChange(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "=") else {
      return word.hasSuffix("-") && word.count > 1 && !word.contains("/") && !word.contains(" ")
    }
    return !word[..<equals].contains("/") && !word[..<equals].contains(" ")
  }
}
