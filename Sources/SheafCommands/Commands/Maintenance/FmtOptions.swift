import ArgumentParser

/// What `sheaf fmt` can be given.
struct FmtOptions: ParsableArguments {
  @Argument(
    help: help(
      "Files, folders, notes and queries, or - for standard input. Default: all notes.",
      ko: "파일, 폴더, 메모, 검색식. -이면 표준 입력(기본값: 모든 메모)"))
  var paths: [String] = []

  @Flag(
    help: help(
      "Write nothing; list the files that would change and exit with 1 if there are any.",
      ko: "저장하지 않고 바뀔 파일만 출력합니다. 있으면 종료 코드는 1입니다."))
  var check = false

  @Flag(
    name: [.customShort("n"), .customLong("diff"), .customLong("dry-run")],
    help: help("Write nothing; print the difference.", ko: "저장하지 않고 변경 내용만 출력합니다."))
  var diff = false

  @Flag(
    help: help(
      "Only what the next commit changes, as it is staged.", ko: "다음 커밋에 들어갈 메모만, 스테이징한 내용으로 처리합니다."
    ))
  var staged = false

  @Option(help: ChangedNotes.expectHelp)
  var expect: Int?

  @Flag(
    help: help(
      "Report which blocks were left unchanged and why.", ko: "그대로 둔 블록과 이유를 표시합니다."))
  var explain = false

  @Option(
    help: help(
      "Break paragraphs at N columns, never between two CJK characters.",
      ko: "문단을 줄바꿈할 너비. 한중일 글자 사이에서는 줄바꿈하지 않음"))
  var wrap: Int?

  @Flag(
    help: help(
      "Also remove trailing spaces in the front matter.", ko: "머리말의 줄 끝 공백도 지웁니다."))
  var frontMatter = false

  @Option(
    help: help(
      "The path to show in messages about standard input.", ko: "표준 입력 대신 메시지에 표시할 경로"))
  var stdinPath: String?

  init() {}
}
