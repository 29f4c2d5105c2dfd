/// The script of a page that is shown while its notes are being written.
package enum PreviewScript {
  /// Answers with status 200 as soon as the page at `path` is no longer `version`, else, after a while, with 204.
  package static let changesAddress = "/-/changes"

  /// Where the page says which version it is.
  private static let metaName = "sheaf-version"

  /// Waits for the server to say that the page has changed, and loads it anew. A server that is gone is asked
  /// again every second.
  static let text = """

    (function(){function wait(page,version){
    fetch('\(changesAddress)?path='+encodeURIComponent(page)+'&version='+version).then(function(answer){
    if(answer.status===200)location.reload();else if(answer.status===204)wait(page,version)},
    function(){setTimeout(wait,1000,page,version)})}
    document.addEventListener('DOMContentLoaded',function(){
    var meta=document.querySelector('meta[name="\(metaName)"]');
    if(meta)wait(location.pathname,meta.content)})})();
    """

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
