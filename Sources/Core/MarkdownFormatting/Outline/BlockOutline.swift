import ByteBasics

/// The blocks of cmark's tree with their lines, in the order of the source.
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
    /// The index of the list of an item, and its place in the list.
    let list: Int
    let ordinal: Int
    /// The columns before the marker of an item, the bytes of the marker, and the columns after it.
    var markerOffset = 0
    var markerLength = 0
    var padding = 0
    /// The number of an ordered item in the source.
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
      /// Code, with the number of the lines of its text.
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

  /// Returns true if one of `containers`, which are in order, begins on a line.
  func containerBegins(on line: Int, in containers: Range<Int>) -> Bool {
    let next = containers.firstOrderedIndex { self.containers[$0].firstLine >= line }
    return next < containers.upperBound && self.containers[next].firstLine == line
  }

  /// Returns the containers around `container` and `container` itself, outermost first.
  func chain(of container: Int?) -> [Int] { container.map { containers[$0].chain } ?? [] }
}

extension BlockOutline {
  /// Fixes the positions that cmark-gfm reports wrongly: underlined headings, the ends of code and
  /// raw HTML, and a paragraph with a table below it.
  mutating func repair(in source: SourceLines) {
    for index in leaves.indices {
      switch leaves[index].kind {
      case .thematicBreak: leaves[index].lastLine = leaves[index].firstLine
      case .heading: repairHeading(index, in: source)
      case .html(let count): leaves[index].lastLine = leaves[index].firstLine + max(1, count) - 1
      case .code(let count): repairCode(index, count, in: source)
      default: break
      }
    }
    for index in roots.indices { repairRoot(index, in: source) }
    roots.sort { $0.firstLine < $1.firstLine }
  }

  /// Corrects the last line of a heading: it ends with its underline, which cmark does not always report.
  private mutating func repairHeading(_ index: Int, in source: SourceLines) {
    let leaf = leaves[index]
    guard leaf.lastLine > leaf.firstLine else { return }
    let chain = chain(of: leaf.container)
    if isNumberSignHeading(skip(chain, at: leaf.firstLine, in: source)) {
      leaves[index].lastLine = leaf.firstLine
      return
    }
    for line in (leaf.firstLine + 1)...leaf.lastLine where line < source.count {
      let cursor = skip(chain, at: line, in: source)
      let text = trimmedBlanks(source.bytes[cursor.offset..<cursor.end])
      guard let mark = text.first, mark == ASCII.equals || mark == ASCII.hyphen else { continue }
      if text.allSatisfy({ $0 == mark }) {
        leaves[index].lastLine = line
        return
      }
    }
  }

  private func isNumberSignHeading(_ cursor: LineCursor) -> Bool {
    var cursor = cursor
    cursor.skipBlanks()
    let start = cursor.offset
    while cursor.byte == ASCII.hash { cursor.skip(bytes: 1) }
    let isEnded = cursor.byte == nil || cursor.byte.map(ASCII.isBlank) == true
    return (1...6).contains(cursor.offset - start) && isEnded
  }

  /// Corrects the last line of code: that of its text, or its closing fence, if there is one.
  private mutating func repairCode(_ index: Int, _ count: Int, in source: SourceLines) {
    let leaf = leaves[index]
    let chain = chain(of: leaf.container)
    var opening = skip(chain, at: leaf.firstLine, in: source)
    guard opening.indentation < 4 else {
      leaves[index].lastLine = leaf.firstLine + max(1, count) - 1
      return
    }
    opening.skipBlanks()
    let end = leaf.firstLine + count
    leaves[index].lastLine = end
    guard end + 1 < source.count, let mark = opening.byte else { return }
    let cursor = skip(chain, at: end + 1, in: source)
    let text = trimmedBlanks(source.bytes[cursor.offset..<cursor.end])
    let length = endOfRun(in: source.bytes, at: opening.offset, to: opening.end) - opening.offset
    if text.count >= length, text.allSatisfy({ $0 == mark }), isInside(chain, at: end + 1, source) {
      leaves[index].lastLine = end + 1
    }
  }

  /// Returns true if a line has the quote marks of all containers.
  private func isInside(_ chain: [Int], at line: Int, _ source: SourceLines) -> Bool {
    var quotes = 0
    for index in chain where containers[index].kind == .quote { quotes += 1 }
    let cursor = skip(chain, at: line, in: source)
    let marks = source.bytes[source.start(of: line)..<cursor.offset].count { $0 == ASCII.greater }
    return marks == quotes
  }

  /// Corrects the last line of a root, because cmark includes the empty lines after a list.
  private mutating func repairRoot(_ index: Int, in source: SourceLines) {
    let root = roots[index]
    guard !root.isOpaque, let first = root.leaves.first, let last = root.leaves.last else { return }
    if root.containers.isEmpty {
      roots[index].firstLine = leaves[first].firstLine
      roots[index].lastLine = leaves[last].lastLine
      return
    }
    var end = min(root.lastLine, source.count - 1)
    while end > leaves[last].lastLine, source.cursor(at: end).isBlank { end -= 1 }
    roots[index].lastLine = max(end, leaves[last].lastLine)
  }
}

/// The marks that the containers of a body put before their lines, in a style.
struct ContainerMarks {
  let outline: BlockOutline
  let style: FormattingStyle

  /// Returns the mark before the first line of a container.
  func opening(of index: Int) -> ContainerMark {
    let container = outline.containers[index]
    guard container.kind == .item else { return .quote }
    let list = outline.lists[container.list]
    guard list.isOrdered else { return .bullet(bullet(of: list).byte, width: indent(behind: 1)) }
    let number = number(of: container, in: list)
    return .number(number, delimiter: list.delimiter, width: indent(behind: digits(of: number) + 1))
  }

  /// Returns the mark before the other lines of a container.
  func continuation(of index: Int) -> ContainerMark {
    let container = outline.containers[index]
    guard container.kind == .item else { return .quote }
    let list = outline.lists[container.list]
    let length = list.isOrdered ? digits(of: number(of: container, in: list)) + 1 : 1
    return .spaces(indent(behind: length))
  }

  /// Returns the bullet character of a list item, or nil for other containers.
  func bullet(of index: Int) -> UInt8? {
    let container = outline.containers[index]
    guard container.kind == .item else { return nil }
    let list = outline.lists[container.list]
    return list.isOrdered ? nil : bullet(of: list).byte
  }

  private func bullet(of list: BlockOutline.List) -> FormattingStyle.Bullet {
    list.isAlternate ? style.bullet.alternate : style.bullet
  }

  private func indent(behind markerLength: Int) -> Int {
    style.listIndent == .four ? max(4, markerLength + 1) : markerLength + 1
  }

  private func digits(of number: Int) -> Int {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
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

/// The character at the head of a list item: `-`, `*`, `+`, or a number with `.` or `)`.
struct ListMarker {
  let length: Int
  let number: Int
  let delimiter: UInt8

  init?(_ bytes: [UInt8], at start: Int, end: Int) {
    var offset = start
    var number = 0
    while offset < end, offset - start < 9, ASCII.isDigit(bytes[offset]) {
      number = number * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    guard offset < end else { return nil }
    let byte = bytes[offset]
    let isMarker =
      offset == start
      ? byte == ASCII.hyphen || byte == ASCII.plus || byte == UInt8(ascii: "*")
      : byte == ASCII.period || byte == ASCII.rightParenthesis
    guard isMarker, offset + 1 == end || ASCII.isBlank(bytes[offset + 1]) else { return nil }
    length = offset + 1 - start
    self.number = number
    delimiter = byte
  }
}
