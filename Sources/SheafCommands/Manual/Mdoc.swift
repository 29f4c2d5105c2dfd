/// Writing of mdoc, the language of manual pages.
enum Mdoc {
  /// Text in which nothing is taken for a request or an escape.
  static func escaped(_ text: String) -> String {
    var result = text.replacing("\\", with: "\\e")
    if result.hasPrefix(".") || result.hasPrefix("'") { result = "\\&" + result }
    return result.replacing("“", with: "\\(lq").replacing("”", with: "\\(rq")
      .replacing("…", with: "...")
  }

  /// Text lines of at most 78 bytes; requests and literal displays stay as they are.
  static func wrapped(_ page: String) -> String {
    var isLiteral = false
    var lines: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Bd") { isLiteral = true }
      if line.hasPrefix(".Ed") { isLiteral = false }
      guard !isLiteral, !line.hasPrefix("."), line.utf8.count > 78 else {
        lines.append(String(line))
        continue
      }
      var current = ""
      for word in line.split(separator: " ") {
        if !current.isEmpty, current.utf8.count + 1 + word.utf8.count > 78 {
          lines.append(current)
          current = ""
        }
        // A dot at the beginning of a line would make it a request.
        current += current.isEmpty ? (word.hasPrefix(".") ? "\\&" : "") + word : " " + word
      }
      lines.append(current)
    }
    return lines.joined(separator: "\n")
  }

  /// A sentence a line, as mdoc wants it.
  static func paragraph(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      // A dot at the beginning of a line would make it a request.
      escaped(String(line)).replacing(". ", with: ".\n").replacing("\n.", with: "\n\\&.")
    }.joined(separator: "\n") + "\n"
  }

  /// What is after `.Nd`: no capital, no full stop.
  static func description(_ text: String) -> String {
    let trimmed = text.hasSuffix(".") ? String(text.dropLast()) : text
    return escaped(trimmed.prefix(1).lowercased() + trimmed.dropFirst())
  }

  /// Paragraphs, and examples after a line `Examples:`.
  static func discussion(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var result = ".Pp\n"
    var examples: [String] = []
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "Examples:" {
        isExample = true
      } else if isExample, !line.isEmpty, line.first == " " {
        examples.append(escaped(String(line.drop { $0 == " " })))
      } else if line.isEmpty {
        isExample = false
      } else {
        result += paragraph(String(line))
      }
    }
    if result == ".Pp\n" { result = "" }
    guard !examples.isEmpty else { return result }
    return result + ".Pp\nExamples:\n.Bd -literal -offset indent\n"
      + examples.joined(separator: "\n") + "\n.Ed\n"
  }

  /// The head of an option in a list.
  static func item(_ names: [String], value: String?) -> String {
    let flags = names.map { name in
      "Fl " + escaped(String(name.dropFirst()))
    }.joined(separator: " , ")
    return ".It " + flags + (value.map { " Ar " + escaped($0) } ?? "") + "\n"
  }
}
