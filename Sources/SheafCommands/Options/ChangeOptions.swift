import ArgumentParser

/// What every command takes that changes fields of notes.
struct ChangeOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: help("Also the notes that match this query.", ko: "이 검색식에 맞는 메모도 포함합니다."))
  var condition: String?

  @OptionGroup var writing: WritingOptions

  init() {}
}
