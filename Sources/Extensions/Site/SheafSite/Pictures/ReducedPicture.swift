import ByteBasics
import CPictures

/// Returns a picture with fewer pixels and bytes, for a digest.
///
/// - Parameters:
///   - bytes: A picture without metadata, as ``CleanPicture`` leaves it; how it is turned stays.
///   - width: The most pixels of a line.
/// - Returns: A picture of the same format, or a JPEG for a PNG where that is smaller; nil if nothing becomes smaller, and
///   for pictures that move, are damaged or too large to be decoded.
func reducedPicture(_ bytes: [UInt8], to width: Int) -> [UInt8]? {
  // A PNG that is turned or moves would lose that.
  if bytes.starts(with: PNGFile.signature),
    ["eXIf", "acTL"].contains(where: { ByteSearch(Array($0.utf8))?.place(in: bytes, from: 0) != nil })
  {
    return nil
  }
  let reduced = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
    count = picture_reduced(bytes, bytes.count, UInt32(width), buffer.baseAddress, bytes.count)
  }
  return reduced.isEmpty ? nil : reduced
}
