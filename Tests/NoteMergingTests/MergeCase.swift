import NoteTestSupport

/// A made-up note and two versions of it, each with some edits as people and programs make them.
struct MergeCase {
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]

  /// The same seed makes the same case.
  init(seed: UInt64) {
    var writer = NoteWriter(seed: seed)
    let note = writer.note()
    base = note.bytes
    ours = writer.edited(note).bytes
    theirs = writer.edited(note).bytes
  }
}

/// A note in parts that can be edited.
struct MadeNote {
  var fields: [String]
  var blocks: [[String]]
  var usesCRLF = false
  var hasMark = false
  var endsInLineFeed = true

  var bytes: [UInt8] {
    let head = fields.isEmpty ? [] : ["---"] + fields + ["---", ""]
    let body = blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    var text = (head + (body.isEmpty ? [] : [body])).map { $0 + "\n" }.joined()
    if !endsInLineFeed, !text.isEmpty { text.removeLast() }
    if usesCRLF { text = text.replacing("\n", with: "\r\n") }
    return (hasMark ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
  }
}

/// Writes and edits notes by chance.
struct NoteWriter {
  private var random: SeededGenerator

  private static let words = [
    "milk", "우유", "tax", "세금", "call", "Kim", "plan", "회의", "garden", "read", "a", "b",
  ]
  private static let keys = [
    "title", "status", "due", "priority", "project", "updated", "created", "closed", "repeat",
    "tags", "aliases", "depends", "summary", "place", "color",
  ]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func chance(_ one: Int) -> Bool { number(0..<one) == 0 }
  private mutating func word() -> String { Self.words[number(0..<Self.words.count)] }
  private mutating func day() -> String { "2026-11-\(10 + number(0..<20))" }

  // MARK: - Notes

  mutating func note() -> MadeNote {
    var note = MadeNote(fields: [], blocks: [])
    if !chance(6) {
      for key in Self.keys where chance(3) { note.fields += field(key) }
      if chance(5), !note.fields.isEmpty { note.fields.insert("# \(word())", at: 0) }
    }
    for _ in 0..<number(0..<6) { note.blocks.append(block()) }
    note.usesCRLF = chance(8)
    note.hasMark = chance(20)
    note.endsInLineFeed = !chance(8)
    return note
  }

  private mutating func field(_ key: String) -> [String] {
    let comment = chance(6) ? "  # \(word())" : ""
    switch key {
    case "due", "closed": return ["\(key): \(day())\(comment)"]
    case "updated", "created":
      return ["\(key): \(day())" + (chance(2) ? "T1\(number(0..<10)):00:00+09:00" : "")]
    case "tags", "aliases", "depends": return list(key, items(), comment)
    case "summary":
      return ["summary: |"] + (0..<number(1..<4)).map { _ in "  " + sentence() }
    case "repeat": return ["repeat: every week"]
    case "place":
      return chance(3)
        ? ["place:", "  city: \(word())", "  room: \(number(1..<9))"] : ["place: \(word())"]
    default: return ["\(key): \(quoted(word()))\(comment)"]
    }
  }

  private mutating func list(_ key: String, _ items: [String], _ comment: String) -> [String] {
    if chance(2) || items.isEmpty {
      return ["\(key): [\(items.joined(separator: ", "))]\(comment)"]
    }
    return ["\(key):"] + items.map { "  - \($0)" + (chance(8) ? "  # \(word())" : "") }
  }

  private mutating func items() -> [String] {
    Array(Set((0..<number(0..<4)).map { _ in word() })).sorted()
  }

  private mutating func quoted(_ text: String) -> String {
    switch number(0..<6) {
    case 0: "\"\(text)\""
    case 1: "'\(text)'"
    default: text
    }
  }

  private mutating func sentence() -> String {
    (0..<number(1..<6)).map { _ in word() }.joined(separator: " ")
  }

  private mutating func block() -> [String] {
    switch number(0..<8) {
    case 0: return ["## " + sentence()]
    case 1: return (0..<number(1..<4)).map { _ in sentence() }
    case 2: return (0..<number(1..<5)).map { _ in "- " + sentence() }
    case 3, 4: return (0..<number(1..<6)).map { _ in box() }
    case 5: return ["1\(number(0..<10)):\(number(10..<60)) " + sentence()]
    case 6: return ["```", "- " + sentence(), sentence(), "```"]
    default: return ["| a | b |", "|---|---|", "| \(word()) | \(word()) |"]
    }
  }

  private mutating func box() -> String {
    let state = ["[ ]", "[ ]", "[x]", "[/]"][number(0..<4)]
    let fields = chance(3) ? " 🔁 every week 📅 \(day())" : chance(3) ? " 📅 \(day())" : ""
    return "\(chance(6) ? "  " : "")- \(state) \(sentence())\(fields)"
  }

