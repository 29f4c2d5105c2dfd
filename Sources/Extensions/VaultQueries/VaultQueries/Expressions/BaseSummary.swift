import CivilCalendar
import NoteModel
import Wording

/// The summaries of a column that Bases has without a formula.
enum BaseSummary: String, CaseIterable, Sendable {
  case average, sum, min, max, range, median, stddev
  case earliest, latest
  case checked, unchecked
  case empty, filled, unique

  /// - Parameter name: The name in a view: `Average`.
  init?(named name: String) { self.init(rawValue: name.lowercased()) }

  /// Returns the summary of some values; null if none of them counts.
  func value(of values: [QueryValue], _ run: ExpressionRun) throws -> QueryValue {
    try run.charge(values.count)
    switch self {
    case .checked: return count(values) { if case .boolean(true) = $0 { true } else { false } }
    case .unchecked: return count(values) { if case .boolean(false) = $0 { true } else { false } }
    case .empty: return count(values) { BasesFunctions.isEmpty($0) }
    case .filled: return count(values) { !BasesFunctions.isEmpty($0) }
    case .unique:
      let filled = values.filter { !BasesFunctions.isEmpty($0) }
      return .number(Double(try DataviewFunctions.unique(run, filled).count))
    case .earliest, .latest: return try extremes(Self.dates(values), run)[self == .earliest ? 0 : 1]
    case .range:
      let dates = Self.dates(values)
      guard dates.isEmpty else {
        let ends = try extremes(dates, run)
        guard case .date(let first) = ends[0], case .date(let last) = ends[1] else { return .null }
        return .duration(last.span(since: first))
      }
      return number(of: Self.numbers(values))
    case .average, .sum, .min, .max, .median, .stddev: return number(of: Self.numbers(values))
    }
  }

  private func count(_ values: [QueryValue], _ isCounted: (QueryValue) -> Bool) -> QueryValue {
    .number(Double(values.count(where: isCounted)))
  }

  private static func numbers(_ values: [QueryValue]) -> [Double] {
    values.compactMap { if case .number(let number) = $0, number.isFinite { number } else { nil } }.sorted()
  }

  private static func dates(_ values: [QueryValue]) -> [QueryValue] {
    values.filter { if case .date = $0 { true } else { false } }
  }

  /// Returns the first and the last day, or null twice if there are no dates.
  private func extremes(_ dates: [QueryValue], _ run: ExpressionRun) throws -> [QueryValue] {
    let sorted = try DataviewFunctions.sorted(run, dates) { $0 }
    return [sorted.first ?? .null, sorted.last ?? .null]
  }

  /// Computes the summary of numbers.
  ///
  /// - Parameter numbers: The numbers in ascending order.
  private func number(of numbers: [Double]) -> QueryValue {
    guard let first = numbers.first, let last = numbers.last else { return .null }
    let total = numbers.reduce(0, +)
    let mean = total / Double(numbers.count)
    switch self {
    case .sum: return .number(total)
    case .min: return .number(first)
    case .max: return .number(last)
    case .range: return .number(last - first)
    case .median:
      let middle = numbers.count / 2
      let isOdd = numbers.count % 2 == 1
      return .number(Self.rounded(isOdd ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2))
    case .stddev:
      let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
      return .number(Self.rounded(variance.squareRoot()))
    default: return .number(Self.rounded(mean))
    }
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
