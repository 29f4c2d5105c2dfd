/// Reads what `git log` prints for ``GitLog/options``, commit by commit as they come.
package struct GitLogReader<State: Sendable>: GitOutputReader {
  package private(set) var state: State
  private let take: @Sendable (inout State, GitCommit) -> Void
  private var rest: [UInt8] = []
  private var fields: [String] = []
  private var commit: GitCommit?
  private var entry: RawEntry?

  package init(_ state: State, _ take: @escaping @Sendable (inout State, GitCommit) -> Void) {
    self.state = state
    self.take = take
  }

  package mutating func read(_ piece: [UInt8]) {
    rest += piece
    var start = 0
    while let end = rest[start...].firstIndex(of: 0) {
      take(token: rest[start..<end])
      start = end + 1
    }
    rest.removeFirst(start)
  }

  /// Hands over the last commit, which nothing follows.
  package mutating func finish() {
    if let commit { take(&state, commit) }
    commit = nil
  }

  private mutating func take(token: ArraySlice<UInt8>) {
    if entry != nil {
      take(path: String(decoding: token, as: UTF8.self))
    } else if token.first == 1 {
      finish()
      fields = [String(decoding: token.dropFirst(), as: UTF8.self)]
    } else if !fields.isEmpty {
      fields.append(String(decoding: token, as: UTF8.self))
      if fields.count == GitLog.fieldCount { begin() }
    } else {
      entry = RawEntry(token)
    }
  }

  private mutating func begin() {
    commit = GitCommit(
      id: fields[0], parents: fields[1].split(separator: " ").map(String.init),
      seconds: Int(fields[2]) ?? 0, author: fields[3], subject: fields[4])
    fields = []
  }

  private mutating func take(path: String) {
    guard var current = entry else { return }
    current.paths.append(path)
    entry = current.isComplete ? nil : current
    if current.isComplete, let change = current.change { commit?.changes.append(change) }
  }
}

/// A line of `--raw`: `:100644 100644 OLD NEW M`, one colon for each parent; its paths follow.
private struct RawEntry {
  private let status: Substring
  private let objects: [String]
  var paths: [String] = []

  /// - Returns: nil where the token is no such line.
  init?(_ token: ArraySlice<UInt8>) {
    let line = token.drop { $0 == UInt8(ascii: "\n") }
    let parents = line.prefix { $0 == UInt8(ascii: ":") }.count
    let words = String(decoding: line.dropFirst(parents), as: UTF8.self).split(separator: " ")
    guard parents > 0, words.count == 2 * parents + 3, let status = words.last else { return nil }
    self.status = status
    objects = words[(parents + 1)..<(2 * parents + 2)].map(String.init)
  }

  private var isCombined: Bool { objects.count > 2 }
  private var isRename: Bool { !isCombined && (status.hasPrefix("R") || status.hasPrefix("C")) }
  var isComplete: Bool { paths.count == (isRename ? 2 : 1) }

  var change: GitFileChange? {
    guard let path = paths.last, let after = objects.last else { return nil }
    let kind: GitFileChange.Kind =
      switch status.first {
      case "A": .added
      case "D": .removed
      case "R": .renamed
      default: .modified
      }
    return GitFileChange(
      kind: isCombined && kind == .added ? .modified : kind, path: path,
      formerPath: kind == .renamed && isRename ? paths.first : nil,
      before: isCombined || kind == .added ? nil : objects.first,
      after: kind == .removed ? nil : after)
  }
}
