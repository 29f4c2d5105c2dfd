import ArgumentParser

/// What `sheaf serve` can be given.
struct ServeOptions: ParsableArguments {
  @Option(
    help: help(
      "The port; 0 for any free one. Default: 8420, or a free one if it is taken.",
      ko: "포트. 0이면 비어 있는 포트(기본값: 8420, 사용 중이면 비어 있는 포트)"))
  var port: UInt16?

  @Option(
    help: help("The address to listen on.", ko: "연결을 받을 주소"))
  var address = "127.0.0.1"

  @Option(
    name: .customLong("host"),
    help: help(
      "Another host name that browsers may use; may be repeated.",
      ko: "브라우저에서 사용할 다른 호스트 이름. 여러 번 지정할 수 있음"))
  var hosts: [String] = []

  @Flag(help: help("Open the home page in the browser.", ko: "홈 페이지를 브라우저에서 엽니다."))
  var open = false

  @Flag(
    help: help(
      "Use the theme of a repository that is not trusted, also as it changes: to work on a theme.",
      ko: "신뢰하지 않은 저장소의 테마도, 바뀔 때마다 사용합니다. 테마를 고칠 때 사용하세요."))
  var trustTheme = false

  init() {}

  /// True where only this machine can ask.
  var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }

  /// True where every machine that reaches this one can ask.
  var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }

  var shownAddress: String { address.contains(":") ? "[\(address)]" : address }
}
