import ArgumentParser

/// What `sheaf import` can be given.
struct ImportArguments: ParsableArguments {
  @Option(
    help: help("The format; see sheaf-import(7).", ko: "형식(sheaf-import(7) 참고)"))
  var from: String

  @Argument(help: help("Files, folders or archives.", ko: "파일, 폴더, 압축 파일"))
  var paths: [String]

  @Option(
    help: help(
      "Put all notes below this folder of the repository.", ko: "메모를 저장할 저장소의 폴더"))
  var into: String?

  @Option(
    help: help(
      "Map a field of Sheaf to one of the source, such as title=subject; may be repeated.",
      ko: "Sheaf 필드와 원본 필드의 대응(예: title=subject). 여러 번 지정할 수 있음"))
  var map: [String] = []

  @Flag(
    help: help(
      "Update notes that were imported before and not changed since.",
      ko: "전에 가져온 뒤로 바뀌지 않은 메모를 새 내용으로 바꿉니다."))
  var update = false

  @Option(help: help("Write a report to this file.", ko: "결과와 문제를 저장할 파일"))
  var report: String?

  @OptionGroup var writing: WritingOptions

  init() {}
}
