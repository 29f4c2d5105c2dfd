/// The ignore files that hold for a folder: its own, those above it, the repository's and the user's.
struct IgnoreRules: Sendable {
  /// The patterns of one file and the length of its folder's path.
  private struct Group: Sendable {
    let patterns: [IgnorePattern]
    /// Bytes of `folder/` that are cut off a path before it is compared; 0 at the root.
    let prefixLength: Int
  }

  /// The weakest first.
  private var groups: [Group] = []

  init() {}

  var isEmpty: Bool { groups.isEmpty }

  /// These rules with a file's lines added, which win over all before.
  func adding(_ file: [UInt8], folder: [UInt8]) -> IgnoreRules {
    let patterns = file.split(whereSeparator: { $0 == 0x0A || $0 == 0 }).compactMap {
      IgnorePattern(line: $0)
    }
    guard !patterns.isEmpty else { return self }
    var result = self
    result.groups.append(
      Group(patterns: patterns, prefixLength: folder.isEmpty ? 0 : folder.count + 1))
    return result
  }

  /// Whether a path is ignored: the last pattern that matches decides.
  func ignores(_ path: [UInt8], nameStart: Int, isFolder: Bool) -> Bool {
    for group in groups.reversed() {
      let relative = path[group.prefixLength...]
      for pattern in group.patterns.reversed()
      where pattern.matches(relative, nameStart: nameStart, isFolder: isFolder) {
        return !pattern.isNegated
      }
    }
    return false
  }
}
