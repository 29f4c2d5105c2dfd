package import ByteBasics

extension BodySubstitution.Item {
  package var range: ByteRange {
    switch self {
    case .mark(let mark): mark.range
    case .link(let link): link.range ?? ByteRange(0, 0)
    case .tag(let tag): tag.range
    case .blockIdentifier(let name): name.range
    case .box(let box): ByteRange(box.stateRange.lowerBound - 1, box.stateRange.upperBound + 1)
    }
  }

  /// What a reader of plain text sees, such as that of a heading.
  package func plainText(in source: [UInt8]) -> String {
    switch self {
    case .mark(let mark):
      switch mark.kind {
      case .mathematics: text(in: source)
      case .fieldStart(.line): ":"
      case .fieldStart(.brackets): String(text(in: source).dropFirst().dropLast())
      default: ""
      }
    case .link(let link) where link.kind == .wiki || link.kind == .embed: link.shownText
    case .link, .tag, .box: text(in: source)
    case .blockIdentifier: ""
    }
  }

  /// As it is written.
  package func text(in source: [UInt8]) -> String {
    String(decoding: source[range.indices], as: UTF8.self)
  }
}

extension Link {
  /// Of a wiki link: the words after the bar, else what it is to.
  package var shownText: String {
    text ?? destination + (fragment.map { "#" + $0 } ?? "")
  }
}

extension Link {
  /// Where an address in running text leads.
  package func address(written: String) -> String {
    let isMail = kind == .email && written.prefix(7).lowercased() != "mailto:"
    let isWeb = kind == .bareURL && written.prefix(4).lowercased() == "www."
    return (isMail ? "mailto:" : isWeb ? "http://" : "") + written
  }
}

extension BodySubstitution {
  /// What cmark does not know in a document, in order; what is inside a comment, a link or mathematics is left out.
  static func items(of document: Document) -> [Item] {
    items(
      links: document.links, tags: document.tags, blockIdentifiers: document.blockIdentifiers,
      marks: document.marks, checkboxes: document.checkboxes)
  }

  static func items(
    links: [Link], tags: [TagOccurrence], blockIdentifiers: [BlockIdentifier],
    marks: [InlineMark], checkboxes: [Checkbox]
  ) -> [Item] {
    var items: [Item] = marks.map { .mark($0) }
    var definitions: [ByteRange] = []
    for link in links {
      guard let range = link.range, !range.isEmpty else { continue }
      switch link.kind {
      case .wiki, .embed, .bareURL: items.append(.link(link))
      case .email where link.destinationRange == range: items.append(.link(link))
      case .definition: definitions.append(range)
      default: break
      }
    }
    items += tags.map { .tag($0) }
    items += blockIdentifiers.map { .blockIdentifier($0) }
    items += checkboxes.lazy.filter { ![" ", "x", "X"].contains($0.state) }.map { .box($0) }
    items.sort { $0.range < $1.range }
    guard !definitions.isEmpty else { return items }
    definitions.sort()
    var next = 0
    return items.filter { item in
      while next < definitions.count, definitions[next].upperBound <= item.range.lowerBound {
        next += 1
      }
      return next == definitions.count || definitions[next].lowerBound >= item.range.upperBound
    }
  }
}
