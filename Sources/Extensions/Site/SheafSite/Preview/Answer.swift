/// An HTTP response.
struct Answer: Sendable {
  enum Status: String, Sendable {
    case ok = "200 OK"
    case noContent = "204 No Content"
    case partialContent = "206 Partial Content"
    case found = "302 Found"
    case badRequest = "400 Bad Request"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case methodNotAllowed = "405 Method Not Allowed"
    case rangeNotSatisfiable = "416 Range Not Satisfiable"
    case mistake = "500 Internal Server Error"
  }

  let status: Status
  let mediaType: String
  let body: [UInt8]
  /// Further lines of the response's header.
  var further: [String] = []
  /// False tells only how long the body is.
  var sendsBody = true

  /// True for a file that a frame without an origin loads.
  var isForAnyOrigin = false

  /// Headers of every response: not stored, framed only by the site's own pages, and never taken for another type.
  private static let always = [
    "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    "X-Frame-Options: SAMEORIGIN", "Connection: close",
  ]

  var bytes: [UInt8] {
    let own = ["Content-Type: " + mediaType, "Content-Length: \(body.count)"]
    let readers = "Cross-Origin-Resource-Policy: " + (isForAnyOrigin ? "cross-origin" : "same-origin")
    let lines = ["HTTP/1.1 " + status.rawValue] + Self.always + [readers] + own + further
    let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
    return Array(head.utf8) + (sendsBody ? body : [])
  }
}

/// The type of a file for a browser, by its name.
///
/// A file of an unlisted type is saved, never shown: an attachment must not run as a page of the preview.
enum MediaTypes {
  static func type(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return unknown }
    let ending = name[name.index(after: dot)...].lowercased()
    // Pages and scripts are the site's own; one that lies among the attachments is a file like any other.
    if path.hasPrefix("files/"), active.contains(ending) { return unknown }
    return table[ending] ?? unknown
  }

  static let unknown = "application/octet-stream"
  static let text = "text/plain; charset=utf-8"
  static let drawing = "image/svg+xml"
  private static let active: Set<String> = ["html", "js", "css", "xml"]

  private static let table = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "json": "application/feed+json; charset=utf-8",
    "xml": "application/xml; charset=utf-8", "ics": "text/calendar; charset=utf-8",
    "txt": text, "pdf": "application/pdf", "png": "image/png",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "svg": drawing, "mp3": "audio/mpeg", "ogg": "audio/ogg",
    "wav": "audio/wav", "m4a": "audio/mp4", "mp4": "video/mp4", "webm": "video/webm",
    "woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf", "otf": "font/otf",
    "ico": "image/x-icon",
  ]
}
