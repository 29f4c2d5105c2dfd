import ByteBasics

/// Reads TOML 1.0 in front matter and settings, shown and searched, never changed.
enum TOMLFrontMatterReader {
  /// Reads TOML. Returns the entries, also of faulty lines as far as they can be read, and the first line that is not
  /// TOML.
  static func read(_ content: ByteRange, in bytes: [UInt8]) -> (entries: [FrontMatter.Entry], wrong: ByteRange?) {
    var reader = TOMLReader(bytes[content.indices])
    let wrong = reader.readAll()
    return (reader.root.entries, wrong)
  }
}

/// A table while it is read.
private final class TOMLTable {
  enum Origin {
    /// The declaration of the table: by the header of a table in it, by its own header, by a dotted key, or in braces.
    case implied, header, dots, braces
  }

  enum Node {
    case value(FrontMatterValue)
    case table(TOMLTable)
    case tables([TOMLTable])
  }

  var origin: Origin
  private(set) var nodes: [(key: String, node: Node, keyRange: ByteRange, valueRange: ByteRange?)] = []

  private var places: [String: Int] = [:]

  init(_ origin: Origin) { self.origin = origin }

  subscript(key: String) -> Node? { places[key].map { nodes[$0].node } }

  func add(_ node: Node, _ key: TOMLReader.Key, _ valueRange: ByteRange? = nil) {
    if places[key.text] == nil { places[key.text] = nodes.count }
    nodes.append((key.text, node, key.range, valueRange))
  }

  /// Adds a table to the list of a key. Returns false if the key has no such list.
  func append(_ table: TOMLTable, to key: String) -> Bool {
    guard let place = places[key], case .tables(var list) = nodes[place].node else { return false }
    // The node gives up the list first. Otherwise each table would copy the whole list.
    nodes[place].node = .table(table)
    list.append(table)
    nodes[place].node = .tables(list)
    return true
  }

  /// Closes a table between braces, and those of its dotted keys.
  func close() {
    origin = .braces
    for case (_, .table(let table), _, _) in nodes { table.close() }
  }

  private static func value(of node: Node) -> FrontMatterValue {
    switch node {
    case .value(let value): value
    case .table(let table): table.value
    case .tables(let tables): .list(tables.map(\.value))
    }
  }

  var value: FrontMatterValue {
    .map(nodes.map { FrontMatterValue.Pair(key: $0.key, value: Self.value(of: $0.node)) })
  }

  var entries: [FrontMatter.Entry] {
    nodes.compactMap { key, node, keyRange, valueRange in
      if case .table(let table) = node, table.nodes.isEmpty { return nil }
      return FrontMatter.Entry(key: key, value: Self.value(of: node), keyRange: keyRange, valueRange: valueRange)
    }
  }
}

private struct TOMLReader {
  typealias Key = (text: String, range: ByteRange)
  private struct Mistake: Error {}

