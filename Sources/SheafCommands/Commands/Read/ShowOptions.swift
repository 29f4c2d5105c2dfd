import ArgumentParser

/// What `sheaf show` can be given.
struct ShowOptions: ParsableArguments {
  @Argument(
    help: help(
      "A note: path, title, alias, id, day, @ or a row.", ko: "메모: 경로, 제목, 별칭, id, 날짜, @ 또는 목록 번호"))
  var note: String?

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Choose from the notes that match, with fzf if it is installed.",
      ko: "검색식에 맞는 메모에서 고릅니다. fzf가 있으면 사용합니다."))
  var interactive = false

  @OptionGroup var revision: RevisionOptions

  @Flag(help: help("Print the bytes of the file.", ko: "파일의 내용을 그대로 출력합니다."))
  var raw = false

  @Flag(help: help("Print the fields of the front matter.", ko: "머리말의 필드를 출력합니다."))
  var fields = false

  @Flag(help: help("Also show backlinks.", ko: "백링크도 표시합니다."))
  var backlinks = false

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func validate() throws {
    if note == nil, !interactive {
      throw ValidationError(
        localized("No note given. Use -i to choose one.", ko: "메모를 지정하지 않았습니다. -i로 고를 수 있습니다"))
    }
  }
}
