import ByteBasics
import NoteMerging
import NoteSyntax

/// Looks at a merge from outside, with rules of its own that are as simple as they can be.
struct MergeJudge {
  private let made: MergeCase
  private let rules: MergeRules

  init(_ made: MergeCase, _ rules: MergeRules) {
    self.made = made
    self.rules = rules
  }

  func faults(of outcome: MergeOutcome) -> [String] {
    guard outcome.isClean else { return conflictFaults(outcome) }
    let lost = linesLost(in: outcome.bytes, withBase: true)
    let diagnostics = FrontMatter.read(outcome.bytes).diagnostics
    return (lost.isEmpty ? [] : ["lost \(lost)"])
      + (diagnostics.isEmpty ? [] : ["does not parse"]) + fieldFaults(outcome)
  }

  private func conflictFaults(_ outcome: MergeOutcome) -> [String] {
    let text = String(decoding: outcome.bytes, as: UTF8.self)
    return text.contains("<<<<<<< ours") && text.contains(">>>>>>> theirs") ? [] : ["no markers"]
  }

  // MARK: - Fields

  private typealias Values = [String: FrontMatterValue]

  private static func values(_ bytes: [UInt8]) -> Values {
    let entries = FrontMatter.read(bytes).frontMatter?.entries ?? []
    return Dictionary(entries.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  private func fieldFaults(_ outcome: MergeOutcome) -> [String] {
    let (base, ours, theirs) = (
      Self.values(made.base), Self.values(made.ours), Self.values(made.theirs)
    )
    let merged = Self.values(outcome.bytes)
    let keys = Set(base.keys).union(ours.keys).union(theirs.keys).union(merged.keys)
    return keys.sorted().compactMap { key in
      let (b, o, t) = (base[key], ours[key], theirs[key])
      let isRight: Bool
      if Self.isSame(o, t) || Self.isSame(t, b) {
        isRight = Self.isSame(merged[key], o)
      } else if Self.isSame(o, b) {
        isRight = Self.isSame(merged[key], t)
      } else {
        isRight = isRuled(key, b, o, t, merged[key])
      }
      return isRight ? nil : "\(key) is \(merged[key].map { "\($0)" } ?? "gone")"
    }
  }

  /// True if a value that both sides changed was merged by its rule.
  private func isRuled(
    _ key: String, _ base: FrontMatterValue?, _ ours: FrontMatterValue?,
    _ theirs: FrontMatterValue?, _ merged: FrontMatterValue?
  ) -> Bool {
    guard let ours, let theirs, let merged else { return false }
    if let mine = Self.items(ours), let yours = Self.items(theirs), let result = Self.items(merged) {
      let old = base.flatMap(Self.items) ?? []
      let wanted = mine.union(yours).filter {
        !old.contains($0) || mine.contains($0) && yours.contains($0)
      }
      return result == wanted
    }
    if case .scalar(let result) = merged, case .scalar(let one) = ours,
      case .scalar(let two) = theirs
    {
      if [one, two].allSatisfy({ $0.style == .literal }) {
        let old = Set(base.map(Self.lines) ?? [])
        return Set(Self.lines(ours) + Self.lines(theirs)).subtracting(old).isSubset(of: Self.lines(merged))
      }
      // All moments of the cases have one offset, so that texts are in the order of time but for days alone.
      let (low, high) = (min(one.text, two.text), max(one.text, two.text))
      let isSameDay = low.prefix(10) == high.prefix(10)
      if rules.later.contains(key) { return result.text == high || isSameDay }
      if rules.earlier.contains(key) { return result.text == low || isSameDay }
    }
    if case .map = merged { return true }
    return false
  }

  private static func lines(_ value: FrontMatterValue) -> [Substring] {
    guard case .scalar(let scalar) = value else { return [] }
    return scalar.text.split(separator: "\n")
  }

  private static func items(_ value: FrontMatterValue) -> Set<String>? {
    guard case .list(let list) = value else { return nil }
    return Set(list.map { "\($0)" }.map { $0.replacing(/style: .*/, with: "") })
  }

  /// The same fields, whichever side is ours; the same conflicts of fields.
  func isSymmetric(_ outcome: MergeOutcome, _ swapped: MergeOutcome?) -> Bool {
    guard let swapped else { return false }
    func fields(_ outcome: MergeOutcome) -> Set<String> {
      Set(
        outcome.conflicts.compactMap {
          if case .field(let name) = $0 { name } else { nil }
        })
    }
    guard fields(outcome) == fields(swapped) else { return false }
    guard outcome.isClean, swapped.isClean else { return true }
    let (one, two) = (Self.values(outcome.bytes), Self.values(swapped.bytes))
    return Set(one.keys) == Set(two.keys)
      && one.allSatisfy { Self.isSame($1, two[$0]) }
  }

  private static func isSame(_ one: FrontMatterValue?, _ two: FrontMatterValue?) -> Bool {
    guard let one, let two else { return one == two }
    if let left = items(one), let right = items(two) { return left == right }
    if case .scalar(let left) = one, case .scalar(let right) = two {
      if left.style == .literal {
        return Set(left.text.split(separator: "\n")) == Set(right.text.split(separator: "\n"))
      }
      return left.text == right.text
    }
    return one == two
  }

  // MARK: - Lines

  /// Lines that a side added, or that neither removed, and that the result does not have often enough.
  ///
  /// Of front matter only the comments count here: its values are compared as values. Of check boxes the texts and
  /// the ticks count by themselves.
  func linesLost(in result: [UInt8], withBase: Bool) -> [String] {
    let base = withBase ? Self.counts(made.base) : [:]
    let (ours, theirs) = (Self.counts(made.ours), Self.counts(made.theirs))
    let merged = Self.counts(result)
    return Set(base.keys).union(ours.keys).union(theirs.keys).filter { line in
      let (b, o, t) = (base[line] ?? 0, ours[line] ?? 0, theirs[line] ?? 0)
      let kept = max(0, b - max(0, b - o) - max(0, b - t))
      return merged[line] ?? 0 < kept + max(0, o - b, t - b) && !isExcused(line, merged)
    }
  }

  private static func counts(_ bytes: [UInt8]) -> [String: Int] {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = String(decoding: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self)
      .replacing("\r\n", with: "\n")
    let head = FrontMatter.read(Array(text.utf8)).frontMatter?.range.upperBound ?? 0
    let body = String(decoding: Array(text.utf8)[head...], as: UTF8.self)
    let comments = String(decoding: Array(text.utf8)[..<head], as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("#") }
    return (body.split(separator: "\n") + comments).reduce(into: [:]) {
      $0[String($1), default: 0] += 1
    }
  }

  /// A box whose text is there with another tick, or whose tick is there with another text; the next
  /// occurrence of a task that both sides finished.
  private func isExcused(_ line: String, _ merged: [String: Int]) -> Bool {
    guard let box = Self.box(line) else { return false }
    let others = merged.keys.compactMap(Self.box)
    if others.contains(where: { $0.text == box.text }) { return true }
    if box.text.contains("🔁"), !box.isTicked {
      return others.contains { Self.withoutDay($0.text) == Self.withoutDay(box.text) }
    }
    let isTickOfBase = Self.counts(made.base).keys.compactMap(Self.box).contains {
      $0.text == box.text
    }
    return isTickOfBase && others.contains { $0.isTicked == box.isTicked }
  }

  private static func withoutDay(_ text: String) -> Substring { text.prefix { $0 != "📅" } }

  private static func box(_ line: String) -> (isTicked: Bool, text: String)? {
    let content = line.drop { $0 == " " }
    guard content.hasPrefix("- ["), content.count > 5 else { return nil }
    let state = content.dropFirst(3).first ?? " "
    let text = content.dropFirst(6).split(separator: " ✅ ", maxSplits: 1).first ?? ""
    return (state != " ", String(text))
  }

  func shown(_ outcome: MergeOutcome) -> String {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    return
      "--base\n\(text(made.base))\n--ours\n\(text(made.ours))\n--theirs\n\(text(made.theirs))\n--merged\n\(text(outcome.bytes))"
  }
}
