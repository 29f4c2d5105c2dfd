import ArgumentParser

/// What `sheaf board` can be given.
struct BoardOptions: ParsableArguments {
  @OptionGroup var query: QueryArguments

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Move cards and columns with the keys, on the whole screen.", ko: "전체 화면에서 키로 카드와 열을 옮깁니다."))
  var interactive = false

  @OptionGroup var columns: BoardColumns

  @Flag(help: help("Print Markdown.", ko: "마크다운으로 출력합니다."))
  var md = false

  @Flag(help: help("Print one HTML page.", ko: "HTML 페이지 하나로 출력합니다."))
  var html = false

  @Option(
    help: help(
      "A preset (oneline, short, medium, full, path, json, jsonl) or a template such as '{{title}} {{path}}'.",
      ko:
        "미리 정의된 형식(oneline, short, medium, full, path, json, jsonl) 또는 '{{title}} {{path}}' 같은 템플릿")
  )
  var format: String?

  @Option(
    help: help(
      "Move a card of a Kanban note: the line number of its box, or words of its title.",
      ko: "옮길 Kanban 카드: 체크박스의 줄 번호 또는 제목의 단어"))
  var move: String?

  @Option(help: help("The column to move the card to.", ko: "카드를 옮길 열"))
  var to: String?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("With --move: only print the difference.", ko: "--move와 함께: 저장하지 않고 변경 내용만 출력합니다."))
  var dryRun = false

  @OptionGroup var revision: RevisionOptions
  @OptionGroup var output: OutputOptions

  init() {}

  func validate() throws {
    guard !interactive || columns.by == .status && revision.at == nil else {
      throw ValidationError(
        localized(
          "-i shows the board by status, as it is now.", ko: "-i는 지금의 상태별 보드만 보여 줍니다."))
    }
  }

  /// What a listing needs to know.
  var choices: ListingChoices { ListingChoices(format: format, output: output.choices) }

  /// True where a person reads the board, not a program or a file.
  var isForReading: Bool { !md && !html && format == nil && !output.isForPrograms }
}
