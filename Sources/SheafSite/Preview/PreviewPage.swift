import ByteBasics
import NoteModel

/// What a browser is given for an address.
struct PreviewPage: Sendable {
  let bytes: [UInt8]
  let mediaType: String
  let status: Answer.Status
  /// Changes when the page does.
  let version: String

  init(_ file: SiteFile, status: Answer.Status) {
    let mediaType = MediaTypes.type(of: file.path)
    let version = String(ContentHash.of(file.bytes), radix: 36)
    let isPage = mediaType.hasPrefix("text/html")
    bytes = isPage ? PreviewScript.marked(file.bytes, version: version) : file.bytes
    self.mediaType = mediaType
    self.status = status
    self.version = version
  }

  private init(emptyWith status: Answer.Status) {
    bytes = []
    mediaType = MediaTypes.text
    self.status = status
    version = ""
  }

  static func empty(_ status: Answer.Status) -> PreviewPage { PreviewPage(emptyWith: status) }
}
