import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import TerminalScreen
import Wording

/// What is done with the notes and tasks that somebody picked.
struct PickedAction {
  private let context: CommandContext
  private let workspace: Workspace
  private let printsPath: Bool

  init(_ context: CommandContext, _ workspace: Workspace, printsPath: Bool) {
    self.context = context
    self.workspace = workspace
    self.printsPath = printsPath
  }

  /// Opens notes in the editor, or prints them where that is asked for.
  func open(_ places: [NotePosition]) throws {
    let session = EditSession(context: context, workspace: workspace)
    for place in places {
      if printsPath {
        context.console.writeLine(place.text)
      } else {
        try session.edit(place.path, line: place.line)
      }
    }
  }

  /// `[[file name]]`, a line each.
  static func copyLinks(_ items: [PickerItem], _ screen: any TerminalScreen) {
    let links = items.map { "[[\($0.place.path.stem)]]" }.uniqued()
    screen.copy(base64: Base64.text(Array(links.joined(separator: "\n").utf8)))
  }

  /// Does what the key asked for that ended the choice.
  func carryOut(_ choice: Picker.Choice) throws {
    let references = choice.items.map(\.reference).uniqued()
    switch choice.action {
    case .choose: try open(choice.items.map(\.place).uniqued())
    case .create: try create(choice.text)
    case .finish:
      let today = context.clock().day
      try TaskWriter(context, .done).run(references) { task in
        task.status == .done ? nil : .status(.done, today: today)
      }
    case .defer_:
      let tomorrow = CivilDate.day(context.clock().day.adding(days: 1))
      try TaskWriter(context, .deferred(tomorrow)).postpone(references, to: tomorrow)
    case .tag: try addTag(to: choice.items.map(\.place.path).uniqued())
    case .copyLink:
      context.note(Message("Copied the link to the clipboard", ko: "링크를 클립보드에 복사했습니다"))
    }
  }

  private func addTag(to paths: [NotePath]) throws {
    context.console.writeError(context.text(Message("Tag: ", ko: "태그: ")))
    guard let tag = context.input.readLine(), !tag.isEmpty else { throw ExitStatus.interrupted }
    let changes = try tag.split(separator: " ").map { try TypedTag.change(signed: "+\($0)") }
    try FieldWriter(context).run(changes, on: paths.map(\.string))
  }

  /// The note that was typed, in the editor.
  private func create(_ title: String) throws {
    guard let made = try context.create(NewNote(title: title)) else { return }
    context.console.writeLine(made.change.path.string)
    try EditSession(context: context, workspace: made.workspace).edit(made.change.path)
  }
}
