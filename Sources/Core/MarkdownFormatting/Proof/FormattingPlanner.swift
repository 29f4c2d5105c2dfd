import ByteBasics
import NoteSyntax

/// Computes the canonical form of a body, block by block.
struct FormattingPlanner {
  private let source: SourceLines
  private let style: FormattingStyle
  private let isWholeFile: Bool
  private let outline: BlockOutline
  private let lineEnd: [UInt8]
  private var plan = FormattingPlan()
  private let foreign: ForeignRegions
  private let readers: Set<MarkdownReader>
  private var protectedRegions: [ClosedRange<Int>] = []
  /// Blocks of the body, link definitions included.
  private(set) var blockCount = 0

  /// - Parameter isWholeFile: False if front matter is before the body.
  init(_ body: borrowing ParsedBody, style: FormattingStyle, isWholeFile: Bool) {
    source = body.source
    self.isWholeFile = isWholeFile
    var outline = BlockOutline(body.tree)
    outline.measureItems(in: source)
    outline.repair(in: source)
    self.outline = outline
    lineEnd = Self.firstLineEnd(body.bytes)
    foreign = body.foreign
    readers = foreign.readers.union(style.readers)
    var style = style
    // The quotes around `_a_` may become others around `*a*`.
    if readers.contains(where: \.keepsBlocks) { style.emphasis = .keep }
    self.style = style
  }

  private static func firstLineEnd(_ bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn })
    else { return [ASCII.lineFeed] }
    if bytes[end] == ASCII.lineFeed { return [ASCII.lineFeed] }
    return end + 1 < bytes.count && bytes[end + 1] == ASCII.lineFeed
      ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.carriageReturn]
  }

  /// Blocks of every depth, on which memory depends.
  var size: Int { outline.containers.count + outline.leaves.count }

  /// Plans the changes of all blocks.
  ///
  /// - Parameter isDetailed: True to allow a leaf's layout without its text, after a plan that was not proved.
  mutating func planned(isDetailed: Bool) -> FormattingPlan {
    plan = FormattingPlan()
    protectedRegions = joined(ProtectedText.regions(in: source) { codeLines } + foreign.lines)
    let roots = RootPartition(outline.roots, in: source).roots
    blockCount = roots.count
    var writer = RootWriter(
      source, outline: outline, style: style, lineEnd: lineEnd, isWholeFile: isWholeFile, isDetailed: isDetailed)
    var previous: BlockOutline.Root?
    for (index, root) in roots.enumerated() {
      planGap(before: root, after: previous, index: index)
      if !mayJoin(root, index + 1 < roots.count ? roots[index + 1] : nil) {
        planRoot(root, index: index, with: &writer)
      }
      previous = root
    }
    planEnd(after: previous, index: roots.count)
    return plan
  }

  /// The lines of fenced code. Indented code may be the inside of maths or of a comment.
  private var codeLines: [ClosedRange<Int>] {
    outline.leaves.lazy.filter(isFenced)
      .map { $0.firstLine...max($0.firstLine, $0.lastLine) }
      .sorted { $0.lowerBound < $1.lowerBound }
  }

  private func isFenced(_ leaf: BlockOutline.Leaf) -> Bool {
    guard leaf.kind.isCode else { return false }
    let chain = outline.chain(of: leaf.container)
    return outline.skip(chain, at: leaf.firstLine, in: source).indentation < 4
  }

  private func isProtected(_ first: Int, _ last: Int) -> Bool {
    let next = protectedRegions.firstOrderedIndex { $0.upperBound >= first }
    return next < protectedRegions.count && protectedRegions[next].lowerBound <= last
  }

  // MARK: - Between blocks

  /// Plans an empty line between blocks, but no empty line at the beginning of a file.
  private mutating func planGap(before root: BlockOutline.Root, after previous: BlockOutline.Root?, index: Int) {
    let firstLine = previous.map { $0.lastLine + 1 } ?? 0
    let range = ByteRange(
      source.start(of: firstLine), max(source.start(of: root.firstLine), source.start(of: firstLine)))
    var count = root.firstLine - firstLine
    guard count >= 0, !isProtected(max(0, firstLine - 1), root.firstLine) else { return }
    if count == 0, previous != nil, readers.contains(where: \.keepsBlocks) { return }
    if let previous {
      let keepsTogether = root.isOpaque || previous.isOpaque
      count = keepsTogether ? min(count, 1) : 1
    } else {
      count = isWholeFile ? 0 : min(count, 1)
    }
    let replacement = count == 0 ? [] : lineEnd
    guard !haveSameBytes(replacement[...], source.bytes[range.indices]) else { return }
    let group = plan.newGroup(line: root.firstLine, root: index)
    plan.add(
      FormattingPlan.Piece(source: range, layout: group, content: group, full: replacement, layoutOnly: replacement))
  }

  /// Plans one line ending after the last block.
  private mutating func planEnd(after last: BlockOutline.Root?, index: Int) {
    guard let last, last.lastLine < source.count, !isProtected(last.lastLine, source.count) else { return }
    let lineEndOffset = source.end(of: last.lastLine)
    let hasLineEnd = contentEnd(of: source.table.range(of: last.lastLine), in: source.bytes) < lineEndOffset
    let replacement = hasLineEnd ? [] : lineEnd
    let range = ByteRange(lineEndOffset, source.bytes.count)
    guard replacement[...] != source.bytes[range.indices] else { return }
    let group = plan.newGroup(line: last.lastLine, root: index)
    plan.add(
      FormattingPlan.Piece(source: range, layout: group, content: group, full: replacement, layoutOnly: replacement))
  }

  // MARK: - Blocks

  /// Returns true for a list before indented lines that are not in the tree, such as link definitions. With another
  /// indentation, they would belong to the last item and make it loose for other programs.
  private func mayJoin(_ root: BlockOutline.Root, _ next: BlockOutline.Root?) -> Bool {
    guard let next, next.isOpaque, !root.containers.isEmpty else { return false }
    return source.cursor(at: next.firstLine).indentation > 0
  }

  private mutating func planRoot(_ root: BlockOutline.Root, index: Int, with writer: inout RootWriter) {
    guard !root.isOpaque, !isProtected(root.firstLine, root.lastLine), mayChange(root) else { return }
    guard let leaves = writer.changes(of: root) else {
      plan.unaccounted.append(root.firstLine)
      return
    }
    guard !leaves.isEmpty else { return }
    let layout = plan.newGroup(line: root.firstLine, root: index)
    for leaf in leaves {
      var content = layout
      if leaf.layoutOnly != leaf.full { content = plan.newGroup(line: leaf.firstLine, root: index) }
      plan.add(
        FormattingPlan.Piece(
          source: leaf.source, layout: layout, content: content, full: leaf.full, layoutOnly: leaf.layoutOnly))
    }
  }

  /// Returns false for a block that the program for this body does not parse like CommonMark.
  private func mayChange(_ root: BlockOutline.Root) -> Bool {
    let leaves = outline.leaves[root.leaves]
    if readers.contains(where: \.keepsBlocks) {
      return root.containers.isEmpty
        && leaves.allSatisfy { leaf in
          switch leaf.kind {
          case .paragraph, .heading: true
          default: false
          }
        }
    }
    return !readers.contains(where: \.keepsIndentedCode) || leaves.allSatisfy { !$0.kind.isCode || isFenced($0) }
  }
}

