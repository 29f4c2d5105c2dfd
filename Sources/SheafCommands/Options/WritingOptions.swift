import ArgumentParser

/// What every command takes that writes notes.
struct WritingOptions: ParsableArguments {
  @Option(help: help("Abort unless exactly N notes would change.", ko: "바뀔 메모가 정확히 N개가 아니면 중단합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "저장하지 않고 변경 내용만 출력합니다."))
  var dryRun = false

  init() {}
}
