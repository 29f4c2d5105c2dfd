import Synchronization
package import TerminalScreen
package import TerminalText

/// A screen whose keys are known before, and which keeps every picture that it was shown.
package final class ScriptedScreen: TerminalScreen, Sendable {
  private struct State {
    var events: [ScreenEvent]
    var size: ScreenSize
    var pictures: [[String]] = []
    var isClosed = false
  }

  private let state: Mutex<State>

  /// The screen ends when no key is left.
  package init(_ keys: [Key], columns: Int = 80, rows: Int = 24) {
    state = Mutex(
      State(events: keys.map { .key($0) }, size: ScreenSize(columns: columns, rows: rows)))
  }

  package var size: ScreenSize { state.withLock(\.size) }
  /// The lines of each picture, as plain text.
  package var pictures: [[String]] { state.withLock(\.pictures) }
  /// The last picture, one line below the other.
  package var lastPicture: String { (pictures.last ?? []).joined(separator: "\n") }
  /// True after the terminal was given back.
  package var isClosed: Bool { state.withLock(\.isClosed) }

  package func draw(_ lines: [StyledBytes], cursor: ScreenPosition?) {
    state.withLock { state in
      state.isClosed = false
      state.pictures.append(lines.map { String(decoding: $0.bytes, as: UTF8.self) })
    }
  }

  package func nextEvent() -> ScreenEvent {
    state.withLock { $0.events.isEmpty ? .ended : $0.events.removeFirst() }
  }

  package var hasPendingInput: Bool { false }
  package func reportMouse() {}
  package func copy(base64: String) {}
  package func close() { state.withLock { $0.isClosed = true } }
}
