package import NoteRepository

extension CommandContext {
  /// The command line that edits a file, as git chooses one.
  ///
  /// `configured` is the configuration's `editor`; `SHEAF_EDITOR` wins over it, `VISUAL` counts only
  /// on a terminal that can show one.
  package func editorCommand(configured: UserProgram?) -> UserProgram {
    let visual = variable("TERM") == "dumb" ? nil : program("VISUAL")
    return program("SHEAF_EDITOR") ?? configured ?? visual ?? program("EDITOR")
      ?? UserProgram(builtIn: "vi")
  }

  /// The program that a variable of the environment names.
  func program(_ variable: String) -> UserProgram? {
    UserProgram(variable: variable, in: environment)
  }
}
