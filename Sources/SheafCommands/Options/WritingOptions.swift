import ArgumentParser

/// What every command takes that writes notes.
struct WritingOptions: ParsableArguments {
  @Option(help: help("Refuse unless so many notes would change.", ko: "바뀔 메모가 이만큼이 아니면 거절합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "쓰지 않고 달라질 것을 찍습니다."))
  var dryRun = false

  init() {}
}
