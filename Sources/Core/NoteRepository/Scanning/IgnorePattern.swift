import ByteBasics
import NoteSyntax

/// One line of a `.gitignore`.
struct IgnorePattern: Sendable {
  let isNegated: Bool
  private let foldersOnly: Bool
  /// True if the pattern is compared with the whole path below the file's folder, not only with the last name.
  private let isAnchored: Bool
  /// The literal text before the first wildcard.
  private let literal: ArraySlice<UInt8>
  private let wildcards: ArraySlice<UInt8>

  /// - Returns: nil for a blank line or a comment.
  init?(line: some Sequence<UInt8>) {
    var bytes = Array(line)
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    while bytes.last == 0x20, bytes.dropLast().last != UInt8(ascii: "\\") { bytes.removeLast() }
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return nil }
    isNegated = first == UInt8(ascii: "!")
    if isNegated { bytes.removeFirst() }
    foldersOnly = bytes.last == UInt8(ascii: "/")
    if foldersOnly { bytes.removeLast() }
    isAnchored = bytes.contains(UInt8(ascii: "/"))
    if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    guard !bytes.isEmpty else { return nil }
    literal = bytes.prefix { !Self.wildcardBytes.contains($0) }
    wildcards = bytes[literal.endIndex...]
  }

  private static let wildcardBytes = Array("*?[\\".utf8)

  /// Returns true if the pattern matches a path.
  ///
  /// - Parameters:
  ///   - path: The path from the folder of the `.gitignore`.
  ///   - nameStart: The start of the path's last name.
  func matches(_ path: ArraySlice<UInt8>, nameStart: Int, isFolder: Bool) -> Bool {
    if foldersOnly, !isFolder { return false }
    let text = isAnchored ? path : path[nameStart...]
    // As in git, `**` after a literal beginning (`a**/b`) is at the start of what is left.
    return text.starts(with: literal) && Wildcard.matches(wildcards, text.dropFirst(literal.count))
  }
}

/// The ignore files that hold for a folder: its own, those above it, the repository's and the user's.
struct IgnoreRules: Sendable {
  /// The patterns of one file and the length of its folder's path.
  private struct Group: Sendable {
    let patterns: [IgnorePattern]
    /// Bytes of `folder/` that are cut off a path before it is compared; 0 at the root.
    let prefixLength: Int
    /// The path from the file's folder to the root, with a slash at its end. Empty for a folder of the repository.
    let above: [UInt8]
  }

  /// The weakest first.
  private var groups: [Group] = []

  init() {}

  var isEmpty: Bool { groups.isEmpty }

  /// Returns these rules with the lines of a file added, which override all earlier rules.
  func adding(_ file: [UInt8], folder: [UInt8], above: [UInt8] = []) -> IgnoreRules {
    let lines = file.dropFirst(FrontMatterFence.byteOrderMarkLength(file))
    let patterns = lines.split(whereSeparator: { $0 == 0x0A || $0 == 0 }).compactMap {
      IgnorePattern(line: $0)
    }
    guard !patterns.isEmpty else { return self }
    var result = self
    result.groups.append(Group(patterns: patterns, prefixLength: folder.isEmpty ? 0 : folder.count + 1, above: above))
    return result
  }

  /// Returns true if a path is ignored. The last pattern that matches decides.
  func ignores(_ path: [UInt8], nameStart: Int, isFolder: Bool) -> Bool {
    for group in groups.reversed() {
      let relative = group.above.isEmpty ? path[group.prefixLength...] : (group.above + path)[...]
      for pattern in group.patterns.reversed()
      where pattern.matches(relative, nameStart: nameStart + group.above.count, isFolder: isFolder) {
        return !pattern.isNegated
      }
    }
    return false
  }
}

/// Patterns that name files, in the form of `.gitignore`.
package struct FilePatterns: Sendable {
  private let rules: IgnoreRules

  package init(_ patterns: [String]) {
    rules = IgnoreRules().adding(Array(patterns.joined(separator: "\n").utf8), folder: [])
  }

  package var isEmpty: Bool { rules.isEmpty }

  /// Returns the beginning of patterns for a folder, which is `.` for the root: `/a/b/`.
  package static func start(below folder: String) -> String {
    folder == "." ? "/" : "/" + folder.map { "*?[\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "/"
  }

  /// Returns the lines of a `.gitignore` in a folder as patterns from the root.
  package static func lines(_ lines: [String], below folder: String) -> [String] {
    let start = start(below: folder)
    return lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { line in
      let sign = line.hasPrefix("!") ? "!" : ""
      let pattern = line.dropFirst(sign.count)
      let isAnchored = pattern.dropLast().contains("/")
      return sign + start + (isAnchored ? "" : "**/") + pattern.drop { $0 == "/" }
    }
  }

  /// No system has longer paths; the destination of a link may be as long as a note.
  private static let longestPath = 4_096

  /// Returns true if a file, or a folder that contains it, matches. `path` begins at the root of the repository.
  package func match(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    guard !isEmpty, bytes.count <= Self.longestPath else { return false }
    var nameStart = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
      if rules.ignores(Array(bytes[..<index]), nameStart: nameStart, isFolder: true) { return true }
      nameStart = index + 1
    }
    return rules.ignores(bytes, nameStart: nameStart, isFolder: false)
  }
}

/// The places of the user's git ignore rules, read without git.
enum GitExcludes {
  /// Returns the user's file: `core.excludesFile`, else `$XDG_CONFIG_HOME/git/ignore`.
  static func userFile(_ places: UserPlaces) -> String {
    let configurations = [places.configurationHome + "/git/config", places.home + "/.gitconfig"]
    let configured = configurations.compactMap { excludesFile(in: $0, home: places.home) }.last
    return configured ?? places.configurationHome + "/git/ignore"
  }

  private static func excludesFile(in path: String, home: String) -> String? {
    guard let bytes = try? readFile(path, limit: NoteLimit.bytes) else { return nil }
    var isCore = false
    var result: String?
    for line in String(decoding: bytes, as: UTF8.self).textLines {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("[") {
        isCore = text.lowercased().hasPrefix("[core]")
      } else if isCore, let equals = text.firstIndex(of: "="),
        text[..<equals].split(separator: " ").first?.lowercased() == "excludesfile"
      {
        let value = text[text.index(after: equals)...].drop { $0 == " " || $0 == "\"" }
        let path = value.prefix { $0 != "\"" && $0 != "\r" }
        result = path.hasPrefix("~/") ? home + path.dropFirst() : String(path)
      }
    }
    return result
  }
}
