import ByteBasics

/// A formula as a note has it, without its delimiters. The lines end in LF, also if the note has other line ends.
package struct Formula: Hashable, Sendable {
  package let tex: String
  /// True for a formula on separate lines.
  package let isDisplay: Bool

  package init(tex: String, isDisplay: Bool) {
    let rest = tex.textLines.joined(separator: "\n").drop { $0.isWhitespace }
    self.tex = String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
    self.isDisplay = isDisplay
  }

  /// - Parameter written: `$…$` or `$$…$$`.
  package init(written: String, isDisplay: Bool) {
    let width = isDisplay ? 2 : 1
    self.init(tex: String(written.dropFirst(width).dropLast(width)), isDisplay: isDisplay)
  }
}

/// The answer of a converter for a formula.
package enum FormulaAnswer: Hashable, Sendable {
  case markup(String)
  /// The formula itself is the reason.
  case unreadable
  /// The converter did not run as it should: another time it may read the formula.
  case failed(reason: String)
}

/// The two steps of a formula check: finding the formulas of a note, and testing them.
package struct FormulaReading: Sendable {
  package let formulas: @Sendable (Note) -> [Formula]
  /// Returns the formulas of a set that cannot be rendered.
  package let unreadable: @Sendable (Set<Formula>) -> Set<Formula>

  package init(
    formulas: @escaping @Sendable (Note) -> [Formula], unreadable: @escaping @Sendable (Set<Formula>) -> Set<Formula>
  ) {
    self.formulas = formulas
    self.unreadable = unreadable
  }
}
