import ByteBasics
import NotePresentation
import Testing

@testable import SheafSite

@Suite struct PictureFileTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 1, 0x40, 0, 0, 0, 0xC8]
  private static let gif = Array("GIF89a".utf8) + [0x40, 1, 0xC8, 0]
  /// An application segment, then the frame.
  private static let jpeg: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 17, 8, 0, 0xC8, 1, 0x40, 3, 0, 0,
  ]
  private static let webp =
    Array("RIFF....WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x3F, 1, 0, 0xC7, 0, 0]

  @Test(arguments: [
    ("image/png", png), ("image/gif", gif), ("image/jpeg", jpeg), ("image/webp", webp),
  ])
  func `a picture tells its kind and size`(mediaType: String, bytes: [UInt8]) throws {
    let picture = try #require(PictureFile(bytes))
    #expect(picture.mediaType == mediaType)
    #expect(picture.size == ImageSize(width: 320, height: 200))
  }

  @Test(arguments: [(1, 320, 200), (3, 320, 200), (6, 200, 320), (8, 200, 320)])
  func `a photograph that is shown turned is as wide as its frame is high`(turn: UInt8, width: Int, height: Int) {
    let exif = Array("Exif\0\0".utf8) + ExifOrientation.exif(saying: turn)
    let turned = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + Self.jpeg.dropFirst(2)
    #expect(PictureFile(turned)?.size == ImageSize(width: width, height: height))
  }

  @Test(arguments: [png, gif, jpeg, webp])
  func `a picture that is cut off is read as far as it goes`(bytes: [UInt8]) {
    for count in 0..<bytes.count { _ = PictureFile(Array(bytes.prefix(count))) }
    #expect(PictureFile(Array(bytes.prefix(2))) == nil)
  }
}
