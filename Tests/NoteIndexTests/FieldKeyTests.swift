import CivilCalendar
import NoteIndex
import NoteModel
import Testing

/// Keys that are one for Swift and two for SQLite, or the other way round.
@Suite struct FieldKeyTests {
  private let index: IndexDatabase
  private let now: CivilMoment

  init() throws {
    index = try IndexDatabase.inMemory()
    now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
  }

  private func put(_ notes: [(String, String)]) throws {
    try index.put(notes.map { ($0, $1.hasPrefix("+++") ? $1 : "---\n\($1)\n---\n") })
  }

  private func find(_ text: String) throws -> Set<String> {
    let parsed = try QueryParser.parse(text, now: now)
    let request = NoteRequest(query: parsed.query, sort: parsed.sort, now: now)
    return Set(try index.notes(request).map(\.path.string))
  }

  @Test(arguments: [
    ["\"\\0\": x", "\"\": y"], ["\"\": y", "\"\\0\": x"], ["\"a\\0b\": x", "\"a\\0c\": x", "a: y"],
    ["m: {\"\\0\": x, \"\": y}"], ["\"\\0\": x\n\"\\uFFFD\": y"], ["a\u{0}b: x", "a: y"],
    ["+++\na\u{0}b = 1\na = 2\n+++\n"],
    ["\"\\ud800\": x", "\"\\ud801\": y"], ["a: x\nA: y\na: z"],
    [
      String(repeating: "k", count: 100_000) + ": x", String(repeating: "k", count: 99_999) + ": y",
    ],
  ])
  func `no key keeps the index from being made or brought up to date`(fields: [String]) throws {
    try put(fields.enumerated().map { ("\($0).md", $1 + "\nkind-of: b") })
    try put(fields.enumerated().map { ("\($0).md", $1) } + [("last.md", "title: L\nz: 1")])
    #expect(try find("z:1") == ["last.md"])
    #expect(try find("").count == fields.count + 1)
  }

  @Test func `a key is found in every normal form and case`() throws {
    let keys = ["caf\u{E9}", "cafe\u{301}", "CAFE\u{301}", "CAF\u{C9}", "기분이", "기분이".decomposed]
    for first in keys.indices {
      try put([("\(first)-first.md", "\(keys[first]): y")])
    }
    try put(keys.enumerated().map { ("\($0).md", "\($1): x") })
    for key in keys[..<4] { #expect(try find(key + ":x") == ["0.md", "1.md", "2.md", "3.md"]) }
    for key in keys[4...] { #expect(try find(key + ":x") == ["4.md", "5.md"]) }
    #expect(
      try index.fields.keys().map { Array($0.utf8) } == ["caf\u{E9}", "기분이"].map { Array($0.utf8) })
  }

  @Test func `a status is found in every normal form`() throws {
    try put([("a.md", "status: 검토중"), ("b.md", "status: " + "검토중".decomposed)])
    for word in ["검토중", "검토중".decomposed] {
      #expect(try find("status:" + word) == ["a.md", "b.md"])
    }
  }

  @Test func `values of the preferred spelling take the place of others, wherever these stand`()
    throws
  {
    try put([
      ("a.md", "dependencies: [p, q]\nx: 1\nX: 2\ndepends: r\nx: 3\ny: 4"),
      ("b.md", "dependsOn: [p, q]\nx: 1\nX: 2\ndepends: r\nx: 3\ny: 4"),
    ])
    #expect(try find("x:3") == ["a.md", "b.md"])
  }
}

extension String {
  /// The text with its syllables taken apart, as some systems name files.
  fileprivate var decomposed: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let syllable = Int(scalar.value) - 0xAC00
      guard 0..<11_172 ~= syllable else {
        scalars.append(scalar)
        continue
      }
      let parts = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28, 0x11A7 + syllable % 28]
      scalars.append(
        contentsOf: parts.filter { $0 != 0x11A7 }.compactMap { Unicode.Scalar(UInt32($0)) })
    }
    return String(scalars)
  }
}
