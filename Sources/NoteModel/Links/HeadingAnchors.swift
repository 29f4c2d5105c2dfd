/// A heading of a page, as a table of contents lists it.
package struct PageHeading: Hashable, Sendable {
  /// 1 … 6.
  package let level: Int
  /// Plain text.
  package let text: String
  /// Its anchor, without `#`.
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

  /// The anchor of the next heading: a second `Plan` is `plan-1`.
  package mutating func anchor(for text: String) -> String {
    let base = Self.slug(text)
    let count = uses[base, default: 0]
    uses[base] = count + 1
    guard count > 0 else { return base }
    let anchor = "\(base)-\(count)"
    uses[anchor, default: 0] += 1
    return anchor
  }

  /// Letters, digits, `-` and `_` in lower case, spaces as `-`: `할 일 (TODO)` is `할-일-todo`.
  package static func slug(_ text: String) -> String {
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
