import ByteBasics
import CivilCalendar
import NoteSyntax

struct FieldMerge {
  typealias Field = FrontMatterParts.Field

  /// The result for a field's lines.
  enum Answer {
    case removed
    /// The lines of one side, as they are.
    case taken([UInt8])
    /// Lines made of both sides' by a rule.
    case made([UInt8])
    case merged(MergedText)
    case conflict
  }

  let base: Field?
  let ours: Field?
  let theirs: Field?
  let rules: MergeRules
  let form: ConflictStyle.Form
  let hasBase: Bool

  func answer() -> Answer {
    if ours?.lines == theirs?.lines { return taken(ours) }
    if hasBase || base != nil {
      if ours?.lines == base?.lines { return taken(theirs) }
      if theirs?.lines == base?.lines { return taken(ours) }
    }
    guard let ours, let theirs else { return hasBase ? .conflict : taken(ours ?? theirs) }
    return byRule(ours, theirs) ?? asList(ours, theirs) ?? byParts(ours, theirs)
      ?? byKeys(ours, theirs) ?? inBraces(ours, theirs) ?? byLine(ours, theirs) ?? .conflict
  }

  private func taken(_ field: Field?) -> Answer { field.map { .taken($0.lines) } ?? .removed }

  // MARK: - Dates

  /// Merges `updated`, `created` and the day on which a task was closed: the earlier day of closing counts.
  private func byRule(_ ours: Field, _ theirs: Field) -> Answer? {
    let takesLater = rules.later.contains(ours.key)
    let takesEarlier = rules.earlier.contains(ours.key)
    // If only one side has changed a value, that value is used, whatever the other side did to the comment.
    let isOneSided = hasBase && (base?.value.means(ours.value) == true || base?.value.means(theirs.value) == true)
    guard !isOneSided, takesLater || takesEarlier, let mine = FieldDate(ours.value),
      let yours = FieldDate(theirs.value)
    else { return nil }
    let theirsIsLater = mine < yours
    let winner = theirsIsLater == takesLater ? theirs : ours
    guard winner.key == theirs.key, winner.lines == theirs.lines else {
      return mergedParts(ours, theirs, value: ours).map { .made($0) } ?? .made(ours.lines)
    }
    return mergedParts(ours, theirs, value: theirs).map { .made($0) } ?? .made(theirs.lines)
  }

  // MARK: - Lists

  private func asList(_ ours: Field, _ theirs: Field) -> Answer? {
    ListMerge(base: base, ours: ours, theirs: theirs).merged().map { .made($0) }
  }

  // MARK: - Key, value and comment of one line

  private func byParts(_ ours: Field, _ theirs: Field) -> Answer? {
    let value: Field
    if ours.value.means(theirs.value) || hasBase && base?.value.means(theirs.value) == true {
      value = ours
    } else if hasBase, base?.value.means(ours.value) == true {
      value = theirs
    } else {
      return nil
    }
    return mergedParts(ours, theirs, value: value).map { .made($0) }
  }

  /// Returns a line with the value of `value` and one side's changes around it. Nil if both sides changed the end.
  private func mergedParts(_ ours: Field, _ theirs: Field, value: Field) -> [UInt8]? {
    guard let mine = FieldLine(ours), let yours = FieldLine(theirs), let chosen = FieldLine(value) else { return nil }
    let old = base.flatMap { FieldLine($0) }
    // Of a value that is empty on one side, the space before it belongs to the value.
    let isEmpty = mine.value.isEmpty != yours.value.isEmpty
    let head = isEmpty ? chosen.head : old?.head == mine.head ? yours.head : mine.head
    let end: [UInt8]
    if mine.end == yours.end || old?.end == yours.end || BlockBoundary.isBlank(yours.end[...]) {
      end = mine.end
    } else if old?.end == mine.end || BlockBoundary.isBlank(mine.end[...]) {
      end = yours.end
    } else {
      return nil
    }
    return head + (value == ours ? chosen.value : quoted(theirs, like: ours) ?? chosen.value) + end
  }

  /// Returns the value of a field in the quotes of another. Nil if they cannot hold it or are the same.
  private func quoted(_ field: Field, like other: Field) -> [UInt8]? {
    guard case .scalar(let scalar) = field.value, case .scalar(let model) = other.value,
      scalar.style == .plain, !scalar.isNull, YAMLScalar.written(scalar.text) == scalar.text
    else { return nil }
    switch model.style {
    case .doubleQuoted: return Array(YAMLScalar.doubleQuoted(scalar.text).utf8)
    case .singleQuoted where !scalar.text.contains("'"): return Array("'\(scalar.text)'".utf8)
    default: return nil
    }
  }

