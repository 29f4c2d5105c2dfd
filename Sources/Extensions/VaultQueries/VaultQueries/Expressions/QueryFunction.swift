import NoteModel
import Wording

/// A function that expressions may call.
struct QueryFunction: Sendable {
  typealias Body = @Sendable (_ run: ExpressionRun, _ arguments: [QueryValue]) throws -> QueryValue

  let name: String
  /// The call in the manual: `contains(list, value)`.
  let usage: String
  /// The arguments that may be lists: then the function is called for each item.
  private let vectorized: Set<Int>
  private let body: Body

  init(_ usage: String, each vectorized: Set<Int> = [], _ body: @escaping Body) {
    self.usage = usage
    name = String(usage.prefix { $0 != "(" })
    self.vectorized = vectorized
    self.body = body
  }

  func value(_ run: ExpressionRun, _ arguments: [QueryValue]) throws -> QueryValue {
    try run.charge()
    let lists = arguments.indices.filter { index in
      if case .list = arguments[index] { vectorized.contains(index) } else { false }
    }
    guard let count = lists.map({ arguments[$0].items.count }).min() else { return try body(run, arguments) }
    return .list(
      try (0..<count).map { place in
        try value(run, arguments.indices.map { lists.contains($0) ? arguments[$0].items[place] : arguments[$0] })
      })
  }

  /// Creates the failure of arguments whose types the function does not accept.
  func refused(_ arguments: [QueryValue]) -> QueryFailure { Self.refused(name, arguments) }

  static func refused(_ name: String, _ arguments: [QueryValue]) -> QueryFailure {
    let types = arguments.map(\.typeName).joined(separator: ", ")
    return QueryFailure(
      Message("\(name)() cannot be used with (\(types))", ko: "\(name)() 함수에 쓸 수 없는 값입니다: (\(types))"))
  }
}

/// Functions by their names, in the order of the manual.
struct QueryFunctionTable: Sendable {
  let groups: [(title: Message, functions: [QueryFunction])]
  private let byName: [String: QueryFunction]

  init(_ groups: [(title: Message, functions: [QueryFunction])]) {
    self.groups = groups
    byName = Dictionary(groups.flatMap(\.functions).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> QueryFunction? { byName[name] }
}
