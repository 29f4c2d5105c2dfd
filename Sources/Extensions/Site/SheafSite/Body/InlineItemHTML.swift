import ByteBasics
import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML

/// The HTML that replaces a token: links, embeds, tags, mathematics, check boxes.
///
/// Every text is escaped here; the tokens themselves came through the sanitiser as plain text.
struct InlineItemHTML {
  let surroundings: BodySurroundings
  let source: [UInt8]

  func append(_ item: BodySubstitution.Item, to html: inout [UInt8]) {
    switch item {
    case .mark(let mark): append(mark, item, to: &html)
    case .link(let link): append(link, to: &html)
    case .tag(let tag): append(tag, to: &html)
    case .blockIdentifier(let block):
      html.append(markup: "<span id=\"")
      html.append(escaping: PagePlace.identifier("^" + block.name))
      html.append(markup: "\"></span>")
    case .box(let box): append(box, to: &html)
    }
  }

  /// Bytes of a formula in running text that no telephone is too narrow for.
  private static let narrow = 32

  private func append(_ mark: InlineMark, _ item: BodySubstitution.Item, to html: inout [UInt8]) {
    switch mark.kind {
    case .mathematics(let isDisplay):
      let written = item.mathematics(in: source)
      let formula = Formula(written: written, isDisplay: isDisplay)
      if let markup = surroundings.mathML(formula) {
        let look = isDisplay ? " display" : formula.tex.utf8.count > Self.narrow ? " wide" : ""
        html.append(markup: "<span class=\"mathml\(look)\">")
        html += markup.utf8
        html.append(markup: "</span>")
        return
      }
      html.append(markup: isDisplay ? "<span class=\"math display\">" : "<span class=\"math\">")
      html.append(escaping: written)
      html.append(markup: "</span>")
    case .callout: html.append(escaping: item.text(in: source))
    default: html.append(escaping: item.plainText(in: source))
    }
  }

  private func append(_ tag: TagOccurrence, to html: inout [UInt8]) {
    guard let address = surroundings.tagAddress(tag.name) else {
      html.append(escaping: "#" + tag.name)
      return
    }
    html.append(markup: "<a class=\"tag\" href=\"")
    html.append(escaping: address)
    html.append(markup: "\">#")
    html.append(escaping: tag.name)
    html.append(markup: "</a>")
  }

  private func append(_ box: Checkbox, to html: inout [UInt8]) {
    html.append(markup: "<input type=\"checkbox\" disabled data-task=\"")
    html.append(escaping: box.state)
    html.append(markup: "\" aria-label=\"")
    html.append(escaping: surroundings.words.box(box.state))
    html.append(markup: "\">")
  }

  // MARK: - Links

  private func append(_ link: Link, to html: inout [UInt8]) {
    switch link.kind {
    case .embed: append(embed: link, to: &html)
    case .wiki: append(wiki: link, to: &html)
    case .telephone where !TelephoneRegion.isRead(link.destination, in: surroundings.telephoneRegions):
      html.append(escaping: BodySubstitution.Item.link(link).text(in: source))
    default:
      let written = BodySubstitution.Item.link(link).text(in: source)
      append(.address(link.address(written: written)), written, to: &html)
    }
  }

  /// Returns a wiki link in the form that the surroundings of the page resolve.
  static func place(of link: Link) -> BodyLink {
    BodyLink(
      form: link.kind == .embed ? .embed : .wiki, destination: link.destination,
      fragment: link.fragment, label: link.text)
  }

  private func append(wiki link: Link, to html: inout [UInt8]) {
    let place = surroundings.place(Self.place(of: link))
    switch (place, link.definition) {
    case (.swapped(let address), _): append(.address(address), link.destination, to: &html)
    case (.broken, let definition?) where LinkTarget.hasScheme(definition),
      (.hidden, let definition?) where LinkTarget.hasScheme(definition):
      append(.address(definition), link.shownText, to: &html)
    default: append(place, link.shownText, to: &html)
    }
  }

  private func append(_ place: BodyPlace, _ shown: String, to html: inout [UInt8]) {
    switch place {
    case .address(let address, _) where AddressPolicy.allows(address.utf8, as: .link):
      html.append(markup: "<a href=\"")
      html.append(escaping: String(decoding: WebAddressForm.valid(Array(address.utf8)), as: UTF8.self))
      html.append(markup: "\">")
      html.append(escaping: shown)
      html.append(markup: "</a>")
    case .hidden, .address: html.append(escaping: shown)
    case .broken, .asWritten, .swapped:
      html.append(markup: "<span class=\"broken\">")
      html.append(escaping: shown)
      html.append(markup: "</span>")
    }
  }

