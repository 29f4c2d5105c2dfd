import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import Wording

/// `sheaf unset`
struct UnsetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "unset",
      abstract: localized(
        "Remove a field from notes and change nothing else.", ko: "메모의 필드만 지웁니다."),
      discussion: localized(
        """
        Examples:
          sheaf unset @ due
          sheaf unset --where 'in:Memo tag:published' draft --dry-run

        Notes come first, then the field; the field may also come first. “sheaf set NOTES KEY-” does the same.
        """,
        ko: """
          예:
            sheaf unset @ due
            sheaf unset --where 'in:Memo tag:공개' draft --dry-run

          메모를 먼저, 필드를 나중에 지정합니다. 필드를 먼저 지정해도 됩니다. “sheaf set 메모 필드-”와 같습니다.
          """))
  }

  @Argument(help: help("Notes, then the field.", ko: "메모, 그다음 필드"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  init() {}

  func run(in context: CommandContext) throws {
    var notes = words
    let key =
      try isField(words[words.count - 1], context) || !isField(words[0], context)
      ? notes.removeLast() : notes.removeFirst()
    try context.refuseInput([key])
    guard !notes.isEmpty || change.condition != nil else {
      throw UsageError(
        Message("Give a note and a field", ko: "메모와 필드를 지정해야 합니다"),
        hint: Message("sheaf unset @ due", ko: "sheaf unset @ due"))
    }
    try FieldWriter(context, change).run(["\(key)-"], on: notes)
  }

  /// The last word is the field, unless only the first one is known as one.
  private func isField(_ word: String, _ context: CommandContext) throws -> Bool {
    if FieldCatalogue.field(typed: word) != nil { return true }
    guard words.count > 1 else { return true }
    return try context.openWorkspace().index.fieldKeys().contains(word.lowercased())
  }
}
