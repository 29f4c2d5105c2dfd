import ByteBasics

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
