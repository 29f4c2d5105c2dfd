import ArgumentParser
import NoteRepository

/// What `sheaf publish` can be given.
struct PublishOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: help("The folder of the site.", ko: "사이트를 저장할 폴더"))
  var output: String?

  @Flag(
    help: help(
      "Write the templates and the style sheet to .sheaf/theme; existing files stay.",
      ko: "템플릿과 스타일시트를 .sheaf/theme에 저장합니다. 있는 파일은 그대로 둡니다."))
  var eject = false

  @Flag(
    name: [.customShort("n"), .long],
    help: help(
      "Write nothing; list what would be public and what would be held back.",
      ko: "저장하지 않고 공개할 것과 제외할 것을 표시합니다."))
  var dryRun = false

  @Flag(
    help: help(
      "Write into a folder that contains other files, and over published files that were changed there.",
      ko: "다른 파일이 있는 폴더에도 저장하고, 게시한 뒤에 바뀐 파일도 다시 저장합니다."))
  var force = false

  @Flag(
    help: help(
      "Check every page of the site afterwards: links, places, HTML and accessibility.",
      ko: "사이트의 모든 페이지에서 링크, 위치, HTML, 접근성을 검사합니다."))
  var check = false

  @Option(
    help: help(
      "Commit the site to a branch of its own, such as gh-pages; the working copy stays as it is.",
      ko: "gh-pages처럼 사이트만의 브랜치에 커밋합니다. 작업 폴더는 그대로 둡니다."))
  var toBranch: String?

  init() {}

  var mode: SiteFolder.Mode { dryRun ? .dryRun : force ? .forced : .usual }
}
