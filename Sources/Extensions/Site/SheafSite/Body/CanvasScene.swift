import ByteBasics
import NoteSyntax

/// The content of a canvas with its positions: cards, and the lines between them (JSON Canvas 1.0).
struct CanvasScene: Sendable {
  /// A rectangle in pixels. The origin can be anywhere.
  struct Frame: Sendable, Hashable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  enum Content: Sendable {
    case text(Document)
    /// A path from the root of the repository, and `#heading` or `#^block`.
    case file(path: String, subpath: String?)
    case link(String)
    case group(label: String, background: String?)
  }

  struct Card: Sendable {
    let frame: Frame
    /// `1` … `6`, or `#ff0000`.
    let color: String?
    let content: Content
  }

  enum Side: String, Sendable {
    case top, right, bottom, left
  }

  struct Edge: Sendable {
    /// The places of its cards.
    let from: Int
    let to: Int
    let fromSide: Side?
    let toSide: Side?
    let hasArrowAtStart: Bool
    let hasArrowAtEnd: Bool
    let color: String?
    let label: String?
  }

  /// The cards in the order in which they are drawn.
  private(set) var cards: [Card] = []
  private(set) var edges: [Edge] = []

  /// Cards and edges that say too little to be drawn are left out.
  ///
  /// - Throws: ``CanvasMistake`` if the canvas is too large, or not JSON.
  init(parsing bytes: [UInt8]) throws(CanvasMistake) {
    guard let value = try CanvasDocument.value(of: bytes) else { return }
    var places: [String: Int] = [:]
    if case .array(let nodes)? = value["nodes"] {
      for node in nodes {
        guard let card = Self.card(node) else { continue }
        if let name = node["id"]?.string?.text { places[name] = cards.count }
        cards.append(card)
      }
    }
    guard case .array(let lines)? = value["edges"] else { return }
    edges = lines.compactMap { Self.edge($0, places) }
  }

  private static func card(_ node: LocatedJSON) -> Card? {
    guard let content = content(node), let x = number(node["x"]), let y = number(node["y"]),
      let width = number(node["width"]), let height = number(node["height"]), width > 0, height > 0
    else { return nil }
    return Card(
      frame: Frame(x: x, y: y, width: width, height: height), color: node["color"]?.string?.text, content: content)
  }

  private static func content(_ node: LocatedJSON) -> Content? {
    func text(_ key: String) -> String? { node[key]?.string?.text }
    switch text("type") {
    // After one line feed nothing in it is front matter.
    case "text": return (node["text"]?.string).map { .text(Document(parsing: [ASCII.lineFeed] + $0.bytes)) }
    case "file": return text("file").map { .file(path: $0, subpath: text("subpath")) }
    case "link": return text("url").map { .link($0) }
    case "group": return .group(label: text("label")?.withoutComments ?? "", background: text("background"))
    default: return nil
    }
  }

  private static func edge(_ line: LocatedJSON, _ places: [String: Int]) -> Edge? {
    func text(_ key: String) -> String? { line[key]?.string?.text }
    guard let from = text("fromNode").flatMap({ places[$0] }), let to = text("toNode").flatMap({ places[$0] })
    else { return nil }
    return Edge(
      from: from, to: to, fromSide: text("fromSide").flatMap(Side.init), toSide: text("toSide").flatMap(Side.init),
      hasArrowAtStart: text("fromEnd") == "arrow", hasArrowAtEnd: text("toEnd") != "none",
      color: text("color"), label: text("label").map(\.withoutComments).flatMap { $0.isEmpty ? nil : $0 })
  }

  /// The largest coordinate: larger numbers are mistakes or attacks.
  private static let limit = 1_000_000

  private static func number(_ value: LocatedJSON?) -> Int? {
    switch value {
    case .word(.integer(let number))?: number.magnitude < limit ? number : nil
    case .word(.number(let number))?: number.magnitude < Double(limit) ? Int(number.rounded()) : nil
    default: nil
    }
  }
}
