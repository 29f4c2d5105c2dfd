import ByteBasics
import Foundation
import NoteTestSupport
import Testing

@testable import SheafSite

/// The pictures are made by other programs, with everything in them that says who made them: each such word has HUSH.
@Suite struct CleanPictureTests {
  private static let names = [
    "camera.jpg", "progressive.jpg", "print.jpg", "palette.png", "moving.png", "camera.webp",
    "lossless.webp", "moving.webp",
  ]

  private func picture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: fixturesFolder + "/Pictures/" + name)))
  }

  private func cleaned(_ name: String) throws -> [UInt8] {
    guard case .cleaned(let bytes) = CleanPicture.clean(try picture(name), name: name) else {
      Issue.record("\(name) was not cleaned")
      return []
    }
    return bytes
  }

  private func contains(_ text: String, _ bytes: [UInt8]) -> Bool {
    ByteSearch(Array(text.utf8))?.place(in: bytes, from: 0) != nil
  }

  @Test(arguments: CleanPictureTests.names)
  func `nothing is left of who made a picture, where and with what`(name: String) throws {
    let original = try picture(name)
    #expect(contains("HUSH", original))
    let bytes = try cleaned(name)
    let words = [
      "HUSH", "GPS", "xmpmeta", "Photoshop", "JFXX", "MPF", "tEXt", "zTXt", "iTXt", "XMP ",
    ]
    for word in words { #expect(!contains(word, bytes), "\(word)") }
    #expect(CleanPicture.clean(bytes, name: name) == .cleaned(bytes))
    #expect(PictureFile(bytes)?.size == PictureFile(original)?.size)
  }

  @Test func `an unknown chunk is removed from a frame`() throws {
    let moving = try picture("moving.webp")
    let frame = try #require(ByteSearch(Array("ANMF".utf8))?.place(in: moving, from: 0))
    var changed = moving
    let note = Array("note".utf8) + [4, 0, 0, 0] + Array("HUSH".utf8)
    changed.insert(contentsOf: note, at: frame + 24)
    let length = (0..<4).reduce(0) { $0 | Int(moving[frame + 4 + $1]) << (8 * $1) } + note.count
    for place in 0..<4 { changed[frame + 4 + place] = UInt8(truncatingIfNeeded: length >> (8 * place)) }
    guard case .cleaned(let bytes) = CleanPicture.clean(changed, name: "moving.webp") else {
      Issue.record("not cleaned")
      return
    }
    #expect(try bytes == cleaned("moving.webp"))
  }

  @Test(arguments: ["camera.jpg", "print.jpg", "palette.png", "camera.webp"])
  func `a cleaned picture keeps its orientation and no other metadata`(name: String) throws {
    let bytes = try cleaned(name)
    let exif = ExifOrientation.exif(saying: 6)
    #expect(ByteSearch(exif)?.place(in: bytes, from: 0) != nil)
    #expect(ExifOrientation.orientation(of: exif[...]) == 6)
  }

  @Test(arguments: ["camera.jpg", "camera.webp", "moving.png"])
  func `colours stay: the profile is not taken out`(name: String) throws {
    let marks = ["camera.jpg": "ICC_PROFILE", "camera.webp": "ICCP", "moving.png": "iCCP"]
    let bytes = try cleaned(name)
    #expect(contains(marks[name] ?? "none", bytes))
  }

  @Test(arguments: CleanPictureTests.names)
  func `a picture that is cut off anywhere is cleaned or refused, and never crashes`(
    name: String
  ) throws {
    let bytes = try picture(name)
    for end in stride(from: 0, to: bytes.count, by: 7) {
      if case .cleaned(let short) = CleanPicture.clean(Array(bytes[..<end]), name: name) {
        #expect(!contains("HUSH", short), "\(end)")
      }
    }
    for index in stride(from: 0, to: bytes.count, by: 11) {
      var changed = bytes
      changed[index] ^= 0xFF
      _ = CleanPicture.clean(changed, name: name)
    }
  }

  @Test func `other formats are told apart by their names`() {
    #expect(CleanPicture.clean(Array("GIF89a".utf8), name: "a.gif") == .unknownFormat)
    #expect(CleanPicture.clean([0, 0, 0, 24], name: "a.HEIC") == .unknownFormat)
    #expect(CleanPicture.clean([0, 0, 0, 24], name: "a.jpg") == .unknownFormat)
    #expect(CleanPicture.clean([1], name: "a.txt") == .otherFile)
    #expect(CleanPicture.clean([0xFF, 0xD8, 0xFF], name: "a.jpg") == .broken)
    #expect(CleanPicture.published([0xFF, 0xD8, 0xFF, 0xE0], name: "a.jpg") == nil)
    let heic = [UInt8]([0, 0, 0, 24]) + Array("ftypheic".utf8)
    for name in ["a.mp4", "a.docx", "a.ico", "photo.jpg", "p.png", "w.webp"] {
      #expect(CleanPicture.keepsMetadata(name) { heic }, "\(name)")
    }
    #expect(!CleanPicture.keepsMetadata("a.png") { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] })
    #expect(!CleanPicture.keepsMetadata("a.jpg") { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] })
    #expect(!CleanPicture.keepsMetadata("a.txt") { heic })
  }

  /// The browser decodes both and compares every pixel, also of a picture that it turns.
  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `no pixel changes`() throws {
    let folder = try TemporaryFolder()
    var pictures = ""
    for name in Self.names {
      let before = try picture(name)
      let type = PictureFile(before)?.mediaType ?? ""
      for bytes in [before, try cleaned(name)] {
        pictures +=
          "<img alt=\"\(name)\" src=\"\(PictureFile.dataAddress(bytes, mediaType: type))\">\n"
      }
    }
    // Nothing waits here: a page is loaded when its pictures are, and what is drawn is decoded at once.
    try folder.write(
      """
      <!DOCTYPE html><title>t</title><body>\(pictures)<script>
      function pixels(image) {
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
        const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
        return [canvas.width, canvas.height,
          ...context.getImageData(0, 0, canvas.width, canvas.height).data].join(' ') }
      addEventListener('load', () => {
        const images = [...document.images], lines = [];
        for (let index = 0; index < images.length; index += 2) {
          const [one, other] = [pixels(images[index]), pixels(images[index + 1])];
          lines.push(images[index].alt + (one === other && one.length > 100 ? ' same' : ' differs')) }
        document.body.textContent = lines.join(', ') });
      </script></body>
      """, to: "compare.html")
    let page = try HeadlessBrowser.document(ofFile: folder.path + "/compare.html", in: folder)
    #expect(
      page.contains(Self.names.map { $0 + " same" }.joined(separator: ", ")), "\(page.suffix(400))")
  }
}
