/// Text and style of books.
enum BookText {
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML knows no other control characters.
      case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static let style = """
    body { margin: 0 auto; max-width: 42rem; padding: 1rem; line-height: 1.6; }
    nav ol { padding-left: 1.5rem; }
    pre { overflow-x: auto; padding: .75rem; border: 1px solid #8884; }
    blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid #8886; }
    table { border-collapse: collapse; } th, td { border: 1px solid #8886; padding: .25rem .6rem; }
    img { max-width: 100%; height: auto; }
    section { break-before: page; }
    """
}
