package import ByteBasics
package import CivilCalendar
package import NoteSyntax
package import Wording

/// A fenced block `sheaf` of a note: a query whose answer is shown in its place.
///
/// ````
/// ```sheaf
/// tag:work status:todo
/// columns: title, due
/// sort: due
/// limit: 10
/// ```
/// ````
package struct QueryBlock: Sendable {
  /// How the answer looks.
  package enum View: String, CaseIterable, Sendable {
    case list, table, tasks, board, calendar, cards
  }

  /// Its lines, fences among them.
  package let range: ByteRange
  /// Empty for all notes.
  package private(set) var query = ""
  package private(set) var columns: [String] = []
  package private(set) var sort: [SortKey] = []
  package private(set) var group: String?
  package private(set) var limit: Int?
  /// A table where columns are named, else a list.
  package var view: View { chosenView ?? (columns.isEmpty ? .list : .table) }
  /// What cannot be read in it, line by line.
  package private(set) var mistakes: [Message] = []
  private var chosenView: View?

  /// The blocks of a note, in its order; those in quotations and lists stay code.
  package static func all(in document: Document) -> [QueryBlock] {
    let bytes = document.source.bytes
    guard word?.place(in: bytes, from: document.body.lowerBound) != nil else { return [] }
    return document.blocks.compactMap { block in
      block.kind == .codeBlock && block.depth == 0 ? QueryBlock(block.range, bytes) : nil
    }
  }

  private static let word = ByteSearch(Array("sheaf".utf8))

  private init?(_ block: ByteRange, _ bytes: [UInt8]) {
    let start = bytes[..<block.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    let end = bytes[block.upperBound...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
    let isEnded = block.upperBound > start && bytes[block.upperBound - 1] == ASCII.lineFeed
    range = ByteRange(start, isEnded ? block.upperBound : end)
    let text = String(decoding: bytes[range.indices], as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      trimmedSpaces(String($0))
    }
    guard let head = lines.first, let mark = head.first, mark == "`" || mark == "~",
      head.drop(while: { $0 == mark }).split(separator: " ").first == "sheaf"
    else { return nil }
    let fence = String(head.prefix { $0 == mark })
    read(lines.dropFirst().prefix { !$0.hasPrefix(fence) || $0.contains { $0 != mark } }.filter { !$0.isEmpty })
  }

  private mutating func read(_ lines: [String]) {
    for (number, line) in lines.enumerated() {
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
            "“\(line)” is no line of a query block; after the query come columns:, sort:, group:, limit: and view:",
            ko: "검색 블록에 쓸 수 없는 줄입니다: “\(line)”. 검색식 다음에는 columns:, sort:, group:, limit:, view:를 씁니다"))
      }
    }
  }

  /// - Returns: False for a key that no block has.
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
        mistakes.append(
          Message("view: “\(value)” is none of \(names)", ko: "view: “\(value)” 보기는 없습니다(\(names))"))
      }
    default: return false
    }
    return true
  }

  /// What cannot be read in the block, also in its query.
  ///
  /// - Parameter views: Saved queries by name; nil: they are not known, and one that is missing is no mistake.
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
    "query-block", .warning, "A query in a note (```sheaf) that cannot be run.",
    ko: "실행할 수 없는 메모 안의 검색식(```sheaf)"
  ) { check, note in
    QueryBlock.all(in: note.document).flatMap { block in
      block.problems(now: CivilMoment(day: Day(daysSinceEpoch: 20_000), time: .midnight), views: nil).map {
        check.diagnostic(block.range, $0)
      }
    }
  }
}
