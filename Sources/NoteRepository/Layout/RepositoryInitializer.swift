import Glibc
import NoteModel
package import Wording

/// Makes a repository of a folder. No file that exists is changed; settings of other programs are taken over.
package struct RepositoryInitializer {
  /// What was made, in order, and what was there already.
  package struct Outcome: Sendable {
    package let repository: Repository
    package let created: [String]
    package let wasRepository: Bool
    /// Notes that were in the folder before.
    package let noteCount: Int
    /// What the new configuration took over from other programs.
    package let adopted: AdoptedSettings
  }

  private let repository: Repository
  private let language: Language
  private var created: [String] = []
  private var adopted = AdoptedSettings()

  /// `folder`: Made where it does not exist.
  /// `language`: Of the comments in the configuration.
  package static func initialize(
    _ folder: String, places: UserPlaces, language: Language
  ) throws(RepositoryError) -> Outcome {
    try makeFolders(folder)
    guard let root = resolvedPath(folder) else { throw .missingFolder(folder) }
    let repository = Repository(root: root, places: places)
    let notes = TreeScanner.scan(repository).files.filter { $0.path.isMarkdown }
    let wasRepository = folderExists(root + "/" + Repository.settingsFolder)
    var initializer = RepositoryInitializer(repository: repository, language: language)
    if !fileExists(repository.configurationFile) {
      initializer.adopted = AdoptedSettings(of: root, in: language)
    }
    try initializer.makeFiles(isEmpty: notes.isEmpty && initializer.adopted.isEmpty)
    return Outcome(
      repository: repository, created: initializer.created, wasRepository: wasRepository,
      noteCount: notes.count, adopted: initializer.adopted)
  }

  private init(repository: Repository, language: Language) {
    self.repository = repository
    self.language = language
  }

  private mutating func makeFiles(isEmpty: Bool) throws(RepositoryError) {
    try makeFile(".sheaf/config.yaml", CommentedConfiguration.text(in: language, adopting: adopted))
    for (name, text) in DefaultTemplates.files { try makeFile(".sheaf/templates/" + name, text) }
    guard isEmpty else { return }
    for folder in ["Memo", "Diary"] where !folderExists(repository.root + "/" + folder) {
      try makeFolders(repository.root + "/" + folder)
      created.append(folder + "/")
    }
  }

  private mutating func makeFile(_ path: String, _ text: String) throws(RepositoryError) {
    guard !fileExists(repository.root + "/" + path) else { return }
    try LiveFileSystem(root: repository.root).create(NotePath(trusted: path), Array(text.utf8))
    created.append(path)
  }
}

/// The templates that `init` writes.
package enum DefaultTemplates {
  package static let files: [(name: String, text: String)] = [
    ("memo.md", "---\nid: {{id}}\ntitle: {{{yamlTitle}}}\ncreated: {{created}}\n---\n\n{{{body}}}"),
    (
      "diary.md",
      "---\ndate: {{day}}\nweather:\nmood:\nlocation:\n---\n\n# {{day}}\n\n{{{body}}}"
    ),
    (
      "task.md",
      "---\nid: {{id}}\ntitle: {{{yamlTitle}}}\ncreated: {{created}}\nstatus: todo\n---\n\n{{{body}}}"
    ),
  ]

  /// The built-in text of a template, nil for a name that has none.
  package static func text(of name: String) -> String? {
    files.first { $0.name == name + ".md" }?.text
      ?? (["week", "month"].contains(name) ? "# {{{title}}}\n\n{{{body}}}" : nil)
  }
}
