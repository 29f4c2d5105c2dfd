import ByteBasics
import NoteSyntax

/// Merges lists of scalars as sets: an item that one side added is in, an item that one side removed is out.
struct ListMerge {
  typealias Field = FrontMatterParts.Field

  let base: Field?
  let ours: Field
  let theirs: Field

  /// Returns the lines of the merged field. Nil if a side is not such a list, or contains an item twice.
  func merged() -> [UInt8]? {
    guard let mine = ScalarList(ours), let yours = ScalarList(theirs), mine.isList || yours.isList else { return nil }
    let old = base.flatMap { ScalarList($0) }
    // A base without such a list does not tell which items were removed.
    guard base == nil || old != nil else { return nil }
    let oldTexts = old?.texts ?? []
    let surviving = Self.surviving(base: oldTexts, ours: mine.texts, theirs: yours.texts)
    let order = OrderedUnion.merged(base: oldTexts, ours: mine.texts, theirs: yours.texts, surviving: surviving)
    // Ours gives the form, unless only theirs changed that.
    let takesTheirForm = !mine.isList || yours.isList && old?.form == mine.form
    let (form, other) = takesTheirForm && mine.form != yours.form ? (yours, mine) : (mine, yours)
    return form.written(order, with: other, base: old)
  }

  private static func surviving(base: [String], ours: [String], theirs: [String]) -> Set<String> {
    let (old, mine, yours) = (Set(base), Set(ours), Set(theirs))
    return mine.union(yours).filter { item in
      old.contains(item) ? mine.contains(item) && yours.contains(item) : true
    }
  }
}

/// A field whose value is a list of scalars, item by item as written.
struct ScalarList {
  enum Form: Equatable {
    /// `[a, b]`
    case flow
    /// `- a` on a line of its own
    case block
    /// A single text, or nothing.
    case none
  }

  struct Item {
    let text: String
    let style: FrontMatterValue.Scalar.Style
    /// The item for a list `[…]`: as written there, else as YAML writes the item.
    let flowText: [UInt8]
    /// The comments before an item of a block list, and its line; empty in other forms.
    let lead: [UInt8]
    let line: [UInt8]
  }

  let form: Form
  let items: [Item]
  private let field: FrontMatterParts.Field
  /// Indentation of the items of a block list.
  private let indent: [UInt8]

  var isList: Bool { form != .none }
  var texts: [String] { items.map(\.text) }

  /// - Returns: nil for other values, and if an item occurs twice.
  init?(_ field: FrontMatterParts.Field) {
    self.field = field
    switch field.value {
    case .scalar(let scalar):
      guard scalar.isNull || !scalar.text.contains(","), scalar.style != .literal,
        scalar.style != .folded
      else { return nil }
      form = .none
      indent = []
      items = scalar.isNull ? [] : [Item(scalar)]
    case .list(let values):
      let scalars = values.compactMap { value -> FrontMatterValue.Scalar? in
        if case .scalar(let scalar) = value { scalar } else { nil }
      }
      guard scalars.count == values.count, Set(scalars.map(\.text)).count == scalars.count else { return nil }
      if let line = FieldLine(field), line.value.first == ASCII.leftBracket {
        form = .flow
        indent = []
        items = scalars.map { Item($0) }
      } else {
        guard let block = BlockItems(field, scalars) else { return nil }
        form = .block
        indent = block.indent
        items = block.items
      }
    case .map: return nil
    }
  }

  /// Returns the field with other items, in the form of this one.
  ///
  /// - Parameters:
  ///   - order: The texts of the items.
  ///   - other: A list with the items that this one does not have.
  func written(_ order: [String], with other: ScalarList, base: ScalarList?) -> [UInt8]? {
    let mine = Dictionary(items.map { ($0.text, $0) }) { first, _ in first }
    let yours = Dictionary(other.items.map { ($0.text, $0) }) { first, _ in first }
    switch form {
    case .none: return nil
    case .flow:
      guard let line = FieldLine(field) else { return nil }
      let texts = order.compactMap { mine[$0]?.flowText ?? yours[$0]?.flowText }
      let list = [ASCII.leftBracket] + texts.joined(separator: Array(", ".utf8)) + [ASCII.rightBracket]
      return line.head + list + end(line, other, base)
    case .block:
      let old = Dictionary((base?.items ?? []).map { ($0.text, $0) }) { first, _ in first }
      let key = Array(field.lines.prefix { $0 != ASCII.lineFeed })
      guard !order.isEmpty else { return key.prefix { $0 != ASCII.hash } + Array(" []\n".utf8) }
      return key + [ASCII.lineFeed] + order.flatMap { line(of: $0, mine[$0], yours[$0], base: old[$0]) }
    }
  }

