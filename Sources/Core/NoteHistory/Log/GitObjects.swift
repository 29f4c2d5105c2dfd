import HostSystem
package import NoteModel
import ParallelWork

/// Contents from the object database, many in one run of git.
package struct GitObjects: Sendable {
  private let git: any GitClient

  package init(_ git: any GitClient) { self.git = git }

  /// Returns the contents of blobs by their names. Blobs that the repository lacks are left out.
  ///
  /// - Parameter mayFetch: True if a partial clone may ask its remote for missing objects.
  package func contents(of names: some Sequence<String>, mayFetch: Bool = false) throws(GitError) -> [String: [UInt8]] {
    let wanted = Set(names)
    guard !wanted.isEmpty else { return [:] }
    let asked = wanted.sorted().map { $0 + "\n" }.joined()
    let input = Array(asked.utf8)
    let output = try git.output(
      mayFetch
        ? .writing("cat-file", "--batch", input: input)
        : .reading("cat-file", "--batch", input: input))
    return Dictionary(Self.parsed(output.bytes), uniquingKeysWith: { $1 })
  }

  /// Returns the sizes of the blobs among objects.
  package func sizes(of names: [String]) throws(GitError) -> [String: Int] {
    guard !names.isEmpty else { return [:] }
    let input = Array(Set(names).sorted().map { $0 + "\n" }.joined().utf8)
    let lines = try git.output(.reading("cat-file", "--batch-check", input: input)).text.split(separator: "\n")
    return Dictionary(
      lines.compactMap { line in
        let words = line.split(separator: " ")
        return words.count == 3 && words[1] == "blob" ? Int(words[2]).map { (String(words[0]), $0) } : nil
      }, uniquingKeysWith: { $1 })
  }

  /// Returns the contents of blobs in the order of their names, which can be any names for git. Missing blobs are left out.
  package func versions(_ names: [String]) throws(GitError) -> [[UInt8]] {
    // A name with a line break would be two requests.
    let asked = names.filter { !$0.contains("\n") }.map { $0 + "\n" }.joined()
    return Self.parsed(try git.output(.reading("cat-file", "--batch", input: Array(asked.utf8))).bytes).map(\.1)
  }

  package static let encryptedMark = "\0GITCRYPT\0"

  /// Returns contents to read; contents of git-crypt are decrypted if the key is available.
  ///
  /// The program `git-crypt` is run, never the program that the repository's settings name for the filter.
  package func texts(of names: some Sequence<String>) throws(GitError) -> [String: [UInt8]] {
    var texts = try contents(of: names)
    let encrypted = texts.filter { $0.value.starts(with: Self.encryptedMark.utf8) }.map(\.self)
    guard !encrypted.isEmpty, try hasKey() else { return texts }
    let program = "alias.decrypted=!env -u GIT_COMMON_DIR git-crypt smudge"
    // git-crypt takes one file a run.
    let decrypted = OrderedWindow.all(encrypted.count) { [git] place -> [UInt8]? in
      let command = GitCommand.reading("-c", program, "decrypted", input: encrypted[place].value)
      guard let outcome = try? git.run(command), outcome.isSuccess else { return nil }
      return outcome.output.bytes
    }
    for (file, bytes) in zip(encrypted, decrypted) where bytes != nil { texts[file.key] = bytes }
    return texts
  }

  /// Returns true if git-crypt is unlocked in this clone.
  private func hasKey() throws(GitError) -> Bool {
    let folder = try git.output(.asking(.revParse, "--absolute-git-dir")).text
    return access(folder + "/git-crypt/keys/default", R_OK) == 0
  }

  /// Parses `NAME blob SIZE`, a line feed, the content, a line feed; or `NAME missing`.
  private static func parsed(_ bytes: [UInt8]) -> [(String, [UInt8])] {
    var contents: [(String, [UInt8])] = []
    var place = 0
    while let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: bytes[place..<end], as: UTF8.self).split(separator: " ")
      place = end + 1
      guard words.count == 3, let size = Int(words[2]), size >= 0, place + size <= bytes.count else { continue }
      if words[1] == "blob" { contents.append((String(words[0]), Array(bytes[place..<(place + size)]))) }
      place += size + 1
      if place > bytes.count { break }
    }
    return contents
  }

  package struct TreeFile: Sendable, Hashable {
    package private(set) var path: String
    package let object: String

    /// Returns the file by its path in a folder. Nil for a file outside.
    ///
    /// - Parameter prefix: The path of the folder, with a slash at its end; empty for the root.
    package func below(_ prefix: String) -> TreeFile? {
      guard path.hasPrefix(prefix) else { return nil }
      var file = self
      file.path.removeFirst(prefix.count)
      return file
    }
  }

  /// Returns the regular files of a commit below the folder that git runs in; symbolic links and submodules are left out.
  ///
  /// - Parameter paths: nil for all.
  package func files(of commit: String, paths: [String]? = nil) throws(GitError) -> [TreeFile] {
    // Git takes no path for every path.
    if paths?.isEmpty == true { return [] }
    let command = GitCommand.reading("ls-tree", "-r", "-z", "--end-of-options", commit)
    let lines = try git.texts(command, about: paths ?? []) { line in
      String(line.split(separator: "\t", maxSplits: 1).last ?? "")
    }
    return lines.compactMap { line in
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      let words = line[..<tab].split(separator: " ")
      guard words.count == 3, words[0].hasPrefix("100"), words[1] == "blob" else { return nil }
      return TreeFile(path: String(line[line.index(after: tab)...]), object: String(words[2]))
    }
  }

  /// Returns the files of the index.
  package func staged() throws(GitError) -> [TreeFile] {
    // `MODE OBJECT STAGE`, a tab, the path.
    try git.output(.reading("ls-files", "--stage", "-z")).texts.compactMap { line in
      let words = line.prefix { $0 != "\t" }.split(separator: " ")
      guard words.count == 3, words[0].hasPrefix("100") else { return nil }
      return TreeFile(path: String(line.drop { $0 != "\t" }.dropFirst()), object: String(words[1]))
    }
  }

  /// Returns every version of each file in the commits that another repository lacks.
  ///
  /// - Parameter former: The commit that the other repository has; nil if it has none.
  package func files(since former: String?) throws(GitError) -> [TreeFile] {
    var command = GitCommand.reading("rev-list", "--objects", "HEAD")
    if let former { command.words.append("^" + former) }
    return try git.output(command).text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return words.count == 2 ? TreeFile(path: String(words[1]), object: String(words[0])) : nil
    }
  }
}

