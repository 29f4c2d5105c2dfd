import ByteBasics
import NotePresentation
import NoteSyntax
import SafeHTML

/// Draws a canvas as an SVG with cards of HTML, at natural size in a part of the page that scrolls. The picture needs
/// neither a script nor a separate style.
struct CanvasHTML {
  /// The content of a card that shows a file of the repository.
  enum File {
    /// A note or another canvas that is on the site.
    case note(title: String, address: String, html: [UInt8])
    case picture(address: String)
    case attachment(name: String, address: String)
    /// A note that is not on the site; the card shows no fact about the note.
    case hidden
  }

  private let scene: CanvasScene
  private let words: BodyWords
  private let text: (Document) -> [UInt8]
  private let file: (_ path: String, _ subpath: String?) -> File
  private var html: [UInt8] = []
  /// The frames of the cards of hidden notes.
  private var hidden: Set<CanvasScene.Frame> = []
  private var cardNumber = 0

  /// - Parameters:
  ///   - text: The HTML of a card of Markdown.
  ///   - file: The content of a card that shows a file.
  init(
    _ scene: CanvasScene, words: BodyWords, text: @escaping (Document) -> [UInt8],
    file: @escaping (_ path: String, _ subpath: String?) -> File
  ) {
    self.scene = scene
    self.words = words
    self.text = text
    self.file = file
  }

  /// Draws the canvas. Screen readers call this part of the page `name`.
  mutating func drawn(as name: String) -> [UInt8] {
    guard let bounds = bounds else { return [] }
    html.append(
      markup: "<div class=\"canvas\" tabindex=\"0\" role=\"region\" aria-label=\"\(escapedAttribute(name))\">\n")
    html.append(
      markup:
        "<svg width=\"\(bounds.width)\" height=\"\(bounds.height)\" viewBox=\"\(bounds.x) \(bounds.y) \(bounds.width) \(bounds.height)\">\n"
    )
    for card in scene.cards where card.isGroup { draw(card) }
    for edge in scene.edges { draw(edge) }
    for card in scene.cards where !card.isGroup { draw(card) }
    for edge in scene.edges { addLabel(of: edge) }
    html.append(markup: "</svg>\n</div>\n")
    return html
  }

  private static let margin = 24

  private var bounds: CanvasScene.Frame? {
    let frames = scene.cards.map(\.frame)
    guard let left = frames.map(\.x).min(), let top = frames.map(\.y).min(),
      let right = frames.map({ $0.x + $0.width }).max(), let bottom = frames.map({ $0.y + $0.height }).max()
    else { return nil }
    // The label of a group is above it.
    let head = scene.cards.contains(where: \.isGroup) ? 32 : 0
    let margin = Self.margin
    return CanvasScene.Frame(
      x: left - margin, y: top - margin - head, width: right - left + 2 * margin,
      height: bottom - top + 2 * margin + head)
  }

  // MARK: Cards

  private mutating func draw(_ card: CanvasScene.Card) {
    let frame = card.frame
    let color = Self.paint(card.color).map { " stroke=\"\($0)\"" } ?? ""
    let kind = card.isGroup ? "group" : "card"
    html.append(
      markup:
        "<rect class=\"\(kind)\"\(color) x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(frame.height)\" rx=\"8\"></rect>\n"
    )
    switch card.content {
    case .text(let document): addBox(frame, scrolls: true) { $0.add($0.text(document)) }
    case .link(let address): addBox(frame) { $0.addLink(to: address) }
    case .file(let path, let subpath): addFile(path, subpath, in: frame)
    case .group(let label, let background): addGroup(label, background, in: frame)
    }
  }

  /// Adds a box to a card. Text that needs more room than the card can be scrolled, also by keyboard; the shown part of
  /// a note ends with the card, and links to the whole note.
  private mutating func addBox(
    _ frame: CanvasScene.Frame, scrolls: Bool = false, padding: Int = 12, _ fill: (inout CanvasHTML) -> Void
  ) {
    let (width, height) = (max(frame.width - 2 * padding, 1), max(frame.height - 2 * padding, 1))
    let focus = scrolls ? " tabindex=\"0\"" : ""
    html.append(
      markup:
        "<foreignObject x=\"\(frame.x + padding)\" y=\"\(frame.y + padding)\" width=\"\(width)\" height=\"\(height)\"><div class=\"text\" dir=\"auto\"\(focus)>"
    )
    fill(&self)
    html.append(markup: "</div></foreignObject>\n")
  }

  /// Adds the text of a card, whose anchors get new names, so that each anchor is unique in the page.
  private mutating func add(_ text: [UInt8], elsewhere: String = "") {
    cardNumber += 1
    html += PagePlace.renamed(text, prefix: "sheaf-card-\(cardNumber)-", elsewhere: elsewhere)
  }

  private mutating func addLink(to address: String) {
    guard AddressPolicy.allows(address.utf8, as: .link) else {
      html.append(escaping: address.withoutFiles)
      return
    }
    html.append(markup: "<p><a href=\"\(escapedAttribute(address))\">")
    html.append(escaping: address)
    html.append(markup: "</a></p>")
  }

  private mutating func addFile(_ path: String, _ subpath: String?, in frame: CanvasScene.Frame) {
    switch file(path, subpath) {
    case .note(let title, let address, let text):
      addBox(frame) { canvas in
        canvas.html.append(markup: "<p class=\"source\"><a href=\"\(escapedAttribute(address))\">")
        canvas.html.append(escaping: title)
        canvas.html.append(markup: "</a></p>")
        canvas.add(text, elsewhere: address)
      }
    case .picture(let address):
      let name = path.split(separator: "/").last.map(String.init) ?? path
      addBox(frame, padding: 1) { canvas in
        canvas.html.append(
          markup: "<img src=\"\(escapedAttribute(address))\" alt=\"\(escapedAttribute(name))\" loading=\"lazy\">")
      }
    case .attachment(let name, let address):
      addBox(frame) { canvas in
        canvas.html.append(markup: "<p><a href=\"\(escapedAttribute(address))\">")
        canvas.html.append(escaping: name)
        canvas.html.append(markup: "</a></p>")
      }
    case .hidden:
      hidden.insert(frame)
      addBox(frame) { $0.html.append(markup: "<p class=\"hidden\">\(escapedHTML($0.words.notPublished))</p>") }
    }
  }

