import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import Wording

struct ReplaceCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("replace", PackageResources.replace_txt, ko: PackageResources.replace_ko_txt)
  }

  @Argument(help: help(.oldText, "Text to replace.", ko: "바꿀 텍스트"))
  var old: String

  @Argument(help: help(.newText, "The new text.", ko: "새 텍스트"))
  var new: String

  @OptionGroup var query: QueryArguments

  @Flag(help: help("OLD is a regular expression.", ko: "옛-텍스트를 정규식으로 봅니다."))
  var regex = false

  @Flag(name: [.customShort("i"), .long], help: help("Ignore case.", ko: "대소문자를 구분하지 않습니다."))
  var ignoreCase = false

  @Flag(name: .shortAndLong, help: help("Replace whole words only.", ko: "온전한 단어만 바꿉니다."))
  var word = false

  @Option(
    help: help(
      .textParts,
      "The parts: text, headings, fields, code, links. Default: text,headings,fields.",
      ko: "바꿀 부분: text, headings, fields, code, links. 기본값: text,headings,fields"))
  var parts: String?

  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    try context.refuseInput([old, new])
    let replacement = try replacement()
    let parts = try chosenParts()
    let replaced = try context.write(writing.care) { workspace, transaction in
      let paths = try query.paths(in: context, workspace)
      let replaced = try workspace.replace(replacement, in: parts, of: paths, &transaction)
      try confirm(replaced, in: context)
      return replaced
    }
    guard !replaced.notes.isEmpty || !replaced.left.isEmpty else {
      context.note(Message("Nothing to replace", ko: "바꿀 텍스트가 없습니다"))
      throw ExitStatus.negative
    }
    report(replaced, in: context)
    if !replaced.left.isEmpty { throw ExitStatus.badData }
  }

  private func replacement() throws -> Replacement {
    guard regex else { return try Replacement(old, with: new, ignoresCase: ignoreCase, isWholeWord: word) }
    return try Replacement(pattern: old, with: new, ignoresCase: ignoreCase, isWholeWord: word)
  }

  private func chosenParts() throws -> Set<TextPart> {
    guard let parts else { return [.text, .headings, .fields] }
    return Set(
      try parts.split(separator: ",").map { name in
        if let part = TextPart(rawValue: name.trimmingPrefix { $0 == " " }.lowercased()) { return part }
        let names = TextPart.allCases.map(\.rawValue)
        throw UsageError(
          Message("Unknown part of a note “\(name)”", ko: "메모의 부분이 아닙니다: “\(name)”"),
          hint: nearestName(to: String(name), among: names).map { .didYouMean($0) }
            ?? Message(verbatim: names.joined(separator: ", ")))
      })
  }

  /// Asks before a query changes more notes than expected.
  private func confirm(_ replaced: ReplacedText, in context: CommandContext) throws {
    guard replaced.notes.count > 1, writing.expect == nil, !writing.dryRun else { return }
    let (places, notes) = (replaced.count, replaced.notes.count)
    try context.confirm(
      Message(
        "Replace \(counted(places, "place")) in \(counted(notes, "note"))?",
        ko: "메모 \(notes)개에서 \(places)곳을 바꿀까요?"
      ).naming(replaced.notes.prefix(Message.mostNamed).map { String($0.path.stem) }, of: notes))
  }

  private func report(_ replaced: ReplacedText, in context: CommandContext) {
    for place in replaced.left {
      context.warn(
        Message(
          "\(place.path):\(place.line): not replaced, because the new text would be read as syntax",
          ko: "\(place.path):\(place.line): 새 텍스트가 문법으로 읽히므로 그대로 두었습니다"))
    }
    guard !replaced.notes.isEmpty else { return }
    context.writePlaces(replaced.notes.map(\.path.string), dryRun: writing.dryRun)
    let (places, notes) = (replaced.count, replaced.notes.count)
    context.note(
      writing.dryRun
        ? Message(
          "\(counted(places, "place")) in \(counted(notes, "note")) would be replaced",
          ko: "메모 \(notes)개에서 \(places)곳이 바뀔 예정입니다")
        : Message(
          "\(counted(places, "place")) in \(counted(notes, "note")) replaced",
          ko: "메모 \(notes)개에서 \(places)곳을 바꿨습니다"))
    context.report(replaced.linkFixes, dryRun: writing.dryRun)
  }
}
