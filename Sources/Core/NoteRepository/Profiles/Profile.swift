package import NoteModel
package import Wording

/// The description of another program: how its folders are recognised, and the rules for reading their notes.
///
/// Code that depends on the program uses its profile, or the rules and settings from the profile.
package struct Profile: Sendable {
  /// The name for `profile:` in the configuration.
  package let name: String
  /// The name for people.
  package let title: String
  /// The files and folders that identify the program. One mark is enough.
  let marks: [ProfileMark]
  package let rules: ReadingRules
  /// Writes the program's own settings as settings of Sheaf.
  let adopt: @Sendable (ProgramFolder, inout AdoptedSettings) -> Void
  /// The files that the program keeps from readers.
  let excludes: @Sendable (ProgramFolder) throws -> [ExcludedFiles]
  /// True if the program has settings that exclude notes.
  let hasExclusions: Bool
  /// The notes in the order of the program's own navigation, by their paths from the root of the repository.
  let order: @Sendable (ProgramFolder) -> [String]
  /// The syntax that Sheaf reads like the program, for the manual and `init`.
  package let reading: Message
  /// Endings of files that the program reads as notes and that Sheaf does not read.
  package let unreadEndings: [String]

  /// Returns the ending of a file that a program reads as a note and that Sheaf does not read. HTML files count only in
  /// folders of dated notes, because other HTML files may be part of the site's design.
  package static func unreadEnding(of path: NotePath, in profiles: [Profile]) -> String? {
    profiles.lazy.compactMap { profile in
      guard let ending = profile.unreadEndings.first(where: path.string.hasSuffix) else { return nil }
      let folders = path.string.split(separator: "/").dropLast()
      return ending != ".html" || folders.contains { profile.rules.datedFolders.contains(String($0)) } ? ending : nil
    }.first
  }

  init(
    _ name: String, _ title: String, marks: [ProfileMark],
    rules: (inout ReadingRules) -> Void = { _ in },
    adopt: @escaping @Sendable (ProgramFolder, inout AdoptedSettings) -> Void = { _, _ in },
    excludes: (@Sendable (ProgramFolder) throws -> [ExcludedFiles])? = nil, excludesBySettings: Bool = true,
    order: @escaping @Sendable (ProgramFolder) -> [String] = { _ in [] }, reading: Message, unreadEndings: [String] = []
  ) {
    self.name = name
    self.title = title
    self.marks = marks
    var own = ReadingRules()
    rules(&own)
    self.rules = own
    self.adopt = adopt
    self.excludes = excludes ?? { _ in [] }
    hasExclusions = excludes != nil && excludesBySettings
    self.order = order
    self.reading = reading
    self.unreadEndings = unreadEndings
  }

  /// The profiles in the order in which their settings are adopted.
  package static let all: [Profile] = [
    .obsidian, .logseq, .dendron, .foam, .zk, .marksman, .quartz, .hugo, .zola, .jekyll, .mkdocs,
    .docusaurus, .vitepress, .astro, .frontMatter, .plain,
  ]

  package static func named(_ name: String) -> Profile? { all.first { $0.name == name.lowercased() } }

  /// The folders and files that mark the root of a program's notes: `.obsidian`.
  package static let rootFolders: [String] = all.filter(\.rules.hasWikiLinks).flatMap { $0.marks.flatMap(\.names) }
    .filter { $0.hasPrefix(".") && ($0.hasSuffix("/") || !$0.contains("/")) }
    .map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }

  /// The first file or folder by which folders of the program are recognised.
  package var sign: String { marks.first?.names.first ?? "" }

  /// The files by which its folders are recognised, for the manual.
  package var signs: String {
    let all = marks.map { $0.names.joined(separator: " + ") }
    return all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }.joined(separator: ", ")
  }
}

/// Files and folders by which a program's folder is recognised: all of them are there.
struct ProfileMark: Sendable {
  /// A folder ends in `/`. `*` stands for any text.
  let names: [String]
  /// The text that the first file contains. Nil for anything.
  let text: String?

  init(_ names: String..., containing text: String? = nil) {
    self.names = names
    self.text = text
  }

  func matches(_ folder: ProgramFolder) -> Bool {
    let found = names.compactMap(folder.name)
    guard found.count == names.count else { return false }
    guard let text else { return true }
    return found.first.flatMap(folder.text)?.contains(text) ?? false
  }
}

