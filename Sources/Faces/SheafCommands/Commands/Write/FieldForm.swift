import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// Asks on a terminal for each field that schemas declare for a note, with its present value.
struct FieldForm {
  private let context: CommandContext
  private let workspace: Workspace

  init(_ context: CommandContext, _ workspace: Workspace) {
    self.context = context
    self.workspace = workspace
  }

  /// Asks for the fields of a note. Throws an error if there is no terminal, the note has no schema, or a change is
  /// refused.
  func fill(_ options: EditOptions) throws {
    guard context.mayAsk else {
      throw UsageError(
        Message("--form needs a terminal", ko: "--form에는 터미널이 필요합니다"),
        hint: Message("Use “sheaf set”.", ko: "“sheaf set”을 사용하세요."))
    }
    let name = options.notes[0]
    let note = try workspace.note(at: context.note(name, in: workspace))
    let rules = workspace.configuration.schemas.rules(for: note)
    guard !rules.isEmpty else {
      context.note(
        Message("No schema declares fields for \(note.path)", ko: "스키마가 필드를 정하지 않은 메모입니다: \(note.path)"))
      throw ExitStatus.negative
    }
    let prompt = QuestionPrompt(context)
    let changes = try rules.compactMap { rule -> FieldAssignment? in
      let present = value(of: rule, in: note)
      let answer = prompt.value(
        of: rule, Message(verbatim: rule.key), usual: present ?? rule.defaultText)
      // The default is the value that a new note would get.
      return try (answer ?? (present == nil ? rule.defaultText : nil)).map {
        try FieldAssignment("\(rule.key)=\($0)", now: context.clock(), zone: context.zone)
      }
    }
    guard !changes.isEmpty else {
      return context.note(Message("\(note.path) is unchanged", ko: "바뀌지 않았습니다: \(note.path)"))
    }
    try FieldWriter(context, care: options.selection.writing.care).run(changes, on: [note.path.string])
  }

  private func value(of rule: FieldRule, in note: Note) -> String? {
    let key = FieldCatalogue.canonical(rule.key)
    let entry = note.document.frontMatter?.entries.first { FieldCatalogue.canonical($0.key) == key }
    let texts = entry?.value.scalarTexts ?? []
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
