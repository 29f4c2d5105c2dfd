import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import TerminalScreen
import Wording

struct PickCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("pick", PackageResources.pick_txt, ko: PackageResources.pick_ko_txt)
  }

  @Argument(help: help(.words, "Text to start with.", ko: "처음에 입력할 텍스트"))
  var words: [String] = []

  @OptionGroup var path: PrintPathOption

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let picker = NotePicker(context: context, workspace: workspace)
    let action = PickedAction(context: context, workspace: workspace, printsPath: path.printPath)
    if picker.fuzzyFinder != nil, context.mayAsk {
      return try action.open(picker.choose(among: words).map { NotePosition($0) })
    }
    guard context.mayAsk || path.printPath, let screen = context.world.screen() else {
      throw UsageError(
        Message("“sheaf pick” needs a terminal", ko: "“sheaf pick” 명령은 터미널에서만 사용할 수 있습니다"),
        hint: Message(
          "“sheaf list” and “sheaf search” print their results.",
          ko: "“sheaf list”와 “sheaf search”는 찾은 메모를 출력합니다."))
    }
    let choice: Picker.Choice?
    do {
      defer { screen.close() }
      let quick = QuickActions(context: context, screen: screen)
      choice = Picker(context: context, workspace: workspace, screen: screen, perform: quick.carryOut).choose(
        .everything, text: words.joined(separator: " "), actions: [.create, .finish, .defer_, .tag, .copyLink])
    }
    guard let choice else { throw ExitStatus.interrupted }
    try action.carryOut(choice)
  }
}

/// The action on the notes and tasks that the user picked.
struct PickedAction {
  let context: CommandContext
  let workspace: Workspace
  let printsPath: Bool

  /// Opens notes in the editor, or prints them if that is asked for.
  func open(_ places: [NotePosition]) throws {
    let session = EditSession(context: context, workspace: workspace)
    for place in places {
      if printsPath {
        context.console.writeLine(workspace.repository.absolutePath(of: place.path))
      } else {
        try session.edit(place.path, line: place.line)
      }
    }
  }

  /// Carries out the action of the key that ended the choice.
  func carryOut(_ choice: Picker.Choice) throws {
    if choice.action == .create { return try create(choice.text) }
    try open(choice.items.map(\.place).uniqued())
  }

  /// Creates a note from the typed text, and opens the note in the editor.
  private func create(_ title: String) throws {
    guard let made = try context.create(NewNote(title: title)) else { return }
    context.writePlaces([made.change.path.string])
    try EditSession(context: context, workspace: made.workspace).edit(made.change.path)
  }
}

/// The actions of the picker's keys while it stays open.
struct QuickActions {
  let context: CommandContext
  let screen: any TerminalScreen

  /// Carries out an action on items.
  ///
  /// - Parameter words: The words typed for the action: tags.
  /// - Returns: The report of the change.
  func carryOut(_ action: PickerState.Action, _ items: [PickerItem], _ words: String) throws -> Message {
    let references = items.map(\.reference).uniqued()
    let today = context.clock().day
    switch action {
    case .finish:
      return try quietly(Message("Done: \(title(items))", ko: "완료했습니다: \(title(items))")) { quiet in
        try TaskWriter(quiet).run(references) { task in
          task.status == .done ? nil : .status(.done, today: today)
        }
      }
    case .defer_:
      let tomorrow = CivilDate.day(today.adding(days: 1))
      return try quietly(
        Message("Tomorrow: \(title(items))", ko: "내일로 미뤘습니다: \(title(items))")
      ) { try TaskWriter($0).postpone(references, to: tomorrow) }
    case .tag:
      let changes = try words.split(separator: " ").map {
        try FieldAssignment("tags+=" + (try TypedTag.tag(String($0))).string, now: context.clock())
      }
      let paths = items.map(\.place.path.string).uniqued()
      return try quietly(Message("Tagged: \(title(items))", ko: "태그를 붙였습니다: \(title(items))")) {
        try FieldWriter($0).run(changes, on: paths)
      }
    case .copyLink, .choose, .create:
      let links = items.map { "[[\($0.place.path.stem)]]" }.uniqued()
      screen.copy(base64: Base64.text(Array(links.joined(separator: "\n").utf8)))
      return Message("Copied the link to the clipboard", ko: "링크를 클립보드에 복사했습니다")
    }
  }

  private func title(_ items: [PickerItem]) -> String {
    (items.first?.title ?? "") + (items.count > 1 ? " +\(items.count - 1)" : "")
  }

  /// Runs a command without output. Returns the report of the change, or the reason against the change.
  private func quietly(_ done: Message, _ body: (CommandContext) throws -> Void) throws -> Message {
    let (quiet, errors) = context.withoutConsole()
    do {
      try body(quiet)
    } catch let error as ExitStatus {
      guard let line = errors.text.split(separator: "\n").first else { throw error }
      return Message(verbatim: String(line))
    }
    return errors.text.split(separator: "\n").first.map { Message(verbatim: String($0)) } ?? done
  }
}
