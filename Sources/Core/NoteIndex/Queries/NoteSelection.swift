import GRDB

/// The notes of a request, whatever is asked of each.
struct NoteSelection {
  /// The words that the rows are ranked by, as an FTS5 expression.
  let ranking: String?
  /// False if notes without the words may be among the rows.
  let isRankedByMatch: Bool
  var condition: String
  let conditionArguments: [(any DatabaseValueConvertible)?]
  let order: NoteOrder
  let limit: Int?
  /// The number of best hits that are looked at, besides those that come before them; nil for all hits.
  var bestHits: Int?

  /// The rows that are found among the best hits alone. They are enough if there are as many as the limit lets through:
  /// a common word is in most notes, and nothing is asked of the others. Nil if the order is not that of the ranking.
  var best: NoteSelection? {
    guard let limit, ranking != nil, isRankedByMatch, order.isByRanking else { return nil }
    var best = self
    // Some are sealed, or gone; or the condition is about more than words.
    best.bestHits = 2 * min(limit, 100_000) + 32
    return best
  }

  var arguments: [(any DatabaseValueConvertible)?] {
    (ranking.map { [$0] } ?? []) + (bestHits == nil ? [] : order.aheadArguments) + conditionArguments + order.arguments
  }

  private var source: String {
    guard ranking != nil else { return "note" }
    guard let bestHits else {
      return "note \(isRankedByMatch ? "" : "LEFT ")JOIN (\(TextRanking.hits)) AS hit ON hit.id = note.id"
    }
    let lowest = "(SELECT max(score) FROM (SELECT score FROM hits ORDER BY score LIMIT \(bestHits)))"
    let wanted = (["score <= \(lowest)"] + order.ahead.map { "id IN (\($0))" }).joined(separator: " OR ")
    return """
      (WITH hits AS (\(TextRanking.hits)) SELECT id, score FROM hits WHERE \(wanted)) AS hit
      CROSS JOIN note ON note.id = hit.id
      """
  }

  func sql(_ columns: String) -> String {
    let limit = limit.map { " LIMIT \(max(0, $0))" } ?? ""
    return "SELECT \(columns) FROM \(source) WHERE \(condition) ORDER BY \(order.sql)\(limit)"
  }
}