  private mutating func addGroup(_ label: String, _ background: String?, in frame: CanvasScene.Frame) {
    if let background, case .picture(let address) = file(background, nil) {
      html.append(
        markup:
          "<image href=\"\(escapedAttribute(address))\" x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(frame.height)\" preserveAspectRatio=\"xMidYMid slice\"></image>\n"
      )
    }
    guard !label.isEmpty else { return }
    html.append(markup: "<text class=\"label\" x=\"\(frame.x + 4)\" y=\"\(frame.y - 8)\">")
    html.append(escaping: label.withoutFiles)
    html.append(markup: "</text>\n")
  }

  // MARK: Lines

  private typealias Point = (x: Int, y: Int)

  private func curve(of edge: CanvasScene.Edge) -> (start: Anchor, first: Point, second: Point, end: Anchor) {
    let (from, to) = (scene.cards[edge.from].frame, scene.cards[edge.to].frame)
    let start = Anchor(edge.fromSide ?? from.side(towards: to), of: from)
    let end = Anchor(edge.toSide ?? to.side(towards: from), of: to)
    let pull = max(40, min(200, (abs(start.x - end.x) + abs(start.y - end.y)) / 3))
    return (start, start.moved(by: pull), end.moved(by: pull), end)
  }

  private mutating func draw(_ edge: CanvasScene.Edge) {
    let (start, first, second, end) = curve(of: edge)
    let color = Self.paint(edge.color).map { " color=\"\($0)\"" } ?? ""
    html.append(
      markup:
        "<g class=\"edge\"\(color)><path d=\"M\(start.x) \(start.y)C\(first.x) \(first.y) \(second.x) \(second.y) \(end.x) \(end.y)\"></path>"
    )
    if edge.hasArrowAtEnd { html.append(markup: end.arrow) }
    if edge.hasArrowAtStart { html.append(markup: start.arrow) }
    html.append(markup: "</g>\n")
  }

  /// Adds the label of a line, unless both ends of the line are hidden notes.
  private mutating func addLabel(of edge: CanvasScene.Edge) {
    guard let label = edge.label,
      ![edge.from, edge.to].allSatisfy({ hidden.contains(scene.cards[$0].frame) })
    else { return }
    let (start, first, second, end) = curve(of: edge)
    // The middle of the curve.
    let x = (start.x + 3 * first.x + 3 * second.x + end.x) / 8
    let y = (start.y + 3 * first.y + 3 * second.y + end.y) / 8
    html.append(markup: "<text class=\"label\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">")
    html.append(escaping: label.withoutFiles)
    html.append(markup: "</text>\n")
  }

  /// The end of an edge at a card, and the direction away from the card.
  private struct Anchor {
    let x: Int
    let y: Int
    private let side: CanvasScene.Side

    init(_ side: CanvasScene.Side, of frame: CanvasScene.Frame) {
      self.side = side
      x = side == .left ? frame.x : side == .right ? frame.x + frame.width : frame.x + frame.width / 2
      y = side == .top ? frame.y : side == .bottom ? frame.y + frame.height : frame.y + frame.height / 2
    }

    private var direction: (x: Int, y: Int) {
      switch side {
      case .top: (0, -1)
      case .right: (1, 0)
      case .bottom: (0, 1)
      case .left: (-1, 0)
      }
    }

    func moved(by distance: Int) -> (x: Int, y: Int) {
      (x + direction.x * distance, y + direction.y * distance)
    }

    /// A tip that ends at the card.
    var arrow: String {
      let back = moved(by: 12)
      let (across, down) = (direction.y * 6, direction.x * 6)
      return
        "<path class=\"tip\" d=\"M\(x) \(y)L\(back.x + across) \(back.y + down)L\(back.x - across) \(back.y - down)Z\"></path>"
    }
  }

  // MARK: Colours

  /// The six colours that canvases name by numbers, of a medium lightness that is seen on light and on dark pages.
  private static let presets = [
    "1": "#e5484d", "2": "#d9730d", "3": "#b88a00", "4": "#2f9e58", "5": "#0f93a6", "6": "#8a63d2",
  ]

  /// Returns the paint of a card's colour. Nil for text that is not a colour.
  private static func paint(_ color: String?) -> String? {
    guard let color else { return nil }
    if let preset = presets[color] { return preset }
    let digits = color.dropFirst()
    let isHex = color.hasPrefix("#") && [3, 6].contains(digits.utf8.count) && digits.allSatisfy(\.isHexDigit)
    return isHex && color.utf8.count == digits.utf8.count + 1 ? color : nil
  }
}

extension CanvasScene.Card {
  fileprivate var isGroup: Bool { if case .group = content { true } else { false } }
}

extension CanvasScene.Frame {
  /// Returns the side from which a line to another card is shortest.
  fileprivate func side(towards other: CanvasScene.Frame) -> CanvasScene.Side {
    let across = (other.x + other.width / 2) - (x + width / 2)
    let down = (other.y + other.height / 2) - (y + height / 2)
    if abs(across) * (height + other.height) > abs(down) * (width + other.width) { return across > 0 ? .right : .left }
    return down > 0 ? .bottom : .top
  }
}
