import ByteBasics

/// Files that do something when a browser shows them or a web server serves them.
package enum ActiveMarkup {
  /// Returns true for a file that may run a program in a browser or on a web server, or whose markup cannot be judged.
  ///
  /// - Parameters:
  ///   - bytes: A whole file.
  ///   - name: Its name; a server may go by it, a browser by the bytes.
  package static func isActive(_ bytes: [UInt8], named name: some StringProtocol) -> Bool {
    let endings = name.lowercased().split(separator: ".").dropFirst()
    let ending = endings.last.map(String.init) ?? ""
    // Some servers use any extension of a name to choose the type: `x.php.jpg`, `x.svg.gz`.
    if endings.contains(where: { opaqueEndings.contains(String($0)) || isRunByServers($0) }) { return true }
    let isMarkup = endings.contains { markupEndings.contains(String($0)) }
    if isMarkup, packedEndings.contains(ending) { return true }
    let first = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
    guard isMarkup || first == UInt8(ascii: "<") else { return false }
    // Other encodings would hide a script from this search: UTF-16 by zeros, ISO-2022 by escapes.
    if bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }) { return true }
    let text = CharacterReferences.decoded(bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }[...])
    if marks.contains(where: { ByteSearch(Array($0.utf8))?.place(in: text, from: 0) != nil }) { return true }
    let compact = text.filter { $0 > 0x20 }
    if ["javascript:", "vbscript:"].contains(where: { ByteSearch(Array($0.utf8))?.place(in: compact, from: 0) != nil })
    {
      return true
    }
    return hasHandler(text)
  }

  /// Returns true for the ending of a program, a template or a configuration of common web servers.
  private static func isRunByServers(_ ending: Substring) -> Bool {
    let program = ending.prefix { !$0.isNumber }
    return serverEndings.contains(String(program == "php" || program == "pht" ? program : ending))
  }

  private static let serverEndings: Set = [
    "php", "pht", "phtml", "phtm", "phar", "phps", "shtml", "shtm", "stm", "cgi", "fcgi", "jsp", "jspx", "jspf", "jsw",
    "jsv", "jhtml", "asp", "aspx", "ascx", "ashx", "asmx", "asax", "axd", "cshtml", "vbhtml", "cer", "asa", "cfm",
    "cfml", "cfc", "config", "htaccess", "htpasswd",
  ]
  private static let markupEndings: Set = ["html", "htm", "xhtml", "xht", "svg", "xml", "xsl", "xslt", "mathml"]
  private static let packedEndings: Set = ["gz", "z", "br", "zst", "xz", "bz2"]
  private static let opaqueEndings: Set = ["svgz", "mht", "mhtml", "swf", "hta", "htc"]
  private static let marks = [
    "<script", ":script", "<iframe", "<frame", "<object", "<embed", "<applet", "<foreignobject", ":foreignobject",
    "<portal", "http-equiv", "<base", "<!entity", "<!attlist", "<?xml-stylesheet", "<xsl:", "srcdoc",
  ]

  /// Returns true for an attribute such as ` onload=`, also after a slash or a quotation mark.
  private static func hasHandler(_ text: [UInt8]) -> Bool {
    var start = 0
    while let place = on?.place(in: text, from: start) {
      start = place + 2
      guard place > 0, text[place - 1] <= 0x20 || "/\"'".utf8.contains(text[place - 1]) else { continue }
      let name = text[start...].prefix(while: ASCII.isLetter)
      guard name.count >= 2 else { continue }
      if text[name.endIndex...].first(where: { $0 > 0x20 }) == ASCII.equals { return true }
    }
    return false
  }

  private static let on = ByteSearch(Array("on".utf8))
}
