/// The script of a page that is shown while its notes are being written.
package enum PreviewScript {
  /// Answers with status 200 as soon as the page at `path` is no longer `version`, else, after a while, with 204.
  package static let changesAddress = "/-/changes"

  /// Where the page says which version it is.
  private static let metaName = "sheaf-version"

  /// The page with its version in its head.
  package static func marked(_ page: [UInt8], version: String) -> [UInt8] {
    let end = Array("</head>".utf8)
    guard
      let place = page.indices.first(where: { page[$0] == end[0] && page[$0...].starts(with: end) })
    else { return page }
    let meta = "<meta name=\"\(metaName)\" content=\"\(version)\">\n"
    return page[..<place] + Array(meta.utf8) + page[place...]
  }
}
