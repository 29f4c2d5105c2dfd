import ArgumentParser

/// For listings that can also show how everything was.
struct RevisionOptions: ParsableArguments {
  @Option(
    help: help("As it was in a commit, or at the end of a day.", ko: "이 커밋이나 그날 끝의 상태로 보여 줍니다."))
  var at: String?

  init() {}
}
