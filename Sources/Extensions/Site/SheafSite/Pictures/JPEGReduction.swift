/// A JPEG picture a quarter or an eighth as wide and high, for a digest: a block of eight by eight pixels is transformed
/// already, so that its lowest frequencies are the small picture. No pixel of the large one is ever made.
package enum JPEGReduction {
  /// - Parameters:
  ///   - bytes: A picture without metadata, as ``CleanPicture`` leaves it; how it is turned and its colours stay.
  ///   - width: Pixels, to which a quarter is reduced to an eighth where it is wider.
  /// - Returns: nil for bytes that are no JPEG of one or three components.
  package static func reduced(_ bytes: [UInt8], to width: Int) -> [UInt8]? {
    var reader = JPEGBlockReader(bytes)
    guard reader.read(), let frame = reader.frame else { return nil }
    let scale = frame.isProgressive || frame.width / 4 > width ? 1 : 2
    let planes = frame.components.map { plane(of: $0, in: frame, scale) }
    return JPEGWriter(
      width: max(1, (frame.width * scale + 7) / 8), height: max(1, (frame.height * scale + 7) / 8),
      planes: planes, kept: reader.keptSegments
    ).bytes
  }

  /// Returns the samples of a component at the size of the whole picture.
  private static func plane(
    of component: JPEGBlockReader.Component, in frame: JPEGBlockReader.Frame, _ scale: Int
  ) -> JPEGWriter.Plane {
    let width = max(1, (frame.width * scale + 7) / 8)
    let height = max(1, (frame.height * scale + 7) / 8)
    var samples = [UInt8](repeating: 128, count: width * height)
    for y in 0..<height {
      let row = y * component.vertical / frame.vertical
      for x in 0..<width {
        let column = x * component.horizontal / frame.horizontal
        let block =
          min(row / scale, component.rows - 1) * component.columns
          + min(column / scale, component.columns - 1)
        samples[y * width + x] = sample(
          component, block, right: scale == 2 && column & 1 == 1, below: scale == 2 && row & 1 == 1,
          isWhole: scale == 1)
      }
    }
    return JPEGWriter.Plane(samples: samples)
  }

  /// Returns one sample of a block: its mean, or the mean of one of its quarters.
  private static func sample(
    _ component: JPEGBlockReader.Component, _ block: Int, right: Bool, below: Bool, isWhole: Bool
  ) -> UInt8 {
    let low = component.low[block]
    var sum = Int(low.0)
    if !isWhole {
      sum += right ? -Int(low.1) : Int(low.1)
      sum += below ? -Int(low.2) : Int(low.2)
      sum += right != below ? -Int(low.3) : Int(low.3)
    }
    return UInt8(clamping: (sum >> 3) + 128)
  }
}

/// Reads the lowest frequencies of the blocks of a JPEG file (ITU-T T.81), baseline or progressive.
struct JPEGBlockReader {
  struct Component {
    let identifier: UInt8
    let horizontal: Int
    let vertical: Int
    let table: Int
    /// Blocks a line and lines of blocks, whole units of the scan.
    var columns = 0
    var rows = 0
    /// Those that belong to the picture, for a scan of this component alone.
    var ownColumns = 0
    var ownRows = 0
    /// The mean, and the first frequency across, down and both, times eight.
    var low: [(Int32, Int32, Int32, Int32)] = []
  }

  struct Frame {
    let width: Int
    let height: Int
    let isProgressive: Bool
    var components: [Component]
    var horizontal: Int { components.map(\.horizontal).max() ?? 1 }
    var vertical: Int { components.map(\.vertical).max() ?? 1 }
  }

  private let bytes: [UInt8]
  private var place = 2
  private(set) var frame: Frame?
  /// The segments with the picture's orientation, its colour profile and the kind of its components.
  private(set) var keptSegments: [UInt8] = []
  private var quantization = [[Int32]](repeating: Array(repeating: 1, count: 64), count: 4)
  /// By kind (0 the mean, 1 the others) and number: for sixteen bits the symbol and the bits that it takes.
  private var tables = [[UInt16]](repeating: [], count: 8)
  private var restartInterval = 0
  private var hasMeans = false

