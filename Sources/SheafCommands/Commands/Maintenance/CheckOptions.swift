import ArgumentParser

/// What `sheaf check` can be given.
struct CheckOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case github, sarif
  }

  @Argument(help: help("Notes, folders and queries. Default: all.", ko: "메모, 폴더, 검색식(기본값: 모두)"))
  var notes: [String] = []

  @Flag(
    help: help(
      "Fix what can be fixed; sheaf undo reverts it.",
      ko: "고칠 수 있는 문제를 고칩니다. sheaf undo로 되돌릴 수 있습니다."))
  var fix = false

  @Flag(
    help: help(
      "Also check that linked web pages exist.",
      ko: "링크한 웹 페이지가 있는지도 확인합니다."))
  var external = false

  @Flag(
    help: help(
      "Only what the next commit changes, as it is staged.", ko: "다음 커밋에 들어갈 메모만, 스테이징한 내용으로 검사합니다."
    ))
  var staged = false

  @Option(
    help: help(
      "For continuous integration: github or sarif.", ko: "지속적 통합(CI)용 형식: github 또는 sarif"))
  var format: Format?

  @OptionGroup var writing: WritingOptions

  @OptionGroup var output: OutputOptions

  init() {}

  func validate() throws {
    guard !staged || !fix && !external && notes.isEmpty else {
      throw ValidationError(
        localized("--staged is used alone.", ko: "--staged는 따로 쓰는 옵션입니다."))
    }
  }
}
