import ByteBasics
import NoteTestSupport
import Testing

@testable import SheafSite

@Suite struct PNGReductionTests {
  /// Files that zlib packed, with the colours of their pixels on white.
  private static let pictures: [(String, String, String)] = [
    (
      "colours, every filter",
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAFCAIAAAAPE8H1AAAAHklEQVR42gEyAM3/AIK3Du5/GlA5vgHwfsJEAUQ6UYkCbUmEAqU9AAAAH0lEQVSP8Mjd0nNxA9QIRkH87FYZHgRb+VY7tvQ0SbYfZxYX6chhwAAAAABJRU5ErkJggg==",
      "82b70eee7f1a5039bef07ec2347f066ed08f5dc7512447e3404300026b6e545594a065685d64c4980bb8d4544a"
    ),
    (
      "seen through",
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAFCAYAAACAcVaiAAAAJklEQVR42gFBAL7/BIchqZp6jHgEtO/VAwMb5p0N7rKCO2V6Vg8CYg72veXmqFIAAAAmSURBVD/hMcYep9/FAew3vJcmpnLTnNwdRACNL5+inFooTJ73UhjHLR2oOZWO1wAAAABJRU5ErkJggg==",
      "b678cb61cc75d0c0f9c6fbfa5ca64fdb4ae0f9e8fcafb39ff5d7d9f388d79cf0a8c7cf84b67ac2e1cdbef5feee"
    ),
    (
      "16 bits",
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACEAIAAABChi0OAAAAGElEQVR42gEmANn/ASnPEHmwgMAIOqNgfMKT+Cd5Kq7KAAAAGUlEQVTDOgQtD67Tbletaio62P0MraQ/CJg+SRC3CM4wsgAAAABJRU5ErkJggg==",
      "2910b0e94a10ab42d356be1e96e8e8a28cf0"
    ),
    (
      "grey, seen through",
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAQAAAA3fa6RAAAAC0lEQVR42mPytjwY/X8ts4E1BOMAAAALSURBVLlgrvvuFgAnFAWNWcuAaQAAAABJRU5ErkJggg==",
      "d6d6d6e8e8e8ffffffe2e2e2fcfcfcf6f6f6"
    ),
    (
      "two greys",
      "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACAQAAAABX00DOAAAABklEQVR42mPYwODVO/jHAAAABklEQVQAAAJUAPE78JWtAAAAAElFTkSuQmCC",
      "ffffff000000ffffffffffff000000ffffff000000000000"
    ),
    (
      "four colours, one seen through",
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACAgMAAADgGo6JAAAACVBMVEUKFB7IZDIAAAASdsZiAAAAAnRSTlP/M1pnUVwAAAAGSURBVHjaY5BgmFtrYVgAAAAGSURBVAAAANwAqRtvztgAAAAASUVORK5CYII=",
      "0a141ef4e0d6000000000000f4e0d60a141e"
    ),
    (
      "sixteen colours",
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABBAMAAADpzgmHAAAACVBMVEUKFB7IZDIAAAASdsZiAAAABUlEQVR42mNgVI+tIAkAAAAGSURBVAAAACUAItsQ3C8AAAAASUVORK5CYII=",
      "0a141ec86432000000"
    ),
  ]

