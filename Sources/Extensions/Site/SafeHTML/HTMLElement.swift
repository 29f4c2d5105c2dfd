/// The HTML elements that a page may copy from a note, and the elements whose content is hidden.
package enum HTMLElement: String, CaseIterable, Sendable {
  case a, abbr, audio, b, bdi, bdo, blockquote, br, caption, cite, code, col, colgroup, dd, del
  case details, dfn, div, dl, dt, em, figcaption, figure, h1, h2, h3, h4, h5, h6, hr, i, img, input
  case ins, kbd, li, mark, ol, p, pre, q, rp, rt, ruby, s, samp, section, small, source, span
  case strong, sub, summary, sup, table, tbody, td, tfoot, th, thead, time, tr, u, ul, video, wbr
  /// Elements whose content is not HTML: a browser reads on to their end tag.
  case iframe, noembed, noframes, noscript, plaintext, script, style, template, textarea, title, xmp
  case `var`

  /// True for an element that is never part of a page, like the text inside.
  package var isRawText: Bool {
    switch self {
    case .iframe, .noembed, .noframes, .noscript, .plaintext, .script, .style, .template, .textarea, .title, .xmp: true
    default: false
    }
  }

  /// True for an element without content and without an end tag.
  package var isVoid: Bool {
    switch self {
    case .br, .col, .hr, .img, .input, .source, .wbr: true
    default: false
    }
  }

  /// True for an element that ends an open paragraph before it.
  package var endsParagraph: Bool {
    switch self {
    case .blockquote, .details, .div, .dl, .figcaption, .figure, .h1, .h2, .h3, .h4, .h5, .h6, .hr,
      .ol, .p, .pre, .section, .table, .ul:
      true
    default: false
    }
  }

  /// True for an element with words and no blocks inside. A link, and inserted or deleted text, can contain blocks.
  var holdsWordsOnly: Bool {
    switch self {
    case .abbr, .b, .bdi, .bdo, .cite, .code, .dfn, .em, .i, .kbd, .mark, .q, .s, .samp, .small, .span, .strong, .sub,
      .sup, .time, .u, .var:
      true
    default: false
    }
  }

  /// True for a block whose content is words.
  var isBlockOfWords: Bool { headingLevel != nil || [.dd, .dt, .figcaption, .li, .p, .td, .th].contains(self) }

  /// The elements, one of which must be open around this element; empty if it may occur anywhere.
  var requiredAncestors: [HTMLElement] {
    switch self {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: [.table]
    case .li: [.ul, .ol]
    case .dd, .dt: [.dl]
    case .figcaption: [.figure]
    case .rp, .rt: [.ruby]
    case .source: [.audio, .video]
    case .summary: [.details]
    default: []
    }
  }

  /// 1 … 6 for a heading.
  package var headingLevel: Int? {
    switch self {
    case .h1: 1
    case .h2: 2
    case .h3: 3
    case .h4: 4
    case .h5: 5
    case .h6: 6
    default: nil
    }
  }

  /// Looks up the element of a name in any case.
  package init?(name: ArraySlice<UInt8>) {
    guard let element = Self.names[name] else { return nil }
    self = element
  }

  private static let names = NameTable(allCases) { $0.rawValue }
}

/// The attributes that some element may keep.
package enum HTMLAttributeName: String, CaseIterable, Sendable {
  case align, alt, checked, cite, colspan, controls, datetime, dir, height, href, id, lang, loop
  case muted, name, open, poster, reversed, rowspan, scope, span, src, start, title, type, value
  case width
  case ariaLabel = "aria-label"
  /// The rest of a fence's line after its language.
  case dataMeta = "data-meta"
  case `class`

  package init?(name: ArraySlice<UInt8>) {
    guard let attribute = Self.names[name] else { return nil }
    self = attribute
  }

  private static let names = NameTable(allCases) { $0.rawValue }
}
