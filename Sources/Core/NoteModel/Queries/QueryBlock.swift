package import CivilCalendar
import NoteSyntax
package import Wording

/// A fenced block `sheaf` of a note: a query whose answer is shown in its place.
///
/// ````
/// ```sheaf
/// tag:work status:todo columns: title, due sort: due limit: 10
/// ```
/// ````
package struct QueryBlock: Sendable {
  /// The form of the answer.
  package enum View: String, CaseIterable, Sendable {
    case list, table, tasks, board, calendar, cards
  }

  /// Empty for all notes.
  package private(set) var query = ""
  package private(set) var columns: [String] = []
  package private(set) var sort: [SortKey] = []
  package private(set) var group: String?
  package private(set) var limit: Int?
  /// A table if columns are named, else a list.
  package var view: View { chosenView ?? (columns.isEmpty ? .list : .table) }
  /// The syntax errors, line by line.
  package private(set) var mistakes: [Message] = []
  private var chosenView: View?

  /// - Parameter lines: The lines between the fences.
  init(lines: [String]) {
    for (number, line) in lines.map(trimmedSpaces).filter({ !$0.isEmpty }).enumerated() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? trimmedSpaces(String(parts[1])) : ""
      // `sort:due` is a term of a query, `sort: due` a line of the block.
      let isOption = number > 0 || line.hasSuffix(":") || line.contains(": ")
      if isOption, parts.count > 1, set(parts[0].lowercased(), to: value) { continue }
      if number == 0 {
        query = line
      } else {
        mistakes.append(
          Message(
            "“\(line)” is not a line of a query block; after the query come columns:, sort:, group:, limit: and view:",
            ko: "검색 블록에 쓸 수 없는 줄입니다: “\(line)”. 검색식 다음에는 columns:, sort:, group:, limit:, view:를 씁니다"))
      }
    }
  }

  /// Sets an option of the block. Returns false for an unknown key.
  private mutating func set(_ key: String, to value: String) -> Bool {
    let items = value.split(separator: ",").map { trimmedSpaces(String($0)) }.filter { !$0.isEmpty }
    switch key {
    case "columns": columns = items
    case "sort": sort = items.map { SortKey($0) }
    case "group": group = value.isEmpty ? nil : value
    case "limit":
      limit = Int(value).flatMap { $0 >= 0 ? $0 : nil }
      if limit == nil {
        mistakes.append(Message("limit: “\(value)” is not a number", ko: "limit: 숫자가 아닙니다: “\(value)”"))
      }
    case "view":
      chosenView = View(rawValue: value.lowercased())
      let names = View.allCases.map(\.rawValue).joined(separator: ", ")
      if chosenView == nil {
        mistakes.append(Message("view: “\(value)” is not one of \(names)", ko: "view: “\(value)” 보기는 없습니다(\(names))"))
      }
    default: return false
    }
    return true
  }

  /// Returns the errors in the block and its query.
  ///
  /// - Parameter views: Saved queries by name. Nil if they are not known: then a missing one is no error.
  package func problems(now: CivilMoment, views: [String: String]?) -> [Message] {
    do throws(QueryError) {
      _ = try QueryParser.parse(query, now: now, views: views ?? [:])
      return mistakes
    } catch {
      if views == nil, case .unknownView = error.reason { return mistakes }
      return [error.explanation] + mistakes
    }
  }
}

extension NoteCheck {
  static let queryBlock = NoteCheck(
    "query-block", .warning, "A query in a note that cannot be run, or not as written.",
    ko: "실행할 수 없거나 쓴 대로 실행하지 못하는 메모 안의 검색식"
  ) { check, note in
    NoteQuery.all(in: note.document).flatMap { query in
      query.problems.map { check.diagnostic(query.range, $0) }
    }
  }
}

extension NoteQuery {
  /// The errors in it that can be found without other notes.
  fileprivate var problems: [Message] {
    switch language {
    case .sheaf(let block):
      block.problems(now: CivilMoment(day: Day(daysSinceEpoch: 20_000), time: .midnight), views: nil)
    case .foreign(let query): query.problems
    }
  }
}
