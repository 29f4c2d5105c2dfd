/// Writes one block of the body anew: the marks of its containers, the lines between its leaves, the leaves.
struct RootWriter {
  let source: SourceLines
  let outline: BlockOutline
  let root: BlockOutline.Root
  let style: FormattingStyle
  let lineEnd: [UInt8]
  /// True where the block begins a file without front matter.
  let isFileStart: Bool

  /// A leaf as it would be written, together with the lines before it that belong to the same block.
  struct WrittenLeaf {
    let source: ByteRange
    let firstLine: Int
    let full: [UInt8]
    let layoutOnly: [UInt8]
  }

  /// The containers whose first line has been written.
  private var opened: Set<Int> = []
  /// The lines on which the items of the block begin.
  private let itemLines: Set<Int>

  init(
    _ source: SourceLines, outline: BlockOutline, root: BlockOutline.Root, style: FormattingStyle,
    lineEnd: [UInt8], isFileStart: Bool
  ) {
    self.source = source
    self.outline = outline
    self.root = root
    self.style = style
    self.lineEnd = lineEnd
    self.isFileStart = isFileStart
    itemLines = Set(root.containers.lazy.map { outline.containers[$0].firstLine })
  }

  /// Nil where the lines of the source are not what cmark's tree says, so that nothing may be changed.
  mutating func written() -> [WrittenLeaf]? {
    guard root.containers.allSatisfy(isMeasured) else { return nil }
    var result: [WrittenLeaf] = []
    var nextLine = root.firstLine
    var previous: BlockOutline.Leaf?
    for index in root.leaves {
      let leaf = outline.leaves[index]
      guard leaf.firstLine >= nextLine, leaf.lastLine <= root.lastLine else { return nil }
      guard (nextLine..<leaf.firstLine).allSatisfy(isEmptyInside) else { return nil }
      result.append(written(leaf, after: previous, from: nextLine))
      nextLine = leaf.lastLine + 1
      previous = leaf
    }
    guard let tail = emptyTail(from: nextLine) else { return nil }
    return result + tail
  }

  /// Empty lines behind the last leaf, such as a lone `>`, are not written; nil where they hold anything.
  private func emptyTail(from line: Int) -> [WrittenLeaf]? {
    guard line <= root.lastLine else { return [] }
    guard (line...root.lastLine).allSatisfy(isEmptyInside) else { return nil }
    let range = ByteRange(source.start(of: line), source.end(of: root.lastLine))
    return [WrittenLeaf(source: range, firstLine: line, full: [], layoutOnly: [])]
  }

  private func isMeasured(_ index: Int) -> Bool {
    outline.containers[index].kind == .quote || outline.containers[index].markerLength > 0
  }

  /// True for a line that holds nothing but white space and the marks of containers.
  private func isEmptyInside(_ line: Int) -> Bool {
    var cursor = source.cursor(at: line)
    while true {
      cursor.skipBlanks()
      guard let byte = cursor.byte else { return true }
      if byte == ASCII.greater {
        cursor.skip(bytes: 1)
      } else if itemLines.contains(line),
        let marker = ListMarker(source.bytes, at: cursor.offset, end: cursor.end)
      {
        cursor.skip(bytes: marker.length)
      } else {
        return false
      }
    }
  }

  // MARK: - Writing

  private mutating func written(
    _ leaf: BlockOutline.Leaf, after previous: BlockOutline.Leaf?, from nextLine: Int
  ) -> WrittenLeaf {
    let chain = outline.chain(of: leaf.container)
    var head: [UInt8] = []
    if let previous { head = gap(from: previous, chain) }
    let bullet = bulletBefore(chain)
    let first = prefix(chain, opening: true)
    let next = prefix(chain, opening: false)
    let text = LeafSource(
      bytes: source.bytes, kind: leaf.kind,
      lines: (leaf.firstLine...leaf.lastLine).map { line(chain, $0) },
      isAtFileStart: isFileStart && leaf.firstLine == 0 && chain.isEmpty, bulletBefore: bullet)
    let canonical = LeafFormatter(style: style).lines(of: text)
    let range = ByteRange(source.start(of: nextLine), source.end(of: leaf.lastLine))
    let full = ended(assemble(head, first, next, canonical), range)
    // Most leaves are as they should be already; the second form is for the others.
    let isCanonical = full[...] == source.bytes[range.indices]
    let layoutOnly =
      isCanonical ? full : ended(assemble(head, first, next, text.verbatimLines), range)
    return WrittenLeaf(
      source: range, firstLine: leaf.firstLine, full: full, layoutOnly: layoutOnly)
  }