  /// Returns the comment that either side has after a flow list.
  private func end(_ line: FieldLine, _ other: ScalarList, _ base: ScalarList?) -> [UInt8] {
    guard let otherLine = FieldLine(other.field), other.form == form else { return line.end }
    let old = base.flatMap { FieldLine($0.field) }?.end
    let isOursBare = BlockBoundary.isBlank(line.end[...])
    return old == line.end || old == nil && isOursBare ? otherLine.end : line.end
  }

  /// Returns the lines of an item, from the side that changed the item.
  private func line(of text: String, _ mine: Item?, _ yours: Item?, base: Item?) -> [UInt8] {
    guard let mine else {
      guard let yours else { return [] }
      return yours.line.isEmpty
        ? indent + Array("- ".utf8) + yours.flowText + [ASCII.lineFeed]
        : yours.lead + indent + yours.line.drop { $0 == ASCII.space }
    }
    guard let yours, !yours.line.isEmpty, let base, mine.lead == base.lead, mine.line == base.line
    else { return mine.lead + mine.line }
    return yours.lead + yours.line
  }
}

extension ScalarList.Item {
  fileprivate init(_ scalar: FrontMatterValue.Scalar, lead: [UInt8] = [], line: [UInt8] = []) {
    text = scalar.text
    style = scalar.style
    flowText = Array(Self.flowText(scalar).utf8)
    self.lead = lead
    self.line = line
  }

  private static func flowText(_ scalar: FrontMatterValue.Scalar) -> String {
    switch scalar.style {
    case .doubleQuoted: return YAMLScalar.doubleQuoted(scalar.text)
    case .singleQuoted where !scalar.text.contains("'"): return "'" + scalar.text + "'"
    case .plain where !scalar.text.utf8.contains(where: { ",[]{}:?".utf8.contains($0) }): return scalar.text
    default: return YAMLScalar.doubleQuoted(scalar.text)
    }
  }
}

/// The lines of a block list, item by item.
private struct BlockItems {
  let indent: [UInt8]
  let items: [ScalarList.Item]

  init?(_ field: FrontMatterParts.Field, _ scalars: [FrontMatterValue.Scalar]) {
    let lines = field.lines.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).dropFirst().dropLast()
    var items: [ScalarList.Item] = []
    var lead: [UInt8] = []
    for line in lines {
      let content = line.drop { $0 == ASCII.space }
      if content.isEmpty || content.first == ASCII.hash {
        lead += line + [ASCII.lineFeed]
      } else if content.starts(with: Array("- ".utf8)), items.count < scalars.count {
        items.append(ScalarList.Item(scalars[items.count], lead: lead, line: line + [ASCII.lineFeed]))
        lead = []
      } else {
        return nil
      }
    }
    guard items.count == scalars.count, lead.isEmpty, let first = items.first else { return nil }
    indent = Array(first.line.prefix { $0 == ASCII.space })
    self.items = items
  }
}

/// Merges the order of things that have names: fields, items of a list.
enum OrderedUnion {
  /// Returns the surviving names in the order of ours; names that only theirs has go where theirs has them, after the
  /// same neighbour. If only theirs changed the order of the shared names, the order is theirs.
  static func merged<Name: Hashable>(base: [Name], ours: [Name], theirs: [Name], surviving: Set<Name>) -> [Name] {
    let shared = Set(base).intersection(ours).intersection(theirs)
    func order(_ names: [Name]) -> [Name] { names.filter(shared.contains) }
    let isReordered = order(ours) == order(base) && order(theirs) != order(base)
    return isReordered
      ? merged(theirs, adding: ours, surviving, keepingFirst: true)
      : merged(ours, adding: theirs, surviving, keepingFirst: false)
  }

  /// - Parameter keepingFirst: True if added items go before existing items at the same place.
  private static func merged<Name: Hashable>(
    _ skeleton: [Name], adding other: [Name], _ surviving: Set<Name>, keepingFirst: Bool
  ) -> [Name] {
    let (known, others) = (Set(skeleton), Set(other))
    // The names after each name of the skeleton; those of nil come before the first.
    var added: [Name?: [Name]] = [:]
    var neighbour: Name?
    for name in other {
      if known.contains(name) {
        neighbour = name
      } else if surviving.contains(name) {
        added[neighbour, default: []].append(name)
      }
    }
    var result: [Name] = []
    var waiting = added[nil] ?? []
    if keepingFirst { flush(&waiting, into: &result) }
    for name in skeleton {
      // Names that ours added at the same place go first.
      if others.contains(name) { flush(&waiting, into: &result) }
      if surviving.contains(name) { result.append(name) }
      waiting += added[name] ?? []
      if keepingFirst { flush(&waiting, into: &result) }
    }
    flush(&waiting, into: &result)
    return result
  }

  private static func flush<Name>(_ waiting: inout [Name], into result: inout [Name]) {
    result += waiting
    waiting = []
  }
}
