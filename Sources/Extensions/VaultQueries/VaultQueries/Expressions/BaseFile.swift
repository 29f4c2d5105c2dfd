import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// A base of Obsidian, read: a file `.base` or a fence `base`.
struct BaseFile: Sendable {
  indirect enum Filter: Sendable {
    case all([Filter])
    case any([Filter])
    case none([Filter])
    case condition(Expression)
  }

  /// A field of a note or a file, or a formula, as views name it.
  struct Property: Sendable, Hashable {
    let name: String

    init(_ name: String) { self.name = name }

    var expression: Expression {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return .member(.name("note"), name) }
      switch parts[0] {
      case "note", "formula", "file": return .member(.name(parts[0]), parts[1])
      default: return .member(.name("note"), name)
      }
    }

    /// The label of a column that has no name of its own.
    var label: String {
      for prefix in ["note.", "formula."] where name.hasPrefix(prefix) { return String(name.dropFirst(prefix.count)) }
      return name == "file.name" ? "name" : name.replacing("file.", with: "file ")
    }
  }

  struct View: Sendable {
    enum Kind: String, CaseIterable, Sendable { case table, cards, list, map }

    let kind: Kind
    let name: String
    let filter: Filter?
    let columns: [Property]
    let sort: [(property: Property, isDescending: Bool)]
    let group: (property: Property, isDescending: Bool)?
    let limit: Int?
    /// The names of the summaries below columns.
    let summaries: [Property: String]
  }

  private(set) var filter: Filter?
  private(set) var formulas: [String: Expression] = [:]
  /// Formulas of the base's own over `values`, the values of a column.
  private(set) var summaries: [String: Expression] = [:]
  private(set) var labels: [Property: String] = [:]
  private(set) var views: [View] = []

  init(parsing text: String) throws(ExpressionMistake) {
    let bytes = Array("---\n\(text)\n---\n".utf8)
    let reading = FrontMatter.read(bytes)
    guard let entries = reading.frontMatter?.entries, !entries.isEmpty || trimmedSpaces(text).isEmpty,
      !reading.diagnostics.contains(where: { $0.severity == .error })
    else { throw ExpressionMistake(message: Message("The base is not readable YAML", ko: "베이스의 YAML을 읽을 수 없습니다")) }
    for entry in entries {
      switch entry.key {
      case "filters": filter = try Self.filter(entry.value)
      case "formulas":
        for pair in entry.value.pairs {
          formulas[pair.key] = try Self.expression(pair.value.scalar ?? "", in: pair.key)
        }
      case "summaries":
        for pair in entry.value.pairs {
          summaries[pair.key] = try Self.expression(pair.value.scalar ?? "", in: pair.key)
        }
      case "properties", "display":
        for pair in entry.value.pairs {
          if let label = pair.value.member("displayName") ?? pair.value.scalar { labels[Property(pair.key)] = label }
        }
      case "views": views = try entry.value.entries.map { value throws(ExpressionMistake) in try Self.view(value) }
      default: break
      }
    }
    if views.isEmpty {
      views = [
        View(
          kind: .table, name: "", filter: nil, columns: [Property("file.name")], sort: [], group: nil, limit: nil,
          summaries: [:])
      ]
    }
  }

  /// Returns the view of a name, or, without a name, the first view.
  func view(named name: String?) throws(ExpressionMistake) -> View {
    guard let name, !name.isEmpty else { return views[0] }
    guard let view = views.first(where: { $0.name == name }) else {
      throw ExpressionMistake(message: Message("The base has no view “\(name)”", ko: "베이스에 “\(name)” 보기가 없습니다"))
    }
    return view
  }

  /// Returns the name of the summary that a view has below a column. `note.price` and `price` are the same column.
  func summary(of property: Property, in view: View) -> String? {
    let prefix = "note."
    let plain = property.name.hasPrefix(prefix) ? String(property.name.dropFirst(prefix.count)) : property.name
    return [property, Property(plain), Property(prefix + plain)].lazy.compactMap { view.summaries[$0] }.first
  }

  /// The sentence instead of a map.
  static let mapIsNotDrawn = Message("A map is not drawn here; these are its notes.", ko: "지도는 그리지 않고 메모를 표로 보여 줍니다.")

  /// Messages about views that are shown in another way than the base says.
  var remarks: [Message] {
    guard views.contains(where: { $0.kind == .map }) else { return [] }
    return [Message("A view “map” is shown as a table", ko: "“map” 보기는 표로 보여 줍니다")]
  }

  func label(of property: Property) -> String {
    labels[property] ?? labels[Property("note." + property.name)] ?? property.label
  }

  // MARK: - Parts

  private static func filter(_ value: FrontMatterValue, depth: Int = 0) throws(ExpressionMistake) -> Filter {
    guard depth < 30 else { throw ExpressionParser.tooDeep }
    if let text = value.scalar { return .condition(try expression(text, in: "filters")) }
    var filters: [Filter] = []
    func parts(_ value: FrontMatterValue) throws(ExpressionMistake) -> [Filter] {
      var found: [Filter] = []
      for entry in value.entries { found.append(try filter(entry, depth: depth + 1)) }
      return found
    }
    for pair in value.pairs {
      switch pair.key {
      case "and": filters.append(.all(try parts(pair.value)))
      case "or": filters.append(.any(try parts(pair.value)))
      case "not": filters.append(.none(try parts(pair.value)))
      default:
        throw ExpressionMistake(
          message: Message(
            "Filters are joined by and, or, not; “\(pair.key)” is unknown", ko: "필터는 and, or, not으로 묶습니다: “\(pair.key)”"
          ))
      }
    }
    return filters.count == 1 ? filters[0] : .all(filters)
  }

  private static func expression(_ text: String, in place: String) throws(ExpressionMistake) -> Expression {
    do {
      return try ExpressionParser.parse(text, .bases)
    } catch {
      throw ExpressionMistake(
        message: Message("\(place): \(error.message.english)", ko: "\(place): \(error.message.korean)"))
    }
  }

  private static func view(_ value: FrontMatterValue) throws(ExpressionMistake) -> View {
    let type = value.member("type") ?? "table"
    guard let kind = View.Kind(rawValue: type) else {
      throw ExpressionMistake(
        message: Message(
          "The view “\(type)” is not supported; use table, cards, list or map (shown as a table)",
          ko: "“\(type)” 보기는 지원하지 않습니다(table, cards, list, 그리고 표로 보여 주는 map만 지원)"))
    }
    func orders(_ value: FrontMatterValue?) -> [(property: Property, isDescending: Bool)] {
      (value?.entries ?? []).compactMap { entry in
        let name = entry.scalar ?? entry.member("property") ?? entry.member("column")
        return name.map { (Property($0), entry.member("direction")?.uppercased() == "DESC") }
      }
    }
    let filter = try value.value("filters").map { value throws(ExpressionMistake) in try Self.filter(value) }
    let group = value.value("groupBy")
    return View(
      kind: kind, name: value.member("name") ?? "", filter: filter,
      columns: (value.value("order")?.entries ?? []).compactMap(\.scalar).map(Property.init),
      sort: orders(value.value("sort")),
      group: group.flatMap { $0.scalar.map { (Property($0), false) } ?? orders(.list([$0])).first },
      limit: value.member("limit").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil },
      summaries: Dictionary(
        (value.value("summaries")?.pairs ?? []).compactMap { pair in pair.value.scalar.map { (Property(pair.key), $0) }
        }, uniquingKeysWith: { first, _ in first }))
  }
}

extension FrontMatterValue {
  fileprivate var scalar: String? { if case .scalar(let scalar) = self, !scalar.isNull { scalar.text } else { nil } }
  fileprivate func member(_ key: String) -> String? { value(key)?.scalar }
}

extension BaseFile {
  /// Returns true if a row passes the filters. If an expression has no value, no row passes it.
  static func lets(_ names: ExpressionNames, through filter: Filter?, _ run: ExpressionRun) throws -> Bool {
    switch filter {
    case nil: true
    case .condition(let condition)?:
      try {
        do {
          return try run.value(of: condition, names).isTrue
        } catch let failure as QueryFailure where !failure.isFinal {
          return false
        }
      }()
    case .all(let filters)?: try filters.allSatisfy { try lets(names, through: $0, run) }
    case .any(let filters)?: try filters.contains { try lets(names, through: $0, run) }
    case .none(let filters)?: try !filters.contains { try lets(names, through: $0, run) }
    }
  }
}
