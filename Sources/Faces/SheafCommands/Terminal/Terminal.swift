import NoteActions
package import NotePresentation
package import TerminalText
package import Wording

/// The terminal of a command: its output, its input, and whether questions are allowed.
package struct Terminal: Sendable {
  var console: Console
  /// The language of texts for people; machine output is never translated.
  let language: Language
  let globals: GlobalOptions
  /// All of standard input, or its next line.
  let input: StandardInput
  /// The date style that the user wants in listings; nil: whatever each place has room for.
  package var dates: DateStyle?
  var colors = ColorSettings()
  /// True if a person sees the listing, so that the query of `sheaf context` counts.
  var isReadByPeople: Bool
  /// True if standard input is a pipe, and programs that Sheaf starts read from the terminal.
  var hasTerminalBesideInput = false

  package init(_ console: Console, _ language: Language, _ globals: GlobalOptions, _ input: StandardInput) {
    self.console = console
    self.language = language
    self.globals = globals
    self.input = input
    isReadByPeople = console.capabilities.isErrorTerminal
  }

  /// Returns a terminal of the same user without a console, for a command below a screen. The command asks nothing, and
  /// its output is kept.
  ///
  /// - Parameter isQuiet: Only errors are kept.
  func withoutConsole(isQuiet: Bool) -> (Terminal, errors: CapturingSink) {
    var globals = globals
    globals.quiet = globals.quiet || isQuiet
    let errors = CapturingSink()
    let console = Console(
      output: CapturingSink(), errors: errors,
      capabilities: TerminalCapabilities(asciiOnly: self.console.capabilities.asciiOnly))
    var terminal = Terminal(console, language, globals, input)
    terminal.isReadByPeople = isReadByPeople
    return (terminal, errors)
  }
}

/// An object that has a user and can speak to them.
package protocol TerminalHolder {
  var terminal: Terminal { get }
}

extension TerminalHolder {
  package var console: Console { terminal.console }
  package var language: Language { terminal.language }
  package var globals: GlobalOptions { terminal.globals }
  var input: StandardInput { terminal.input }

  /// True if a question may be asked: the user sits at both ends and did not forbid it.
  package var mayAsk: Bool {
    !globals.noInput && console.capabilities.isInputTerminal && console.capabilities.isOutputTerminal
  }

  package func text(_ message: Message) -> String { message.text(in: language) }

  /// Prints a message for the user on standard error, unless `--quiet`.
  package func note(_ message: Message) {
    guard !globals.quiet else { return }
    console.writeMessage(text(message) + "\n")
  }

  /// Warns the user on standard error, also with `--quiet`.
  package func warn(_ message: Message) {
    let heading = Message("warning: ", ko: "경고: ")
    console.writeWarning(text(heading) + text(message) + "\n")
  }

  /// Asks on a terminal before much is changed at once; `--yes` answers, and elsewhere nothing is asked.
  ///
  /// - Parameter question: With the number of changes; `[y/N]` is added.
  /// - Throws: `ExitStatus.negative` for any answer but yes; nothing has been written then.
  package func confirm(_ question: Message) throws {
    guard mayAsk, !globals.assumeYes else { return }
    guard try isConfirmed(question) else {
      note(Message("Nothing was changed", ko: "아무것도 바꾸지 않았습니다"))
      throw ExitStatus.negative
    }
  }

  /// Returns true for `y`, `yes`, `예`, `네` and `ㅛ`, which is y on Korean keys.
  func isConfirmed(_ question: Message) throws -> Bool {
    let shown = console.wrapped(text(question))
    console.writeError(shown + (shown.hasSuffix("\n") ? "" : " ") + "[y/N] ")
    let answer = input.readLine()?.lowercased() ?? ""
    return ["y", "yes", "예", "네", "ㅛ"].contains(answer)
  }

  package var page: Page {
    Page(
      columns: console.capabilities.columns, language: language, asciiOnly: console.capabilities.asciiOnly,
      isTerminal: console.capabilities.isOutputTerminal, dates: terminal.dates)
  }

  package var theme: Theme {
    console.capabilities.usesColor
      ? .ansi(
        showsLinks: console.capabilities.usesHyperlinks, background: terminal.colors.background,
        own: terminal.colors.styles) : .plain
  }
}