  private func append(embed link: Link, to html: inout [UInt8]) {
    let place = surroundings.place(Self.place(of: link))
    switch FileKind(link.destination) {
    case .picture:
      // `300` alone is a size, `words|300` is words and a size.
      let (words, size) = ImageTag.sized("|" + (link.text ?? ""))
      let alt = String(words.drop { $0 == "|" })
      let name = String(link.destination.split(separator: "/").last ?? "")
      html += ImageTag.html(place, written: link.destination, alt: alt.isEmpty ? name : alt, title: nil, size: size)
    case .audio: append(player: "audio", place, link, to: &html)
    case .video: append(player: "video", place, link, to: &html)
    case .pdf: append(document: place, link, to: &html)
    case .unshownPicture, .office, .other:
      if case .swapped(let address) = place {
        append(.address(address), link.destination, to: &html)
      } else {
        append(place, link.shownText, to: &html)
      }
    }
  }

  /// Appends a document in a frame, with a link for programs that show no frames.
  private func append(document place: BodyPlace, _ link: Link, to html: inout [UInt8]) {
    guard surroundings.loadsRemoteMedia, case .address(let address, _) = place,
      AddressPolicy.allows(address.utf8, as: .media)
    else { return append(place, link.shownText, to: &html) }
    html.append(markup: "<iframe class=\"pdf\" loading=\"lazy\" src=\"")
    html.append(escaping: address)
    html.append(markup: "\" title=\"")
    html.append(escaping: link.shownText)
    html.append(markup: "\"></iframe> ")
    append(.address(address), link.shownText, to: &html)
  }

  private func append(player: String, _ place: BodyPlace, _ link: Link, to html: inout [UInt8]) {
    guard surroundings.loadsRemoteMedia, case .address(let address, _) = place,
      AddressPolicy.allows(address.utf8, as: .media)
    else { return append(place, link.shownText, to: &html) }
    let (_, size) = ImageTag.sized("|" + (link.text ?? ""))
    html.append(markup: "<\(player) controls src=\"")
    html.append(escaping: address)
    html.append(markup: "\"")
    if player == "video", let size { html.append(markup: " width=\"\(size.width)\"") }
    html.append(markup: ">")
    html.append(markup: "</\(player)>")
  }
}

extension BodySubstitution.Item {
  /// An embed that may become the note it leads to.
  var embeddedNote: Link? {
    guard case .link(let link) = self, link.kind == .embed,
      case .other = FileKind(link.destination)
    else { return nil }
    return link
  }

  /// Returns the `{#id}` of a heading.
  func headingIdentifier(in source: [UInt8]) -> String? {
    guard case .mark(let mark) = self, mark.kind == .attributes else { return nil }
    return HeadingAttributes.identifier(in: text(in: source))
  }
}

/// The `==` that begin and end marked text without cutting through an element.
///
/// `==a **b== c**` would give elements that overlap; such delimiters are shown as text.
struct HighlightPairs {
  private var valid: Set<ByteRange> = []

  /// Creates the pairs of a text without marked text.
  init() {}

  init(in html: [UInt8], _ substitution: BodySubstitution) {
    var tokenizer = HTMLTokenizer(html)
    var depth = 0
    var lowest = 0
    var open: (range: ByteRange, depth: Int)?
    while let token = tokenizer.next() {
      switch token {
      case .start(let tag):
        if tag.element?.isVoid != true { depth += 1 }
        if tag.element?.endsParagraph == true { open = nil }
      case .end(let element):
        depth -= 1
        lowest = min(lowest, depth)
        if element?.endsParagraph == true { open = nil }
      case .text(let range):
        var index = range.lowerBound
        while let found = substitution.token(in: html, from: index, to: range.upperBound) {
          index = found.range.upperBound
          guard case .mark(let mark) = found.item else { continue }
          if mark.kind == .highlightStart {
            open = (mark.range, depth)
            lowest = depth
          } else if mark.kind == .highlightEnd, let start = open {
            open = nil
            guard start.depth == depth, lowest >= depth else { continue }
            valid.insert(start.range)
            valid.insert(mark.range)
          }
        }
      case .ignored: break
      }
    }
  }

  func contains(_ mark: InlineMark) -> Bool { valid.contains(mark.range) }
}
