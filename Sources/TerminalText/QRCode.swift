/// A QR code (ISO/IEC 18004) of a short text: bytes, error correction level L, versions 1 to 9.
package struct QRCode: Sendable, Equatable {
  /// Dark modules, row by row.
  package let rows: [[Bool]]

  /// Draws the code of at most 230 bytes; nil for a longer text.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = Self.versions.first(where: { $0.capacity >= bytes.count }) else {
      return nil
    }
    let data = Self.codewords(of: bytes, version)
    var best: (penalty: Int, rows: [[Bool]])?
    for mask in 0..<8 {
      var drawing = QRDrawing(version)
      drawing.place(data, mask: mask)
      let penalty = QRDrawing.penalty(of: drawing.dark)
      if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, drawing.dark) }
    }
    guard let best else { return nil }
    rows = best.rows
  }

  /// Two rows of modules in a line of text, dark modules as spaces on light blocks, with the light margin around
  /// them that readers need.
  package var lines: [String] {
    let margin = 2
    let width = rows.count + 2 * margin
    func isLight(_ row: Int, _ column: Int) -> Bool {
      guard rows.indices.contains(row), rows.indices.contains(column) else { return true }
      return !rows[row][column]
    }
    return stride(from: -margin, to: rows.count + margin, by: 2).map { row in
      String(
        (0..<width).map { place -> Character in
          let isLast = row + 1 >= rows.count + margin
          return
            switch (isLight(row, place - margin), !isLast && isLight(row + 1, place - margin))
          {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }

  struct Version {
    let number: Int
    /// Data codewords of each block.
    let blocks: [Int]
    /// Codewords for error correction of each block.
    let correction: Int
    /// Where the middles of alignment patterns are.
    let alignment: [Int]

    var size: Int { 17 + 4 * number }
    /// Bytes of text: the mode and the length take two codewords.
    var capacity: Int { blocks.reduce(0, +) - 2 }
  }

  private static let versions = [
    Version(number: 1, blocks: [19], correction: 7, alignment: []),
    Version(number: 2, blocks: [34], correction: 10, alignment: [6, 18]),
    Version(number: 3, blocks: [55], correction: 15, alignment: [6, 22]),
    Version(number: 4, blocks: [80], correction: 20, alignment: [6, 26]),
    Version(number: 5, blocks: [108], correction: 26, alignment: [6, 30]),
    Version(number: 6, blocks: [68, 68], correction: 18, alignment: [6, 34]),
    Version(number: 7, blocks: [78, 78], correction: 20, alignment: [6, 22, 38]),
    Version(number: 8, blocks: [97, 97], correction: 24, alignment: [6, 24, 42]),
    Version(number: 9, blocks: [116, 116], correction: 30, alignment: [6, 26, 46]),
  ]

  /// Data and error correction of all blocks, interleaved.
  private static func codewords(of text: [UInt8], _ version: Version) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(text.count, 8)
    for byte in text { append(Int(byte), 8) }
    append(0, 4)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      (start..<start + 8).reduce(UInt8(0)) {
        $0 << 1 | (bits.indices.contains($1) && bits[$1] ? 1 : 0)
      }
    }
    let size = version.blocks.reduce(0, +)
    var filler: UInt8 = 0xEC
    while data.count < size {
      data.append(filler)
      filler = filler == 0xEC ? 0x11 : 0xEC
    }
    var blocks: [[UInt8]] = []
    var start = 0
    for length in version.blocks {
      blocks.append(Array(data[start..<start + length]))
      start += length
    }
    let corrections = blocks.map { ReedSolomon.remainder(of: $0, count: version.correction) }
    let longest = version.blocks.max() ?? 0
    return (0..<longest).flatMap { index in
      blocks.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
      + (0..<version.correction).flatMap { index in corrections.map { $0[index] } }
  }
}

/// Error correction over the field of 256 elements with the polynomial 0x11D.
private enum ReedSolomon {
  static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count)
    divisor[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        divisor[index] = product(divisor[index], root)
        if index + 1 < count { divisor[index] ^= divisor[index + 1] }
      }
      root = product(root, 2)
    }
    var result = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for index in 0..<count { result[index] ^= product(divisor[index], factor) }
    }
    return result
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      result ^= Int(right >> UInt8(bit) & 1) * Int(left)
    }
    return UInt8(truncatingIfNeeded: result)
  }
}