/// A difference between the trees of two commits, for one file, with its content for the work tree.
package struct GitTreeChange: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case file(object: String, isExecutable: Bool)
    case link(object: String)
    /// A repository of its own, which is left alone.
    case submodule

    package var object: String? {
      switch self {
      case .file(let object, _), .link(let object): object
      case .submodule: nil
      }
    }
  }

  /// The path from the top of the work tree, or from git's folder if only that folder is compared.
  package let path: String
  /// The content before; nil if there was no file.
  package let before: Content?
  package let after: Content?

  /// The names of the contents before and after.
  var objects: [String] { [before?.object, after?.object].compactMap(\.self) }

  /// True for a repository in this one that comes or goes.
  package var isOfSubmodule: Bool {
    before == nil && after == .submodule || before == .submodule && after == nil
  }

  /// - Parameter isInFolder: Compares only the folder that git runs in, not the whole trees.
  package static func between(
    _ former: String, _ latter: String, in git: any GitClient, isInFolder: Bool = false
  ) throws(GitError) -> [GitTreeChange] {
    // Between two trees, git looks into no submodule.
    let fields = try git.output(
      .reading(
        "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--ignore-submodules=none",
        isInFolder ? "--relative" : "--no-relative", former, latter)
    ).texts
    return stride(from: 0, to: fields.count - 1, by: 2).compactMap { place in
      // `:100644 100755 OLD NEW M`
      let words = fields[place].dropFirst().split(separator: " ").map(String.init)
      guard words.count == 5 else { return nil }
      return GitTreeChange(
        path: fields[place + 1], before: content(words[0], words[2]), after: content(words[1], words[3]))
    }
  }

  private static func content(_ mode: String, _ object: String) -> Content? {
    switch mode {
    case "000000": nil
    case "120000": .link(object: object)
    case "160000": .submodule
    default: .file(object: object, isExecutable: mode == "100755")
    }
  }
}

/// Contents as they are in the work tree: if the user has set up filters or other line ends, not as git stores them.
package struct GitWorkTreeContents: Sendable {
  private let git: any GitClient

  /// - Parameter git: In the root of the work tree; its filters are run, as the user asked to have files written.
  package init(_ git: any GitClient) { self.git = git }

  /// Returns the contents of files by their paths, as the attributes that are in the work tree now have them.
  package func contents(of files: [(path: String, object: String)]) throws(GitError) -> [NotePath: [UInt8]] {
    var contents = try GitObjects(git).contents(of: files.map(\.object))
    // A partial clone fetches missing files: the user asked to have them.
    let missing = files.map(\.object).filter { contents[$0] == nil }
    try contents.merge(GitObjects(git).contents(of: missing, mayFetch: true)) { $1 }
    let converted = Set(try convertedPaths(files.map(\.path)).map { NotePath(trusted: $0) })
    var results: [NotePath: [UInt8]] = [:]
    for file in files {
      let path = NotePath(trusted: file.path)
      results[path] =
        try converted.contains(path) ? GitFilters(git).opened(file.object, at: file.path) : contents[file.object]
    }
    return results
  }

  /// Returns the names of the objects that git would create for files of the work tree. Files whose paths git cannot be
  /// given are left out.
  ///
  /// - Parameter isWritten: Makes the objects too.
  package func storedNames(of paths: [NotePath], isWritten: Bool = false) throws(GitError) -> [NotePath: String] {
    let paths = paths.filter { !$0.string.contains("\n") }
    guard !paths.isEmpty else { return [:] }
    let input = Array(paths.map { $0.string + "\n" }.joined().utf8)
    var command = GitCommand.writing("hash-object", "--stdin-paths", input: input)
    if isWritten { command.words.append("-w") }
    let names = try git.run(command).output.text.split(separator: "\n")
    return Dictionary(zip(paths, names.map(String.init)), uniquingKeysWith: { $1 })
  }

  private func convertedPaths(_ paths: [String]) throws(GitError) -> [String] {
    guard !paths.isEmpty else { return [] }
    for (key, value) in [("core.autocrlf", "true"), ("core.eol", "crlf")] {
      let setting = try git.run(.asking(.config, "--get", key))
      if setting.output.text == value { return paths }
    }
    let input = Array(paths.map { $0 + "\0" }.joined().utf8)
    let answer = try git.output(
      .writing(
        "check-attr", "-z", "--stdin", "filter", "eol", "ident", "working-tree-encoding",
        input: input)
    ).texts
    return stride(from: 0, to: answer.count - 2, by: 3).compactMap { place in
      ["unspecified", "unset", "lf"].contains(answer[place + 2]) ? nil : answer[place]
    }
  }
}
