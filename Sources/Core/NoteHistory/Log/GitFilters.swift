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
  package func names(of paths: [String]) throws(GitError) -> [NotePath: String] {
    guard !paths.isEmpty else { return [:] }
    let input = Array(paths.map { $0 + "\0" }.joined().utf8)
    let answer = try git.output(.reading("check-attr", "-z", "--stdin", "filter", input: input)).texts
    let named = stride(from: 0, to: answer.count - 2, by: 3).map { (NotePath(trusted: answer[$0]), answer[$0 + 2]) }
    return Dictionary(named, uniquingKeysWith: { $1 }).filter { !["unspecified", "unset", "set"].contains($0.value) }
  }

  /// Returns the files with a filter whose program is not configured in this clone.
  package func unknown(_ paths: [String]) throws(GitError) -> [String] {
    let names = try names(of: paths)
    guard !names.isEmpty else { return [] }
    let known = try git.run(.asking(.config, "--name-only", "--get-regexp", "^filter\\..*\\.(clean|process)$")).output
      .text
    let programs = Set(
      known.split(separator: "\n").map { $0.split(separator: ".").dropFirst().dropLast().joined(separator: ".") })
    return paths.filter { path in names[NotePath(trusted: path)].map { !programs.contains($0) } ?? false }
  }

  /// Returns the files that attributes have encrypted by git-crypt, and that git has in clear.
  ///
  /// - Parameter files: Files of a tree, of the index, or of commits that are to be sent.
  package func inClear(_ files: [GitObjects.TreeFile]) throws(GitError) -> [String] {
    let encrypted = try names(of: files.map(\.path)).filter { $0.value.hasPrefix("git-crypt") }
    let files = files.filter { encrypted[NotePath(trusted: $0.path)] != nil }
    let contents = try GitObjects(git).contents(of: files.map(\.object))
    let clear = files.filter { file in
      contents[file.object].map { !$0.isEmpty && !$0.starts(with: GitObjects.encryptedMark.utf8) } ?? false
    }
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
