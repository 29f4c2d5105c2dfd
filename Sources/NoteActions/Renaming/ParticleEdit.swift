import ByteBasics
import NoteSyntax
import Wording

/// Makes the Korean particle after a link follow the link's new text: `[[회의록]]을` becomes `[[일지]]를`.
enum ParticleEdit {
  /// The edit of the particle that begins at `offset`, after closing marks of emphasis and quotes.
  ///
  /// `old`, `new`: What a reader sees of the link now, and what a reader will see.
  /// - Returns: nil where there is no such particle, or it fits already.
  static func edit(after offset: Int, in bytes: [UInt8], from old: String, to new: String)
    -> TextEdit?
  {
    var start = offset
    while let length = lengthOfCloser(bytes, at: start) { start += length }
    var end = start
    while isSyllable(bytes, at: end) { end += 3 }
    guard end > start else { return nil }
    let written = String(decoding: bytes[start..<end], as: UTF8.self)
    return KoreanParticle.corrected(written, after: old, nowAfter: new).map {
      TextEdit(range: ByteRange(start, end), replacement: $0)
    }
  }

  private static let closers = ["”", "’", "」", "』", "》", "〉"].map { Array($0.utf8) }

  private static func lengthOfCloser(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset < bytes.count else { return nil }
    if "*_~=\"')".utf8.contains(bytes[offset]) { return 1 }
    return closers.first { bytes[offset...].starts(with: $0) }?.count
  }

  /// U+AC00 … U+D7A3 are EA B0 80 … ED 9E A3.
  private static func isSyllable(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset + 2 < bytes.count, (0xEA...0xED).contains(bytes[offset]) else { return false }
    let isOutside =
      bytes[offset] == 0xEA && bytes[offset + 1] < 0xB0
      || bytes[offset] == 0xED && bytes[offset + 1] > 0x9E
    return !isOutside
  }
}
