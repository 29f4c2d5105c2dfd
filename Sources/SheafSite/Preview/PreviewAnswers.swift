import ByteBasics
import Wording

/// The answers to requests. Nothing is ever changed by one.
struct PreviewAnswers: Sendable {
  let site: PreviewSite
  let gate: HostGate

  /// How long a browser is kept waiting for a change before it has to ask again.
  private static let patience = Swift.Duration.seconds(25)

  /// - Parameter request: nil for something that is not a request.
  func answer(to request: RequestHead?) async -> Answer {
    guard let request else { return words(.badRequest, Self.noAddress) }
    guard gate.admits(request.host) else { return words(.forbidden, Self.otherName) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return words(.methodNotAllowed, Self.onlyReading, ["Allow: GET, HEAD"])
    }
    guard let path = Self.path(request.path) else { return words(.badRequest, Self.noAddress) }
    var answer =
      "/" + path == PreviewScript.changesAddress
      ? await changes(request) : page(path, range: request.range)
    answer.sendsBody = request.method == "GET"
    return answer
  }

  private func changes(_ request: RequestHead) async -> Answer {
    guard let written = request.parameter("path"), let path = Self.path(percentDecoded(written)),
      let version = request.parameter("version")
    else { return words(.badRequest, Self.noAddress) }
    let changed = await site.changes(of: path, since: version, patience: Self.patience)
    // A page whose note has another name now goes on at its new address.
    let place = site.newPath(of: path).map { Array(Self.address(of: $0).utf8) }
    return Answer(
      status: changed ? .ok : .noContent, mediaType: MediaTypes.text,
      body: changed ? place ?? [] : [])
  }

  /// Of a page, as headers of HTTP have it.
  private static func address(of page: String) -> String {
    "/" + SiteAddress.ascii(SiteAddress.escaped(page))
  }

  /// The path in the site; nil for one that names nothing there.
  private static func path(_ written: String) -> String? {
    guard written.hasPrefix("/") else { return nil }
    var path = percentDecoded(String(written.dropFirst()))
    if path.isEmpty || path.hasSuffix("/") { path += "index.html" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { $0 != "." && $0 != ".." && !$0.isEmpty }
    return isPlain && !path.utf8.contains(0) ? path : nil
  }

  private func page(_ path: String, range: ByteRangeRequest?) -> Answer {
    let page = site.page(path)
    if page.status == .notFound, let place = site.newPath(of: path) {
      return words(
        .found, Self.movedPage, ["Location: " + Self.address(of: place)])
    }
    var further = page.status == .ok ? ["Accept-Ranges: bytes"] : []
    if page.mediaType == MediaTypes.unknown { further.append("Content-Disposition: attachment") }
    if let policy = page.policy { further.append("Content-Security-Policy: " + policy) }
    // A drawing that is opened by itself may hold scripts.
    if page.mediaType == MediaTypes.drawing {
      further.append(
        "Content-Security-Policy: sandbox; default-src 'none'; style-src 'unsafe-inline'")
    }
    guard let range, page.status == .ok else {
      return Answer(
        status: page.status, mediaType: page.mediaType, body: page.bytes, further: further)
    }
    let size = page.bytes.count
    guard let part = range.range(in: size) else {
      return Answer(
        status: .rangeNotSatisfiable, mediaType: MediaTypes.text, body: [],
        further: ["Content-Range: bytes */\(size)"])
    }
    let place = "Content-Range: bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
    return Answer(
      status: .partialContent, mediaType: page.mediaType, body: Array(page.bytes[part]),
      further: further + [place])
  }

  private func words(
    _ status: Answer.Status, _ message: Message, _ further: [String] = []
  ) -> Answer {
    let text = message.text(in: site.language) + "\n"
    return Answer(
      status: status, mediaType: MediaTypes.text, body: Array(text.utf8), further: further)
  }

  private static let otherName = Message(
    "The preview does not answer to this host name. Start it with “sheaf serve --host NAME” to allow the name.",
    ko: "허용하지 않은 호스트 이름입니다. “sheaf serve --host 이름”으로 허용할 수 있습니다.")
  private static let onlyReading = Message(
    "The preview is read-only.", ko: "미리보기는 읽기 전용입니다.")
  private static let movedPage = Message(
    "The note has another name now.", ko: "메모의 이름이 바뀌었습니다.")
  private static let noAddress = Message(
    "The preview has no page at this address.", ko: "미리보기에 없는 주소입니다.")
}
