import ByteBasics
import Synchronization

/// Lines handed out one by one, also from several threads.
final class LineQueue: Sendable {
  private let lines: Mutex<ArraySlice<Substring>>

  init(_ text: String) {
    var lines = text.textLines
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = Mutex(lines[...])
  }

  func next() -> String? {
    lines.withLock { $0.popFirst().map(String.init) }
  }
}
