import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import TerminalScreen
import TerminalText

/// Lets the user choose on the whole screen, with rows that follow what is typed.
struct Picker {
  let context: CommandContext
  let workspace: Workspace
  let screen: any TerminalScreen
  /// What is asked; nil for a picker that the user opened as such.
  var question: PickerQuestion?

  /// What was chosen, and with which key.
  struct Choice {
    let action: PickerState.Action
    let items: [PickerItem]
    let text: String
  }

  /// - Returns: nil where the picker was closed without a choice.
  func choose(
    _ scope: PickerSource.Scope, text: String = "", allowsSeveral: Bool = true,
    actions: [PickerState.Action] = []
  ) -> Choice? {
    let source = PickerSource(workspace, scope: scope, now: context.clock())
    let preview = PickerPreview(workspace: workspace, today: context.clock().day)
    var state = PickerState(text: text, allowsSeveral: allowsSeveral, actions: actions)
    state.show(source.items(for: text, readsBodies: true))
    while true {
      let view = PickerView(
        size: screen.size, language: context.language, asciiOnly: context.page.asciiOnly,
        question: question)
      draw(state, view, preview)
      switch screen.nextEvent() {
      case .ended: return nil
      case .resized: continue
      case .key(let key):
        switch state.handle(key, pageSize: view.pageSize) {
        case .redraw: continue
        case .ended: return nil
        case .done(let action, let items):
          return Choice(action: action, items: items, text: state.line.text)
        case .typed: find(source, &state)
        }
      }
    }
  }

  /// Names at once; the words of notes where nobody types on meanwhile.
  private func find(_ source: PickerSource, _ state: inout PickerState) {
    state.show(source.items(for: state.line.text, readsBodies: !screen.hasPendingInput))
  }

  private func draw(_ state: PickerState, _ view: PickerView, _ preview: PickerPreview) {
    let shown = state.selected.map { preview.lines(of: $0, view.previewSize) } ?? []
    let theme = context.theme
    let lines = view.lines(state, preview: shown).map { theme.encode($0) }
    let column = min(view.size.columns - 1, view.cursorColumn + state.line.cursorColumn)
    screen.draw(lines, cursor: ScreenPosition(column: column, row: view.cursorRow))
  }
}