  /// Without the last line end where the source has none there.
  private func ended(_ text: [UInt8], _ range: ByteRange) -> [UInt8] {
    guard let last = source.bytes[range.indices].last else { return text }
    let hasEnd = last == ASCII.lineFeed || last == ASCII.carriageReturn
    return hasEnd ? text : Array(text.dropLast(lineEnd.count))
  }

  private func line(_ chain: [Int], _ line: Int) -> LeafSource.Line {
    let cursor = outline.skip(chain, at: line, in: source)
    return LeafSource.Line(
      start: cursor.offset, end: cursor.end, column: cursor.column,
      pendingColumns: cursor.pendingColumns)
  }

  private func assemble(
    _ head: [UInt8], _ first: [UInt8], _ next: [UInt8], _ texts: [ArraySlice<UInt8>]
  ) -> [UInt8] {
    var result = head
    result.reserveCapacity(
      head.count + texts.reduce(0) { $0 + first.count + next.count + $1.count + lineEnd.count })
    for (index, text) in texts.enumerated() {
      let prefix = index == 0 ? first[...] : next[...]
      result += text.isEmpty ? trimmedEnd(prefix) : prefix
      result += text
      result += lineEnd
    }
    return result
  }

  private func trimmedEnd(_ prefix: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = prefix.endIndex
    while end > prefix.startIndex, prefix[end - 1] == ASCII.space { end -= 1 }
    return prefix[..<end]
  }

  /// The lines between two leaves of the block.
  private func gap(from previous: BlockOutline.Leaf, _ chain: [Int]) -> [UInt8] {
    let before = outline.chain(of: previous.container)
    let common = zip(before, chain).prefix { $0 == $1 }.count
    guard isParted(before, chain, common) else { return [] }
    var line: [UInt8] = []
    for index in chain.prefix(common) { line += continuation(index) }
    return trimmedEnd(line[...]) + lineEnd
  }

  /// True where an empty line stands between two leaves.
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

  private mutating func prefix(_ chain: [Int], opening: Bool) -> [UInt8] {
    var result: [UInt8] = []
    for index in chain {
      result += opening && opened.insert(index).inserted ? openingMark(index) : continuation(index)
    }
    return result
  }

  private func bulletBefore(_ chain: [Int]) -> UInt8? {
    guard let last = chain.last, !opened.contains(last),
      outline.containers[last].kind == .item,
      !outline.lists[outline.containers[last].list].isOrdered
    else { return nil }
    return bullet(of: outline.containers[last].list).byte
  }

  private func openingMark(_ index: Int) -> [UInt8] {
    let container = outline.containers[index]
    guard container.kind == .item else { return [ASCII.greater, ASCII.space] }
    let marker = marker(of: container)
    return marker + [UInt8](repeating: ASCII.space, count: indent(marker) - marker.count)
  }

  private func continuation(_ index: Int) -> [UInt8] {
    let container = outline.containers[index]
    guard container.kind == .item else { return [ASCII.greater, ASCII.space] }
    return [UInt8](repeating: ASCII.space, count: indent(marker(of: container)))
  }

  private func indent(_ marker: [UInt8]) -> Int {
    style.listIndent == .four ? max(4, marker.count + 1) : marker.count + 1
  }

  private func bullet(of list: Int) -> FormattingStyle.Bullet {
    outline.lists[list].isAlternate ? style.bullet.alternate : style.bullet
  }

  private func marker(of item: BlockOutline.Container) -> [UInt8] {
    let list = outline.lists[item.list]
    guard list.isOrdered else { return [bullet(of: item.list).byte] }
    return Array(String(number(of: item, in: list)).utf8) + [list.delimiter]
  }

  private func number(of item: BlockOutline.Container, in list: BlockOutline.List) -> Int {
    guard let first = list.numbers.first else { return item.number }
    switch style.numbering {
    case .keep: return item.number
    case .same: return first
    case .ascending:
      if list.numbers.count > 1, list.numbers[1] == first { return first }
      let last = first + list.count - 1
      return last > 999_999_999 ? item.number : first + item.ordinal
    }
  }
}
