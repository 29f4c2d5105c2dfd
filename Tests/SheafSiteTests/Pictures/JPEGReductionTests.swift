import NoteTestSupport
import Testing

@testable import SheafSite

@Suite struct JPEGReductionTests {
  /// Bright on the left, dark on the right, one colour.
  private func picture(width: Int, height: Int) -> [UInt8] {
    let samples = (0..<(width * height)).map { UInt8(240 - 200 * ($0 % width) / width) }
    let flat = [UInt8](repeating: 90, count: width * height)
    return JPEGWriter(
      width: width, height: height,
      planes: [samples, flat, flat].map { JPEGWriter.Plane(samples: $0) }, kept: []
    ).bytes
  }

  @Test(arguments: [(1_600, 1_200), (1_601, 33), (8, 8), (1, 1)])
  func `a picture is a quarter as wide and shows the same`(width: Int, height: Int) throws {
    let small = try #require(JPEGReduction.reduced(picture(width: width, height: height), to: 1_000))
    let size = try #require(PictureFile(small)?.size)
    #expect(size == ImageSize(width: (width + 3) / 4, height: (height + 3) / 4))
    #expect(CleanPicture.clean(small, name: "a.jpg") == .cleaned(small))
    var reader = JPEGBlockReader(small)
    let isRead = reader.read()
    #expect(isRead)
    let blocks = try #require(reader.frame?.components.first?.low)
    let last = (size.width + 7) / 8 - 1
    guard last > 4 else { return }
    let mean = 240 - 200 * 4 / Double(size.width)
    #expect(abs(Double(blocks[0].0) / 8 + 128 - mean) < 6, "\(blocks[0].0)")
    #expect(blocks[last].0 < blocks[0].0 - 1_000)
  }

  @Test func `a very wide one becomes an eighth`() throws {
    let small = try #require(JPEGReduction.reduced(picture(width: 1_600, height: 80), to: 300))
    #expect(PictureFile(small)?.size == ImageSize(width: 200, height: 10))
  }

  @Test func `bytes that are cut off or changed end the picture, never the program`() {
    let whole = picture(width: 160, height: 120)
    var random = SeededGenerator(seed: 35)
    for length in stride(from: 0, to: whole.count, by: 97) {
      _ = JPEGReduction.reduced(Array(whole.prefix(length)), to: 100)
    }
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<8 {
        bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      guard PictureFile(bytes)?.size == ImageSize(width: 160, height: 120) else { continue }
      _ = JPEGReduction.reduced(bytes, to: 100)
    }
    #expect(JPEGReduction.reduced([], to: 1) == nil)
  }
}