/// The folder in which a program keeps its settings, in a repository.
package struct ProgramFolder: Sendable {
  /// The absolute path of the repository.
  let root: String
  /// The path from the root of the repository with a `/` at its end, or empty for the root.
  var base: String
  /// The language of months and weekdays in the names of files.
  let language: Language
  /// Collects the files that are read, from the root of the repository.
  var reads: SettingsReads?

  func has(_ name: String) -> Bool {
    let path = root + "/" + base + name
    return name.hasSuffix("/") ? folderExists(path) : fileExists(path)
  }

  /// Returns the name of a file or a folder that is there: the same, or one for `*.code-workspace` and `.*/app.json`.
  func name(_ pattern: String) -> String? {
    guard let star = pattern.firstIndex(of: "*") else { return has(pattern) ? pattern : nil }
    let (start, end) = (pattern[..<star], pattern[pattern.index(after: star)...])
    guard end.hasPrefix("/") else { return names.first { $0.hasPrefix(start) && $0.hasSuffix(end) } }
    return names.lazy.filter { $0.hasPrefix(start) }.map { $0 + end }.first(where: has)
  }

  func settings(_ path: String) -> SettingsDocument? {
    let settings = SettingsDocument(base + path, in: root)
    if settings != nil { reads?.add(base + path) }
    return settings
  }

  func firstSettings(_ paths: [String]) -> SettingsDocument? { paths.lazy.compactMap { settings($0) }.first }

  /// Reads a settings file that is not a list of settings, but a program or EDN.
  func text(_ path: String) -> String? {
    guard let bytes = try? readFile(base + path, inside: root, limit: 1 << 20) else { return nil }
    reads?.add(base + path)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the path of a name in this folder, from the root of the repository, or `.` for the root itself.
  package func path(_ name: String) -> String {
    let path = (base + name).folderName
    return NotePath(path)?.string ?? path
  }

  /// Returns the names of the folders in a folder, in order.
  func folders(in name: String) -> [String] {
    let path = NotePath(base + name)
    let files = LiveFileSystem(root: root)
    let names = (try? files.names(in: path)) ?? []
    return names.filter { name in
      !name.hasPrefix(".") && files.isFolder(path?.appending(name) ?? NotePath(trusted: name))
    }
  }

  /// Finds the folder for a path that may have been written on another machine: `vault` for `../../home/kim/vault`.
  ///
  /// - Returns: The path from the root of the repository, or nil if no such folder exists.
  func folder(endingIn name: String) -> String? {
    if name.folderName == "." { return path(".") }
    let parts = name.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }
    return parts.indices.lazy.map { parts[$0...].joined(separator: "/") }.first { has($0 + "/") }.map(path)
  }

  /// Returns the folders that exist, from the root of the repository.
  func existing(_ names: [String]) -> [String] { names.filter { $0 == "." || has($0 + "/") }.map(path) }
}

/// A profile that a folder has, with the folder of the program's settings.
package struct FoundProfile: Sendable {
  package let profile: Profile
  package var folder: ProgramFolder

  /// The usual folders of a generator's settings: at the root, or in the folder of a project's documentation.
  private static let usualBases = ["", "docs/", "website/", "site/"]

  /// Folders of a project that may contain its site under any name, with pages: `docsy.dev`. Considered only next to a
  /// file of a project, because a site among notes does not turn the notes into pages.
  private static func projectSites(in root: ProgramFolder) -> [ProgramFolder] {
    guard root.has("package.json") else { return [] }
    return root.folders(in: "").filter { !usualBases.contains($0 + "/") }
      .map { ProgramFolder(root: root.root, base: $0 + "/", language: root.language) }
      .filter { site in ["content/", "docs/", "src/", "_posts/"].contains(where: site.has) }
  }

  /// Returns the profiles by which a folder is recognised; a vault may hold a site. None for plain notes.
  package static func all(in root: String, language: Language) -> [FoundProfile] {
    let folders = usualBases.filter { $0.isEmpty || folderExists(root + "/" + $0) }
      .map { ProgramFolder(root: root, base: $0, language: language) }[...]
    let projectSites = Self.projectSites(in: folders[0])
    return Profile.all.flatMap { profile in
      // A program for notes has them all in its own folder.
      found(profile, in: profile.rules.hasWikiLinks ? folders.prefix(1) : folders + projectSites).prefix(1)
    }
  }

  /// Returns a profile for each folder directly below `root` that belongs to a program.
  package static func inFolders(of root: String, language: Language) -> [FoundProfile] {
    let root = ProgramFolder(root: root, base: "", language: language)
    return root.folders(in: "").compactMap { name in
      let folder = ProgramFolder(root: root.root, base: name + "/", language: language)
      return Profile.all.lazy.compactMap { found($0, in: [folder]).first }.first
    }
  }

  /// Returns every folder of each profile: a project may have two sites, and a folder among notes may be a vault.
  static func everywhere(_ folders: [ProgramFolder]) -> [FoundProfile] {
    Profile.all.flatMap { found($0, in: folders[...]) }
  }

  private static func found(_ profile: Profile, in folders: ArraySlice<ProgramFolder>) -> [FoundProfile] {
    folders.filter { folder in profile.marks.contains { $0.matches(folder) } }
      .map { FoundProfile(profile: profile, folder: $0) }
  }
}

extension Configuration {
  /// The profiles that apply: those of `profile:`, else those that the folder is recognised by when it is opened.
  package var profiles: [Profile] {
    let names = list("profile")
    return names.isEmpty ? recognised : names.compactMap(Profile.named)
  }
}

extension Profile {
  /// True if `index.md` makes a folder one page.
  package var hasBundles: Bool { ["hugo", "zola"].contains(name) }

  static let plain = Profile(
    "plain", "plain Markdown", marks: [],
    reading: Message("nothing else", ko: "다른 규칙 없음"))
}
