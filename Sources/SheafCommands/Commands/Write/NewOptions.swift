import ArgumentParser

/// What `sheaf new` can be given.
struct NewOptions: ParsableArguments {
  @Argument(help: help("The title, or - for standard input.", ko: "제목(-이면 표준 입력)"))
  var text: [String] = []

  @Option(help: help("The title; the words then are the body.", ko: "제목. 지정하면 입력한 단어는 본문이 됨"))
  var title: String?

  @Option(
    name: [.customShort("T"), .long],
    help: help("A template: a file of .sheaf/templates.", ko: "템플릿(.sheaf/templates의 파일)"))
  var template: String?

  @Option(name: .customLong("in"), help: help("The folder.", ko: "폴더"))
  var folder: String?

  @Option(
    name: [.customShort("t"), .long],
    help: help("A tag; may be repeated.", ko: "태그. 여러 번 지정할 수 있음"))
  var tag: [String] = []

  @Option(help: help("A field, as key=value; may be repeated.", ko: "필드(key=value). 여러 번 지정할 수 있음"))
  var set: [String] = []

  @Flag(
    name: [.customShort("e"), .long], help: help("Open the note in the editor.", ko: "편집기로 엽니다."))
  var edit = false

  @Flag(help: help("Print only the path.", ko: "경로만 출력합니다."))
  var printPath = false

  @OptionGroup var writing: WritingOptions

  init() {}
}
