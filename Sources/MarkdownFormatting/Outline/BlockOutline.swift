import ByteBasics

/// The blocks of a body by lines: what cmark's tree says, in the order of the source.
struct BlockOutline {
  /// A quote or a list item around other blocks.
  struct Container {
    enum Kind { case quote, item }

    let kind: Kind
    /// Index of the container around it.
    let parent: Int?
    /// The containers around it and itself, outermost first.
    let chain: [Int]
    /// 0-based.
    let firstLine: Int
    /// Of an item: the index of its list and its place in it.
    let list: Int
    let ordinal: Int
    /// Of an item: columns before the marker, bytes of the marker, columns after it.
    var markerOffset = 0
    var markerLength = 0
    var padding = 0
    /// Of an ordered item, as it is in the source.
    var number = 0

    var contentColumns: Int { markerOffset + markerLength + padding }
  }

  struct List {
    let isOrdered: Bool
    let isTight: Bool
    /// True for every second of bullet lists that follow one another.
    let isAlternate: Bool
    var count = 0
    /// `.` or `)` of an ordered list.
    var delimiter = ASCII.period
    var numbers: [Int] = []
  }

  /// A block that contains no other block.
  struct Leaf {
    enum Kind: Equatable {
      case paragraph, thematicBreak
      /// With the lines of what is in it.
      case code(lineCount: Int)
      case html(lineCount: Int)
      case heading(level: Int)
      case table(alignments: [UInt8])
      /// A quote or an item without anything in it.
      case empty

      var isCode: Bool { if case .code = self { true } else { false } }
    }

    let kind: Kind
    /// 0-based.
    var firstLine: Int
    var lastLine: Int
    /// The innermost container around it.
    let container: Int?
    /// Of a table: the line of its head.
    var tableHead: Int?
  }

  /// A block of the document itself.
  struct Root {
    var firstLine: Int
    var lastLine: Int
    var leaves: Range<Int>
    var containers: Range<Int>
    /// True for footnotes, link definitions and whatever else cmark's tree does not show by lines.
    var isOpaque = false
  }

  var containers: [Container] = []
  var lists: [List] = []
  var leaves: [Leaf] = []
  var roots: [Root] = []

  /// True where one of `containers`, which are in order, begins on a line.
  func containerBegins(on line: Int, in containers: Range<Int>) -> Bool {
    var low = containers.lowerBound
    var high = containers.upperBound
    while low < high {
      let middle = (low + high) / 2
      if self.containers[middle].firstLine < line { low = middle + 1 } else { high = middle }
    }
    return low < containers.upperBound && self.containers[low].firstLine == line
  }

  /// The containers around `container` and itself, outermost first.
  func chain(of container: Int?) -> [Int] {
    container.map { containers[$0].chain } ?? []
  }
}
