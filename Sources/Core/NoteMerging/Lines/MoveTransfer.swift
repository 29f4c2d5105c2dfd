/// Applies one side's edits to lines that the other side moved.
///
/// A comparison of lines sees a move as a removal and an insertion. An edit of moved lines would conflict, and text
/// added below a moved section would remain below another heading. Therefore the lines are first moved in the base and
/// in the side that edited them. Then all three have the same order and are merged as usual.
struct MoveTransfer {
  let base: LineText
  /// The side that moved lines, and its changes.
  let mover: LineText
  let moves: [LineChange]
  /// The side that edited them, and its changes.
  let editor: LineText
  let edits: [LineChange]

  /// The base and the editor's text with lines moved.
  struct Followed {
    let base: [UInt8]
    let editor: [UInt8]
  }

  /// Lines of the base that are in the mover's text too, elsewhere.
  struct Block: Equatable {
    let base: Range<Int>
    /// The line of the mover's text at which they begin.
    let place: Int
  }

  /// Returns the notes with edits in moved lines. Nil if no moved lines were edited, or if the edits cannot be
  /// assigned.
  func followed() -> Followed? {
    for block in blocks() where isEdited(block) {
      if let result = following(block) { return result }
    }
    return nil
  }

  // MARK: - Moved lines

  private func blocks() -> [Block] {
    let removed = Set(moves.flatMap(\.base))
    let added = Set(moves.flatMap(\.other))
    guard !removed.isEmpty, !added.isEmpty else { return [] }
    let places = Self.single(in: mover.numbers, among: added)
    let origins = Self.single(in: base.numbers, among: removed).filter { places[$0.key] != nil }
    var blocks: [Block] = []
    for (number, origin) in origins.sorted(by: { $0.value < $1.value }) {
      guard let place = places[number], !BlockBoundary.isBlank(base[origin]), blocks.last?.base.contains(origin) != true
      else { continue }
      func isMoved(_ offset: Int) -> Bool {
        let (old, new) = (origin + offset, place + offset)
        return removed.contains(old) && added.contains(new) && base.numbers[old] == mover.numbers[new]
      }
      var (first, end) = (0, 1)
      while isMoved(first - 1) { first -= 1 }
      while isMoved(end) { end += 1 }
      // The blank lines below move with the block, because lines that are added below them belong to the block.
      while removed.contains(origin + end), BlockBoundary.isBlank(base[origin + end]) { end += 1 }
      blocks.append(Block(base: (origin + first)..<(origin + end), place: place + first))
    }
    return blocks
  }

  /// Returns the indices, among the given indices, of lines that occur once in a text.
  private static func single(in numbers: [Int32], among indices: Set<Int>) -> [Int32: Int] {
    var places: [Int32: Int] = [:]
    for index in indices { places[numbers[index]] = index }
    var counts: [Int32: Int] = [:]
    for number in numbers where places[number] != nil { counts[number, default: 0] += 1 }
    return places.filter { counts[$0.key] == 1 }
  }

  private func isEdited(_ block: Block) -> Bool {
    let lines = block.base
    if edits.contains(where: { $0.base.isEmpty ? isInside($0, lines) : $0.base.overlaps(lines) }) {
      return true
    }
    if let change = insertion(at: lines.upperBound), belonging(change, to: lines) > 0 { return true }
    // A tick does not change a line.
    guard let range = range(of: lines), range.count == lines.count else { return false }
    return zip(lines, range).contains { base.exact[$0] != editor.exact[$1] }
  }

  private func isInside(_ change: LineChange, _ lines: Range<Int>) -> Bool {
    lines.lowerBound < change.base.lowerBound && change.base.lowerBound < lines.upperBound
  }

  private func insertion(at position: Int) -> LineChange? {
    edits.first { $0.base.isEmpty && $0.base.lowerBound == position }
  }

  // MARK: - Text that moves with the lines