  /// Pixels; a larger picture is not read.
  private static let largest = 100_000_000

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Returns: False if it cannot be read.
  mutating func read() -> Bool {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
    while let marker = nextMarker() {
      if marker == 0xD9 { break }
      guard place + 2 <= bytes.count else { break }
      let length = Int(bytes[place]) << 8 | Int(bytes[place + 1])
      let start = place + 2
      let end = place + length
      guard length >= 2, end <= bytes.count else { return false }
      place = end
      guard readSegment(marker, start, end) else { return false }
    }
    return hasMeans
  }

  private mutating func nextMarker() -> UInt8? {
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF,
        !(0xD0...0xD7).contains(bytes[place + 1])
      {
        place += 2
        return bytes[place - 1]
      }
      place += 1
    }
    return nil
  }

  private mutating func readSegment(_ marker: UInt8, _ start: Int, _ end: Int) -> Bool {
    switch marker {
    case 0xE1, 0xE2, 0xEE: keptSegments += bytes[(start - 4)..<end]
    case 0xDB: readQuantization(start, end)
    case 0xC4: return readTables(start, end)
    case 0xC0, 0xC1, 0xC2: return readFrame(start, end, isProgressive: marker == 0xC2)
    case 0xC3, 0xC5...0xC7, 0xC9...0xCF: return false
    case 0xDD where end - start >= 2:
      restartInterval = Int(bytes[start]) << 8 | Int(bytes[start + 1])
    case 0xDA: return readScan(start, end)
    default: break
    }
    return true
  }

  private mutating func readQuantization(_ start: Int, _ end: Int) {
    var place = start
    while place < end {
      let isWide = bytes[place] >> 4 != 0
      let table = Int(bytes[place] & 3)
      place += 1
      guard place + (isWide ? 128 : 64) <= end else { return }
      for index in 0..<64 {
        quantization[table][index] =
          isWide
          ? Int32(bytes[place + 2 * index]) << 8 | Int32(bytes[place + 2 * index + 1])
          : Int32(bytes[place + index])
      }
      place += isWide ? 128 : 64
    }
  }

  private mutating func readTables(_ start: Int, _ end: Int) -> Bool {
    var place = start
    while place + 17 <= end {
      let table = Int(bytes[place] >> 4 & 1) * 4 + Int(bytes[place] & 3)
      let counts = bytes[(place + 1)..<(place + 17)].map(Int.init)
      let symbols = place + 17
      let count = counts.reduce(0, +)
      guard count <= 256, symbols + count <= end else { return false }
      var lookup = [UInt16](repeating: 0, count: 65_536)
      var code = 0
      var symbol = symbols
      for length in 1...16 {
        for _ in 0..<counts[length - 1] {
          let first = code << (16 - length)
          let past = first + 1 << (16 - length)
          guard past <= 65_536 else { return false }
          let entry = UInt16(bytes[symbol]) << 8 | UInt16(length)
          for index in first..<past { lookup[index] = entry }
          code += 1
          symbol += 1
        }
        code <<= 1
      }
      tables[table] = lookup
      place = symbols + count
    }
    return true
  }

  private mutating func readFrame(_ start: Int, _ end: Int, isProgressive: Bool) -> Bool {
    guard frame == nil, end - start >= 6, bytes[start] == 8 else { return false }
    let height = Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
    let width = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    let count = Int(bytes[start + 5])
    guard width > 0, height > 0, width * height <= Self.largest, count == 1 || count == 3,
      start + 6 + 3 * count <= end
    else { return false }
    var components = (0..<count).map { number in
      let place = start + 6 + 3 * number
      return Component(
        identifier: bytes[place], horizontal: Int(bytes[place + 1] >> 4),
        vertical: Int(bytes[place + 1] & 15), table: Int(bytes[place + 2] & 3))
    }
    guard components.allSatisfy({ (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) })
    else { return false }
    let across = components.map(\.horizontal).max() ?? 1
    let down = components.map(\.vertical).max() ?? 1
    for index in components.indices {
      let (horizontal, vertical) = (components[index].horizontal, components[index].vertical)
      let ownWidth = (width * horizontal + across - 1) / across
      let ownHeight = (height * vertical + down - 1) / down
      components[index].ownColumns = (ownWidth + 7) / 8
      components[index].ownRows = (ownHeight + 7) / 8
      components[index].columns = (width + 8 * across - 1) / (8 * across) * horizontal
      components[index].rows = (height + 8 * down - 1) / (8 * down) * vertical
      components[index].low = Array(
        repeating: (0, 0, 0, 0), count: components[index].columns * components[index].rows)
    }
    frame = Frame(
      width: width, height: height, isProgressive: isProgressive, components: components)
    return true
  }

  // MARK: - Scans

  /// A component in a scan, with its tables.
  private struct Part {
    let component: Int
    let means: [UInt16]
    let others: [UInt16]
    var last: Int32 = 0
  }

  private mutating func readScan(_ start: Int, _ end: Int) -> Bool {
    guard let frame, end - start >= 4 else { return false }
    let count = Int(bytes[start])
    guard (1...3).contains(count), start + 1 + 2 * count + 3 <= end else { return false }
    let spectrum = start + 1 + 2 * count
    // Later passes only make what is known more exact.
    let isFirst = bytes[spectrum] == 0 && bytes[spectrum + 2] >> 4 == 0
    guard isFirst else { return true }
    let shift = Int32(bytes[spectrum + 2] & 15)
    var parts: [Part] = []
    for number in 0..<count {
      let place = start + 1 + 2 * number
      guard
        let component = frame.components.firstIndex(where: { $0.identifier == bytes[place] })
      else { return false }
      let means = tables[Int(bytes[place + 1] >> 4 & 3)]
      let others = tables[4 + Int(bytes[place + 1] & 3)]
      guard !means.isEmpty, frame.isProgressive || !others.isEmpty else { return false }
      parts.append(Part(component: component, means: means, others: others))
    }
    hasMeans = true
    return readBlocks(&parts, shift: shift)
  }

  private mutating func readBlocks(_ parts: inout [Part], shift: Int32) -> Bool {
    guard var frame else { return false }
    self.frame = nil
    var bits = BitReader(bytes, at: place)
    let isAlone = parts.count == 1
    let first = frame.components[parts[0].component]
    let across = isAlone ? first.ownColumns : first.columns / first.horizontal
    let down = isAlone ? first.ownRows : first.rows / first.vertical
    let isProgressive = frame.isProgressive
    for unit in 0..<(across * down) {
      if restartInterval > 0, unit > 0, unit.isMultiple(of: restartInterval) {
        bits.restart()
        for index in parts.indices { parts[index].last = 0 }
      }
      if bits.isAtEnd, restartInterval == 0 { break }
      let (column, row) = (unit % across, unit / across)
      for index in parts.indices {
        let number = parts[index].component
        let component = frame.components[number]
        let (wide, high) = isAlone ? (1, 1) : (component.horizontal, component.vertical)
        let table = quantization[component.table]
        for y in 0..<high {
          for x in 0..<wide {
            let block = (row * high + y) * component.columns + column * wide + x
            guard block < component.low.count else { continue }
            var low = bits.block(
              parts[index].means, parts[index].others, last: &parts[index].last,
              meansOnly: isProgressive)
            low.0 = (low.0 << shift) &* table[0]
            low.1 = low.1 &* table[1]
            low.2 = low.2 &* table[2]
            low.3 = low.3 &* table[4]
            frame.components[number].low[block] = low
          }
        }
      }
    }
    place = min(bits.place, bytes.count)
    self.frame = frame
    return true
  }
}

