import ArgumentParser

/// What `sheaf links` can be given.
struct LinksOptions: ParsableArguments {
  @Argument(help: help("A note: the same as --from.", ko: "메모(--from과 같음)"))
  var note: String?

  @Option(help: help("Show the links of this note.", ko: "링크를 볼 메모"))
  var from: String?

  @Option(help: help("Show the links that lead to this note.", ko: "백링크를 볼 메모"))
  var to: String?

  @Option(help: help("With a note: follow links N steps further.", ko: "메모와 함께: 링크를 따라갈 단계 수"))
  var depth = 1

  @Option(
    help: help(
      "Show notes that have links in common with this one.", ko: "공통된 링크가 있는 메모를 찾을 메모"))
  var related: String?

  @Option(
    help: help(
      "Show notes that mention this one without a link.", ko: "링크 없이 언급한 곳을 찾을 메모"))
  var unlinked: String?

  @Flag(
    help: help(
      "Show links that lead nowhere or to several notes.", ko: "끊겼거나 여러 메모에 해당하는 링크를 보여 줍니다."))
  var broken = false

  @Flag(help: help("Show notes that no other note links to.", ko: "다른 메모에서 링크하지 않은 메모를 보여 줍니다."))
  var orphans = false

  @Flag(help: help("Show every link of the repository.", ko: "저장소의 모든 링크를 보여 줍니다."))
  var all = false

  @Option(
    name: .customLong("where"),
    help: help(
      "Show only links whose other end matches this query.", ko: "반대쪽 메모가 검색식에 맞는 링크만 표시합니다."))
  var condition: String?

  @Option(
    help: help(
      "With --broken: only those broken after this commit or day, each with the commit that broke it.",
      ko: "--broken과 함께: 이 커밋이나 날짜 뒤에 끊긴 링크만, 끊은 커밋과 함께 보여 줍니다."))
  var since: String?

  @OptionGroup var listing: ListingOptions

  init() {}

  /// The note whose own links are asked for.
  var source: String? { note ?? from }

  func validate() throws {
    let named = [note, from, to, related, unlinked].filter { $0 != nil }.count
    guard named + [broken, orphans, all].filter(\.self).count == 1 else {
      throw ValidationError(
        localized(
          "Give a note, or one of --to, --related, --unlinked, --broken, --orphans and --all.",
          ko: "메모를 지정하거나 --to, --related, --unlinked, --broken, --orphans, --all 가운데 하나를 지정하세요."))
    }
    guard since == nil || broken else {
      throw ValidationError(
        localized("--since is used with --broken.", ko: "--since는 --broken과 함께 씁니다."))
    }
    guard depth >= 1 else {
      throw ValidationError(localized("--depth must be 1 or more.", ko: "--depth는 1 이상이어야 합니다."))
    }
  }
}
