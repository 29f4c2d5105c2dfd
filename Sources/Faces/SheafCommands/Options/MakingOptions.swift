package import ArgumentParser
import CivilCalendar
package import NoteActions
package import NoteModel
import NoteRepository
import Wording

/// `--print-path` of the commands that make a note or add to a note.
package struct PrintPathOption: ParsableArguments {
  @Flag(help: help("Print only the absolute path.", ko: "절대 경로만 출력합니다."))
  package var printPath = false

  package init() {}

  /// Prints the place that a command wrote: its path for ``printPath``, otherwise what a pipe gets.
  package func report(_ place: NotePosition, _ care: WriteOptions, in workspace: Workspace, _ context: CommandContext) {
    guard printPath, !care.dryRun else { return context.writePlaces([place.text], dryRun: care.dryRun) }
    context.console.writeLine(workspace.repository.absolutePath(of: place.path))
  }
}

/// `--edit` and `--print-path`: what follows after something was written.
package struct ResultOptions: ParsableArguments {
  @Flag(name: [.customShort("e"), .long], help: help("Open the result in the editor.", ko: "결과를 편집기로 엽니다."))
  package var edit = false

  @OptionGroup package var path: PrintPathOption

  package init() {}

  /// Opens the place in the editor if that was asked for.
  package func open(_ place: NotePosition, in workspace: Workspace, _ context: CommandContext) throws {
    if edit { try EditSession(context: context, workspace: workspace).edit(place.path, line: place.line) }
  }
}

/// `--template`
package struct TemplateOption: ParsableArguments {
  @Option(
    name: [.customShort("T"), .long],
    help: help(.template, "A template: a file of .sheaf/templates.", ko: "템플릿(.sheaf/templates의 파일)"))
  package var template: String?

  package init() {}
}

/// The parts of a new note besides the words of its title.
package struct NotePartOptions: ParsableArguments {
  @Option(
    help: help(.title, "Title, taken literally; the words are then the body.", ko: "그대로 사용할 제목. 지정하면 입력한 단어는 본문이 됨"))
  package var title: String?

  @Option(help: help(.change, "A change, as FIELD:VALUE; may be repeated.", ko: "변경(필드:값). 여러 번 지정할 수 있음"))
  var set: [String] = []

  @Option(help: help(.body, "Body; - reads standard input.", ko: "본문(-이면 표준 입력)"))
  package var body: String?

  @Option(name: .customLong("in"), help: help(.folder, "The folder of the new note.", ko: "새 메모를 만들 폴더"))
  package var folder: String?

  @OptionGroup package var answers: AnswerOptions

  package init() {}

  /// Returns the changes of `--set`.
  func fields(in context: CommandContext) throws -> [FieldAssignment] {
    try context.choosingDays(set).map {
      try FieldAssignment($0, now: context.clock(), zone: context.zone).checked()
    }
  }

  /// Returns the title, the changes among words, and the text; with `--title` the words that change nothing are the
  /// text.
  package func read(
    _ typed: TypedWords, rules: [FieldRule] = [], in context: CommandContext
  ) throws -> (words: TitledWords, fields: [FieldAssignment], body: String) {
    let now = context.clock()
    let words = try context.choosingDays(typed.words)
    let (changes, prose) = title == nil ? (words, []) : Self.apart(words, rules, now)
    let read = try TitledWords(reading: changes, title: title, rules: rules, now: now, zone: context.zone)
    try CommandContext.check(read.doubtful)
    return (read, try fields(in: context) + read.fields, try text(prose, typed.input, in: context))
  }

  /// Returns the body: words, standard input, or `--body`.
  func text(_ prose: [String], _ input: String?, in context: CommandContext) throws -> String {
    let typed = prose.isEmpty ? input : TypedWords(words: prose, input: input).whole
    guard let body else { return typed ?? "" }
    if typed != nil { throw OptionsApart.usage("--body", prose.isEmpty ? "-" : prose.joined(separator: " ")) }
    return body == "-" ? try context.inputText() : body
  }

  /// Separates the words that change something from the others.
  static func apart(
    _ words: [String], _ rules: [FieldRule], _ now: CivilMoment
  ) -> (changes: [String], prose: [String]) {
    var (rest, changes, prose) = (words[...], [String](), [String]())
    while let word = rest.popFirst() {
      guard !word.contains(" "), TitledWords.isChange(word, rules: rules, now: now) else {
        prose.append(word)
        continue
      }
      let following = rest
      if var change = ChangeWord(word) { change.extend(by: &rest, now: now) }
      changes += [word] + following.prefix(following.count - rest.count)
    }
    return (changes, prose)
  }
}
