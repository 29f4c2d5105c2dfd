/// What a browser gets.
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
  /// Further lines of the head.
  var further: [String] = []
  /// False tells only how long the body is.
  var sendsBody = true

  /// Kept nowhere, shown in no frame, taken for nothing else than it says.
  private static let always = [
    "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin", "Connection: close",
  ]

  var bytes: [UInt8] {
    let own = ["Content-Type: " + mediaType, "Content-Length: \(body.count)"]
    let lines = ["HTTP/1.1 " + status.rawValue] + Self.always + own + further
    let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
    return Array(head.utf8) + (sendsBody ? body : [])
  }
}
