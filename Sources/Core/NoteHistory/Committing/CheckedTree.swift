import NoteModel

/// A tree with paths that were all checked by git's own rules, so that its files may be written.
///
/// `git fetch` accepts any tree of a remote. A tree may contain `.git/hooks/post-commit`, `..`, or one name twice, as a
/// symbolic link and as a folder that the link would redirect. Git checks names when a tree becomes its index. Code
/// that writes files without that index needs this type. One bad path refuses the whole tree.
package struct CheckedTree: Sendable {
  /// A commit or a tree.
  package let name: String

  /// - Throws: ``GitRefusal/unsafeTree(_:)``, ``GitError``
  package init(_ name: String, in git: any GitClient) throws {
    self.name = name
    let command = GitCommand.reading("ls-tree", "-r", "-t", "-z", "--full-tree", "--end-of-options", name)
    var paths = TreePaths()
    var last: [ArraySlice<UInt8>: [UInt8]] = [:]
    for line in try git.output(command, into: TreeListing()).lines {
      // `MODE TYPE OBJECT`, a tab, the path.
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { throw GitRefusal.unsafeTree([]) }
      let (path, kind) = (line[line.index(after: tab)...], TreePaths.Kind(mode: line[..<tab]))
      paths.add(path, kind: kind)
      // Git ends with an assertion over a tree out of order.
      let name = Array(path) + (kind == .folder ? [UInt8(ascii: "/")] : [])
      let folder = path.prefix(upTo: path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)
      if let former = last.updateValue(name, forKey: folder), name.lexicographicallyPrecedes(former) {
        throw GitRefusal.unsafeTree([String(decoding: path, as: UTF8.self)])
      }
    }
    try paths.refuseUnsafe()
  }

  /// Checks the paths of a tree that is yet to be made.
  ///
  /// - Throws: ``GitRefusal/unsafeTree(_:)``
  package static func check(_ files: [String]) throws {
    var paths = TreePaths()
    for folder in Set(files.flatMap { NotePath(trusted: $0).ancestors }) {
      paths.add(Array(folder.string.utf8)[...], kind: .folder)
    }
    for file in files { paths.add(Array(file.utf8)[...], kind: .file) }
    try paths.refuseUnsafe()
  }

  /// Returns the differences from another tree for each file.
  package func changes(since former: CheckedTree, in git: any GitClient) throws(GitError) -> [GitTreeChange] {
    try GitTreeChange.between(former.name, name, in: git)
  }
}

/// The output of `ls-tree`, up to a limit: a few small trees that contain each other many times can list more files than
/// a disk can store.
private struct TreeListing: GitOutputReader {
  private static let limit = 64 << 20
  private var bytes: [UInt8] = []

  var wantsMore: Bool { bytes.count < Self.limit }
  /// An incomplete list ends with an invalid line.
  var lines: [ArraySlice<UInt8>] { bytes.split(separator: 0) + (wantsMore ? [] : [[]]) }

  mutating func read(_ piece: [UInt8]) { bytes += piece }
}

/// The paths of one tree, and which of them must not be written.
private struct TreePaths {
  enum Kind {
    case folder, link, file

    init(mode: some Collection<UInt8>) {
      self = mode.starts(with: "040000".utf8) ? .folder : mode.starts(with: "120000".utf8) ? .link : .file
    }
  }

  private var kinds: [ArraySlice<UInt8>: Kind] = [:]
  private var unsafe: [ArraySlice<UInt8>] = []

  mutating func add(_ path: ArraySlice<UInt8>, kind: Kind) {
    let name = path.suffix(from: path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)
    let isTwice = kinds.updateValue(kind, forKey: path) != nil
    if isTwice || GitEntryName.isUnsafe(name, isLink: kind == .link) { unsafe.append(path) }
  }

  func refuseUnsafe() throws {
    let folders = kinds.filter { $0.value == .folder }.keys
    // On a file system that ignores case or normal form, a link with the name of a folder replaces the folder.
    let folded = Set(folders.map(Self.folded))
    let misplaced = kinds.compactMap { path, kind -> ArraySlice<UInt8>? in
      let parent = path.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] }
      let isInNoFolder = parent.map { kinds[$0] != .folder } ?? false
      return isInNoFolder || kind == .link && folded.contains(Self.folded(path)) ? path : nil
    }
    let all = Set(unsafe + misplaced).map { String(decoding: $0, as: UTF8.self) }
    guard all.isEmpty else { throw GitRefusal.unsafeTree(all.sorted { byteOrder($0, $1) < 0 }) }
  }

  private static func folded(_ path: ArraySlice<UInt8>) -> String {
    String(decoding: path, as: UTF8.self).lowercased()
  }
}

/// A name in a tree, as `verify_path` of git judges it with `core.protectHFS` and `core.protectNTFS`.
enum GitEntryName {
  /// Returns true for a name that any file system takes for `.git`, for `.` or `..`, or, as a symbolic link, for
  /// `.gitmodules`.
  static func isUnsafe(_ name: ArraySlice<UInt8>, isLink: Bool) -> Bool {
    let seen = String(decoding: name, as: UTF8.self).unicodeScalars.filter { !isIgnored($0) }
    if ["", ".", ".."].contains(String(String.UnicodeScalarView(seen))) { return true }
    return seen.split(separator: "\\").contains { part in
      // NTFS sees neither dots and spaces at the end nor, after a colon, the name of a stream.
      let plain = part.prefix { $0 != ":" }
      let end = plain.lastIndex { $0 != "." && $0 != " " }
      let word = String(String.UnicodeScalarView(end.map { plain[...$0] } ?? [])).lowercased()
      let isModules = word == ".gitmodules" || word.hasPrefix("gitmod~") || word.hasPrefix("gi7eb")
      return [".git", "git~1"].contains(word) || isLink && isModules
    }
  }

  /// Returns true for the characters that HFS+ does not see in a name.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
