import NoteSyntax

/// The blocks of a body together with the lines that cmark's tree says nothing about: link definitions and
/// footnotes that nobody refers to.
struct RootPartition {
  /// The roots in order, without overlaps. Only empty lines are between them.
  private(set) var roots: [BlockOutline.Root] = []

  init(_ all: [BlockOutline.Root], in source: SourceLines) {
    var line = 0
    for (index, known) in all.enumerated() {
      guard known.firstLine >= line else { continue }
      addOpaque(from: line, to: known.firstLine, source)
      var root = known
      let next = index + 1 < all.count ? all[index + 1].firstLine : source.count
      root.lastLine = max(root.firstLine, min(root.lastLine, next - 1))
      roots.append(root)
      line = root.lastLine + 1
    }
    addOpaque(from: line, to: source.count, source)
  }

  /// Adds the runs of lines that are not empty; an indented line belongs to the run before it.
  private mutating func addOpaque(from start: Int, to end: Int, _ source: SourceLines) {
    var run: ClosedRange<Int>?
    for line in start..<max(start, end) {
      let cursor = source.cursor(at: line)
      if cursor.isBlank { continue }
      if let open = run, open.upperBound + 1 == line || cursor.indentation >= 4 {
        run = open.lowerBound...line
      } else {
        close(run)
        run = line...line
      }
    }
    close(run)
  }

  private mutating func close(_ run: ClosedRange<Int>?) {
    guard let run else { return }
    roots.append(
      BlockOutline.Root(
        firstLine: run.lowerBound, lastLine: run.upperBound, leaves: 0..<0, containers: 0..<0, isOpaque: true))
  }
}

/// A body with the results of cmark-gfm and other programs, each computed once.
struct ParsedBody: ~Copyable {
  let source: SourceLines
  let tree: MarkdownTree
  let foreign: ForeignRegions

  var bytes: [UInt8] { source.bytes }

  /// Returns nil if ``ParsingGuard`` keeps the text away from cmark.
  init?(parsing bytes: [UInt8]) {
    guard let tree = MarkdownTree(parsing: bytes[...]) else { return nil }
    self.init(bytes, tree)
  }

  /// Parses a text that ``ParsingGuard`` has already accepted.
  init?(trusting bytes: [UInt8]) {
    guard let tree = MarkdownTree(trusting: bytes[...]) else { return nil }
    self.init(bytes, tree)
  }

  private init(_ bytes: [UInt8], _ tree: consuming MarkdownTree) {
    source = SourceLines(bytes)
    foreign = ForeignRegions(in: bytes, table: source.table)
    self.tree = tree
  }
}