  // MARK: - Edits

  mutating func edited(_ note: MadeNote) -> MadeNote {
    var note = note
    for _ in 0..<number(0..<5) {
      if chance(2) { editFields(&note) } else { editBody(&note) }
    }
    if chance(20) { note.usesCRLF.toggle() }
    if chance(30) { note.hasMark.toggle() }
    if chance(20) { note.endsInLineFeed.toggle() }
    return note
  }

  private mutating func editFields(_ note: inout MadeNote) {
    let starts = note.fields.indices.filter {
      !note.fields[$0].hasPrefix(" ") && !note.fields[$0].hasPrefix("#")
    }
    guard let start = starts.randomElement(using: &random) else {
      return addField(&note)
    }
    let end = note.fields[(start + 1)...].firstIndex { !$0.hasPrefix(" ") } ?? note.fields.count
    let key = String(note.fields[start].prefix { $0 != ":" })
    switch number(0..<7) {
    case 0: note.fields.removeSubrange(start..<end)
    case 1: addField(&note)
    case 2: note.fields.insert("# " + sentence(), at: start)
    case 3:
      let moved = Array(note.fields[start..<end])
      note.fields.removeSubrange(start..<end)
      let places =
        note.fields.indices.filter { !note.fields[$0].hasPrefix(" ") } + [note.fields.count]
      note.fields.insert(contentsOf: moved, at: places.randomElement(using: &random) ?? 0)
    default:
      if ["tags", "aliases", "depends"].contains(key) {
        note.fields.replaceSubrange(
          start..<end, with: changedList(Array(note.fields[start..<end]), key))
      } else if end - start > 1, chance(2) {
        note.fields[number((start + 1)..<end)] += " " + word()
      } else {
        note.fields.replaceSubrange(start..<end, with: field(key))
      }
    }
  }

  private mutating func addField(_ note: inout MadeNote) {
    let known = Set(note.fields.map { $0.prefix { $0 != ":" } })
    guard
      let key = Self.keys.filter({ !known.contains(Substring($0)) }).randomElement(using: &random)
    else { return }
    let places =
      note.fields.indices.filter { !note.fields[$0].hasPrefix(" ") } + [note.fields.count]
    note.fields.insert(contentsOf: field(key), at: places.randomElement(using: &random) ?? 0)
  }

  private mutating func changedList(_ lines: [String], _ key: String) -> [String] {
    if lines.count > 1 {
      var lines = lines
      let new = "  - " + word()
      if chance(2), lines.count > 2 {
        lines.remove(at: number(1..<lines.count))
      } else if !lines.contains(where: { $0.hasPrefix(new) }) {
        lines.insert(new, at: number(1..<(lines.count + 1)))
      }
      return lines
    }
    let inner = lines[0].drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
    var items = inner.split(separator: ",").map { String($0.drop { $0 == " " }) }
    let new = word()
    if chance(2), !items.isEmpty {
      items.remove(at: number(0..<items.count))
    } else if !items.contains(new) {
      items.insert(new, at: number(0..<(items.count + 1)))
    }
    return list(key, items, "")
  }

  private mutating func editBody(_ note: inout MadeNote) {
    guard !note.blocks.isEmpty else { return note.blocks.append(block()) }
    let index = number(0..<note.blocks.count)
    let line = number(0..<note.blocks[index].count)
    switch number(0..<9) {
    case 0: note.blocks.insert(block(), at: number(0..<(note.blocks.count + 1)))
    case 1: note.blocks.append(block())
    case 2: note.blocks.remove(at: index)
    case 3: note.blocks[index][line] += " " + word()
    case 4: note.blocks[index].insert(note.blocks[index][line] + " " + word(), at: line)
    case 5:
      if note.blocks[index].count > 1 { note.blocks[index].remove(at: line) }
    case 6: note.blocks.swapAt(index, number(0..<note.blocks.count))
    default: tick(&note.blocks[index], line)
    }
  }

  /// Ticks a box as the program does, with the next occurrence of one that comes back.
  private mutating func tick(_ block: inout [String], _ line: Int) {
    let old = block[line]
    guard old.contains("- [ ] ") else {
      block[line] = old.replacing("- [x] ", with: "- [ ] ")
      return
    }
    let hasFields = old.contains("📅")
    block[line] = old.replacing("[ ]", with: "[x]") + (hasFields ? " ✅ \(day())" : "")
    if old.contains("🔁") {
      block.insert(String(old.dropLast(10)) + "2026-12-0\(number(1..<9))", at: line)
    }
  }
}
