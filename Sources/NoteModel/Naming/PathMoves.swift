/// Other names for files and folders.
package struct PathMoves: Sendable {
  package struct Move: Hashable, Sendable {
    package let from: NotePath
    package let to: NotePath

    package init(from: NotePath, to: NotePath) {
      self.from = from
      self.to = to
    }
  }

  package let moves: [Move]

  package init(_ moves: [Move]) {
    self.moves = moves
  }

  /// The name that a file has afterwards.
  package func newPath(of path: NotePath) -> NotePath {
    for move in moves {
      if move.from == path { return move.to }
      if move.from.contains(path) { return path.moved(from: move.from, to: move.to) }
    }
    return path
  }
}

extension NotePath {
  /// The way from a folder to this path: `../Archive/a.md`; from the root where `folder` is nil.
  package func relative(to folder: NotePath?) -> String {
    let target = string.split(separator: "/")
    let start = folder?.string.split(separator: "/") ?? []
    var shared = 0
    while shared < start.count, shared < target.count - 1,
      start[shared].utf8.elementsEqual(target[shared].utf8)
    { shared += 1 }
    let up = Array(repeating: Substring(".."), count: start.count - shared)
    return (up + target[shared...]).joined(separator: "/")
  }
}
