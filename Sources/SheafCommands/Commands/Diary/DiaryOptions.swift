import ArgumentParser

/// What `sheaf diary` can be given.
struct DiaryOptions: ParsableArguments {
  @Argument(
    help: help(
      "Text, a day, or a day, a colon and text; - reads standard input.",
      ko: "텍스트, 날짜, 또는 “날짜: 텍스트”(-이면 표준 입력)"))
  var words: [String] = []

  @Flag(help: help("Open the note of the week.", ko: "이번 주의 메모를 엽니다."))
  var week = false

  @Flag(help: help("Open the note of the month.", ko: "이번 달의 메모를 엽니다."))
  var month = false

  @Flag(help: help("Print the path; create and open nothing.", ko: "만들거나 열지 않고 경로만 출력합니다."))
  var printPath = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard !(week && month) else {
      throw ValidationError(
        localized("Use either --week or --month.", ko: "주와 달 가운데 하나만 지정하세요."))
    }
  }
}