  let root = TOMLTable(.header)
  private let bytes: ArraySlice<UInt8>
  private var table: TOMLTable
  private var place: Int
  /// The levels of lists, braces and dotted keys around the place.
  private var depth = 0
  /// Deeper than any settings or front matter, and shallow enough for what reads the values level by level.
  private static let depthLimit = 64

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    table = root
  }

  private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  /// - Returns: The first line with a mistake.
  mutating func readAll() -> ByteRange? {
    var wrong: ByteRange?
    while next != nil {
      let start = place
      do {
        skipBlanks()
        if next == ASCII.leftBracket {
          try header()
        } else if let first = next, !isEnd(first), first != ASCII.hash {
          try pair(in: table)
        }
        try endLine()
      } catch {
        wrong = wrong ?? ByteRange(start, bytes[start...].firstIndex(of: ASCII.lineFeed) ?? bytes.endIndex)
        place = bytes[place...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? bytes.endIndex
      }
    }
    return wrong
  }

  // MARK: - Lines

  /// Reads a header: `[a.b]` or `[[a]]`.
  private mutating func header() throws(Mistake) {
    // The fields of a wrong table belong to none.
    table = TOMLTable(.braces)
    take()
    let isList = take(ASCII.leftBracket)
    let keys = try key()
    guard take(ASCII.rightBracket), !isList || take(ASCII.rightBracket), let last = keys.last else { throw Mistake() }
    var parent = root
    for key in keys.dropLast() {
      switch parent[key.text] {
      case nil:
        let new = TOMLTable(.implied)
        parent.add(.table(new), key)
        parent = new
      case .table(let next)? where next.origin != .braces: parent = next
      case .tables(let list)?: parent = list.last ?? parent
      default: throw Mistake()
      }
    }
    let new = TOMLTable(.header)
    if isList, parent.append(new, to: last.text) {
      table = new
      return
    }
    switch parent[last.text] {
    case nil: parent.add(isList ? .tables([new]) : .table(new), last)
    case .table(let known)? where !isList && known.origin == .implied:
      known.origin = .header
      table = known
      return
    default: throw Mistake()
    }
    table = new
  }

  /// Reads a pair: `a.b = value`.
  private mutating func pair(in table: TOMLTable) throws(Mistake) {
    let keys = try key()
    guard take(ASCII.equals), let last = keys.last else { throw Mistake() }
    depth += keys.count - 1
    defer { depth -= keys.count - 1 }
    skipBlanks()
    let start = place
    var value: TOMLTable.Node
    do {
      value = try self.value()
    } catch {
      salvage(keys, from: start)
      throw error
    }
    var owner = table
    for key in keys.dropLast() {
      switch owner[key.text] {
      case nil:
        let new = TOMLTable(.dots)
        owner.add(.table(new), key)
        owner = new
      case .table(let next)? where next.origin == .dots: owner = next
      default: throw Mistake()
      }
    }
    // A field of the note that occurs twice is reported by its name.
    guard owner[last.text] == nil || owner === root && keys.count == 1 else { throw Mistake() }
    owner.add(value, last, ByteRange(start, place))
  }

  /// Keeps the text of a field whose value is no TOML.
  private func salvage(_ keys: [Key], from start: Int) {
    let line = bytes[start...].prefix { $0 != ASCII.lineFeed && $0 != ASCII.hash }
      .trimmingEnd(while: ASCII.isWhiteSpace)
    guard table === root, keys.count == 1, let first = line.first, first != ASCII.leftBracket else { return }
    let marks = Set([ASCII.doubleQuote, ASCII.singleQuote])
    let text = line.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed()
    root.add(
      .value(.scalar(FrontMatterValue.Scalar(text: String(decoding: Array(text), as: UTF8.self), style: .plain))),
      keys[0], ByteRange(line.startIndex, line.endIndex))
  }

  private mutating func key() throws(Mistake) -> [Key] {
    var keys: [Key] = []
    repeat {
      skipBlanks()
      let start = place
      var text: String
      if next == ASCII.doubleQuote || next == ASCII.singleQuote {
        text = try line(endingIn: bytes[place])
      } else {
        let word = bytes[place...].prefix { ASCII.isAlphanumeric($0) || $0 == ASCII.underscore || $0 == ASCII.hyphen }
        guard !word.isEmpty else { throw Mistake() }
        place = word.endIndex
        text = String(decoding: word, as: UTF8.self)
      }
      keys.append((text, ByteRange(start, place)))
      guard depth + keys.count < Self.depthLimit else { throw Mistake() }
      skipBlanks()
    } while take(ASCII.period)
    return keys
  }

  /// Reads the rest of a line: a comment.
  private mutating func endLine() throws(Mistake) {
    skipBlanks()
    if next == ASCII.hash {
      while let byte = next, !isEnd(byte) { try takeText(byte) }
    }
    guard next == nil || take(ASCII.lineFeed) || take(ASCII.carriageReturn) && take(ASCII.lineFeed) else {
      throw Mistake()
    }
  }

  // MARK: - Values

  private mutating func value() throws(Mistake) -> TOMLTable.Node {
    guard let first = next else { throw Mistake() }
    switch first {
    case ASCII.doubleQuote, ASCII.singleQuote:
      let isLong = bytes[place...].starts(with: [first, first, first])
      let text = try isLong ? lines(endingIn: first) : line(endingIn: first)
      let style: FrontMatterValue.Scalar.Style = first == ASCII.doubleQuote ? .doubleQuoted : .singleQuoted
      return .value(.scalar(FrontMatterValue.Scalar(text: text, style: style)))
    case ASCII.leftBracket: return .value(.list(try list()))
    case UInt8(ascii: "{"): return .table(try braces())
    default:
      var word = bytes[place...].prefix { ASCII.isAlphanumeric($0) || "+-_.:".utf8.contains($0) }
      let rest = bytes[word.endIndex...]
      if TOMLWord(word: word).isDate, rest.first == ASCII.space, rest.dropFirst().first.map(ASCII.isDigit) == true {
        word = bytes[place..<rest.dropFirst().prefix { ASCII.isAlphanumeric($0) || "+-.:".utf8.contains($0) }.endIndex]
      }
      guard TOMLWord(word: word).isValue else { throw Mistake() }
      place = word.endIndex
      return .value(.scalar(FrontMatterValue.Scalar(text: String(decoding: word, as: UTF8.self), style: .plain)))
    }
  }

  private mutating func list() throws(Mistake) -> [FrontMatterValue] {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw Mistake() }
    var items: [FrontMatterValue] = []
    take()
    while true {
      try skipLines()
      if take(ASCII.rightBracket) { return items }
      switch try value() {
      case .value(let value): items.append(value)
      case .table(let table): items.append(table.value)
      case .tables: break
      }
      try skipLines()
      if !take(ASCII.comma), next != ASCII.rightBracket { throw Mistake() }
    }
  }

  private mutating func braces() throws(Mistake) -> TOMLTable {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw Mistake() }
    let table = TOMLTable(.dots)
    take()
    skipBlanks()
    if !take(UInt8(ascii: "}")) {
      repeat {
        try pair(in: table)
        skipBlanks()
      } while take(ASCII.comma)
      guard take(UInt8(ascii: "}")) else { throw Mistake() }
    }
    table.close()
    return table
  }

  private mutating func skipLines() throws(Mistake) {
    skipBlanks()
    while next == ASCII.hash || next == ASCII.lineFeed || next == ASCII.carriageReturn {
      try endLine()
      skipBlanks()
    }
  }

  // MARK: - Texts

  private mutating func line(endingIn mark: UInt8) throws(Mistake) -> String {
    take()
    var text: [UInt8] = []
    while let byte = next, !isEnd(byte) {
      if take(mark) { return String(decoding: text, as: UTF8.self) }
      if byte == ASCII.backslash, mark == ASCII.doubleQuote {
        text += try escape()
      } else {
        try takeText(byte)
        text.append(byte)
      }
    }
    throw Mistake()
  }

  private mutating func lines(endingIn mark: UInt8) throws(Mistake) -> String {
    place += 3
    if bytes[place...].starts(with: [ASCII.carriageReturn, ASCII.lineFeed]) { take() }
    _ = take(ASCII.lineFeed)
    var text: [UInt8] = []
    while let byte = next {
      if byte == mark, bytes[place...].starts(with: [mark, mark, mark]) {
        // One or two marks before the three are text.
        let count = bytes[place...].prefix(5).prefix { $0 == mark }.count
        place += count
        return String(decoding: text + Array(repeating: mark, count: count - 3), as: UTF8.self)
      }
      if byte == ASCII.backslash, mark == ASCII.doubleQuote {
        let rest = bytes[(place + 1)...].drop(while: ASCII.isBlank)
        if let first = rest.first, isEnd(first) {
          // A line that goes on: the white space up to the next word is left out.
          place = rest.drop(while: ASCII.isWhiteSpace).startIndex
        } else {
          text += try escape()
        }
      } else if byte == ASCII.lineFeed || byte == ASCII.carriageReturn && bytes[(place + 1)...].first == ASCII.lineFeed
      {
        take()
        text.append(byte)
      } else {
        try takeText(byte)
        text.append(byte)
      }
    }
    throw Mistake()
  }

  private mutating func escape() throws(Mistake) -> [UInt8] {
    take()
    guard let sign = next else { throw Mistake() }
    take()
    let plain: [Character: UInt8] = ["n": 0x0A, "t": 0x09, "r": 0x0D, "b": 0x08, "f": 0x0C, "\"": 0x22, "\\": 0x5C]
    let letter = Character(Unicode.Scalar(sign))
    if let byte = plain[letter] { return [byte] }
    guard letter == "u" || letter == "U" else { throw Mistake() }
    let digits = bytes[place...].prefix(letter == "u" ? 4 : 8)
    guard digits.count == (letter == "u" ? 4 : 8), digits.allSatisfy({ TOMLWord.isDigit($0, 16) }),
      let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap({ Unicode.Scalar($0) })
    else { throw Mistake() }
    place = digits.endIndex
    return Array(String(Character(scalar)).utf8)
  }

  // MARK: - Bytes

  private mutating func take() { place += 1 }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  /// Takes a byte of a text or comment, which have no control characters.
  private mutating func takeText(_ byte: UInt8) throws(Mistake) {
    guard byte >= 0x20 && byte != 0x7F || byte == ASCII.tab else { throw Mistake() }
    place += 1
  }

  private mutating func skipBlanks() { place = bytes[place...].drop(while: ASCII.isBlank).startIndex }

  private func isEnd(_ byte: UInt8) -> Bool { byte == ASCII.lineFeed || byte == ASCII.carriageReturn }

}

