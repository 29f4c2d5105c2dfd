import Glibc
import NoteModel
package import Wording

/// Makes a repository of a folder. No file that exists is changed.
package struct RepositoryInitializer {
  /// What was made, in order, and what was there already.
  package struct Outcome: Sendable {
    package let repository: Repository
    package let created: [String]
    package let wasRepository: Bool
    /// Notes that were in the folder before.
    package let noteCount: Int
  }

  private let repository: Repository
  private let language: Language
  private var created: [String] = []

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
    try initializer.makeFiles(isEmpty: notes.isEmpty)
    return Outcome(
      repository: repository, created: initializer.created, wasRepository: wasRepository,
      noteCount: notes.count)
  }

  private init(repository: Repository, language: Language) {
    self.repository = repository
    self.language = language
  }

  private mutating func makeFiles(isEmpty: Bool) throws(RepositoryError) {
    try makeFile(".sheaf/config.yaml", CommentedConfiguration.text(in: language))
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

/// The `config.yaml` that `init` writes: every setting with what it does, commented out.
package enum CommentedConfiguration {
  package static func text(in language: Language) -> String {
    let head = Message(
      "# Settings of this repository. Every line shows the default; remove “#” to change one.",
      ko: "# 이 저장소의 설정. 줄마다 기본값이 적혀 있습니다. 바꾸려면 “#”을 지우세요.")
    var lines = [head.text(in: language), ""]
    var section = ""
    for key in ConfigurationCatalogue.keys {
      let parts = key.name.split(separator: ".").map(String.init)
      let indent = parts.count > 1 ? "  " : ""
      if parts.count > 1, parts[0] != section {
        section = parts[0]
        lines.append("# \(section):")
      }
      lines.append("# \(indent)# \(key.summary.text(in: language))")
      lines.append("# \(indent)\(parts[parts.count - 1]): \(key.defaultValue)")
      if parts.count == 1 { lines.append("") }
    }
    return lines.joined(separator: "\n") + "\n"
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
