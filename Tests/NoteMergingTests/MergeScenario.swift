import NoteMerging
import NoteTestSupport

/// A merge of the table in `Fixtures/Merging/scenarios.txt`.
struct MergeScenario: Sendable, CustomStringConvertible {
  let name: String
  /// nil: there is none.
  var base: [UInt8]?
  var ours: [UInt8] = []
  var theirs: [UInt8] = []
  /// `merged`, `conflict` or `git`.
  var verdict = ""
  var style = ConflictStyle()
  /// The lines of the result as they are written in the table.
  var result: [String] = []

  var description: String { name }

  init(_ name: String) {
    self.name = name
  }

  /// Rules such as the program has.
  static let rules = MergeRules(
    later: ["updated", "modified"], earlier: ["created", "closed"])

  func merged() -> MergeOutcome? {
    NoteMerge(rules: Self.rules, style: style).merge(base: base, ours: ours, theirs: theirs)
  }
}

/// The file of scenarios, which can be written again with other results.
struct ScenarioTable {
  private(set) var scenarios: [MergeScenario] = []
  private var lines: [String]
  /// The line of each scenario's result heading, and the number of lines that follow.
  private var results: [(line: Int, count: Int)] = []

  init(reading text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    var index = 0
    while index < lines.count {
      let line = lines[index]
      var end = index + 1
      while end < lines.count, !lines[end].hasPrefix("@@") { end += 1 }
      if line.hasPrefix("@@@ ") { scenarios.append(MergeScenario(String(line.dropFirst(4)))) }
      if line.hasPrefix("@@ ") {
        read(
          line.dropFirst(3).split(separator: " ").map(String.init), Array(lines[(index + 1)..<end]),
          at: index)
      }
      index = end
    }
  }

  private mutating func read(_ words: [String], _ content: [String], at line: Int) {
    let last = scenarios.count - 1
    guard last >= 0, let heading = words.first else { return }
    switch heading {
    case "base": scenarios[last].base = Self.bytes(content, words)
    case "ours": scenarios[last].ours = Self.bytes(content, words) ?? []
    case "theirs": scenarios[last].theirs = Self.bytes(content, words) ?? []
    default:
      let shown = content.last == "" ? content.dropLast() : content[...]
      scenarios[last].verdict = heading
      scenarios[last].result = Array(shown)
      scenarios[last].style = ConflictStyle(
        form: words.compactMap(ConflictStyle.Form.init(rawValue:)).first { $0 != .merge } ?? .merge,
        markerLength: words.compactMap { Int($0) }.first ?? 7)
      results.append((line, content.count))
    }
  }

  private static func bytes(_ lines: [String], _ words: [String]) -> [UInt8]? {
    if words.contains("none") { return nil }
    var text = lines.map { $0 + "\n" }.joined()
    if words.contains("no-newline") { text.removeLast() }
    if words.contains("crlf") { text = text.replacing("\n", with: "\r\n") }
    return (words.contains("bom") ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
  }

  /// The result of a merge: its verdict and its text, with invisible characters spelled out.
  static func shown(_ outcome: MergeOutcome?) -> (verdict: String, lines: [String]) {
    guard let outcome else { return ("git", []) }
    var text = String(decoding: outcome.bytes, as: UTF8.self)
    var lines: [String] = []
    if outcome.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      text.unicodeScalars.removeFirst()
      lines.append("(byte order mark)")
    }
    let isEnded = text.unicodeScalars.last.map { $0 == "\n" } ?? true
    var shown = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).replacing("\r", with: "␍") }
    if isEnded { shown.removeLast() }
    lines += shown
    if !isEnded { lines.append("(no line end)") }
    return (outcome.isClean ? "merged" : "conflict", lines)
  }

  /// The table with what the merges come to now.
  func recorded() -> String {
    var lines = lines
    for (scenario, place) in zip(scenarios, results).reversed() {
      let (verdict, result) = Self.shown(scenario.merged())
      let words = lines[place.line].split(separator: " ").dropFirst(2).joined(separator: " ")
      let heading = "@@ " + verdict + (words.isEmpty ? "" : " " + words)
      lines.replaceSubrange(
        place.line..<(place.line + 1 + place.count), with: [heading] + result + [""])
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}
