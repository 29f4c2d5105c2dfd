import ArgumentParser

/// What `sheaf search` can be given.
struct SearchOptions: ParsableArguments {
  @OptionGroup var query: QueryArguments
  @OptionGroup var listing: ListingOptions

  @Flag(name: [.customShort("l"), .long], help: help("Print only the paths.", ko: "경로만 출력합니다."))
  var filesWithMatches = false

  @Flag(
    name: [.customShort("c"), .long],
    help: help("Print only the number of matching lines per note.", ko: "메모마다 맞는 줄의 수만 출력합니다."))
  var count = false

  @Option(
    name: [.customShort("C"), .customLong("context")],
    help: help("Show N lines around each match.", ko: "맞는 줄의 앞뒤로 표시할 줄 수"))
  var contextLines = 0

  @Option(
    help: help(
      "Show at most N lines per note, the best ones; 0: all. Default on a terminal: 3.",
      ko: "메모마다 가장 잘 맞는 줄을 표시할 최대 개수. 0이면 모두(터미널 기본값: 3)"))
  var lines: Int?

  @Option(
    parsing: .unconditional,
    help: help(
      "Show lines that match this regular expression, in the notes of the query.",
      ko: "검색식에 맞는 메모에서 찾을 정규식"))
  var regex: String?

  @Flag(
    name: [.customShort("i"), .long],
    help: help("Choose from the notes found.", ko: "찾은 메모에서 고릅니다."))
  var interactive = false

  @Flag(
    name: [.customShort("e"), .long],
    help: help("Open the best match in the editor, at its line.", ko: "가장 잘 맞는 줄을 편집기로 엽니다."))
  var edit = false

  @Flag(
    name: [.customLong("vimgrep"), .customLong("quickfix")],
    help: help("Print path:line:column:text, for editors.", ko: "편집기용으로 경로:줄:열:텍스트를 출력합니다."))
  var vimgrep = false

  init() {}

  /// True where nothing but the lines is asked for: a pipe gets them as grep prints them.
  var isForLinesAlone: Bool {
    contextLines == 0 && lines == nil && listing.format == nil && listing.groupBy == nil
      && !listing.output.isForPrograms
  }
}