/// The square of a code while it is drawn.
private struct QRDrawing {
  private(set) var dark: [[Bool]]
  /// Modules that are no data.
  private var isFixed: [[Bool]]
  private let size: Int

  init(_ version: QRCode.Version) {
    size = version.size
    dark = Array(repeating: Array(repeating: false, count: size), count: size)
    isFixed = dark
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
    let last = version.alignment.last ?? 0
    for row in version.alignment {
      for column in version.alignment {
        let isCorner =
          (row, column) == (6, 6) || (row, column) == (6, last) || (row, column) == (last, 6)
        if !isCorner { drawAlignment(row, column) }
      }
    }
    drawFormat(mask: 0)
    if version.number >= 7 { drawVersion(version.number) }
  }

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard dark.indices.contains(row), dark.indices.contains(column) else { return }
    dark[row][column] = isDark
    isFixed[row][column] = true
  }

  private mutating func drawFinder(_ row: Int, _ column: Int) {
    for down in -4...4 {
      for right in -4...4 {
        let distance = max(abs(down), abs(right))
        set(row + down, column + right, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ row: Int, _ column: Int) {
    for down in -2...2 {
      for right in -2...2 { set(row + down, column + right, max(abs(down), abs(right)) != 1) }
    }
  }

  /// Level L and the mask, with their own error correction, twice.
  private mutating func drawFormat(mask: Int) {
    let data = 0b01 << 3 | mask
    var rest = data
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (data << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { set(index, 8, bit(index)) }
    set(7, 8, bit(6))
    set(8, 8, bit(7))
    set(8, 7, bit(8))
    for index in 9..<15 { set(8, 14 - index, bit(index)) }
    for index in 0..<8 { set(8, size - 1 - index, bit(index)) }
    for index in 8..<15 { set(size - 15 + index, 8, bit(index)) }
    set(size - 8, 8, true)
  }

  private mutating func drawVersion(_ number: Int) {
    var rest = number
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = number << 12 | rest
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      set(size - 11 + index % 3, index / 3, isDark)
      set(index / 3, size - 11 + index % 3, isDark)
    }
  }

  /// Data goes up and down in columns of two from the right.
  mutating func place(_ data: [UInt8], mask: Int) {
    var index = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<size {
        let row = (right + 1) & 2 == 0 ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row][column] {
          if index < data.count * 8 {
            dark[row][column] = data[index >> 3] >> UInt8(7 - index & 7) & 1 == 1
            index += 1
          }
          if Self.isInverted(row, column, mask) { dark[row][column].toggle() }
        }
      }
      right -= 2
    }
    drawFormat(mask: mask)
  }

  private static func isInverted(_ row: Int, _ column: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  /// How hard a square is to read: long runs, blocks of one colour, and more dark than light.
  static func penalty(of dark: [[Bool]]) -> Int {
    let size = dark.count
    var penalty = 0
    for line in 0..<size {
      for isRow in [true, false] {
        var run = 0
        var colour = false
        for place in 0..<size {
          let isDark = isRow ? dark[line][place] : dark[place][line]
          run = isDark == colour ? run + 1 : 1
          colour = isDark
          if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
        }
      }
    }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let first = dark[row][column]
        if dark[row][column + 1] == first, dark[row + 1][column] == first,
          dark[row + 1][column + 1] == first
        {
          penalty += 3
        }
      }
    }
    let count = dark.reduce(0) { $0 + $1.count(where: \.self) }
    return penalty + abs(count * 20 - size * size * 10) / (size * size) * 10
  }
}
