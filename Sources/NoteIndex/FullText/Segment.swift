/// A segment of the full-text table, laid out as FTS5 does when it empties its own memory.
struct Segment {
  /// A row of the table with the data: its number within the segment, and what stands in it.
  struct Row {
    let number: Int
    let block: [UInt8]
  }

  /// A leaf on which terms begin: what parts its first term from those before it.
  struct TermPage {
    let separator: [UInt8]
    /// The leaf's number doubled, and one more where its last term has an index of its documents.
    let place: Int
  }

  var rows: [Row] = []
  var termPages: [TermPage] = []
  var lastLeaf = 0

  /// Takes the words out of `lists`; nil where it has none.
  init?(layingOut lists: inout PostingLists) {
    guard !lists.isEmpty else { return nil }
    var writer = SegmentWriter()
    lists.forEachWord { writer.append($0, $1) }
    self = writer.finish()
    lists = PostingLists()
  }

  init() {}
}
