import ByteBasics

/// What the formatter would change in a body, in pieces that can be taken or left.
struct FormattingPlan {
  /// One place of the source and what would be there.
  struct Piece {
    let source: ByteRange
    /// Decides about the marks of containers and the lines between blocks.
    let layout: Int
    /// Decides about the text itself; the same as ``layout`` where the two cannot be parted.
    let content: Int
    /// With both, and with the layout alone.
    let full: [UInt8]
    let layoutOnly: [UInt8]
  }

  /// In the order of the source, without overlaps.
  private(set) var pieces: [Piece] = []
  /// For each group of pieces, the 0-based line where it begins and the block of the body it belongs to.
  private(set) var groups: [Group] = []
  /// First lines of blocks whose lines cmark's tree does not account for; they stay as they are.
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

  mutating func add(_ piece: Piece) {
    pieces.append(piece)
  }

  /// The groups that have a piece at all, in order.
  var usedGroups: [Int] {
    Set(pieces.flatMap { [$0.layout, $0.content] }).sorted()
  }

  /// The body with the pieces of the groups that `isTaken` names.
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

/// An outermost block of a body: what shows whether it still means the same.
struct FormattedBlock {
  /// 0-based.
  let firstLine: Int
  let text: [UInt8]
  let html: [UInt8]

  /// What would be lost if `other` came in its place, nil where nothing is.
  func failure(of other: FormattedBlock) -> FormattingProof.Failure? {
    guard SourceComparison.haveSameWords(text, other.text),
      SourceComparison.haveSameProtectedText(text, other.text)
    else { return .words }
    return html == other.html ? nil : .meaning
  }
}
