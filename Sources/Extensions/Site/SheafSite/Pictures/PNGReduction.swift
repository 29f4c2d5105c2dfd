import ArchiveReading
import ByteBasics

/// A PNG picture as a JPEG picture of the width that a digest shows: a screenshot is often larger than a mail may be.
package enum PNGReduction {
  /// - Parameters:
  ///   - bytes: A picture without metadata, as ``CleanPicture`` leaves it.
  ///   - width: The most pixels; a wider picture becomes half, a third … as wide.
  /// - Returns: nil for what is not read here: interlaced, turned, damaged or very large pictures.
  package static func reduced(_ bytes: [UInt8], to width: Int) -> [UInt8]? {
    guard let image = PNGImage(bytes) else { return nil }
    let step = max(1, (image.width + width - 1) / width)
    let size = (width: image.width / step, height: max(1, image.height / step))
    let colours = image.means(of: step, size)
    return JPEGWriter(width: size.width, height: size.height, planes: planes(of: colours), kept: []).bytes
  }

  /// Brightness and the differences of blue and red, as JPEG has them.
  private static func planes(of colours: [PNGImage.Colour]) -> [JPEGWriter.Plane] {
    func plane(_ red: Float, _ green: Float, _ blue: Float, _ zero: Float) -> JPEGWriter.Plane {
      JPEGWriter.Plane(
        samples: colours.map { colour in
          let sum = Float(colour.red) * red + Float(colour.green) * green + Float(colour.blue) * blue
          return UInt8(clamping: Int((sum + zero).rounded()))
        })
    }
    return [
      plane(0.299, 0.587, 0.114, 0), plane(-0.168_736, -0.331_264, 0.5, 128), plane(0.5, -0.418_688, -0.081_312, 128),
    ]
  }
}

/// The pixels of a PNG file (ISO/IEC 15948), line after line.
struct PNGImage {
  struct Colour {
    var red: Int
    var green: Int
    var blue: Int
  }

  let width: Int
  let height: Int
  private let depth: Int
  private let kind: Int
  private let channels: Int
  private let lineBytes: Int
  private var palette: [UInt8] = []
  private var opacity: [UInt8] = []
  /// The samples of the lines, each line after a byte that is not used any more.
  private var lines: [UInt8] = []

  /// Bytes of all lines; a larger picture is not read.
  private static let largest = 1 << 27

  /// nil for a picture that is not read here.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: PNGFile.signature), bytes.count > 33 else { return nil }
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height, depth, kind) = (number(16), number(20), Int(bytes[24]), Int(bytes[25]))
    let isKnown = [1, 2, 4, 8, 16].contains(depth) && [0, 2, 3, 4, 6].contains(kind) && (depth >= 8 || kind % 3 == 0)
    guard isKnown, bytes[28] == 0, (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
    channels = [1, 0, 3, 1, 2, 0, 4][kind]
    lineBytes = (width * channels * depth + 7) / 8
    var packed: [UInt8] = []
    var index = 33
    while index + 12 <= bytes.count {
      let end = index + 12 + number(index)
      guard end <= bytes.count else { return nil }
      let content = bytes[(index + 8)..<(end - 4)]
      switch String(decoding: bytes[(index + 4)..<(index + 8)], as: UTF8.self) {
      case "PLTE": palette = Array(content)
      case "tRNS" where kind == 3: opacity = Array(content)
      case "IDAT": packed += content
      // How it is turned would be lost.
      case "eXIf": return nil
      default: break
      }
      index = end
    }
    let size = (1 + lineBytes) * height
    guard size <= Self.largest, let lines = ZLibStream.inflated(packed, to: size) else { return nil }
    self.lines = lines
    for y in 0..<height { guard restore(y) else { return nil } }
  }

  /// Returns the mean colours of squares of pixels, on white where the picture is seen through.
  func means(of step: Int, _ size: (width: Int, height: Int)) -> [Colour] {
    // A picture may be lower than the squares.
    let down = min(step, height)
    var means: [Colour] = []
    means.reserveCapacity(size.width * size.height)
    var sums = [Colour](repeating: Colour(red: 0, green: 0, blue: 0), count: size.width)
    for y in 0..<size.height * down {
      for x in 0..<size.width * step {
        let colour = colour(x, y)
        sums[x / step].red += colour.red
        sums[x / step].green += colour.green
        sums[x / step].blue += colour.blue
      }
      guard (y + 1) % down == 0 else { continue }
      let count = step * down
      for x in sums.indices {
        means.append(Colour(red: sums[x].red / count, green: sums[x].green / count, blue: sums[x].blue / count))
        sums[x] = Colour(red: 0, green: 0, blue: 0)
      }
    }
    return means
  }

  /// Takes the filter of a line back, the lines above being restored; false for a filter that is none.
  private mutating func restore(_ y: Int) -> Bool {
    let start = y * (1 + lineBytes) + 1
    let above = start - 1 - lineBytes
    let pixel = max(1, channels * depth / 8)
    let filter = lines[start - 1]
    guard filter > 0 else { return true }
    guard filter <= 4 else { return false }
    for x in 0..<lineBytes {
      let left = x >= pixel ? Int(lines[start + x - pixel]) : 0
      let up = y > 0 ? Int(lines[above + x]) : 0
      let corner = x >= pixel && y > 0 ? Int(lines[above + x - pixel]) : 0
      let guess =
        switch filter {
        case 1: left
        case 2: up
        case 3: (left + up) / 2
        default: Self.nearest(left, up, corner)
        }
      lines[start + x] &+= UInt8(guess)
    }
    return true
  }

  /// Returns the neighbour that is nearest to the prediction of all three neighbours.
  private static func nearest(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let (first, second, third) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
    return first <= second && first <= third ? left : second <= third ? up : corner
  }

  private func sample(_ place: Int, _ y: Int) -> Int {
    let start = y * (1 + lineBytes) + 1
    guard depth < 8 else { return Int(lines[start + place * depth / 8]) }
    let shift = 8 - depth - place * depth % 8
    return Int(lines[start + place * depth / 8]) >> shift & (1 << depth - 1)
  }

  private func colour(_ x: Int, _ y: Int) -> Colour {
    let first = x * channels
    switch kind {
    case 3:
      let entry = sample(first, y)
      guard entry * 3 + 2 < palette.count else { return Colour(red: 0, green: 0, blue: 0) }
      let colour = Colour(
        red: Int(palette[entry * 3]), green: Int(palette[entry * 3 + 1]), blue: Int(palette[entry * 3 + 2]))
      return onWhite(colour, entry < opacity.count ? Int(opacity[entry]) : 255)
    case 0, 4:
      let grey = sample(first, y) * 255 / (1 << min(depth, 8) - 1)
      return onWhite(Colour(red: grey, green: grey, blue: grey), kind == 4 ? sample(first + 1, y) : 255)
    default:
      let colour = Colour(red: sample(first, y), green: sample(first + 1, y), blue: sample(first + 2, y))
      return onWhite(colour, kind == 6 ? sample(first + 3, y) : 255)
    }
  }

  private func onWhite(_ colour: Colour, _ opacity: Int) -> Colour {
    guard opacity < 255 else { return colour }
    func mixed(_ value: Int) -> Int { (value * opacity + 255 * (255 - opacity)) / 255 }
    return Colour(red: mixed(colour.red), green: mixed(colour.green), blue: mixed(colour.blue))
  }
}