/// A number, a day, a time, `true` or `inf`.
private struct TOMLWord {
  let word: ArraySlice<UInt8>

  var isValue: Bool {
    let unsigned = "+-".utf8.contains(word.first ?? 0) ? word.dropFirst() : word
    if ["true", "false"].contains(where: { word.elementsEqual($0.utf8) }) { return true }
    if ["inf", "nan"].contains(where: { unsigned.elementsEqual($0.utf8) }) { return true }
    for (sign, radix) in [("x", 16), ("o", 8), ("b", 2)] where word.starts(with: ("0" + sign).utf8) {
      return Self.areDigits(word.dropFirst(2), radix)
    }
    return Self.isNumber(unsigned) || isDate || isTime(word) || isMoment
  }

  /// Returns true for a number without a sign.
  private static func isNumber(_ number: ArraySlice<UInt8>) -> Bool {
    let parts = number.split(separator: UInt8(ascii: "e"), maxSplits: 1, omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: UInt8(ascii: "E"), maxSplits: 1, omittingEmptySubsequences: false) }
    let sides = parts[0].split(separator: ASCII.period, omittingEmptySubsequences: false)
    let power = parts.dropFirst().first.map { "+-".utf8.contains($0.first ?? 0) ? $0.dropFirst() : $0 }
    return parts.count <= 2 && sides.count <= 2 && sides.allSatisfy { areDigits($0, 10) }
      && (sides[0].count == 1 || sides[0].first != UInt8(ascii: "0")) && power.map { areDigits($0, 10) } != false
  }

  static func isDigit(_ byte: UInt8, _ radix: Int) -> Bool {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false
  }

  /// Returns true for digits with single underscores between them.
  private static func areDigits(_ text: ArraySlice<UInt8>, _ radix: Int) -> Bool {
    text.split(separator: ASCII.underscore, omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy { isDigit($0, radix) }
    }
  }

  // MARK: - Days and times

  var isDate: Bool {
    guard word.count == 10, let numbers = numbers(word, ASCII.hyphen, [4, 2, 2]) else { return false }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }

  /// True for a day and a time, with or without an offset from UTC.
  private var isMoment: Bool {
    guard word.count > 11, TOMLWord(word: word.prefix(10)).isDate, "Tt ".utf8.contains(word.dropFirst(10).first ?? 0)
    else { return false }
    let clock = word.dropFirst(11)
    if let last = clock.last, last | 0x20 == UInt8(ascii: "z") { return isTime(clock.dropLast()) }
    guard let sign = clock.firstIndex(where: { "+-".utf8.contains($0) }) else { return isTime(clock) }
    let offset = numbers(clock[(sign + 1)...], UInt8(ascii: ":"), [2, 2])
    return isTime(clock[..<sign]) && offset.map { $0[0] < 24 && $0[1] < 60 } == true
  }

  private func isTime(_ clock: ArraySlice<UInt8>) -> Bool {
    guard let numbers = numbers(clock.prefix(8), UInt8(ascii: ":"), [2, 2, 2]) else { return false }
    let fraction = clock.dropFirst(8)
    return numbers[0] < 24 && numbers[1] < 60 && numbers[2] <= 60
      && (fraction.isEmpty
        || fraction.first == ASCII.period && fraction.count > 1 && fraction.dropFirst().allSatisfy(ASCII.isDigit))
  }

  private func numbers(_ text: ArraySlice<UInt8>, _ separator: UInt8, _ lengths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.count) == lengths, parts.joined().allSatisfy(ASCII.isDigit) else { return nil }
    return parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
  }
}
