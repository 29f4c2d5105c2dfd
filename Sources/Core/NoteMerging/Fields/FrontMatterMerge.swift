import ByteBasics
import NoteSyntax

/// Merges front matter field by field.
struct FrontMatterMerge {
  typealias Field = FrontMatterParts.Field

  let base: FrontMatterParts
  let ours: FrontMatterParts
  let theirs: FrontMatterParts
  let rules: MergeRules
  let form: ConflictStyle.Form
  let hasBase: Bool

  /// Merged front matter with its fences.
  struct Merged {
    var text = MergedText()
    /// The keys in conflict, as ours or theirs writes them.
    var conflicts: [String] = []
    /// The values that the fields must have when the result is read again; a key without a value must only be there.
    var expected: [(key: String, value: FrontMatterValue?)] = []
  }

  func merged() -> Merged {
    var result = Merged()
    let answers = answers()
    let surviving = Set(answers.filter { if case .removed = $0.value { false } else { true } }.keys)
    let order = OrderedUnion.merged(
      base: base.fields.map(\.key), ours: ours.fields.map(\.key), theirs: theirs.fields.map(\.key),
      surviving: surviving)
    let tail = trivia(base.tail, ours.tail, theirs.tail)
    guard let fences = fences(isNeeded: !order.isEmpty || !tail.isEmpty) else { return result }
    result.text.append(fences.opening)
    var orphans = orphans(of: answers)
    let newLeads = Set(ours.fields.filter { base[$0.key] == nil && theirs[$0.key] == nil }.map(\.lead))
    for key in order {
      result.text.append(lead(of: key, newLeads))
      if let comments = orphans.removeValue(forKey: key) { result.text.append(comments) }
      if let answer = answers[key] { append(answer, key, to: &result) }
    }
    for comments in orphans.values { result.text.append(comments) }
    result.text.append(tail)
    result.text.append(fences.closing)
    return result
  }

  private func answers() -> [String: FieldMerge.Answer] {
    var answers: [String: FieldMerge.Answer] = [:]
    for key in (base.fields + ours.fields + theirs.fields).map(\.key) where answers[key] == nil {
      answers[key] = FieldMerge(
        base: base[key], ours: ours[key], theirs: theirs[key], rules: rules, form: form, hasBase: hasBase
      ).answer()
    }
    return answers
  }

  private func append(_ answer: FieldMerge.Answer, _ key: String, to result: inout Merged) {
    let (mine, yours) = (ours[key], theirs[key])
    let sides = [mine, yours].compactMap(\.self)
    switch answer {
    case .removed: return
    case .taken(let lines):
      result.text.append(lines)
      result.expected.append((key, sides.first { $0.lines == lines }?.value))
      return
    case .made(let lines):
      result.text.append(lines)
      result.text.decided += sides.map(\.lines).flatMap(Self.split)
      result.expected.append((key, nil))
      return
    case .merged(let text):
      result.text.append(text)
      result.expected.append((key, nil))
      if text.isClean { return }
    case .conflict:
      result.text.append(
        ConflictingLines(base: base[key]?.lines ?? [], ours: mine?.lines ?? [], theirs: yours?.lines ?? []))
    }
    result.conflicts.append(sides.first?.name ?? key)
  }

  private static func split(_ lines: [UInt8]) -> [[UInt8]] {
    lines.split(separator: ASCII.lineFeed).map { $0 + [ASCII.lineFeed] }
  }

  // MARK: - Around the fields

  private func fences(isNeeded: Bool) -> FrontMatterParts.Fences? {
    let present = [ours, theirs].compactMap(\.fences)
    let isKept = (ours.fences == nil) == (base.fences == nil) ? theirs.fences != nil : ours.fences != nil
    guard isNeeded || (hasBase ? isKept : !present.isEmpty), let first = present.first else { return nil }
    guard let mine = ours.fences, let yours = theirs.fences else { return first }
    return FrontMatterParts.Fences(
      opening: mine.opening == base.fences?.opening ? yours.opening : mine.opening,
      closing: mine.closing == base.fences?.closing ? yours.closing : mine.closing)
  }

  /// Comments and blank lines before a field.
  ///
  /// - Parameter newLeads: The comments of fields that only our side has.
  private func lead(of key: String, _ newLeads: Set<[UInt8]>) -> [UInt8] {
    switch (ours[key], theirs[key]) {
    case (let mine?, let yours?): return trivia(base[key]?.lead ?? [], mine.lead, yours.lead)
    case (let mine?, nil): return mine.lead
    case (nil, let yours?):
      // Both sides put a field after the same comment: the comment occurs once in the result.
      return newLeads.contains(yours.lead) && base[key] == nil ? [] : yours.lead
    case (nil, nil): return []
    }
  }

  /// Returns the comments that a side added before a field that the other side removed, by the next field.
  private func orphans(of answers: [String: FieldMerge.Answer]) -> [String: [UInt8]] {
    var orphans: [String: [UInt8]] = [:]
    var next = ""
    for field in base.fields.reversed() {
      if answers[field.key].map(\.isKept) ?? false { next = field.key }
      guard case .removed? = answers[field.key], let left = ours[field.key] ?? theirs[field.key],
        left.lead != field.lead
      else { continue }
      let old = Set(Self.split(field.lead))
      let added = Self.split(left.lead).filter { !old.contains($0) }.flatMap(\.self)
      orphans[next, default: []].insert(contentsOf: added, at: 0)
    }
    return orphans
  }

  /// Merges the comments of both sides; if they differ, ours and the lines that theirs adds.
  private func trivia(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
    let merged = LineMerge.merge(base: base, ours: ours, theirs: theirs, form: .merge)
    if merged.isClean { return merged.written(in: ConflictStyle()).bytes }
    let known = Set(Self.split(ours) + Self.split(base))
    return ours + Self.split(theirs).filter { !known.contains($0) }.flatMap(\.self)
  }
}

extension FieldMerge.Answer {
  fileprivate var isKept: Bool { if case .removed = self { false } else { true } }
}
