import Foundation
import NoteTestSupport
import Testing

@testable import SheafSite

@Suite struct ReducedPictureTests {
  private static let names = [
    "camera.jpg", "progressive.jpg", "diagram.png", "scene.png", "camera.webp", "lossless.webp",
  ]

  /// A picture as a digest reads it.
  private func picture(_ name: String) throws -> [UInt8] {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: fixturesFolder + "/Pictures/" + name)))
    return try #require(CleanPicture.published(bytes, name: name))
  }

  @Test(arguments: [
    ("camera.jpg", "image/jpeg", 12, 12), ("progressive.jpg", "image/jpeg", 39, 35),
    ("progressive.jpg", "image/jpeg", 3, 5), ("diagram.png", "image/png", 80, 80),
    ("scene.png", "image/jpeg", 100, 100), ("camera.webp", "image/webp", 10, 10),
    ("lossless.webp", "image/webp", 23, 23),
  ])
  func `a picture is no wider than asked, and a PNG stays one where that is smaller`(
    name: String, mediaType: String, width: Int, newWidth: Int
  ) throws {
    let original = try picture(name)
    let reduced = try #require(reducedPicture(original, to: width))
    let (old, new) = (try #require(PictureFile(original)?.size), try #require(PictureFile(reduced)?.size))
    #expect(PictureFile(reduced)?.mediaType == mediaType)
    #expect(reduced.count < original.count)
    // A picture that is shown turned is reduced as it is stored.
    #expect([new.width, new.height].contains(newWidth))
    let ratio = Double(old.width) / Double(old.height)
    #expect(abs(Double(new.width) - ratio * Double(new.height)) <= max(1, ratio), "\(old) \(new)")
    #expect(CleanPicture.clean(reduced, name: name) == .cleaned(reduced))
  }

  @Test(arguments: ["moving.png", "palette.png", "moving.webp", "print.jpg"])
  func `a picture that would lose its movement, its turn or its colours is not reduced`(name: String) throws {
    #expect(try reducedPicture(picture(name), to: 8) == nil)
  }

  /// The browser turns both, takes their profiles into account, and compares means of five by five places.
  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `a reduced picture shows the same`() throws {
    let folder = try TemporaryFolder()
    var pictures = ""
    for name in Self.names {
      let original = try picture(name)
      for bytes in [original, try #require(reducedPicture(original, to: 20), "\(name)")] {
        let type = PictureFile(bytes)?.mediaType ?? ""
        pictures += "<img alt=\"\(name)\" src=\"\(PictureFile.dataAddress(bytes, mediaType: type))\">\n"
      }
    }
    try folder.write(
      """
      <!DOCTYPE html><title>t</title><body>\(pictures)<script>
      function means(image) {
        const [width, height] = [image.naturalWidth, image.naturalHeight], canvas = document.createElement('canvas');
        canvas.width = width; canvas.height = height;
        const context = canvas.getContext('2d');
        context.fillStyle = 'white'; context.fillRect(0, 0, width, height); context.drawImage(image, 0, 0);
        const data = context.getImageData(0, 0, width, height).data, sums = Array(75).fill(0), counts = Array(75).fill(0);
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) for (let c = 0; c < 3; c++) {
          const place = (Math.floor(y * 5 / height) * 5 + Math.floor(x * 5 / width)) * 3 + c;
          sums[place] += data[(y * width + x) * 4 + c]; counts[place]++ }
        return sums.map((sum, place) => sum / counts[place]) }
      addEventListener('load', () => {
        const images = [...document.images], lines = [];
        for (let index = 0; index < images.length; index += 2) {
          const [one, other] = [means(images[index]), means(images[index + 1])];
          const most = Math.max(...one.map((value, place) => Math.abs(value - other[place])));
          lines.push(images[index].alt + (most < 40 ? ' same' : ' differs by ' + most)) }
        document.body.textContent = lines.join(', ') });
      </script></body>
      """, to: "compare.html")
    let page = try HeadlessBrowser.document(ofFile: folder.path + "/compare.html", in: folder)
    #expect(page.contains(Self.names.map { $0 + " same" }.joined(separator: ", ")), "\(page.suffix(400))")
  }

  @Test(arguments: names + ["moving.png", "palette.png", "moving.webp", "print.jpg"])
  func `bytes that are cut off or changed end the picture, never the program`(name: String) throws {
    let whole = try picture(name)
    var random = SeededGenerator(seed: 35)
    for round in 0..<400 {
      var bytes = whole
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      for _ in 0..<round % 9 {
        let end = round % 2 == 0 ? bytes.count : min(bytes.count, 200)
        bytes[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      if let reduced = reducedPicture(bytes, to: 20) { #expect(PictureFile(reduced) != nil) }
    }
    #expect(reducedPicture([], to: 1) == nil)
  }

  @Test func `a picture that says to be very large takes neither memory nor time`() throws {
    var png = try picture("scene.png")
    // 65,000 by 65,000 pixels; libpng looks at the checksum of the head only after the size.
    png.replaceSubrange(16..<24, with: [0, 0, 0xFD, 0xE8, 0, 0, 0xFD, 0xE8])
    #expect(reducedPicture(png, to: 100) == nil)
    var jpeg = try picture("camera.jpg")
    let frame = try #require(jpeg.indices.dropLast(9).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFD, 0xE8, 0xFD, 0xE8])
    #expect(reducedPicture(jpeg, to: 100) == nil)
  }
}