/// The bits of a scan, without the zeros that follow 0xFF.
private struct BitReader {
  private let bytes: [UInt8]
  private(set) var place: Int
  private var buffer: UInt64 = 0
  private var count = 0
  /// Zeros that were made up since the last byte.
  private var missing = 0

  /// The scan is shorter than the picture.
  var isAtEnd: Bool { missing > 16 }

  init(_ bytes: [UInt8], at place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// Fills the bit buffer; at a marker, with zeros.
  private mutating func fill() {
    while count <= 48 {
      buffer = buffer << 8 | UInt64(next())
      count += 8
    }
  }

  private mutating func next() -> UInt8 {
    guard place < bytes.count else {
      missing += 1
      return 0
    }
    let byte = bytes[place]
    if byte != 0xFF {
      place += 1
    } else if place + 1 < bytes.count, bytes[place + 1] == 0 {
      place += 2
    } else {
      missing += 1
      return 0
    }
    missing = 0
    return byte
  }

  private mutating func peek() -> Int {
    if count < 16 { fill() }
    return Int(buffer >> UInt64(count - 16) & 0xFFFF)
  }

  private mutating func symbol(_ table: [UInt16]) -> Int {
    let entry = table[peek()]
    count -= max(1, Int(entry & 0xFF))
    return Int(entry >> 8)
  }

  /// Returns a number of `size` bits, whose first bit says its sign.
  private mutating func number(_ size: Int) -> Int32 {
    guard size > 0 else { return 0 }
    let size = min(size, 16)
    let value = peek() >> (16 - size)
    count -= size
    return Int32(value < 1 << (size - 1) ? value - (1 << size) + 1 : value)
  }

  /// Goes on after the next marker.
  mutating func restart() {
    (buffer, count) = (0, 0)
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, (0xD0...0xD7).contains(bytes[place + 1]) {
        place += 2
        return
      }
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF { return }
      place += 1
    }
  }

