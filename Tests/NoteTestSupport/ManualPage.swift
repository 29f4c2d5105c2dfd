import SheafCommands
package import Wording

/// A manual page as its readers take it: what they type from its literal blocks, and the heads of its lists.
package struct ManualPage {
  /// The part of a page after `.Sh` or `.Ss`.
  package struct Section {
    package let title: String
    /// The lines of its literal blocks, as they are shown.
    package fileprivate(set) var typed: [String] = []
    /// The words that its lists quote: `.It Ql today , tomorrow` has two.
    package fileprivate(set) var quoted: [String] = []
  }

  package let sections: [Section]

  /// - Parameter name: `sheaf-dates.7`.
  package init?(_ name: String, in language: Language = .english) {
    let text = Program.$running.withValue(CommandSession.program) { ManualPages.text(of: name, in: language) }
    guard let text else { return nil }
    var sections: [Section] = []
    var isLiteral = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") {
        sections.append(Section(title: Self.shown(line.dropFirst(4))))
      } else if line.hasPrefix(".Bd ") || line == ".Ed" {
        isLiteral = line != ".Ed"
      } else if sections.isEmpty {
        continue
      } else if isLiteral {
        sections[sections.count - 1].typed.append(Self.shown(line))
      } else if line.hasPrefix(".It Ql ") {
        sections[sections.count - 1].quoted += line.dropFirst(7).split(separator: " , ").map(Self.shown)
      }
    }
    self.sections = sections
  }

  /// Every line to type, from top to bottom.
  package var typed: [String] { sections.flatMap(\.typed) }

  private static func shown(_ text: Substring) -> String {
    [("\\(lq", "“"), ("\\(rq", "”"), ("\\(dq", "\""), ("\\&", ""), ("\\-", "-"), ("\\e", "\\")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
