import NoteRepository
import Wording

extension CommandContext {
  /// Asks on a terminal before much is changed at once; `--yes` answers, and elsewhere nothing is asked.
  ///
  /// - Parameter question: With the number of what would change; `[y/N]` is added.
  /// - Throws: `ExitStatus.interrupted` for any answer but yes; nothing has been written then.
  func confirm(_ question: Message) throws {
    guard mayAsk, !globals.assumeYes else { return }
    guard try isConfirmed(question) else {
      note(Message("Nothing was changed", ko: "아무것도 바꾸지 않았습니다"))
      throw ExitStatus.interrupted
    }
  }

  /// True for `y`, `yes`, `예` and `네`.
  func isConfirmed(_ question: Message) throws -> Bool {
    console.writeError(text(question) + " [y/N] ")
    let answer = input.readLine()?.lowercased() ?? ""
    return ["y", "yes", "예", "네"].contains(answer)
  }
}
