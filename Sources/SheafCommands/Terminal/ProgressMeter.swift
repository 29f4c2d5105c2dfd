import Glibc
import NoteActions
import Wording

/// Tells on a terminal how far a long first index is; says nothing in a pipe, and nothing for the first moments.
final class ProgressMeter {
  private let context: CommandContext
  private let start = ProgressMeter.milliseconds()
  private var isShown = false

  init(context: CommandContext) {
    self.context = context
  }

  func show(_ progress: IndexProgress) {
    let elapsed = Self.milliseconds() - start
    guard context.console.capabilities.isErrorTerminal, !context.globals.quiet, elapsed > 500 else {
      return
    }
    let rate = progress.done * 1_000 / max(1, elapsed)
    let left = (progress.total - progress.done) / max(1, rate)
    let message = Message(
      "indexing \(progress.done) of \(progress.total) notes, \(rate) per second, \(left) s left",
      ko: "메모 색인 중 (\(progress.done)/\(progress.total)), 초당 \(rate)개, \(left)초 남음")
    context.console.showProgress(context.text(message))
    isShown = true
  }

  func clear() {
    if isShown { context.console.showProgress(nil) }
  }

  private static func milliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
  }
}
