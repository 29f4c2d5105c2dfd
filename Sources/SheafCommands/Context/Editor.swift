import NoteModel

extension CommandContext {
  /// The command line that edits a file, as git chooses one.
  ///
  /// `configured` is the configuration's `editor`; `SHEAF_EDITOR` wins over it, `VISUAL` counts only
  /// on a terminal that can show one.
  package func editorCommand(configured: String?) -> String {
    let visual = variable("TERM") == "dumb" ? nil : variable("VISUAL")
    let candidates = [variable("SHEAF_EDITOR"), configured, visual, variable("EDITOR")]
    return candidates.compactMap(\.self).first { !$0.isEmpty } ?? "vi"
  }
}
