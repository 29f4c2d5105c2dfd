import HostSystem
import NoteModel
import NoteSyntax
package import Wording

/// Makes a repository of a folder. No file that exists is changed; settings of other programs are taken over.
package struct RepositoryInitializer {
  /// The files that were made, in order, and the state before.
  package struct Outcome: Sendable {
    package let repository: Repository
    package let created: [String]
    package let wasRepository: Bool
    /// Notes that were in the folder before.
    package let noteCount: Int
    /// The files in the folder that are no notes.
    package let unread: Unread
    /// The settings that the new configuration took over from other programs.
    package let adopted: AdoptedSettings
  }

  /// Files that look like notes and are not read.
  package struct Unread: Sendable {
    /// Notes that the settings exclude.
    package fileprivate(set) var excluded = 0
    /// The number of files by an ending that the folder's program reads, such as `.mdx`.
    package fileprivate(set) var byEnding: [(ending: String, count: Int)] = []
  }

  private let repository: Repository
  private let language: Language
  private var created: [String] = []
  private var adopted = AdoptedSettings()

  /// Turns a folder into a repository.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if it does not exist.
  ///   - language: The language of the comments in the configuration.
  ///   - acceptsUnread: True to go on even if most of the folder's texts are of a kind that is not read.
  package static func initialize(
    _ folder: String, places: UserPlaces, language: Language, acceptsUnread: Bool = false
  ) throws(RepositoryError) -> Outcome {
    try makeFolders(folder)
    guard let root = resolvedPath(folder) else { throw .missingFolder(folder) }
    let repository = Repository(root: root, places: places)
    let isNew = !fileExists(repository.configurationFile)
    var adopted = isNew ? AdoptedSettings(of: root, in: language) : AdoptedSettings()
    let (notes, unread) = census(repository, adopted)
    let noteCount = notes.count
    adopted.nameStaleDiary(among: notes)
    if !acceptsUnread, let most = unread.byEnding.max(by: { $0.count < $1.count }), most.count > noteCount {
      throw .mostlyUnread(folder: root, ending: most.ending, count: most.count, notes: noteCount)
    }
    let wasRepository = folderExists(root + "/" + Repository.settingsFolder)
    // A journal that is left of another repository at this path would bring its notes back.
    if !wasRepository, noteCount == 0 { removeTree(repository.stateFolder) }
    var initializer = RepositoryInitializer(repository: repository, language: language)
    initializer.adopted = adopted
    try initializer.makeFiles(isEmpty: noteCount == 0 && adopted.isEmpty)
    return Outcome(
      repository: repository, created: initializer.created, wasRepository: wasRepository,
      noteCount: noteCount, unread: unread, adopted: initializer.adopted)
  }

  /// Returns the notes that the new settings include, as in `status`, and the numbers of those that they exclude.
  private static func census(_ repository: Repository, _ adopted: AdoptedSettings) -> (notes: [NotePath], Unread) {
    var ignores = Configuration.load(places: repository.places, repository: repository, environment: [:]).list("ignore")
    if case .list(let patterns)? = adopted["ignore"]?.value { ignores = patterns }
    let files = TreeScanner.scan(repository, extraIgnores: ignores).files
    let notes = files.map(\.path).filter(\.isMarkdown)
    var unread = Unread()
    if !ignores.isEmpty {
      unread.excluded = TreeScanner.scan(repository).files.count { $0.path.isMarkdown } - notes.count
    }
    let endings = files.compactMap { Profile.unreadEnding(of: $0.path, in: adopted.profiles.map(\.profile)) }
    for (ending, found) in Dictionary(grouping: endings, by: \.self).sorted(by: { $0.key < $1.key }) {
      unread.byEnding.append((ending, found.count))
    }
    return (notes, unread)
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

  /// Returns the built-in text of a template, or nil for a name without one.
  package static func text(of name: String) -> String? {
    files.first { $0.name == name + ".md" }?.text
      ?? (["week", "month"].contains(name) ? "# {{{title}}}\n\n{{{body}}}" : nil)
  }
}

/// The `config.yaml` that `init` writes: every setting with its explanation, commented out; settings that were taken
/// over from other programs are in force, each with its source.
package enum CommentedConfiguration {
  package static func text(in language: Language, adopting adopted: AdoptedSettings = AdoptedSettings()) -> String {
    let head = Message(
      "# Settings of this repository. Every line shows the default; remove “#” to change one.",
      ko: "# 이 저장소의 설정입니다. 각 줄은 기본값이며, 바꾸려면 “#”을 지우고 고치세요.")
    var lines = [head.text(in: language), ""]
    for (section, keys) in sections {
      let isInForce = keys.contains { adopted[$0.name] != nil }
      let mark = isInForce ? "" : "# "
      if let section { lines.append("\(mark)\(section):") }
      let indent = section == nil ? "" : "  "
      for key in keys {
        lines += self.lines(key, indent: indent, mark: mark, adopted[key.name], language)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The settings of one section together, in the order in which sections come first.
  private static var sections: [(name: String?, keys: [ConfigurationKey])] {
    var sections: [(name: String?, keys: [ConfigurationKey])] = []
    for key in ConfigurationCatalogue.keys {
      let dot = key.name.firstIndex(of: ".")
      let name = dot.map { String(key.name[..<$0]) }
      if let name, let index = sections.firstIndex(where: { $0.name == name }) {
        sections[index].keys.append(key)
      } else {
        sections.append((name, [key]))
      }
    }
    return sections
  }

  private static func lines(
    _ key: ConfigurationKey, indent: String, mark: String, _ setting: AdoptedSettings.Setting?, _ language: Language
  ) -> [String] {
    let name = key.name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? key.name
    let summary = "\(mark)\(indent)# \(key.summary.text(in: language))"
    let end = indent.isEmpty ? [""] : []
    guard let setting else {
      // Within a section that is in force each setting has a mark of its own.
      let line = mark.isEmpty || indent.isEmpty ? "\(indent)# \(name)" : "\(mark)\(indent)\(name)"
      return [summary, "\(line): \(key.defaultValue)"] + end
    }
    if case .schemas(let schemas) = setting.value {
      return [summary, "\(indent)\(name):  # \(setting.source)"] + SchemaText.lines(schemas).map { indent + $0 } + end
    }
    return [summary, "\(indent)\(name): \(setting.value.yaml)  # \(setting.source)"] + end
  }
}

extension ConfigurationValue {
  fileprivate var yaml: String {
    switch self {
    case .text(let text), .program(let text): YAMLScalar.written(text)
    case .list(let items): YAMLScalar.flowList(items)
    case .table(let table):
      "{"
        + table.sorted { $0.key < $1.key }.map {
          YAMLScalar.flowList([$0.key]).dropFirst().dropLast() + ": "
            + YAMLScalar.flowList([$0.value]).dropFirst().dropLast()
        }.joined(separator: ", ") + "}"
    case .boolean, .integer, .schemas: description
    }
  }
}
