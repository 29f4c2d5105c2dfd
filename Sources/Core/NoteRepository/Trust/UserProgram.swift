import ByteBasics

/// A shell command that the user has chosen, or that is part of Sheaf.
///
/// Code that runs programs needs a `UserProgram`. There is no way to make one from text of a repository:
/// ``Configuration`` returns a program only for settings that are declared as programs, and reads such settings from a
/// repository only if the user trusts it.
package struct UserProgram: Sendable, Hashable, CustomStringConvertible {
  package let line: String

  /// Creates a program that Sheaf runs itself: `less`, `xdg-open`.
  package init(builtIn line: StaticString) { self.line = "\(line)" }

  /// Takes the program from a variable of the user's environment. Nil if it is unset or empty.
  package init?(variable: String, in environment: [String: String]) {
    guard let line = environment[variable], !line.isEmpty else { return nil }
    self.line = line
  }

  /// Creates a program from an executable file in the user's `PATH`.
  package init(executable path: String) { line = shellWord(path) }

  /// Creates a program from a setting that ``Configuration`` has accepted.
  init(setting line: String) { self.line = line }

  /// The program with the terminal as its input, if standard input is a pipe.
  package var readingTerminal: UserProgram { UserProgram(setting: line + " </dev/tty") }

  package var description: String { line }
}
