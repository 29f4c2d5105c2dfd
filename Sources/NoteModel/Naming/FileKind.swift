/// What kind of file one is, by the end of its name.
package enum FileKind: Sendable {
  case picture, audio, video, pdf
  /// A picture that no browser but one shows, of a telephone, a camera or a scanner.
  case unshownPicture
  /// A letter, table or presentation of an office program, or a book.
  case office
  /// A note, a program, a page, a setting.
  case other

  /// - Parameter name: A file's name or path.
  package init(_ name: some StringProtocol) {
    switch name.split(separator: ".").last?.lowercased() ?? "" {
    case "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp": self = .picture
    case "heic", "heif", "tif", "tiff", "jp2", "jxl", "psd", "dng", "cr2", "nef", "arw":
      self = .unshownPicture
    case "mp3", "wav", "m4a", "ogg", "oga", "opus", "flac", "3gp": self = .audio
    case "mp4", "webm", "ogv", "mov", "mkv", "m4v": self = .video
    case "pdf": self = .pdf
    case "doc", "docx", "odt", "rtf", "pages", "hwp", "hwpx", "xls", "xlsx", "ods", "numbers",
      "ppt", "pptx", "odp", "key", "epub":
      self = .office
    default: self = .other
    }
  }
}