  /// Returns the coefficients 0, 1, 2 and 4 of a block, in the order of the file.
  mutating func block(
    _ means: [UInt16], _ others: [UInt16], last: inout Int32, meansOnly: Bool
  ) -> (Int32, Int32, Int32, Int32) {
    last &+= number(symbol(means))
    var low: (Int32, Int32, Int32, Int32) = (last, 0, 0, 0)
    guard !meansOnly else { return low }
    var index = 1
    while index < 64 {
      let code = symbol(others)
      let size = code & 15
      if size == 0 {
        if code >> 4 < 15 { break }
        index += 16
        continue
      }
      index += code >> 4
      let value = number(size)
      switch index {
      case 1: low.1 = value
      case 2: low.2 = value
      case 4: low.3 = value
      default: break
      }
      index += 1
    }
    return low
  }
}

/// Writes a baseline JPEG file with one table for all components.
struct JPEGWriter {
  struct Plane {
    let samples: [UInt8]
  }

  private let width: Int
  private let height: Int
  private let planes: [Plane]
  private let kept: [UInt8]

  /// - Parameters:
  ///   - width: Of each plane.
  ///   - height: Of each plane.
  ///   - planes: One, or three.
  ///   - kept: Segments that are put at the beginning.
  init(width: Int, height: Int, planes: [Plane], kept: [UInt8]) {
    self.width = width
    self.height = height
    self.planes = planes
    self.kept = kept
  }

  var bytes: [UInt8] {
    let size = [UInt8(height >> 8 & 255), UInt8(height & 255), UInt8(width >> 8 & 255), UInt8(width & 255)]
    let count = UInt8(planes.count)
    let numbers = 1...count
    var file: [UInt8] = [0xFF, 0xD8] + kept
    file += Self.segment(0xDB, [0] + Self.zigzag.map { UInt8(Self.quantization[$0]) })
    file += Self.segment(0xC0, [8] + size + [count] + numbers.flatMap { [$0, 0x11, 0] })
    file += Self.segment(0xC4, [0x00] + Self.meanCounts + Self.meanSymbols)
    file += Self.segment(0xC4, [0x10] + Self.otherCounts + Self.otherSymbols)
    file += Self.segment(0xDA, [count] + numbers.flatMap { [$0, 0] } + [0, 63, 0])
    var bits = BitWriter()
    var last = [Int](repeating: 0, count: planes.count)
    for row in 0..<((height + 7) / 8) {
      for column in 0..<((width + 7) / 8) {
        for number in planes.indices {
          write(block(planes[number], column * 8, row * 8), last: &last[number], to: &bits)
        }
      }
    }
    return file + bits.finished + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// Returns the quantized coefficients of a block in the order of the file; beyond its edges the picture goes on as it
  /// ends.
  private func block(_ plane: Plane, _ left: Int, _ top: Int) -> [Int] {
    var rows = [Float](repeating: 0, count: 64)
    for y in 0..<8 {
      let line = min(top + y, height - 1) * width
      for u in 0..<8 {
        var sum: Float = 0
        for x in 0..<8 {
          sum += (Float(plane.samples[line + min(left + x, width - 1)]) - 128) * Self.waves[u * 8 + x]
        }
        rows[y * 8 + u] = sum
      }
    }
    return Self.zigzag.map { index in
      let (v, u) = (index / 8, index % 8)
      var sum: Float = 0
      for y in 0..<8 { sum += rows[y * 8 + u] * Self.waves[v * 8 + y] }
      return Int((sum / Float(Self.quantization[index])).rounded())
    }
  }

  private func write(_ block: [Int], last: inout Int, to bits: inout BitWriter) {
    bits.write(block[0] - last, run: 0, Self.meanCodes)
    last = block[0]
    var run = 0
    for value in block.dropFirst() {
      if value == 0 {
        run += 1
        continue
      }
      while run > 15 {
        bits.write(Self.otherCodes[0xF0])
        run -= 16
      }
      bits.write(value, run: run, Self.otherCodes)
      run = 0
    }
    if run > 0 { bits.write(Self.otherCodes[0]) }
  }

  // MARK: - Tables (ITU-T T.81, annex K)

  /// Of the cosines, orthonormal: frequency × sample.
  private static let waves: [Float] = {
    // cos(kπ/16)
    let quarter: [Float] = [
      1, 0.980_785_28, 0.923_879_53, 0.831_469_61, 0.707_106_78, 0.555_570_23, 0.382_683_43,
      0.195_090_32, 0,
    ]
    func cosine(_ step: Int) -> Float {
      let step = step % 32
      return switch step {
      case 0...8: quarter[step]
      case 9...16: -quarter[16 - step]
      case 17...24: -quarter[step - 16]
      default: quarter[32 - step]
      }
    }
    return (0..<64).map { index in
      let (u, x) = (index / 8, index % 8)
      return cosine((2 * x + 1) * u) * (u == 0 ? 0.353_553_39 : 0.5)
    }
  }()

  private static let zigzag: [Int] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
  ]