  // MARK: - Values of several lines

  /// Merges nested fields, each like a field of the top level.
  private func byKeys(_ ours: Field, _ theirs: Field) -> Answer? {
    guard let mine = NestedFields(ours), let yours = NestedFields(theirs) else { return nil }
    let old = base.flatMap { NestedFields($0) }
    guard base == nil || old != nil else { return nil }
    let head = old?.head == mine.head ? yours.head : mine.head
    guard head == mine.head || head == yours.head,
      old?.head == mine.head || old?.head == yours.head || mine.head == yours.head
    else { return nil }
    let merged = FrontMatterMerge(
      base: old?.parts ?? .none, ours: mine.parts, theirs: yours.parts, rules: MergeRules(),
      form: form, hasBase: hasBase
    ).merged()
    var text = MergedText()
    text.append(head)
    text.append(NestedFields.withoutFences(merged.text).indented(by: mine.indent))
    return .merged(text)
  }

  /// Returns a map in braces, merged as if each pair had a line.
  private func inBraces(_ ours: Field, _ theirs: Field) -> Answer? {
    guard let mine = BracedFields(ours), let yours = BracedFields(theirs) else { return nil }
    let old = base.flatMap { BracedFields($0) }
    guard base == nil || old != nil else { return nil }
    let merged = FrontMatterMerge(
      base: old?.parts ?? .none, ours: mine.parts, theirs: yours.parts, rules: MergeRules(),
      form: form, hasBase: hasBase
    ).merged()
    guard merged.text.isClean else { return nil }
    let lines = NestedFields.withoutFences(merged.text).written(in: ConflictStyle()).bytes
    return .made(mine.head + BracedFields.joined(lines) + mine.end)
  }

  /// Merges block scalars and nested values by line; a clean result is parsed again before it is used.
  private func byLine(_ ours: Field, _ theirs: Field) -> Answer? {
    let isText = [ours, theirs].allSatisfy(\.isBlockText) && base?.isBlockText ?? true
    let isNested = [ours, theirs].allSatisfy(\.isNested) && base?.isNested == true
    guard isText || isNested else { return nil }
    let merged = LineMerge.merge(
      base: base?.lines ?? Self.firstLine(ours.lines), ours: ours.lines, theirs: theirs.lines,
      form: form, hasBase: base != nil)
    return merged.isClean || isText ? .merged(merged) : nil
  }

  private static func firstLine(_ lines: [UInt8]) -> [UInt8] {
    Array(lines.prefix { $0 != ASCII.lineFeed }) + [ASCII.lineFeed]
  }
}

extension FrontMatterValue {
  /// Returns true for the same value in other quotes or another spelling: `true` equals `True`, but differs from
  /// `"true"`. A date equals the date in quotes.
  fileprivate func means(_ other: FrontMatterValue) -> Bool {
    switch (self, other) {
    case (.scalar(let one), .scalar(let two)):
      if one.style == .plain, two.style == .plain, let word = one.word { return word == two.word }
      let isText = one.style == two.style || YAMLScalar.written(one.text) == one.text || CivilDate(iso: one.text) != nil
      return one.text == two.text && (isText || one.style != .plain && two.style != .plain)
    case (.list(let one), .list(let two)): return one.count == two.count && zip(one, two).allSatisfy { $0.means($1) }
    case (.map(let one), .map(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.key == $1.key && $0.value.means($1.value) }
    default: return false
    }
  }
}

extension FrontMatterValue.Scalar {
  /// The words of YAML that have several spellings.
  fileprivate var word: String? {
    if isNull { return "null" }
    return ["true", "True", "TRUE", "false", "False", "FALSE"].contains(text) ? text.lowercased() : nil
  }
}

/// The fields below a key, taken apart as if they were front matter by themselves.
private struct NestedFields {
  /// The line with the key.
  let head: [UInt8]
  let indent: [UInt8]
  let parts: FrontMatterParts

  fileprivate static let fence = Array("---\n".utf8)

