/// Unpacks what PNG files have packed (RFC 1950, 1951), into no more bytes than are asked for.
struct Inflater {
  /// The symbols of a Huffman code, the shortest first.
  private struct Code {
    /// How many symbols have a length.
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: ArraySlice<Int>) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      symbols = lengths.enumerated().filter { $1 > 0 }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.offset)
    }
  }

  private let bytes: [UInt8]
  /// Bits that are read.
  private var place = 16
  private var result: [UInt8] = []
  private let size: Int
  /// It cannot be read on.
  private var hasFailed = false

  /// - Returns: Exactly `size` bytes; nil where there are fewer.
  static func inflated(_ bytes: [UInt8], to size: Int) -> [UInt8]? {
    var inflater = Inflater(bytes, size)
    inflater.run()
    return inflater.result.count == size ? inflater.result : nil
  }

  private init(_ bytes: [UInt8], _ size: Int) {
    self.bytes = bytes
    self.size = size
    result.reserveCapacity(size)
  }

  private mutating func run() {
    var isLast = false
    while !isLast, !hasFailed, result.count < size {
      isLast = bits(1) == 1
      switch bits(2) {
      case 0: copyStored()
      case 1: readBlock(Self.fixedWords, Self.fixedDistances)
      case 2: readCodes()
      default: hasFailed = true
      }
    }
  }

  private mutating func bits(_ count: Int) -> Int {
    guard place + count <= bytes.count * 8 else {
      hasFailed = true
      return 0
    }
    var value = 0
    for index in 0..<count {
      value |= Int(bytes[place >> 3] >> UInt8(place & 7) & 1) << index
      place += 1
    }
    return value
  }

  private mutating func symbol(_ code: Code) -> Int {
    var (word, first, index) = (0, 0, 0)
    for length in 1...15 {
      word |= bits(1)
      let count = code.counts[length]
      if word - first < count {
        // Lengths that make no code lead anywhere.
        let position = index + word - first
        guard code.symbols.indices.contains(position) else { break }
        return code.symbols[position]
      }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    hasFailed = true
    return 256
  }

  private mutating func copyStored() {
    place = (place + 7) & ~7
    let count = bits(16)
    _ = bits(16)
    let start = place >> 3
    guard !hasFailed, start + count <= bytes.count else { return hasFailed = true }
    result += bytes[start..<start + min(count, size - result.count)]
    place += count * 8
  }

  private mutating func readBlock(_ words: Code, _ distances: Code) {
    while !hasFailed, result.count < size {
      let word = symbol(words)
      if word < 256 {
        result.append(UInt8(word))
        continue
      }
      guard word > 256, word - 257 < Self.lengths.count else {
        if word > 256 { hasFailed = true }
        return
      }
      let length = Self.lengths[word - 257] + bits(Self.lengthBits[word - 257])
      let far = symbol(distances)
      guard far < Self.distances.count else { return hasFailed = true }
      let distance = Self.distances[far] + bits(Self.distanceBits[far])
      guard !hasFailed, distance <= result.count else { return hasFailed = true }
      for _ in 0..<min(length, size - result.count) { result.append(result[result.count - distance]) }
    }
  }

  /// A block whose codes are before it.
  private mutating func readCodes() {
    let (words, distances, count) = (bits(5) + 257, bits(5) + 1, bits(4) + 4)
    var own = [Int](repeating: 0, count: 19)
    for index in Self.order.prefix(count) { own[index] = bits(3) }
    let code = Code(own[...])
    var lengths: [Int] = []
    while lengths.count < words + distances, !hasFailed {
      let word = symbol(code)
      switch word {
      case ..<16: lengths.append(word)
      case 16: lengths += Array(repeating: lengths.last ?? 0, count: 3 + bits(2))
      case 17: lengths += Array(repeating: 0, count: 3 + bits(3))
      case 18: lengths += Array(repeating: 0, count: 11 + bits(7))
      default: hasFailed = true
      }
    }
    guard !hasFailed, lengths.count == words + distances else { return hasFailed = true }
    readBlock(Code(lengths[..<words]), Code(Array(lengths[words...])[...]))
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBits = [0, 0, 0, 0, 0, 0, 0, 0] + (1...5).flatMap { [$0, $0, $0, $0] } + [0]
  private static let lengths = Array(sums(from: 3, lengthBits.dropLast()).dropLast()) + [258]
  private static let distanceBits = [0, 0] + (0...13).flatMap { [$0, $0] }
  private static let distances = sums(from: 1, distanceBits[...]).dropLast()
  private static let fixedWords = Code(
    (Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
      + Array(repeating: 8, count: 8))[...])
  private static let fixedDistances = Code(Array(repeating: 5, count: 30)[...])

  /// Where the ranges begin that have these many bits each.
  private static func sums(from first: Int, _ bits: ArraySlice<Int>) -> [Int] {
    bits.reduce(into: [first]) { $0.append($0[$0.count - 1] + 1 << $1) }
  }
}
