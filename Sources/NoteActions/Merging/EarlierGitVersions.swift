import NoteHistory
import NoteModel

/// Versions of a note that git has. Without git, or for a note that it does not know, there are none.
struct EarlierGitVersions {
  private let git: any GitClient

  /// The most versions of one note that are looked at.
  private static let limit = 50

  init(_ git: any GitClient) {
    self.git = git
  }

  /// The common ancestor of a note whose merge is not finished.
  func stagedBase(of path: NotePath) -> [UInt8]? {
    contents(of: [":1:./" + path.string]).first
  }

  /// The versions that were committed, newest first, each once.
  func committed(_ path: NotePath) -> [[UInt8]] {
    let log = GitCommand.reading(
      "log", "--max-count=\(Self.limit)", "--format=%H", paths: [path.string])
    guard let commits = try? git.output(log).text, !commits.isEmpty else { return [] }
    return contents(of: commits.split(separator: "\n").map { "\($0):./\(path.string)" })
  }

  /// The contents of those objects that exist.
  private func contents(of names: [String]) -> [[UInt8]] {
    // A name with a line break would be two requests.
    guard !names.contains(where: { $0.contains("\n") }) else { return [] }
    let input = names.map { $0 + "\n" }.joined()
    guard let output = try? git.output(.reading("cat-file", "--batch", input: Array(input.utf8)))
    else { return [] }
    return BatchedObjects(output.bytes).contents
  }
}

/// What `git cat-file --batch` prints: `HASH blob SIZE`, the bytes and a line feed, or `NAME missing`.
struct BatchedObjects {
  private(set) var contents: [[UInt8]] = []

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = rest[..<end].split(separator: UInt8(ascii: " "))
      rest = rest[(end + 1)...]
      guard words.count == 3, words[1].elementsEqual("blob".utf8),
        let size = Int(String(decoding: words[2], as: UTF8.self)), size <= rest.count
      else { continue }
      contents.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
    }
  }
}

/// How much two versions of a note differ.
enum LineDistance {
  /// The version with the fewest lines that the other does not have, and the other way round.
  static func nearest(to version: [UInt8], among others: [[UInt8]]) -> [UInt8]? {
    let lines = counts(version)
    return others.min { distance(counts($0), lines) < distance(counts($1), lines) }
  }

  private static func counts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    bytes.split(separator: UInt8(ascii: "\n")).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static func distance(
    _ one: [ArraySlice<UInt8>: Int], _ other: [ArraySlice<UInt8>: Int]
  ) -> Int {
    let missing = one.reduce(0) { $0 + max(0, $1.value - (other[$1.key] ?? 0)) }
    let added = other.reduce(0) { $0 + max(0, $1.value - (one[$1.key] ?? 0)) }
    return missing + added
  }

  /// True where a version lacks lines without having others in their place.
  static func removesLines(from base: [UInt8], in version: [UInt8]) -> Bool {
    let (old, new) = (counts(base), counts(version))
    let removed = old.reduce(0) { $0 + max(0, $1.value - (new[$1.key] ?? 0)) }
    let added = new.reduce(0) { $0 + max(0, $1.value - (old[$1.key] ?? 0)) }
    return removed > added
  }
}
