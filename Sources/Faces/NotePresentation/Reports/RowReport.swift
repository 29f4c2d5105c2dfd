package import ByteBasics
package import NoteModel
package import TerminalText
package import Wording

/// A report of rows that can be put in another order, under headings, or through a template.
package protocol RowReport: Report {
  associatedtype Row: Sendable

  var rows: [Row] { get set }

  /// The kind of the document whose items are the rows: that of the report, unless its items hold several rows.
  var rowKind: String { get }

  /// Returns a row as an object for programs. Rows can be sorted and grouped by its members.
  func json(of row: Row) -> JSONValue

  /// Returns the text of `--paths` for a row: a path from the repository's root, with a line if the row is a line, or a
  /// name for a row that is not a file. Returns nil for a row without either.
  func key(of row: Row) -> String?

  /// Returns the texts of `--paths` for a row that is about several files.
  func keys(of row: Row) -> [String]

  /// The positions that `@1`, `@2`, `@3` lead to, for rows that are numbered.
  var numberedPlaces: [NotePosition] { get }

  func blocks(_ page: Page) -> [[StyledText]]

  /// Returns the lines above all rows.
  func preamble(_ page: Page) -> [StyledText]
}

extension RowReport {
  package var rowKind: String { kind }

  /// Returns the report with these rows.
  package func showing(_ rows: [Row]) -> Self {
    var report = self
    report.rows = rows
    return report
  }

  package var items: [JSONValue] { rows.map { json(of: $0) } }

  package func lines(_ page: Page) -> [StyledText] { preamble(page) + joined(blocks(page)) }

  package func preamble(_ page: Page) -> [StyledText] { [] }

  package func keys(of row: Row) -> [String] { key(of: row).map { [$0] } ?? [] }

  package var numberedPlaces: [NotePosition] { [] }

  /// Joins blocks. Blocks of several lines are separated by empty lines.
  func joined(_ blocks: [[StyledText]]) -> [StyledText] {
    guard blocks.contains(where: { $0.count > 1 }) else { return blocks.flatMap(\.self) }
    return Array(blocks.joined(separator: [StyledText()]))
  }
}

/// The first column of numbered rows.
enum RowNumbers {
  /// Formats the number of a row, aligned to the right.
  ///
  /// - Parameter number: The number, or nil for a row without one.
  static func text(_ number: Int?, of count: Int) -> StyledText {
    let digits = number.map { String($0) } ?? ""
    let gap = String(count).utf8.count - digits.utf8.count
    var text = StyledText(String(repeating: " ", count: max(0, gap)))
    text.append(digits, .dim)
    return text
  }
}

/// Numbers of places, from 1 in the order in which they come; one that comes again keeps its own.
struct PlaceNumbers {
  private var known: [NotePosition: Int] = [:]

  /// - Parameter capacity: About how many there will be.
  init(capacity: Int) { known.reserveCapacity(capacity) }

  var count: Int { known.count }

  mutating func number(of place: NotePosition) -> Int {
    let next = known.count + 1
    return Self.value(&known[place, default: next])
  }

  /// Returns the number. Because the argument is `inout`, a default value is stored in the dictionary.
  private static func value(_ number: inout Int) -> Int { number }
}

/// Rows under headings: a row with several values is under each.
package struct GroupedReport<Listing: RowReport>: Report {
  /// A heading and its rows. The value is nil for rows that have none.
  package struct Group {
    let value: String?
    let rows: [Listing.Row]
  }

  package let groups: [Group]
  private let field: String
  /// The sums that the headings show.
  package var totals: RowTotals<Listing.Row>?
  /// Every row in the order in which it is shown: a row's number counts through all groups.
  package let listing: Listing

  /// Groups in the order of their values, rows without one last. The rows of a group keep their order.
  package init(_ listing: Listing, by field: String, values: (Listing.Row) -> [String]) {
    var groups: [String: [Listing.Row]] = [:]
    var rest: [Listing.Row] = []
    for row in listing.rows {
      let own = values(row)
      if own.isEmpty { rest.append(row) }
      for value in own { groups[value, default: []].append(row) }
    }
    let sorted = groups.keys.sorted { (foldedName($0), $0) < (foldedName($1), $1) }
    self.groups =
      sorted.map { Group(value: $0, rows: groups[$0] ?? []) } + (rest.isEmpty ? [] : [Group(value: nil, rows: rest)])
    self.field = field
    self.listing = listing.showing(self.groups.flatMap(\.rows))
  }

  /// Groups by a member of the rows' objects.
  package init(_ listing: Listing, byMember name: String) throws(Problem) {
    try RowMembers.check(name, in: listing.rows.map { listing.json(of: $0) })
    self.init(listing, by: name) { RowMembers.texts(name, of: listing.json(of: $0)) }
  }

  package var kind: String { listing.rowKind }

  package var items: [JSONValue] {
    groups.flatMap { group in
      group.rows.map { row in
        guard case .object(let members) = listing.json(of: row) else { return .null }
        return .object([JSONValue.Member("group", .optional(group.value))] + members)
      }
    }
  }

  package func lines(_ page: Page) -> [StyledText] {
    let blocks = listing.blocks(page)
    var lines = listing.preamble(page)
    var start = 0
    for group in groups {
      if !lines.isEmpty { lines.append(StyledText()) }
      var head = StyledText(group.value ?? page.text(Message("no \(field)", ko: "\(field) 없음")), .heading)
      head.append("  \(group.rows.count)", .dim)
      if let totals { head.append("  " + page.text(totals.text(of: group.rows)), .mark) }
      lines.append(head)
      lines += listing.joined(Array(blocks[start..<(start + group.rows.count)]))
      start += group.rows.count
    }
    return lines
  }
}