  /// Returns the number of lines that the editor added after a block and that belong to the block: lines of its last
  /// section, and lines nested in its list item.
  private func belonging(_ change: LineChange, to lines: Range<Int>) -> Int {
    guard let first = lines.first(where: { !BlockBoundary.isBlank(base[$0]) }) else { return 0 }
    if let level = BlockBoundary.headingLevel(base[first]) {
      let next = (lines.upperBound..<base.count).first { !BlockBoundary.isBlank(base[$0]) }
      guard next.map({ (BlockBoundary.headingLevel(base[$0]) ?? 7) <= level }) ?? true else { return 0 }
      return change.other.prefix { BlockBoundary.headingLevel(editor[$0]).map { $0 > level } ?? true }.count
    }
    guard let indent = BlockBoundary.itemIndent(base[first]) else { return 0 }
    return change.other.prefix { (BlockBoundary.itemIndent(editor[$0]) ?? 0) > indent }.count
  }

  /// Returns the range of the base's lines in the editor's text. Nil if a change crosses their ends.
  private func range(of lines: Range<Int>) -> Range<Int>? {
    guard let start = position(of: lines.lowerBound, skippingInsertions: true),
      var end = position(of: lines.upperBound, skippingInsertions: false), start <= end
    else { return nil }
    if let change = insertion(at: lines.upperBound) { end += belonging(change, to: lines) }
    return start..<end
  }

  /// Returns a position between two lines of the base, in the editor's text. Nil inside of a change.
  private func position(of place: Int, skippingInsertions: Bool) -> Int? {
    var growth = 0
    for change in edits {
      if change.base.lowerBound > place { break }
      if change.base.isEmpty, change.base.lowerBound == place {
        return skippingInsertions ? change.other.upperBound : change.other.lowerBound
      }
      if change.base.lowerBound == place { return change.other.lowerBound }
      if change.base.upperBound > place { return nil }
      growth += change.other.count - change.base.count
    }
    return place + growth
  }

  // MARK: - Moving them

  private func following(_ block: Block) -> Followed? {
    guard let range = range(of: block.base), let target = target(of: block),
      !block.base.contains(target), target != block.base.upperBound,
      let editorTarget = editorTarget(target, block), !range.contains(editorTarget),
      range.contains(where: { !BlockBoundary.isBlank(editor[$0]) })
    else { return nil }
    // A paragraph above a blank line goes with the one above it if the mover has put it below other text.
    let comesAfterBlank =
      block.place > 0 && BlockBoundary.isBlank(mover[block.place - 1]) && target > 0
      && !BlockBoundary.isBlank(base[target - 1])
      && BlockBoundary.isBlank(base[block.base.upperBound - 1])
      && BlockBoundary.isBlank(editor[range.upperBound - 1])
    return Followed(
      base: Self.moved(block.base, to: target, in: base, blankFirst: comesAfterBlank),
      editor: Self.moved(range, to: editorTarget, in: editor, blankFirst: comesAfterBlank))
  }

  /// Returns the position in the base before which the mover has put a block.
  private func target(of block: Block) -> Int? {
    moves.first { $0.other.contains(block.place) }?.base.lowerBound
  }

  /// Returns the place after the lines that the editor added to the section above, if another section follows.
  private func editorTarget(_ target: Int, _ block: Block) -> Int? {
    guard let place = position(of: target, skippingInsertions: false) else { return nil }
    let first = block.base.first { !BlockBoundary.isBlank(base[$0]) }
    guard let change = insertion(at: target),
      first.flatMap({ BlockBoundary.headingLevel(base[$0]) }) != nil
    else { return place }
    return place + change.other.prefix { BlockBoundary.headingLevel(editor[$0]) == nil }.count
  }

  /// - Parameter blankFirst: True if the blank line at the end of the lines goes before them.
  private static func moved(_ lines: Range<Int>, to target: Int, in text: LineText, blankFirst: Bool) -> [UInt8] {
    let end = lines.upperBound - 1
    let block = blankFirst ? [end..<(end + 1), lines.lowerBound..<end] : [lines]
    let parts =
      target < lines.lowerBound
      ? [0..<target] + block + [target..<lines.lowerBound, lines.upperBound..<text.count]
      : [0..<lines.lowerBound, lines.upperBound..<target] + block + [target..<text.count]
    return parts.flatMap { text[$0] }
  }
}
