import ByteBasics
package import NoteModel
import NotePresentation
import NoteSyntax
import Wording

/// The net difference of two versions of a note as its readers would tell it: sentences, items, cells and fields, never
/// lines of a file.
package struct NoteNews: Sendable {
  /// A piece of a line: words that stayed, went or came.
  package struct Piece: Sendable, Hashable {
    package enum Kind: String, Sendable { case same, old, new }

    package let kind: Kind
    package let text: String

    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// A change, in the order in which changes are told.
  package struct Change: Sendable, Hashable {
    package enum Kind: Int, Sendable, CaseIterable {
      case moved, renamed, ticked, reopened, added, changed, row, code, field, removed

      var name: String { String(describing: self) }
    }

    package let kind: Kind
    /// Words of the note. Of a move the places before and after, of a field its values before and after.
    package var pieces: [Piece]
    /// The state of a box that came or was ticked.
    package var box: TaskStatus?
    /// The nearest heading above; nil above the first.
    package var heading: String?
    /// The key of a field.
    package var field: String?
    /// The links that followed a new name, the lines of code that differ.
    package var count = 0
    /// The words that count for the order of notes.
    var weight = 0.0

    init(_ kind: Kind, _ pieces: [Piece], box: TaskStatus? = nil, heading: String? = nil) {
      self.kind = kind
      self.pieces = pieces
      self.box = box
      self.heading = heading
    }

    /// The words that are there now.
    package var text: String { Self.joined(pieces.filter { $0.kind != .old }) }
    /// The words that were there before.
    package var old: String { Self.joined(pieces.filter { $0.kind != .new }) }

    static func joined(_ pieces: [Piece]) -> String {
      pieces.map(\.text).joined().split(separator: " ").joined(separator: " ")
    }
  }

  package var changes: [Change]

  package var weight: Double { changes.reduce(0) { $0 + $1.weight } }

  /// What a comparison is told of the rest of the repository.
  package struct Context: Sendable {
    /// Names of notes that were renamed or moved, with those that they have now.
    package var names: [String: String] = [:]
    /// The fields that are told.
    package var fields: Set<String> = Set(DigestSettings.usualFields)
    /// The titles of boxes that are told elsewhere.
    package var toldBoxes: Set<String> = []
    /// False where former words may not be shown.
    package var showsFormerWords = true

    package init() {}
  }

  /// - Parameters:
  ///   - old: The note as it was.
  ///   - new: The note as it is.
  package init(from old: Note, to new: Note, _ context: Context = Context()) {
    var changes = Self.places(old, new)
    let before = NoteUnits(old, context.names).units
    let after = NoteUnits(new, context.names).units
    changes += UnitMatch(before, after).changes(toldBoxes: context.toldBoxes)
    changes += Self.fields(old, new, context.fields)
    if !context.showsFormerWords {
      changes = changes.filter { ![.removed, .moved, .renamed, .field].contains($0.kind) }
      for index in changes.indices {
        let kept = changes[index].pieces.filter { $0.kind != .old }
        // The space between a former word and the new one goes with the former.
        changes[index].pieces = kept.enumerated().filter { number, piece in
          piece.text != " " || number > 0 && kept[number - 1].text.last != " "
        }.map(\.element)
      }
      changes.removeAll { $0.pieces.isEmpty && $0.kind != .code }
    } else if changes.contains(where: { [.added, .row].contains($0.kind) }) {
      // Beside what came, a cut phrase is no news.
      changes.removeAll { $0.kind == .removed && !$0.isWhole }
    }
    self.changes = changes.enumerated().sorted {
      ($0.element.kind.rawValue, $0.offset) < ($1.element.kind.rawValue, $1.offset)
    }.map(\.element)
  }

  private static func places(_ old: Note, _ new: Note) -> [Change] {
    var changes: [Change] = []
    func change(_ kind: Change.Kind, _ from: String, _ to: String) {
      var change = Change(kind, [Piece(.old, from), Piece(.new, to)])
      change.weight = 1
      changes.append(change)
    }
    if old.path.folder != new.path.folder {
      change(.moved, shown(old.path, beside: new.path), shown(new.path, beside: old.path))
    }
    if old.title != new.title { change(.renamed, old.title, new.title) }
    return changes
  }

  /// The folder of a note without the first folder of both, as `일/절차` for `Memo/일/절차`.
  private static func shown(_ path: NotePath, beside other: NotePath) -> String {
    let parts = (path.folder?.string ?? "").split(separator: "/")
    let others = (other.folder?.string ?? "").split(separator: "/")
    let isShared = parts.count > 1 && others.count > 1 && parts.first == others.first
    let text = (isShared ? parts.dropFirst() : parts[...]).joined(separator: "/")
    return text.isEmpty ? "/" : text
  }

  private static func fields(_ old: Note, _ new: Note, _ wanted: Set<String>) -> [Change] {
    func values(_ note: Note) -> [String: [String]] {
      Dictionary(grouping: note.fields) { FieldCatalogue.field(for: $0.key)?.key ?? $0.key }.mapValues {
        $0.map(\.text)
      }
    }
    let (before, after) = (values(old), values(new))
    return wanted.sorted().compactMap { key in
      let (from, to) = (before[key] ?? [], after[key] ?? [])
      // A new title is a new name.
      guard from != to, key != "title", Set(from) != Set(to) else { return nil }
      var change = Change(
        .field, [Piece(.old, from.joined(separator: ", ")), Piece(.new, to.joined(separator: ", "))])
      change.field = key
      change.weight = 1
      return change
    }
  }
}

extension NoteNews.Change {
  /// True if a whole sentence went.
  fileprivate var isWhole: Bool { pieces.count == 1 && (pieces[0].text.last.map { ".!?。！？…".contains($0) } ?? false) }
}

// MARK: - Units

/// A part of a note that is compared as a whole.
struct NoteUnit: Hashable {
  enum Kind: Hashable {
    case heading, sentence, item, code
    case box(TaskStatus)
    /// A row with the names of its columns.
    case row(columns: [String])

    /// Of boxes and rows, whatever their state and columns.
    var family: Int {
      switch self {
      case .heading: 0
      case .sentence: 1
      case .item: 2
      case .code: 3
      case .box: 4
      case .row: 5
      }
    }
  }

  let kind: Kind
  /// As a reader sees it, without what a comparison does not look at.
  let text: String
  var cells: [String] = []
  let heading: String?
  /// Sentences of one paragraph have one number.
  let block: Int
}

/// The units of a note in their order.
struct NoteUnits {
  private(set) var units: [NoteUnit] = []
  private let note: Note
  private let document: Document
  private let names: [String: String]
  private let hidden: [ByteRange]
  private static let words = BodyWords(.english)

  init(_ note: Note, _ names: [String: String]) {
    self.note = note
    self.names = names
    document = note.document
    hidden = document.privateRanges
    read()
  }

  private mutating func read() {
    var heading: String?
    var columns: [String] = []
    var table: ByteRange?
    var item: ByteRange?
    let boxes = Dictionary(document.checkboxes.map { ($0.lineRange.lowerBound, $0) }) { first, _ in first }
    let tasks = Dictionary(
      note.tasks.compactMap { task -> (Int, TaskItem)? in
        if case .checkbox(let line) = task.source { (line, task) } else { nil }
      }
    ) { first, _ in first }
    for (number, block) in document.blocks.enumerated() where !hidden.contains(where: { $0.contains(block.range) }) {
      switch block.kind {
      case .heading:
        guard let found = document.headings.first(where: { $0.range == block.range }), found.text != note.leadingHeading
        else { continue }
        add(.heading, found.text, heading, number)
        heading = found.text
      case .item: item = block.range
      case .paragraph:
        let isItem = item?.contains(block.range) == true
        // The box stands before the paragraph, on the same line.
        if isItem,
          let box = document.checkboxes.first(where: {
            block.range.contains($0.textRange.lowerBound)
              || $0.lineRange.contains(block.range.lowerBound)
          }), let task = tasks[box.line], boxes[box.lineRange.lowerBound] != nil
        {
          add(.box(task.status), PlainText.words(ofMarkdown: task.title, Self.words), heading, number)
          let rest = text(ByteRange(min(box.textRange.upperBound, block.range.upperBound), block.range.upperBound))
          for part in Self.sentences(rest) { add(.sentence, part, heading, number) }
        } else {
          let text = text(block.range)
          for part in isItem ? [text] : Self.sentences(text) { add(isItem ? .item : .sentence, part, heading, number) }
        }
      case .codeBlock: add(.code, String(decoding: document.source[block.range], as: UTF8.self), heading, number)
      case .table: (table, columns) = (block.range, [])
      case .tableRow:
        let cells = tableCells(of: document.source[block.range]).map { cell in
          self.text(ByteRange(cell.startIndex, cell.endIndex))
        }
        if table?.contains(block.range) == true, columns.isEmpty {
          columns = cells
        } else if !cells.isEmpty {
          units.append(
            NoteUnit(
              kind: .row(columns: columns), text: cells.joined(separator: " · "), cells: cells, heading: heading,
              block: number))
        }
      default: break
      }
    }
  }

  private mutating func add(_ kind: NoteUnit.Kind, _ text: String, _ heading: String?, _ block: Int) {
    // A template that nobody filled in is no text.
    guard !text.isEmpty, kind == .code || !text.contains("{{") else { return }
    units.append(NoteUnit(kind: kind, text: text, heading: heading, block: block))
  }

  /// The words of a range: links are their texts, pictures and what is private are nothing.
  private func text(_ range: ByteRange) -> String {
    var edits = hidden.map { TextEdit(range: $0, replacement: "") }
    edits += document.blockIdentifiers.map { TextEdit(range: $0.range, replacement: "") }
    edits += document.links.compactMap { link in
      link.range.map { TextEdit(range: $0, replacement: words(of: link)) }
    }
    var result: [UInt8] = []
    var place = range.lowerBound
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= place && range.contains(edit.range) {
      result += document.source[ByteRange(place, edit.range.lowerBound)] + edit.replacement
      place = edit.range.upperBound
    }
    result += document.source[ByteRange(place, range.upperBound)]
    let line = String(decoding: result, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? "" : PlainText.words(ofMarkdown: line, Self.words)
  }

  private func words(of link: Link) -> String {
    switch link.kind {
    case .image, .embed, .definition: return ""
    case .wiki where link.text == nil:
      let name = names[link.destination] ?? link.destination
      let last = name.split(separator: "/").last.map(String.init) ?? name
      return last.hasSuffix(".md") ? String(last.dropLast(3)) : last
    default: return link.text ?? link.destination
    }
  }

  /// Ends a sentence at its mark if a space follows.
  static func sentences(_ text: String) -> [String] {
    var result: [String] = []
    var current = ""
    var isEnd = false
    for character in text {
      if isEnd, character == " " {
        result.append(current)
        current = ""
      } else {
        current.append(character)
      }
      isEnd = ".!?。！？…".contains(character) || isEnd && "\"”’)』」".contains(character)
    }
    return current.isEmpty ? result : result + [current]
  }
}

// MARK: - Matching

/// The units of two versions, matched: equal ones stay wherever they are, like ones are changed, the others came or went.
private struct UnitMatch {
  private let before: [NoteUnit]
  private let after: [NoteUnit]

  init(_ before: [NoteUnit], _ after: [NoteUnit]) {
    self.before = before
    self.after = after
  }

  /// More pairs are not compared with each other.
  private static let pairsLimit = 40_000

  func changes(toldBoxes: Set<String>) -> [NoteNews.Change] {
    var result: [NoteNews.Change] = []
    var left = leftOver(before, of: after)
    let came = leftOver(after, of: before)
    var added: [NoteUnit] = []
    for unit in came {
      if case .box(let status) = unit.kind, toldBoxes.contains(unit.text), status.isClosed {
        left.removeAll { $0.kind.family == unit.kind.family && $0.text == unit.text }
        continue
      }
      guard left.count * came.count <= Self.pairsLimit, let index = partner(of: unit, in: left) else {
        added.append(unit)
        continue
      }
      result += change(from: left.remove(at: index), to: unit)
    }
    return result + additions(added) + left.compactMap(removal)
  }

  private func key(_ unit: NoteUnit) -> String {
    let state: String = if case .box(let status) = unit.kind { status.name } else { "" }
    return "\(unit.kind.family)\u{1}\(state)\u{1}\(unit.text)"
  }

  private func leftOver(_ units: [NoteUnit], of others: [NoteUnit]) -> [NoteUnit] {
    var counts: [String: Int] = [:]
    for unit in others { counts[key(unit), default: 0] += 1 }
    return units.filter { unit in
      guard let count = counts[key(unit)], count > 0 else { return true }
      counts[key(unit)] = count - 1
      return false
    }
  }

  private func partner(of unit: NoteUnit, in others: [NoteUnit]) -> Int? {
    var best: (index: Int, likeness: Double)?
    for (index, other) in others.enumerated() where other.kind.family == unit.kind.family {
      let likeness: Double
      switch unit.kind {
      case .row: likeness = other.cells.first == unit.cells.first ? 1 : WordDifference.likeness(other.text, unit.text)
      case .code: likeness = other.heading == unit.heading ? 1 : 0
      default: likeness = WordDifference.likeness(other.text, unit.text)
      }
      if likeness >= 0.5, likeness > best?.likeness ?? 0 { best = (index, likeness) }
    }
    return best?.index
  }

  private func change(from old: NoteUnit, to new: NoteUnit) -> [NoteNews.Change] {
    switch (old.kind, new.kind) {
    case (.box(let from), .box(let to)) where from != to:
      let kind: NoteNews.Change.Kind = to.isClosed ? .ticked : from.isClosed ? .reopened : .changed
      // A box that was begun is told among the tasks.
      guard kind != .changed else { return [] }
      var change = NoteNews.Change(kind, [NoteNews.Piece(.same, new.text)], box: to, heading: new.heading)
      change.weight = kind == .ticked ? 3 : 1
      return [change]
    case (.row(let columns), .row): return [cells(old, new, columns)].compactMap(\.self)
    case (.code, .code):
      let lines = (old.text.split(separator: "\n"), new.text.split(separator: "\n"))
      let differences = LineDifference(from: lines.0.map { Array($0.utf8) }, to: lines.1.map { Array($0.utf8) }).changes
      return [code(differences.reduce(0) { $0 + max($1.before.count, $1.after.count) }, new)]
    default:
      let difference = WordDifference(old.text, new.text)
      var change = NoteNews.Change(.changed, difference.pieces, heading: new.heading)
      change.weight = difference.weight
      return [change]
    }
  }

  private func code(_ lines: Int, _ unit: NoteUnit) -> NoteNews.Change {
    var change = NoteNews.Change(.code, [], heading: unit.heading)
    change.count = lines
    change.weight = 1
    let language = unit.text.drop { "`~ ".contains($0) }.prefix { $0.isLetter }
    change.field = ["mermaid", "dot", "plantuml", "graphviz"].contains(String(language)) ? "diagram" : nil
    return change
  }

  /// `서버 · 분기 3: 1,200 → 1,350 · 분기 4: …`
  private func cells(_ old: NoteUnit, _ new: NoteUnit, _ columns: [String]) -> NoteNews.Change? {
    var pieces: [NoteNews.Piece] = []
    var weight = 0.0
    for index in 0..<max(old.cells.count, new.cells.count) {
      let from = index < old.cells.count ? old.cells[index] : ""
      let to = index < new.cells.count ? new.cells[index] : ""
      guard from != to else { continue }
      let name = index < columns.count && index > 0 ? columns[index] : ""
      let head = index > 0 && pieces.isEmpty ? (new.cells.first ?? "") : ""
      let label = [head, name].filter { !$0.isEmpty }.joined(separator: " · ")
      pieces.append(
        NoteNews.Piece(
          .same, (pieces.isEmpty ? "" : " · ") + (label.isEmpty ? "" : label + (label.hasSuffix("?") ? " " : ": "))))
      if !from.isEmpty { pieces.append(NoteNews.Piece(.old, from)) }
      if !from.isEmpty, !to.isEmpty { pieces.append(NoteNews.Piece(.same, " ")) }
      if !to.isEmpty { pieces.append(NoteNews.Piece(.new, to)) }
      weight += 1
    }
    guard weight > 0 else { return nil }
    var change = NoteNews.Change(.changed, pieces.filter { !$0.text.isEmpty }, heading: new.heading)
    change.weight = weight
    return change
  }

  /// Sentences next to each other that came together are one line.
  private func additions(_ units: [NoteUnit]) -> [NoteNews.Change] {
    var result: [NoteNews.Change] = []
    var last: NoteUnit?
    for unit in units {
      defer { last = unit }
      switch unit.kind {
      case .row(let columns):
        let cells = unit.cells.enumerated().compactMap { index, cell in
          cell.isEmpty ? nil : index == 0 || index >= columns.count ? cell : columns[index] + " " + cell
        }
        result.append(addition(.row, cells.joined(separator: " · "), unit))
      case .code: result.append(code(unit.text.split(separator: "\n").count - 2, unit))
      case .box(let status): result.append(addition(.added, unit.text, unit, status))
      case .sentence where last?.kind == .sentence && last?.block == unit.block:
        let joined = result.removeLast().text + " " + unit.text
        result.append(addition(.added, joined, unit))
      default: result.append(addition(.added, unit.text, unit))
      }
    }
    return result
  }

  private func addition(
    _ kind: NoteNews.Change.Kind, _ text: String, _ unit: NoteUnit, _ box: TaskStatus? = nil
  ) -> NoteNews.Change {
    var change = NoteNews.Change(
      kind, [NoteNews.Piece(.same, text)], box: box, heading: unit.kind == .heading ? nil : unit.heading)
    change.weight = Double(text.split(separator: " ").count)
    return change
  }

  private func removal(_ unit: NoteUnit) -> NoteNews.Change? {
    if unit.kind == .code { return nil }
    var change = NoteNews.Change(.removed, [NoteNews.Piece(.old, unit.text)], heading: unit.heading)
    change.weight = Double(unit.text.split(separator: " ").count) / 2
    return change
  }
}

/// Two texts word by word.
struct WordDifference {
  private(set) var pieces: [NoteNews.Piece] = []
  private(set) var weight = 0.0

  /// Words that are shown before and after a change.
  private static let context = 6

  /// The share of the letters of both that are in words of both.
  static func likeness(_ one: String, _ other: String) -> Double {
    let (left, right) = (words(one), words(other))
    var counts: [String: Int] = [:]
    for word in left { counts[word, default: 0] += 1 }
    var common = 0
    for word in right where counts[word, default: 0] > 0 {
      counts[word, default: 0] -= 1
      common += word.count
    }
    let all = (left + right).reduce(0) { $0 + $1.count }
    return all == 0 ? 0 : Double(2 * common) / Double(all)
  }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  init(_ old: String, _ new: String) {
    let (before, after) = (Self.words(old), Self.words(new))
    let difference = LineDifference(from: before, to: after).changes
    var place = 0
    for (number, change) in difference.enumerated() {
      appendSame(Array(after[place..<change.after.lowerBound]), isFirst: number == 0, isLast: false)
      append(before[change.before].joined(separator: " "), after[change.after].joined(separator: " "))
      weight += Double(change.after.count) + Double(change.before.count) / 2
      place = change.after.upperBound
    }
    appendSame(Array(after[place...]), isFirst: false, isLast: true)
  }

  private mutating func appendSame(_ words: [String], isFirst: Bool, isLast: Bool) {
    guard !words.isEmpty else { return }
    let limit = Self.context
    var text = words.joined(separator: " ")
    if words.count > (isFirst || isLast ? limit : 2 * limit) + 2 {
      let head = words.prefix(limit).joined(separator: " ")
      let tail = words.suffix(limit).joined(separator: " ")
      text = isFirst ? "… " + tail : isLast ? head + " …" : head + " … " + tail
    }
    add(.same, (pieces.isEmpty ? "" : " ") + text + (isLast ? "" : " "))
  }

  private mutating func add(_ kind: NoteNews.Piece.Kind, _ text: String) {
    guard !text.isEmpty else { return }
    if let last = pieces.last, last.kind == kind {
      pieces[pieces.count - 1] = NoteNews.Piece(kind, last.text + text)
    } else {
      pieces.append(NoteNews.Piece(kind, text))
    }
  }

  /// A replaced run of words; a beginning and punctuation that both have stay.
  private mutating func append(_ old: String, _ new: String) {
    if let last = pieces.last, last.kind != .same, last.text.last != " " { add(.same, " ") }
    let (before, after) = (Array(old), Array(new))
    var head = 0
    while head < min(before.count, after.count), before[head] == after[head] { head += 1 }
    if !Self.mayPart(before, after, head) { head = 0 }
    var tail = 0
    while tail < min(before.count, after.count) - head,
      before[before.count - 1 - tail] == after[after.count - 1 - tail],
      !before[before.count - 1 - tail].isLetter, !before[before.count - 1 - tail].isNumber,
      before[before.count - 1 - tail] != " "
    { tail += 1 }
    add(.same, String(after[..<head]))
    let (from, to) = (String(before[head..<(before.count - tail)]), String(after[head..<(after.count - tail)]))
    add(.old, from)
    if !from.isEmpty, !to.isEmpty { add(.same, " ") }
    add(.new, to)
    add(.same, String(after[(after.count - tail)...]))
  }

  /// True where a common beginning ends at the end of a word, or after two syllables of Hangul.
  private static func mayPart(_ one: [Character], _ other: [Character], _ head: Int) -> Bool {
    guard head > 0 else { return false }
    func isInside(_ text: [Character]) -> Bool { head < text.count && (text[head].isLetter || text[head].isNumber) }
    guard isInside(one) || isInside(other) else { return one[head - 1].isLetter || one[head - 1].isNumber }
    let last = one[max(0, head - 2)..<head]
    return last.count == 2 && last.allSatisfy { $0.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) } }
  }
}
