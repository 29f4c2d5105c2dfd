package import NoteModel

extension Configuration {
  /// What notes of the repository must be like.
  package var noteRules: NoteRules {
    NoteRules(
      requiresBody: flag("tasks.require-body"), bodyLimit: integer("tasks.body-limit"))
  }
}
