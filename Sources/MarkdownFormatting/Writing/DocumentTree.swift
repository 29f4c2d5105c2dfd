import ByteBasics
package import NoteSyntax

/// A document to be written: what a note says, without how Markdown spells it.
package struct DocumentTree: Sendable, Hashable {
  /// The front matter, in order.
  package var fields: [Field]
  package var blocks: [Block]

  package init(fields: [Field] = [], blocks: [Block] = []) {
    self.fields = fields
    self.blocks = blocks
  }

  package struct Field: Sendable, Hashable {
    package let key: String
    package let value: FrontMatterEditor.FieldValue

    package init(_ key: String, _ value: FrontMatterEditor.FieldValue) {
      self.key = key
      self.value = value
    }
  }

  package indirect enum Block: Sendable, Hashable {
    /// Levels from 1 to 6.
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case list(List)
    /// `language` is after the fence.
    case code(String, language: String = "")
    case quote([Block])
    case table(Table)
    case thematicBreak
  }

  package struct List: Sendable, Hashable {
    /// The first number of an ordered list.
    package var start: Int?
    /// True for one without empty lines between its items; kept where the items allow it.
    package var isTight: Bool
    package var items: [Item]

    package init(start: Int? = nil, isTight: Bool = true, items: [Item]) {
      self.start = start
      self.isTight = isTight
      self.items = items
    }
  }

  package struct Item: Sendable, Hashable {
    /// Whether its box is ticked; nil for an item without a box.
    package var isChecked: Bool?
    package var blocks: [Block]

    package init(_ blocks: [Block], isChecked: Bool? = nil) {
      self.blocks = blocks
      self.isChecked = isChecked
    }
  }

  package struct Table: Sendable, Hashable {
    package enum Alignment: Sendable { case none, left, center, right }

    package var alignments: [Alignment]
    package var head: [[Inline]]
    package var rows: [[[Inline]]]

    package init(head: [[Inline]], rows: [[[Inline]]], alignments: [Alignment] = []) {
      self.head = head
      self.rows = rows
      self.alignments = head.indices.map { $0 < alignments.count ? alignments[$0] : .none }
    }
  }

  package indirect enum Inline: Sendable, Hashable {
    /// Means itself, whatever characters are in it; white space and line ends are one space.
    case text(String)
    /// Written as it is: `[[노트|이름]]`, `#tag`, `$x$`, `[due:: 2026-11-30]`.
    case verbatim(String)
    case emphasis([Inline])
    case strong([Inline])
    case deletion([Inline])
    case code(String)
    case link([Inline], to: String, title: String = "")
    case image(alt: String, from: String, title: String = "")
    /// A note at the foot of the document.
    case footnote([Inline])
    case lineBreak
  }
}

/// How much is done so that text is read as text.
struct TreeSpelling {
  /// The characters that get a backslash.
  let escapes: Set<UInt8>
  /// What is written with tags because its marks cannot say what they should.
  let tags: Tags

  enum Tags: CaseIterable {
    case none
    /// As in `**말(word)**을`.
    case emphasis
    /// Where one code is next to another.
    case emphasisAndCode
  }

  /// From the most readable to the safest: most text has no character that Markdown would take for one of its own.
  static let all: [TreeSpelling] = {
    let inner = Set("\\`*_[]<>&~!|".utf8)
    let punctuation = Set((UInt8(0x21)...0x7E).filter { ASCII.isPunctuation($0) })
    return [[], inner, punctuation].flatMap { escapes in
      Tags.allCases.map { TreeSpelling(escapes: escapes, tags: $0) }
    }
  }()
}
