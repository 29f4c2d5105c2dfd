import ByteBasics

/// Writes blocks of the body again: the marks of their containers, the lines between their leaves, the leaves.
struct RootWriter {
  private let source: SourceLines
  private let outline: BlockOutline
  private let style: FormattingStyle
  /// False if front matter is before the body.
  private let isWholeFile: Bool
  /// True if ``WrittenLeaf/layoutOnly`` is wanted.
  private let isDetailed: Bool
  private let marks: ContainerMarks

  /// A leaf that would be written differently, together with the lines before it in the same block.
  struct WrittenLeaf {
    let source: ByteRange
    let firstLine: Int
    let full: [UInt8]
    /// The bytes with the original text, or the same as ``full`` if they were not requested.
    let layoutOnly: [UInt8]
  }

  /// True for each container whose first line has been written.
  private var isOpened: [Bool]
  private var text: LeafText
  /// The lines of the present leaf.
  private var lines: [LeafSource.Line] = []

  init(
    _ source: SourceLines, outline: BlockOutline, style: FormattingStyle, lineEnd: [UInt8],
    isWholeFile: Bool, isDetailed: Bool
  ) {
    self.source = source
    self.outline = outline
    self.style = style
    self.isWholeFile = isWholeFile
    self.isDetailed = isDetailed
    marks = ContainerMarks(outline: outline, style: style)
    isOpened = [Bool](repeating: false, count: outline.containers.count)
    text = LeafText(lineEnd: lineEnd)
  }

  /// Returns the leaves of a block that would change, in order.
  ///
  /// - Returns: nil if the lines of the source do not agree with cmark's tree. The block must not be changed then.
  mutating func changes(of root: BlockOutline.Root) -> [WrittenLeaf]? {
    guard root.containers.allSatisfy(isMeasured) else { return nil }
    var result: [WrittenLeaf] = []
    var nextLine = root.firstLine
    var previous: BlockOutline.Leaf?
    for index in root.leaves {
      let leaf = outline.leaves[index]
      guard leaf.firstLine >= nextLine, leaf.lastLine <= root.lastLine,
        areEmptyInside(nextLine..<leaf.firstLine, of: root)
      else { return nil }
      if let change = change(of: leaf, after: previous, from: nextLine) { result.append(change) }
      nextLine = leaf.lastLine + 1
      previous = leaf
    }
    guard nextLine <= root.lastLine else { return result }
    // Empty lines after the last leaf, such as a lone `>`, are not written.
    guard areEmptyInside(nextLine..<root.lastLine + 1, of: root) else { return nil }
    let tail = ByteRange(source.start(of: nextLine), source.end(of: root.lastLine))
    return result + [WrittenLeaf(source: tail, firstLine: nextLine, full: [], layoutOnly: [])]
  }

  private func isMeasured(_ index: Int) -> Bool {
    outline.containers[index].kind == .quote || outline.containers[index].markerLength > 0
  }

  /// Returns true if the lines contain only white space and the marks of containers.
  private func areEmptyInside(_ lines: Range<Int>, of root: BlockOutline.Root) -> Bool {
    for line in lines where !isEmptyInside(line, of: root) { return false }
    return true
  }

  private func isEmptyInside(_ line: Int, of root: BlockOutline.Root) -> Bool {
    var cursor = source.cursor(at: line)
    while true {
      cursor.skipBlanks()
      guard let byte = cursor.byte else { return true }
      if byte == ASCII.greater {
        cursor.skip(bytes: 1)
      } else if outline.containerBegins(on: line, in: root.containers),
        let marker = ListMarker(source.bytes, at: cursor.offset, end: cursor.end)
      {
        cursor.skip(bytes: marker.length)
      } else {
        return false
      }
    }
  }

  // MARK: - Writing

  /// Returns nil if the leaf is as it should be.
  private mutating func change(
    of leaf: BlockOutline.Leaf, after previous: BlockOutline.Leaf?, from nextLine: Int
  ) -> WrittenLeaf? {
    let chain = outline.chain(of: leaf.container)
    let bullet = bulletBefore(chain)
    text.begin()
    if let previous { addGap(from: previous, chain) }
    addMarks(chain)
    lines.removeAll(keepingCapacity: true)
    for line in leaf.firstLine...leaf.lastLine {
      lines.append(LeafSource.Line(outline.skip(chain, at: line, in: source)))
    }
    let leafSource = LeafSource(
      bytes: source.bytes, kind: leaf.kind, lines: lines,
      isAtFileStart: isWholeFile && leaf.firstLine == 0 && chain.isEmpty, bulletBefore: bullet)
    let range = ByteRange(source.start(of: nextLine), source.end(of: leaf.lastLine))
    LeafFormatter(style: style).write(leafSource, to: &text)
    endLeaf(range)
    if haveSameBytes(text.bytes[...], source.bytes[range.indices]) { return nil }
    let full = text.bytes
    if isDetailed {
      text.beginAgain()
      leafSource.writeVerbatim(to: &text)
      endLeaf(range)
    }
    return WrittenLeaf(source: range, firstLine: leaf.firstLine, full: full, layoutOnly: text.bytes)
  }

  /// Removes the last line ending of a leaf if the source has none there.
  private mutating func endLeaf(_ range: ByteRange) {
    guard !range.isEmpty else { return }
    let last = source.bytes[range.upperBound - 1]
    if last != ASCII.lineFeed, last != ASCII.carriageReturn { text.dropLastLineEnd() }
  }

  private mutating func addMarks(_ chain: [Int]) {
    for index in chain {
      let next = marks.continuation(of: index)
      text.addMark(first: isOpened[index] ? next : marks.opening(of: index), next: next)
      isOpened[index] = true
    }
  }

  private func bulletBefore(_ chain: [Int]) -> UInt8? {
    guard let last = chain.last, !isOpened[last] else { return nil }
    return marks.bullet(of: last)
  }

  /// Adds the empty line between two leaves of the block.
  private mutating func addGap(from previous: BlockOutline.Leaf, _ chain: [Int]) {
    let before = outline.chain(of: previous.container)
    var common = 0
    while common < min(before.count, chain.count), before[common] == chain[common] { common += 1 }
    guard isParted(before, chain, common) else { return }
    text.addGap(chain[..<common].lazy.map { [marks] in marks.continuation(of: $0) })
  }

  /// Returns true if an empty line separates two leaves.
  private func isParted(_ before: [Int], _ after: [Int], _ common: Int) -> Bool {
    if common < before.count, common < after.count {
      let (one, other) = (outline.containers[before[common]], outline.containers[after[common]])
      if one.kind == .item, other.kind == .item, one.list == other.list {
        return !outline.lists[one.list].isTight
      }
    }
    guard common > 0 else { return true }
    let around = outline.containers[after[common - 1]]
    return around.kind == .quote || !outline.lists[around.list].isTight
  }
}
