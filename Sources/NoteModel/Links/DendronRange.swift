/// A part of a note as Dendron's embeds write it, from one heading to another: `aim,1:#*`, `aim:#risks`, `aim,2`.
///
/// The number leaves out lines after the heading; `*` is the next heading of its level.
struct DendronRange {
  /// The heading or `^block` with which the part begins.
  let start: String
  /// What follows it, as written.
  let rest: String

  /// True where it says with which heading the part ends.
  var hasEnd: Bool { rest.contains(":#") }

  /// - Returns: nil for a fragment that only names a heading or a block.
  init?(_ fragment: String) {
    var start = fragment[..<(fragment.firstRange(of: ":#")?.lowerBound ?? fragment.endIndex)]
    if let comma = start.lastIndex(of: ",") {
      let number = start[start.index(after: comma)...]
      if !number.isEmpty, number.utf8.allSatisfy({ $0 &- 0x30 < 10 }) { start = start[..<comma] }
    }
    guard !start.isEmpty, start.endIndex < fragment.endIndex else { return nil }
    self.start = String(start)
    rest = String(fragment[start.endIndex...])
  }
}