/// The changes that the formatter would make in a body, in pieces that can be taken or left.
struct FormattingPlan {
  /// One range of the source, and its canonical form.
  struct Piece {
    let source: ByteRange
    /// Decides about the marks of containers and the lines between blocks.
    let layout: Int
    /// Decides about the text itself; the same as ``layout`` if the two cannot be parted.
    let content: Int
    /// The bytes with content and layout changed, and with only the layout changed.
    let full: [UInt8]
    let layoutOnly: [UInt8]
  }

  /// The pieces in the order of the source, without overlaps.
  private(set) var pieces: [Piece] = []
  /// The 0-based first line of each group of pieces, and the block of the body that contains it.
  private(set) var groups: [Group] = []
  /// First lines of blocks that contain lines outside of cmark's tree; these blocks are not formatted.
  var unaccounted: [Int] = []

  struct Group {
    let line: Int
    let root: Int
  }

  var isEmpty: Bool { pieces.isEmpty }

  mutating func newGroup(line: Int, root: Int) -> Int {
    groups.append(Group(line: line, root: root))
    return groups.count - 1
  }

  mutating func add(_ piece: Piece) { pieces.append(piece) }

  /// The groups that have a piece at all, in order.
  var usedGroups: [Int] { Set(pieces.flatMap { [$0.layout, $0.content] }).sorted() }

  /// Returns the body with the pieces of the groups for which `isTaken` returns true.
  func applied(to bytes: [UInt8], _ isTaken: (Int) -> Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 16)
    var offset = 0
    for piece in pieces where isTaken(piece.layout) {
      result += bytes[offset..<piece.source.lowerBound]
      result += isTaken(piece.content) ? piece.full : piece.layoutOnly
      offset = piece.source.upperBound
    }
    result += bytes[offset...]
    return result
  }
}

/// An outermost block of a body, for comparing its meaning before and after.
struct FormattedBlock {
  /// 0-based.
  let firstLine: Int
  let text: [UInt8]
  let html: [UInt8]

  /// Returns the loss if `other` replaced this block, or nil if nothing is lost.
  func failure(of other: FormattedBlock) -> FormattingProof.Failure? {
    guard SourceComparison.haveSameWords(text, other.text), SourceComparison.haveSameProtectedText(text, other.text)
    else { return .words }
    return html == other.html ? nil : .meaning
  }
}
