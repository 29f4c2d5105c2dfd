import ByteBasics
import NoteModel
import SafeHTML

enum BookText {
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in withoutCharactersForeignToXML(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
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

/// HTML as XML: every element closed, every attribute with a value.
enum XHTMLWriter {
  private static let void: Set<String> = [
    "area", "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr",
  ]

  static func text(of nodes: [HTMLNode]) -> String { nodes.map(text).joined() }

  private static func text(_ node: HTMLNode) -> String {
    guard case .element(let element) = node else { return BookText.escaped(node.text) }
    guard isName(element.name) else { return text(of: element.children) }
    let attributes = element.attributes.filter { isName($0.key) }.sorted { $0.key < $1.key }.map {
      " \($0.key)=\"\(BookText.escaped($0.value.isEmpty && flags.contains($0.key) ? $0.key : $0.value))\""
    }.joined()
    if void.contains(element.name) { return "<\(element.name)\(attributes)/>" }
    return "<\(element.name)\(attributes)>" + text(of: element.children) + "</\(element.name)>"
  }

  private static let flags: Set<String> = [
    "checked", "controls", "disabled", "loop", "muted", "open", "reversed",
  ]

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (first | 0x20) &- 0x61 < 26 else { return false }
    return name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
  }
}

/// The anchors of notes in one page, by their paths.
struct NoteAnchorTable {
  private var anchors: [NotePath: String] = [:]

  /// The texts of notes have places of their own in the page: no note's anchor begins as one of these does.
  init(_ contents: [(path: NotePath, title: String)]) {
    var taken = HeadingAnchors()
    for (path, title) in contents {
      let anchor = taken.anchor(for: HeadingAnchors.slug(title).isEmpty ? "note" : title)
      let isPlace = [PagePlace.prefix, Self.placePrefix].contains { anchor.hasPrefix($0) }
      anchors[path] = isPlace ? Self.placePrefix + "title-" + anchor : anchor
    }
  }

  subscript(path: NotePath) -> String? { anchors[path] }

  private static let placePrefix = "sheaf-"

  /// Returns the beginning of the names that the places of one note get.
  static func placePrefix(ofNote number: Int) -> String { "\(placePrefix)\(number)-" }
}
