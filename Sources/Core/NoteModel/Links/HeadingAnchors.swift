import ByteBasics
package import NoteSyntax

/// A heading of a page, as a table of contents lists it.
package struct PageHeading: Hashable, Sendable {
  /// 1 … 6.
  package let level: Int
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
  package static func slug(_ text: String) -> String { plainSlug(text) ?? anySlug(text) }

  /// Returns the anchor for the words of a heading in a link, in any case, width and normal form, with any spaces.
  package static func linkSlug(_ text: String) -> String {
    let folded = foldedName(text)
    return slug(folded.utf8.allSatisfy { $0 < 0x80 } ? folded : String(folded.map { $0.isWhitespace ? " " : $0 }))
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
          pending.count == 1 && (pending.lead == 0xEA && byte < 0xB0 || pending.lead == 0xED && byte > 0x9D)
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
        let isMark = [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
        if properties.isAlphabetic || properties.numericType != nil || isMark { slug.append(scalar) }
      }
    }
    return String(slug)
  }
}

/// The anchors of a note before its text changes and after: the same headings and blocks, perhaps by other names.
package struct AnchorChange: Sendable {
  private let before: NoteAnchors
  private let after: NoteAnchors
  /// The new positions of headings and blocks by the former ones; nil if no position changed.
  private var places: [NoteAnchors.Target: NoteAnchors.Target]?

  /// Compares two versions of a note. Nil if a heading or a block was added or removed.
  package init?(from before: NoteAnchors, to after: NoteAnchors) {
    guard before.headingCount == after.headingCount, before.blockCount == after.blockCount else { return nil }
    self.before = before
    self.after = after
  }

  /// Compares two versions between which headings and blocks may have been added, removed or put elsewhere: those of one name
  /// are the same, then headings with a line in common below them, and blocks of the same line.
  package init(matching former: Document, _ latter: Document) {
    (before, after) = (NoteAnchors(former), NoteAnchors(latter))
    var known: [NoteAnchors.Target: NoteAnchors.Target] = [:]
    func match(_ old: [String], _ new: [String], _ target: (Int) -> NoteAnchors.Target, _ isLike: (Int, Int) -> Bool) {
      let (ones, others) = (
        Dictionary(grouping: old.indices, by: { old[$0] }), Dictionary(grouping: new.indices, by: { new[$0] })
      )
      var right = Array(new.indices)
      func take(_ one: Int, _ other: Int) {
        known[target(one)] = target(other)
        right.removeAll { $0 == other }
      }
      for (name, places) in ones where places.count == others[name]?.count {
        zip(places, others[name] ?? []).forEach { take($0, $1) }
      }
      for one in old.indices where known[target(one)] == nil {
        if let other = right.first(where: { isLike(one, $0) }) { take(one, other) }
      }
    }
    let (old, new) = (before, after)
    let lines = (former.linesBelowHeadings, latter.linesBelowHeadings)
    match(
      (0..<old.headingCount).map { old.title(ofHeading: $0) }, (0..<new.headingCount).map { new.title(ofHeading: $0) },
      { .heading($0) },
      { one, other in lines.0[one] == lines.1[other] || !lines.0[one].isDisjoint(with: lines.1[other]) })
    let blocks = (former.linesOfBlocks, latter.linesOfBlocks)
    match(old.blockNames, new.blockNames, { .block($0) }, { blocks.0[$0] == blocks.1[$1] })
    places = known
  }

  /// Returns the positions of the headings and blocks that the note has no more.
  package var lost: [NoteAnchors.Target] {
    let all =
      (0..<before.headingCount).map { NoteAnchors.Target.heading($0) } + (0..<before.blockCount).map { .block($0) }
    return places.map { places in all.filter { places[$0] == nil } } ?? []
  }

  /// Returns the new place of an anchor. Nil if the heading or the block was removed.
  private func moved(_ place: NoteAnchors.Place) -> NoteAnchors.Place? {
    guard let places else { return place }
    if case .element = place.target { return place }
    guard let target = places[place.target] else { return nil }
    let path = place.path.compactMap { position -> Int? in
      if case .heading(let new)? = places[.heading(position)] { new } else { nil }
    }
    return NoteAnchors.Place(target: target, path: path.count == place.path.count ? path : [])
  }

  /// Returns true if a link with the same words has the same place of the note as target, or never had a target.
  package func keeps(_ fragment: String, isWiki: Bool) -> Bool {
    guard let place = before.place(of: fragment, isWiki: isWiki).flatMap(moved) else { return true }
    return after.place(of: fragment, isWiki: isWiki) == place
  }

  /// Returns true if `new` now leads to the place that `old` led to before.
  package func leads(_ new: String, whereLed old: String, isWiki: Bool) -> Bool {
    guard let place = before.place(of: old, isWiki: isWiki).flatMap(moved) else { return new == old }
    return after.place(of: new, isWiki: isWiki)?.target == place.target
  }

  /// Returns the fragments that can replace `fragment` in a link, unencoded, the most similar first.
  package func fragments(insteadOf fragment: String, isWiki: Bool) -> [String] {
    if let range = DendronRange(fragment),
      before.place(of: fragment, isWiki: isWiki) == before.place(of: range.start, isWiki: isWiki)
    {
      return fragments(insteadOf: range.start, isWiki: isWiki).map { $0 + range.rest }
    }
    guard let former = before.place(of: fragment, isWiki: isWiki), let place = moved(former) else { return [] }
    let parts = percentDecoded(fragment).split(separator: "#").map(String.init)
    let all: [String]
    switch place.target {
    case .element: all = []
    case .block(let position):
      let outer = parts.dropLast().map { $0 + "#" }.joined()
      all = [outer + "^" + after.name(ofBlock: position)]
    case .heading(let position):
      let same = place.path.isEmpty ? [] : [renamed(parts, former.path, place.path)]
      all = same + after.fragments(ofHeading: position, isWiki: isWiki)
    }
    return all.filter { leads($0, whereLed: fragment, isWiki: isWiki) }
  }

  /// Returns the path with the new names of its headings. Headings with unchanged names keep their spelling.
  private func renamed(_ parts: [String], _ former: [Int], _ latter: [Int]) -> String {
    zip(parts, zip(former, latter)).map { part, positions in
      before.title(ofHeading: positions.0) == after.title(ofHeading: positions.1) ? part : after.linkable(positions.1)
    }.joined(separator: "#")
  }
}

extension Document {
  /// The lines with words below each heading, up to the next one; each until the first place of a note that is named in it,
  /// which may be one of these very headings.
  fileprivate var linesBelowHeadings: [Set<ArraySlice<UInt8>>] {
    headings.indices.map { position in
      let start = headings[position].range.upperBound
      let end = position + 1 < headings.count ? headings[position + 1].range.lowerBound : source.bytes.count
      return Set(
        source.bytes[start..<max(start, end)].split(separator: ASCII.lineFeed).map { $0.prefix { $0 != ASCII.hash } }
          .filter { line in line.contains { ASCII.isAlphanumeric($0) || $0 >= 0x80 } })
    }
  }

  /// The words of each line with the name of a block, without that name.
  fileprivate var linesOfBlocks: [ArraySlice<UInt8>] {
    blockIdentifiers.map { block in
      let start = source.bytes[..<block.range.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
      return source.bytes[start..<block.range.lowerBound]
    }
  }
}
