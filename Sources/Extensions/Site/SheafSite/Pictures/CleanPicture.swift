/// Removes metadata from a picture: place, camera, thumbnails, comments and notes of other programs. Pixels, colours
/// and orientation are kept.
package enum CleanPicture {
  package enum Outcome: Sendable, Equatable {
    /// The picture without the removed parts; all other bytes are unchanged.
    case cleaned([UInt8])
    /// A picture, a film or a sound of a format whose metadata nothing here can take out.
    case unknownFormat
    /// The file begins like a picture but cannot be parsed as a picture.
    case broken
    /// A file that is not a picture, a film or a sound.
    case otherFile
  }

  /// Removes metadata from a picture.
  ///
  /// - Parameters:
  ///   - bytes: A whole file.
  ///   - name: Its name; a picture is known by its bytes, everything else by its name.
  /// - Returns: The cleaned picture, or why there is none.
  package static func clean(_ bytes: [UInt8], name: String) -> Outcome {
    guard let clean = cleaner(of: bytes) else { return hasMetadata(name) ? .unknownFormat : .otherFile }
    return clean(bytes).map { .cleaned($0) } ?? .broken
  }

  /// Returns the function that removes the metadata of a picture with these first bytes. Nil for other formats.
  private static func cleaner(of bytes: [UInt8]) -> (([UInt8]) -> [UInt8]?)? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return { JPEGFile.cleaned($0) } }
    if bytes.starts(with: PNGFile.signature) { return { PNGFile.cleaned($0) } }
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? { WebPFile.cleaned($0) } : nil
  }

  /// Returns the bytes that a site has of an attachment. Nil for a picture that cannot be read.
  package static func published(_ bytes: [UInt8], name: String) -> [UInt8]? {
    switch clean(bytes, name: name) {
    case .cleaned(let cleaned): cleaned
    case .unknownFormat, .otherFile: bytes
    case .broken: nil
    }
  }

  /// Returns true for a file whose metadata cannot be removed, because its content has a different format than its
  /// name.
  ///
  /// - Parameter beginning: At least the first twelve bytes; read only if the name does not decide.
  package static func keepsMetadata(_ name: String, beginning: () throws -> [UInt8]) rethrows -> Bool {
    guard let ending = ending(of: name) else { return false }
    if endings.contains(ending) { return true }
    return cleanedEndings.contains(ending) ? try cleaner(of: beginning()) == nil : false
  }

  /// Returns true for the name of a picture that pages and mails show.
  package static func isPicture(_ name: String) -> Bool {
    ending(of: name).map { cleanedEndings.contains($0) || $0 == "gif" } ?? false
  }

  private static func hasMetadata(_ name: String) -> Bool {
    ending(of: name).map { endings.contains($0) || cleanedEndings.contains($0) } ?? false
  }

  private static func ending(of name: String) -> String? {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
  }

  private static let cleanedEndings: Set<String> = ["jpg", "jpeg", "jpe", "png", "webp"]
  private static let endings: Set<String> = [
    // Pictures and drawings.
    "gif", "avif", "avifs", "heic", "heics", "heif", "hif", "tif", "tiff", "bmp", "jp2", "j2k", "jxl", "jxr", "svg",
    "svgz", "psd", "psb", "xcf", "ai", "eps", "indd", "mpo", "exr", "hdr", "apng", "jfif", "pjpeg", "ico", "cur",
    // Raw pictures of cameras.
    "raw", "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "raf", "orf", "rw2", "rwl", "pef", "srw",
    "x3f",
    "3fr", "fff", "erf", "kdc", "dcr", "mrw", "mef", "mos", "iiq", "gpr", "insp", "lrv", "insv",
    // Films and sounds.
    "mp4", "mov", "qt", "m4v", "mkv", "webm", "avi", "ogv", "wmv", "asf", "mpg", "mpeg", "mts", "m2ts", "flv", "f4v",
    "vob", "mxf", "3gp", "3g2", "mp3", "m4a", "m4b", "ogg", "oga", "opus", "flac", "wav", "wma", "aac", "aif", "aiff",
    "amr", "caf", "ape", "wv",
    // Ways and places.
    "gpx", "kml", "kmz", "tcx", "fit", "nmea", "geojson", "gpkg", "shp",
    // Documents.
    "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "odg", "rtf", "hwp", "hwpx", "pages",
    "numbers", "key", "epub", "mobi", "vcf", "eml", "msg",
  ]
}

/// The orientation of a picture from its Exif data, and the least Exif data that says so.
enum ExifOrientation {
  /// Returns the orientation in Exif data, 2 to 8, from the TIFF header on. Nil if the picture needs no rotation.
  static func orientation(of exif: ArraySlice<UInt8>) -> UInt8? {
    let bytes = Array(exif)
    guard bytes.count >= 14 else { return nil }
    let isLittle = bytes[0] == 0x49 && bytes[1] == 0x49
    guard isLittle || (bytes[0] == 0x4D && bytes[1] == 0x4D) else { return nil }
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start >= 0, start + count <= bytes.count else { return nil }
      let part = bytes[start..<start + count]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let table = number(4, 4), let count = number(table, 2) else { return nil }
    for index in 0..<min(count, 512) {
      let entry = table + 2 + index * 12
      guard number(entry, 2) == 0x0112 else { continue }
      guard let value = number(entry + 8, 2), (2...8).contains(value) else { return nil }
      return UInt8(value)
    }
    return nil
  }

  /// Returns Exif data that contains only an orientation: a TIFF header and a table with one entry.
  static func exif(saying orientation: UInt8) -> [UInt8] {
    [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0,
      0, 0,
    ]
  }
}
