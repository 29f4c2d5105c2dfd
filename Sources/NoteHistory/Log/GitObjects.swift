/// Contents from the object database, many in one run of git.
package struct GitObjects: Sendable {
  private let git: any GitClient

  package init(_ git: any GitClient) {
    self.git = git
  }

  /// The contents of blobs by their names; those that are missing here are left out.
  package func contents(of names: some Sequence<String>) throws(GitError) -> [String: [UInt8]] {
    let wanted = Set(names)
    guard !wanted.isEmpty else { return [:] }
    let asked = wanted.sorted().map { $0 + "\n" }.joined()
    let output = try git.output(.reading("cat-file", "--batch", input: Array(asked.utf8)))
    return Self.parsed(output.bytes)
  }

  /// `NAME blob SIZE`, a line feed, the content, a line feed; or `NAME missing`.
  private static func parsed(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    var place = 0
    while let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: bytes[place..<end], as: UTF8.self).split(separator: " ")
      place = end + 1
      guard words.count == 3, let size = Int(words[2]), size >= 0, place + size <= bytes.count
      else { continue }
      contents[String(words[0])] = Array(bytes[place..<(place + size)])
      place += size + 1
      if place > bytes.count { break }
    }
    return contents
  }

  /// A file of a commit's tree.
  package struct TreeFile: Sendable, Hashable {
    package let path: String
    package let object: String
  }

  /// The regular files of a commit below the folder that git runs in; symbolic links and submodules are left out.
  package func files(of commit: String, paths: [String] = []) throws(GitError) -> [TreeFile] {
    var command = GitCommand.reading("ls-tree", "-r", "-z", paths: paths)
    command.words += ["--end-of-options", commit]
    return try git.output(command).texts.compactMap { line in
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      let words = line[..<tab].split(separator: " ")
      guard words.count == 3, words[0].hasPrefix("100"), words[1] == "blob" else { return nil }
      return TreeFile(path: String(line[line.index(after: tab)...]), object: String(words[2]))
    }
  }
}
