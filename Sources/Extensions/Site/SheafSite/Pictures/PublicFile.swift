import ByteBasics
import NoteModel
import SafeHTML

/// A file that a public note uses, as its readers get it: the one gate to a site, a digest, a feed, a preview, a book and
/// a shared note.
enum PublicFile {
  case bytes([UInt8])
  case heldBack(HeldBackReason)

  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Its place.
  ///   - rules: Decide who the readers are.
  init(_ bytes: [UInt8], at path: NotePath, _ rules: PublicationRules) {
    let name = path.fileName
    if let reason = rules.reason(ofFile: path) ?? rules.reason(ofFile: path, bytes), !rules.shows(despite: reason) {
      self = .heldBack(reason)
    } else if ActiveMarkup.isActive(bytes, named: name) {
      self = .heldBack(.activeContent)
    } else if let clean = CleanPicture.published(bytes, name: String(name)) {
      self = .bytes(clean)
    } else {
      self = .heldBack(.unreadablePicture)
    }
  }

  var published: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  var reason: HeldBackReason? { if case .heldBack(let reason) = self { reason } else { nil } }

  /// Returns the address of a picture inside a note, such as `data:image/png;base64,…`, without metadata. Nil for a
  /// picture that cannot be cleaned.
  static func address(written address: String) -> String? {
    guard address.drop(while: \.isWhitespace).prefix(5).lowercased() == "data:" else { return address }
    let parts = address.split(separator: ",", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased().hasSuffix(";base64"),
      let bytes = Base64.bytes(percentDecoded(String(parts[1])).utf8),
      let clean = CleanPicture.published(bytes, name: ""), let picture = PictureFile(clean)
    else { return nil }
    return PictureFile.dataAddress(clean, mediaType: picture.mediaType)
  }
}