  /// At a quality of 82 of 100.
  private static let quantization: [Int] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
    92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ].map { max(1, ($0 * 36 + 50) / 100) }

  private static let meanCounts: [UInt8] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
  private static let meanSymbols: [UInt8] = Array(0...11)
  private static let otherCounts: [UInt8] = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125]
  private static let otherSymbols: [UInt8] =
    [
      0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61,
      0x07, 0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52,
      0xD1, 0xF0, 0x24, 0x33, 0x62, 0x72, 0x82, 0x09, 0x0A,
    ] + Array(0x16...0x1A) + Array(0x25...0x2A) + Array(0x34...0x3A) + Array(0x43...0x4A)
    + Array(0x53...0x5A) + Array(0x63...0x6A) + Array(0x73...0x7A) + Array(0x83...0x8A)
    + Array(0x92...0x9A) + Array(0xA2...0xAA) + Array(0xB2...0xBA) + Array(0xC2...0xCA)
    + Array(0xD2...0xDA) + Array(0xE1...0xEA) + Array(0xF1...0xFA)

  private static let meanCodes = codes(meanCounts, meanSymbols)
  private static let otherCodes = codes(otherCounts, otherSymbols)

  /// Returns the code of each symbol and its number of bits.
  private static func codes(_ counts: [UInt8], _ symbols: [UInt8]) -> [(code: Int, length: Int)] {
    var codes = [(code: Int, length: Int)](repeating: (0, 0), count: 256)
    var code = 0
    var rest = symbols[...]
    for length in 1...16 {
      for _ in 0..<counts[length - 1] {
        if let symbol = rest.popFirst() { codes[Int(symbol)] = (code, length) }
        code += 1
      }
      code <<= 1
    }
    return codes
  }
}

private struct BitWriter {
  private var bytes: [UInt8] = []
  private var buffer = 0
  private var count = 0

  mutating func write(_ code: (code: Int, length: Int)) {
    buffer = buffer << code.length | code.code
    count += code.length
    while count >= 8 {
      let byte = UInt8(buffer >> (count - 8) & 255)
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
      count -= 8
    }
    buffer &= (1 << count) - 1
  }

  /// Writes a value after a run of zeros.
  mutating func write(_ value: Int, run: Int, _ codes: [(code: Int, length: Int)]) {
    let size = Int.bitWidth - abs(value).leadingZeroBitCount
    write(codes[run << 4 | size])
    guard size > 0 else { return }
    write((code: value < 0 ? value + (1 << size) - 1 : value, length: size))
  }

  var finished: [UInt8] {
    var writer = self
    if count > 0 { writer.write((code: (1 << (8 - count)) - 1, length: 8 - count)) }
    return writer.bytes
  }
}
