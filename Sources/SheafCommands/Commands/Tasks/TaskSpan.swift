import NoteModel
import Wording

/// A word for the tasks up to a day: `sheaf tasks today`.
enum TaskSpan: String, CaseIterable {
  case overdue, today, week

  private var koreanNames: [String] {
    switch self {
    case .overdue: ["지남", "기한지남"]
    case .today: ["오늘"]
    case .week: ["이번주"]
    }
  }

  /// The words as they are offered in a language.
  static func names(in language: Language) -> [String] {
    allCases.map { language == .korean ? $0.koreanNames[0] : $0.rawValue }
  }

  /// What it asks for.
  var query: String {
    switch self {
    case .overdue: "is:overdue"
    case .today: "(due:<=today OR scheduled:<=today)"
    case .week: "(due:<=eow OR scheduled:<=eow)"
    }
  }

  private init?(typed word: String) {
    let folded = foldedName(word)
    guard
      let span = Self.allCases.first(where: {
        $0.rawValue == folded || $0.koreanNames.contains(folded)
      })
    else { return nil }
    self = span
  }

  /// The query with a word for tasks in first place replaced by what it means.
  static func expanded(_ arguments: QueryArguments) -> QueryArguments {
    guard let first = arguments.query.first, let span = TaskSpan(typed: first) else {
      return arguments
    }
    var expanded = arguments
    expanded.query[0] = span.query
    return expanded
  }
}
