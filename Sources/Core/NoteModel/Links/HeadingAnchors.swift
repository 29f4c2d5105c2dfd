import ByteBasics

/// A heading of a page, as a table of contents lists it.
package struct PageHeading: Hashable, Sendable {
  /// 1 … 6.
  package let level: Int
  /// Plain text.
  package let text: String
  /// The name of its place in the page, without `#`.
  package let anchor: String

  package init(level: Int, text: String, anchor: String) {
    self.level = level
    self.text = text
    self.anchor = anchor
  }
}

/// Gives headings the anchors that GitHub gives them.
package struct HeadingAnchors {
  private var uses: [String: Int] = [:]

  package init() {}

  /// Returns the anchor of the next heading. A second `Plan` is `plan-1`.
  package mutating func anchor(for text: String) -> String {
    let base = Self.slug(text)
    var anchor = base
    // Another heading may have the next number by its own words.
    while uses[anchor] != nil {
      uses[base, default: 0] += 1
      anchor = "\(base)-\(uses[base, default: 0])"
    }
    uses[anchor] = 0
    return anchor
  }

  package func has(_ anchor: String) -> Bool { uses[anchor] != nil }

  /// Converts a text to an anchor: small letters, digits, `-`, `_`; spaces as `-`. `할 일 (TODO)` is `할-일-todo`.
  package static func slug(_ text: String) -> String {
    plainSlug(text) ?? anySlug(text)
  }

  /// Returns the anchor for the words of a heading in a link, in any case, width and normal form, with any spaces.
  package static func linkSlug(_ text: String) -> String {
    let folded = foldedName(text)
    return slug(
      folded.utf8.allSatisfy { $0 < 0x80 }
        ? folded : String(folded.map { $0.isWhitespace ? " " : $0 }))
  }

  /// Returns true for words that links of every form convert to the anchor that GitHub uses.
  package static func hasOneAnchor(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      byte >= 0x80 || ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    } && plainSlug(text) != nil
  }

  /// Returns the anchor of a text of ASCII and Hangul syllables, which need no table, or nil for any other text.
  private static func plainSlug(_ text: String) -> String? {
    var slug: [UInt8] = []
    slug.reserveCapacity(text.utf8.count)
    var pending: (lead: UInt8, count: Int) = (0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        slug.append(byte)
      case UInt8(ascii: " "): slug.append(UInt8(ascii: "-"))
      case ..<0x80: continue
      case 0x80..<0xC0:
        // U+AC00 … U+D7A3 are EA B0 80 … ED 9E A3.
        let isOutside =
          pending.count == 1
          && (pending.lead == 0xEA && byte < 0xB0 || pending.lead == 0xED && byte > 0x9D)
        if pending.count == 0 || isOutside { return nil }
        pending.count = (pending.count + 1) % 3
        slug.append(byte)
      case 0xEA...0xED:
        pending = (byte, 1)
        slug.append(byte)
      default: return nil
      }
    }
    return String(decoding: slug, as: UTF8.self)
  }

  private static func anySlug(_ text: String) -> String {
    var slug = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case " ": slug.append("-")
      case "-", "_", "a"..."z", "0"..."9": slug.append(scalar)
      default:
        guard scalar.value >= 0x80 else { continue }
        let properties = scalar.properties
        let isMark = [.nonspacingMark, .spacingMark, .enclosingMark].contains(
          properties.generalCategory)
        if properties.isAlphabetic || properties.numericType != nil || isMark {
          slug.append(scalar)
        }
      }
    }
    return String(slug)
  }
}

/// The anchors of a note before its text changes and after: the same headings and blocks, perhaps by other names.
package struct AnchorChange: Sendable {
  private let before: NoteAnchors
  private let after: NoteAnchors

  /// Compares two versions of a note. Nil if a heading or a block was added or removed.
  package init?(from before: NoteAnchors, to after: NoteAnchors) {
    guard before.headingCount == after.headingCount, before.blockCount == after.blockCount else {
      return nil
    }
    self.before = before
    self.after = after
  }

  /// Returns true if a link still leads to the same place of the note, by the same words, or never led to any.
  package func keeps(_ fragment: String, isWiki: Bool) -> Bool {
    guard let place = before.place(of: fragment, isWiki: isWiki) else { return true }
    return after.place(of: fragment, isWiki: isWiki) == place
  }

  /// Returns true if `new` now leads to the place that `old` led to before.
  package func leads(_ new: String, whereLed old: String, isWiki: Bool) -> Bool {
    guard let place = before.place(of: old, isWiki: isWiki) else { return new == old }
    return after.place(of: new, isWiki: isWiki)?.target == place.target
  }

  /// Returns the fragments that can replace `fragment` in a link, unencoded, the most similar first.
  package func fragments(insteadOf fragment: String, isWiki: Bool) -> [String] {
    if let range = DendronRange(fragment),
      before.place(of: fragment, isWiki: isWiki) == before.place(of: range.start, isWiki: isWiki)
    {
      return fragments(insteadOf: range.start, isWiki: isWiki).map { $0 + range.rest }
    }
    guard let place = before.place(of: fragment, isWiki: isWiki) else { return [] }
    let parts = percentDecoded(fragment).split(separator: "#").map(String.init)
    let all: [String]
    switch place.target {
    case .element: all = []
    case .block(let position):
      let outer = parts.dropLast().map { $0 + "#" }.joined()
      all = [outer + "^" + after.name(ofBlock: position)]
    case .heading(let position):
      let same = place.path.isEmpty ? [] : [renamed(parts, place.path)]
      all = same + after.fragments(ofHeading: position, isWiki: isWiki)
    }
    return all.filter { leads($0, whereLed: fragment, isWiki: isWiki) }
  }

  /// Returns the path with the new names of its headings. Headings with unchanged names keep their spelling.
  private func renamed(_ parts: [String], _ path: [Int]) -> String {
    zip(parts, path).map { part, position in
      before.title(ofHeading: position) == after.title(ofHeading: position)
        ? part : after.linkable(position)
    }.joined(separator: "#")
  }
}
