import CPictures
import Foundation
import NoteTestSupport
import Testing

private let pictures =
  (try? FileManager.default.contentsOfDirectory(atPath: fixturesFolder + "/Pictures"))?.sorted() ?? []

/// Damaged pictures for the C code that reads them, without what calls the code: also for the sanitizers.
@Suite struct DamagedPictureTests {
  @Test(arguments: pictures)
  func `a damaged or cut picture is refused or reduced within its limits`(name: String) throws {
    let picture = try readFixture("Pictures/" + name)
    var generator = SeededGenerator(seed: UInt64(picture.count))
    for round in 0..<120 {
      var damaged = round % 3 == 1 ? Array(picture.prefix(.random(in: 1...picture.count, using: &generator))) : picture
      let head = round % 2 == 0 ? damaged.count : min(damaged.count, 200)
      for _ in 0..<(round % 7) {
        damaged[.random(in: 0..<head, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let width: UInt32 = [1, 7, 100, 640, 0, 100_000][round % 6]
      var result = [UInt8](repeating: 0, count: damaged.count)
      let size = unsafe result.withUnsafeMutableBufferPointer { result in
        unsafe damaged.withUnsafeBufferPointer { damaged in
          unsafe picture_reduced(damaged.baseAddress, damaged.count, width, result.baseAddress, result.count)
        }
      }
      #expect(size < damaged.count)
    }
  }
}