  private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.bytes(Array(text.utf8)[...])) }

  @Test(arguments: pictures)
  func `pixels of every kind are read`(kind: String, file: String, colours: String) throws {
    let image = try #require(PNGImage(bytes(file)), "\(kind)")
    let means = image.means(of: 1, (image.width, image.height))
    let shown = means.flatMap { [$0.red, $0.green, $0.blue] }.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    #expect(shown.joined() == colours, "\(kind)")
  }

  /// Packed with codes of its own; the grey of a pixel is `x * x / 7 + 3 * y`.
  private static let large =
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAAAAACH9iFYAAADsElEQVR42hWQhz/UfxyAv/beezuO4ziO4ziOs53NcZw7e++994iIiCjtqbSVUkop7b338ksppURESv3enz/geb2e58EwDOPjFxASEZOQllNU1dTFG5tRaAx3H1Z4TEpOSU1z56beI0MX7zx///2PqCLOzN4rLDG/rmN7//l7YzP8CgY2mICAgKCQsKi4JPAqGjr6BFMLKt2F6c+OiE/PL69v7d7ad2z4yv1XH3/8k1DBWzj6clOKGrp2DVx8OD4npGxkhwkLC4uIiklIyQCvrq1nSDS3QgJBnOikrKKqxvaeHQdOjFx/9PbzT35pdYKVc0BkemnT+j2DV55MLIiqmThgYmJi4hKS0rLywGvhDIxJljZIIIQXl5pbWgsFuw+fGr319N3XX0JyWkQbN1ZMVkXLxn1D159PLklomjlhkpKSUtIycgpKwOvijUzJ1nZIICwqMaOgYgUU7D165vLdFx/QAl2SnSc7Pre6bcvB4VuvppaldSxcMRkZGVk5eUVlVeD1CSbmFFsHJMCNTckurl4JBfuPn7v24PUntECf7ODNSSqAh0dG7r6dxuT0rDwweXl5BUUlFTUN4A2JZpZUeyckEJmQnldWtwoKDp28cPPx2Be0wJDi5MdLLYaHx0YfvJsVUDSw8cKUlJSUVVTVNbWBNyZZWNMcXZFATHJWYWXDaijoP33pzrPxb2iBMdU1MCqjDB6euPz4w7ywipGdL6aqqqqmrqGlgwPelGxlS3f2QALxabklNU1roGDg7NX7Lydm0AJTmkdwbHYlPDx17dmnRTF1E4cATENDQ1NLW1cPD7w5xcae4eaFBJIyC8rrW9ZCweD5G4/eTM6hBeZ0r9CEvBp4eObmyy+/JbXMnFiYtra2ji5O34AAvCXVztHF0xcJpOYUVzW2rYOCoYu3n/43tYAWWDJ8w5ML6+HhuTtvvv2V0bVwZWM4HE5PH29oRATemubg7O4dgAQy8stqmzs2QMHwlXsv3k8voQXWLgERaSWN8PDC/f9m+OT1rTw4GB6PNzAkGJuQgLelO7kx/VhIILuockVr12YoGLn+8PXH2WW0wNadFZ1Z3gwPLz16PyeoZGjjxcMIBIKRMdHUjAy8PcPV0yeQjQTySmtWtq/fBgWjt56MfZ7H0AJ7Jjsup6oVHl59+nFBRNXYzjcKIxKJJqYkcwsK8I4uHt7+wRwkUFhRv6pz404ouHz3+fjXRQG0wNGHk5hf2w4Pb7z4vCSuYeoQEIuRSCQzc7KlFRV4Z3cvvxMYONcAAAOwSURBVKBQHhIoqW5c3b2lFwquPXg18f23MFrg7M9LKVrRCQ9vv/66LKVt7sRKwMhksoUlxdqGBrwb0zcwJDwKCZTXNa/p2d4HBTcfv5388VcMLXALikovXdkND++NfcdkcZau7GSMQqFYWVNt7ejAe/oEBIdFxCKBqobWtZt2HYCCO8/eTf3kk0QLPENisypW9cDDh+M/BBTw1h6cNIxKpdrY0uwdGMB7+7NCudEJSKC2qX3d1j2HoeD+yw/TvwRl0ALvsITc6tWb4OGTiZ/CygRbL14mRqPR7Ozpjk4uwPsFscMj45KRwIqWzg079h2FgkdvPs3+EZFHC/y4yQV1a7bCw+eTv8TUiPa+UTkYnU53cGQ4u7oDHxjCiYhJTEMCK9u6N+8+eBwKnv73Zf6fuBJaEBiZVtywdgc8fDX1R1KT5BgQm48xGAwnZxc3DybwwWG86PiUTCSwqqNn294jJ6Hgxftvi/xSqmhBcExmWdO63fDw7fQ/GR2yMyuhCHNxcXF1c/f08gE+lBsVl5SegwRWd23auf/YaSh4/XHmt5CsBloQGp9T2bJhLzx8N8svr0dxYyeXYu7u7h6eTG9ff+DDI2MTU7PykcCa9Vt7D504CwVjn+f+iipoowXhSfk1bZv3w8MP80JKBlRPTloFxmQyvbx9/AKCgI+ISUjJyC1CAms37ujrP3UeCsa/LvBJKOPQgojUovqObYfg4adFUVUjmjcvsxrz8fHx9fMPZIUAHx2fnJ5dUIoE1m3ZfWDgzEUomPi+JCithkcLojNKG7t29sPDL78lNEzoflE5dZi/v39AYFAwOwz4uKS0rLziCiSwYfvew4PnrkDB5I9lETlNAloQl13RvL53AB5++yutbcYIjM1vwIKCgljBIaEcLvCJqZm5hWXVSGDzrv1Hhy5ch4Kpn5i4og4RLUjMq27d2DcID2f45HAWLsEJRU1YSEgIOzQsnBcJfEpGTkFJZR0S2Lbn0PHhS7egYPqXgJSKHgktSCmsa99yYAgezgkq4q3cQ5NLW7CwsDBOODciKgb49Oz84vKaBiSwc1//yZGrd6Fg9o+wrLoBGS1IL2no3H54GB4uiKgQbJjhaRVtGJfL5UVERsfGA5+VV1RWVd+EBHoPDpwevfEACub/iSloGVHQgqzypu5dR0fg4ZK4OtHOJyKzugOLjIyMio6JS0gCPrewtLK2sQUJ9B0ZPHv59mMoWOSXVNY1oaIFuVUtPXuOj8LDZSktkoN/dE5d1//riG3uLxKeWwAAAABJRU5ErkJggg=="

  @Test func `means of squares are taken, and what is left over at the edges is not`() throws {
    let image = try #require(PNGImage(bytes(Self.large)))
    #expect((image.width, image.height) == (64, 32))
    let means = image.means(of: 3, (21, 10))
    func mean(_ column: Int, _ row: Int) -> Int {
      var sum = 0
      for y in row * 3..<row * 3 + 3 { for x in column * 3..<column * 3 + 3 { sum += (x * x / 7 + 3 * y) & 255 } }
      return sum / 9
    }
    #expect(means.map(\.red) == (0..<10).flatMap { row in (0..<21).map { mean($0, row) } })
  }

  @Test(arguments: [(64, 64, 32), (63, 32, 16), (16, 16, 8), (1, 1, 1)])
  func `a picture becomes a photograph that is no wider`(width: Int, newWidth: Int, height: Int) throws {
    let small = try #require(PNGReduction.reduced(bytes(Self.large), to: width))
    #expect(PictureFile(small)?.mediaType == "image/jpeg")
    #expect(PictureFile(small)?.size == ImageSize(width: newWidth, height: height))
    #expect(CleanPicture.clean(small, name: "a.jpg") == .cleaned(small))
  }

  @Test func `bytes that are cut off or changed are no picture, and never end the program`() throws {
    var random = SeededGenerator(seed: 7)
    for text in Self.pictures.map(\.1) + [Self.large] {
      let whole = try bytes(text)
      for length in stride(from: 0, to: whole.count / 2, by: 13) {
        #expect(PNGReduction.reduced(Array(whole.prefix(length)), to: 100) == nil)
      }
      for _ in 0..<300 {
        var bytes = whole
        for _ in 0..<4 {
          bytes[Int.random(in: 24..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
        }
        _ = PNGReduction.reduced(bytes, to: 100)
      }
    }
  }
}
