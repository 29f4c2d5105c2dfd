import ByteBasics

/// How a destination becomes the bytes of a file.
extension LinkDestinationStyle {
  /// The bytes of a destination in the file.
  ///
  /// - Returns: nil where this style cannot write it.
  package func encoded(_ destination: String) -> String? {
    switch encoding {
    case .plain:
      let hasMeaning = destination.utf8.contains { "[]|#^\n".utf8.contains($0) }
      return hasMeaning ? nil : destination
    case .angle(let escapesUnicode):
      return percentEncoded(destination, Self.angleSigns, escapesUnicode: escapesUnicode)
    case .bare(let escapesUnicode):
      return percentEncoded(destination, Self.bareSigns, escapesUnicode: escapesUnicode)
    }
  }

  /// The bytes of what follows `#`: `Plan#Aim`, `^block`, an anchor.
  ///
  /// - Returns: nil where this style cannot write it.
  package func encodedFragment(_ fragment: String) -> String? {
    switch encoding {
    case .plain: return fragment.utf8.contains { "[]|\n".utf8.contains($0) } ? nil : fragment
    case .angle, .bare:
      let parts = fragment.split(separator: "#", omittingEmptySubsequences: false)
      let encodedParts = parts.compactMap { encoded(String($0)) }
      return encodedParts.count == parts.count ? encodedParts.joined(separator: "#") : nil
    }
  }

  private static let angleSigns = "%#?<>\\|"
  private static let bareSigns = angleSigns + " ()&\""

  /// A destination as a new Markdown link writes it: `a%20b.md`.
  package static func markdown(_ destination: String) -> String {
    percentEncoded(destination, bareSigns, escapesUnicode: false)
  }
}