  /// - Returns: nil for a value that is not a map of several lines.
  init?(_ field: FrontMatterParts.Field) {
    guard case .map = field.value, let end = field.lines.firstIndex(of: ASCII.lineFeed) else { return nil }
    head = Array(field.lines[...end])
    let lines = field.lines[(end + 1)...].split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first(where: { !BlockBoundary.isBlank($0) }) else { return nil }
    let indent = Array(first.prefix { $0 == ASCII.space })
    guard !indent.isEmpty,
      lines.allSatisfy({ $0.starts(with: indent) || BlockBoundary.isBlank($0) })
    else { return nil }
    let plain = lines.flatMap {
      ($0.starts(with: indent) ? $0.dropFirst(indent.count) : $0) + [ASCII.lineFeed]
    }
    guard let parts = FrontMatterParts(of: Self.fence + plain + Self.fence), !parts.fields.isEmpty else { return nil }
    self.indent = indent
    self.parts = parts
  }

  static func withoutFences(_ text: MergedText) -> MergedText {
    text.dropping(prefix: fence.count, suffix: fence.count)
  }
}

/// The pairs of `{a: 1, b: 2}`, taken apart as if each had a line of front matter.
private struct BracedFields {
  /// The text up to the opening brace.
  let head: [UInt8]
  /// The text from the closing brace on.
  let end: [UInt8]
  let parts: FrontMatterParts

  /// - Returns: nil unless the value is a map in braces on one line without quotes, brackets or comments.
  init?(_ field: FrontMatterParts.Field) {
    guard case .map(let pairs) = field.value, let open = field.lines.firstIndex(of: Self.open),
      let close = field.lines.lastIndex(of: Self.close), open < close,
      BlockBoundary.isBlank(field.lines[(close + 1)...])
    else { return nil }
    let inside = field.lines[(open + 1)..<close]
    guard !inside.contains(where: Array("{}[]\"'#\n".utf8).contains) else { return nil }
    let lines = inside.split(separator: ASCII.comma).flatMap {
      $0.drop { $0 == ASCII.space }.reversed().drop { $0 == ASCII.space }.reversed() + [ASCII.lineFeed]
    }
    guard let parts = FrontMatterParts(of: NestedFields.fence + lines + NestedFields.fence),
      parts.fields.count == pairs.count
    else { return nil }
    head = Array(field.lines[...open])
    end = Array(field.lines[close...])
    self.parts = parts
  }

  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")

  static func joined(_ lines: [UInt8]) -> [UInt8] {
    Array(lines.split(separator: ASCII.lineFeed).joined(separator: Array(", ".utf8)))
  }
}

extension FrontMatterParts.Field {
  /// True for `text: |` with the text below.
  fileprivate var isBlockText: Bool {
    guard case .scalar(let scalar) = value else { return false }
    return scalar.style == .literal || scalar.style == .folded
  }

  /// True for a mapping or list of more than one line.
  fileprivate var isNested: Bool {
    if case .scalar = value { return false }
    return lines.count { $0 == ASCII.lineFeed } > 1
  }
}

/// A field of one line: the key with its colon and spaces, the value, and the rest with comment and line end.
struct FieldLine {
  let head: [UInt8]
  let value: [UInt8]
  let end: [UInt8]

  /// - Returns: nil for a field of several lines, or one whose value is not located.
  init?(_ field: FrontMatterParts.Field) {
    guard let range = field.valueRange, range.upperBound <= field.lines.count,
      field.lines.count(where: { $0 == ASCII.lineFeed }) == 1
    else { return nil }
    head = Array(field.lines[..<range.lowerBound])
    value = Array(field.lines[range])
    end = Array(field.lines[range.upperBound...])
  }
}

/// A date of front matter that can be compared with another.
struct FieldDate: Comparable {
  private let seconds: Int
  /// A day without a time is less exact than a moment of it.
  private let day: Int
  private let isMoment: Bool
  private let text: String

  /// - Returns: nil for a value that is no date.
  init?(_ value: FrontMatterValue) {
    guard case .scalar(let scalar) = value, let date = CivilDate(iso: scalar.text) else { return nil }
    text = scalar.text
    day = date.day.daysSinceEpoch
    switch date {
    case .day(let day):
      seconds = day.daysSinceEpoch * 86_400
      isMoment = false
    case .moment(let moment):
      seconds = moment.secondsSinceEpoch()
      isMoment = true
    }
  }

  /// Orders dates by time. Two texts for one moment have a fixed order, so that both machines choose alike.
  static func < (left: FieldDate, right: FieldDate) -> Bool {
    if left.isMoment != right.isMoment { return (left.day, left.text) < (right.day, right.text) }
    return (left.seconds, left.text) < (right.seconds, right.text)
  }

  static func == (left: FieldDate, right: FieldDate) -> Bool { left.text == right.text }
}
