import ByteBasics
import NoteSyntax
import RegularExpressions

/// A proof that replacements in a note's text change nothing but that text.
///
/// The tags of cmark's HTML stay as they were, with all code; so do the links, tags, labels, check boxes and fields;
/// a field of the front matter reads afterwards as its value with the same replacement.
struct ReplacementProof: HalvingProof {
  private let document: Document
  private let replacement: Replacement
  private let parts: Set<TextPart>
  private let meaning: Meaning
  private let parse: ([UInt8]) -> Document
  var effort = 64

  init(
    _ document: Document, _ replacement: Replacement, _ parts: Set<TextPart>, parse: @escaping ([UInt8]) -> Document
  ) {
    self.document = document
    self.replacement = replacement
    self.parts = parts
    self.parse = parse
    meaning = Meaning(document, parts)
  }

  func isProved(_ edits: [TextEdit]) -> Bool {
    guard let after = try? document.source.applying(edits) else { return false }
    let new = parse(after.bytes)
    return Meaning(new, parts) == meaning && keepsPlaces(new, edits) && keepsFields(new, edits)
  }

  /// Returns true if every block begins and ends at the same bytes as before.
  private func keepsPlaces(_ new: Document, _ edits: [TextEdit]) -> Bool {
    let ordered = edits.sorted { $0.range < $1.range }
    let ends = SortedOffsets(ordered.map(\.range.upperBound))
    var shifts = [0]
    for edit in ordered { shifts.append(shifts[shifts.count - 1] + edit.replacement.count - edit.range.count) }
    func moved(_ offset: Int) -> Int { offset + shifts[ends.last(upTo: offset).map { $0 + 1 } ?? 0] }
    return zip(document.blocks, new.blocks).allSatisfy { old, new in
      moved(old.range.lowerBound) == new.range.lowerBound && moved(old.range.upperBound) == new.range.upperBound
    }
  }

  private func keepsFields(_ new: Document, _ edits: [TextEdit]) -> Bool {
    guard let old = document.frontMatter else { return new.frontMatter == nil }
    guard let fields = new.frontMatter, old.entries.count == fields.entries.count,
      new.diagnostics.count == document.diagnostics.count
    else { return false }
    let matcher = PatternMatcher(replacement.pattern)
    return zip(old.entries, fields.entries).allSatisfy { before, after in
      guard before.key == after.key else { return false }
      let isChanged = edits.contains { before.valueRange?.contains($0.range) == true }
      return isChanged ? keeps(before.value, after.value, matcher) : before.value == after.value
    }
  }

  /// Returns true if each text is the old text, with or without the replacement.
  private func keeps(_ old: FrontMatterValue, _ new: FrontMatterValue, _ matcher: PatternMatcher) -> Bool {
    switch (old, new) {
    case (.scalar(let before), .scalar(let after)):
      if before == after { return true }
      let source = SourceBuffer(Array(before.text.utf8))
      guard before.style == after.style,
        let expected = try? source.applying(replacement.edits(in: source.bytes, matcher))
      else { return false }
      return expected.bytes == Array(after.text.utf8)
    case (.list(let before), .list(let after)):
      return before.count == after.count && zip(before, after).allSatisfy { keeps($0, $1, matcher) }
    case (.map(let before), .map(let after)):
      return before.map(\.key) == after.map(\.key)
        && zip(before, after).allSatisfy { keeps($0.value, $1.value, matcher) }
    default: return false
    }
  }
}

/// The meaning that no replacement may change.
private struct Meaning: Equatable {
  private struct LinkFacts: Equatable {
    let kind: Link.Kind
    let destination: String
    let fragment: String?
  }

  private let tags: [UInt8]
  private let blocks: [Block.Kind]
  private let links: [LinkFacts]
  private let names: [String]
  private let marks: [InlineMark.Kind]

  init(_ document: Document, _ parts: Set<TextPart>) {
    let body = document.source.bytes[document.body.indices]
    tags = Self.tags(of: MarkdownTree(parsing: body)?.html ?? [], keepsCode: !parts.contains(.code), parts)
    blocks = document.blocks.map(\.kind)
    links = document.links.map { link in
      parts.contains(.links)
        ? LinkFacts(kind: link.kind, destination: "", fragment: nil)
        : LinkFacts(kind: link.kind, destination: link.destination, fragment: link.fragment)
    }
    names =
      document.tags.map(\.name) + document.blockIdentifiers.map(\.name) + document.checkboxes.map(\.state)
      + document.fields.map(\.key)
    marks = document.marks.map { mark in
      if case .footnote = mark.kind { .footnote(text: ByteRange(0, 0)) } else { mark.kind }
    }
  }

  /// Returns the HTML without its text, other than code, and without descriptions of pictures.
  private static func tags(of html: [UInt8], keepsCode: Bool, _ parts: Set<TextPart>) -> [UInt8] {
    let (code, end, alt) = (Array("<code".utf8), Array("</code>".utf8), Array(" alt=\"".utf8))
    var tags: [UInt8] = []
    var offset = 0
    var isCode = false
    while offset < html.count {
      guard html[offset] == ASCII.less, let close = html[offset...].firstIndex(of: ASCII.greater) else {
        if isCode { tags.append(html[offset]) }
        offset += 1
        continue
      }
      let tag = html[offset...close]
      if keepsCode, tag.starts(with: code) { isCode = true }
      if tag.starts(with: end) { isCode = false }
      if parts.contains(.links) {
        tags += tag.prefix { $0 > ASCII.space }
      } else if let place = ByteSearch(alt)?.place(in: html, from: offset, to: close) {
        tags += html[offset..<place]
        let text = html[(place + alt.count)...close]
        tags += text.drop { $0 != UInt8(ascii: "\"") }
      } else {
        tags += tag
      }
      offset = close + 1
    }
    return tags
  }
}
