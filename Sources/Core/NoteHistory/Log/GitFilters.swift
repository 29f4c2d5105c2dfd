package import NoteModel

/// The filters that git's attributes assign to files: programs that encrypt files, or store them elsewhere.
///
/// Git stores the output of a filter. Code that reads or merges a note gets the original from the filter, and code that
/// stores a note passes it through the filter: the programs that the user has set up for git.
package struct GitFilters: Sendable {
  private let git: any GitClient

  /// - Parameter git: In the root of the work tree, from where all paths count.
  package init(_ git: any GitClient) { self.git = git }

  /// Returns the names of the filters by the paths of files; files without a filter are left out.
  ///
  /// - Parameter attributes: The file of `core.attributesFile`, which the configuration for reading lacks.
  package func names(of paths: [String], attributes: String? = nil) throws(GitError) -> [NotePath: String] {
    guard !paths.isEmpty else { return [:] }
    let input = Array(paths.map { $0 + "\0" }.joined().utf8)
    var command = GitCommand.reading("check-attr", "-z", "--stdin", "filter", input: input)
    if let attributes { command.words = ["-c", "core.attributesFile=" + attributes] + command.words }
    let answer = try git.output(command).texts
    let named = stride(from: 0, to: answer.count - 2, by: 3).map { (NotePath(trusted: answer[$0]), answer[$0 + 2]) }
    return Dictionary(named, uniquingKeysWith: { $1 }).filter { !["unspecified", "unset", "set"].contains($0.value) }
  }

  /// Returns the files with a filter whose program is not configured in this clone.
  package func unknown(_ paths: [String]) throws(GitError) -> [String] {
    let names = try names(of: paths)
    guard !names.isEmpty else { return [] }
    let programs = try configured()
    return paths.filter { path in names[NotePath(trusted: path)].map { !programs.contains($0) } ?? false }
  }

  /// Returns the names of the filters that have a program in this clone.
  private func configured() throws(GitError) -> Set<String> {
    let known = try git.run(.asking(.config, "--name-only", "--get-regexp", "^filter\\..*\\.(clean|process)$"))
    return Set(
      known.output.text.split(separator: "\n").map {
        $0.split(separator: ".").dropFirst().dropLast().joined(separator: ".")
      })
  }

  /// Returns true for a content that git-crypt, age, OpenPGP, OpenSSL or Ansible has encrypted.
  package static func isEncrypted(_ bytes: [UInt8]) -> Bool {
    [
      GitObjects.encryptedMark, "age-encryption.org/", "-----BEGIN AGE", "-----BEGIN PGP MESSAGE", "U2FsdGVkX1",
      "Salted__", "$ANSIBLE_VAULT",
    ].contains { bytes.starts(with: $0.utf8) }
  }

  /// Returns the files that a commit has encrypted, if a filter of this clone can have done so.
  package func encrypted(_ paths: [String], in commit: String) throws(GitError) -> Set<String> {
    guard !paths.isEmpty, try !configured().subtracting(["lfs"]).isEmpty else { return [] }
    // For a folder in place of a file, git lists all files in the folder.
    let asked = Set(paths)
    let files = try GitObjects(git).files(of: commit, paths: paths).filter { asked.contains($0.path) }
    let contents = try GitObjects(git).contents(of: files.map(\.object))
    return Set(files.filter { contents[$0.object].map(Self.isEncrypted) ?? false }.map(\.path))
  }

  /// Returns the files that attributes or a former commit have encrypted, and that git has in clear.
  ///
  /// - Parameter files: Files of a tree, of the index, or of commits that are to be sent.
  package func inClear(_ files: [GitObjects.TreeFile], since former: String? = nil) throws(GitError) -> [String] {
    let paths = files.map(\.path)
    var encrypted = Set(try names(of: paths).filter { $0.value.hasPrefix("git-crypt") }.keys.map(\.string))
    if let former { encrypted.formUnion(try self.encrypted(paths, in: former)) }
    let files = files.filter { encrypted.contains($0.path) }
    let contents = try GitObjects(git).contents(of: files.map(\.object))
    let clear = files.filter { file in contents[file.object].map { !$0.isEmpty && !Self.isEncrypted($0) } ?? false }
    return Set(clear.map(\.path)).sorted()
  }

  /// Returns the content of an object as the work tree has it at a path.
  package func opened(_ object: String, at path: String) throws(GitError) -> [UInt8] {
    try git.output(.writing("cat-file", "--filters", "--path=" + path, object)).bytes
  }

  /// Stores a content as git has it at a path. Returns the name of the object.
  package func stored(_ bytes: [UInt8], at path: String) throws(GitError) -> String {
    try git.output(.writing("hash-object", "-w", "--stdin", "--path=" + path, input: bytes)).text
  }
}
