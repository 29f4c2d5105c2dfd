import NoteModel
import NotePresentation

/// The matched units of two versions: equal units are unchanged wherever they are, similar units are changed, all
/// others were added or removed.
struct UnitMatch {
  let before: [NoteUnit]
  let after: [NoteUnit]

  /// The largest number of pairs that are compared.
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
      case .row: likeness = other.cells.first == unit.cells.first ? 1 : PhraseDifference.likeness(other.text, unit.text)
      case .code: likeness = other.heading == unit.heading ? 1 : 0
      default: likeness = PhraseDifference.likeness(other.text, unit.text)
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
      var change = NoteNews.Change(kind, [DigestRun(kind: .plain, text: new.text)], box: to, heading: new.heading)
      change.weight = kind == .ticked ? 3 : 1
      return [change]
    case (.row(let columns), .row): return [cells(old, new, columns)].compactMap(\.self)
    case (.code, .code):
      let lines = (old.text.split(separator: "\n"), new.text.split(separator: "\n"))
      let differences = LineDifference(from: lines.0.map { Array($0.utf8) }, to: lines.1.map { Array($0.utf8) }).changes
      return [code(differences.reduce(0) { $0 + max($1.before.count, $1.after.count) }, new)]
    default:
      let difference = PhraseDifference(old.text, new.text)
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

  /// Compares the cells of two rows, for example `서버 · 분기 3: 1,200 → 1,350 · 분기 4: …`.
  private func cells(_ old: NoteUnit, _ new: NoteUnit, _ columns: [String]) -> NoteNews.Change? {
    var pieces: [DigestRun] = []
    var weight = 0.0
    for index in 0..<max(old.cells.count, new.cells.count) {
      let from = index < old.cells.count ? old.cells[index] : ""
      let to = index < new.cells.count ? new.cells[index] : ""
      guard from != to else { continue }
      let name = index < columns.count && index > 0 ? columns[index] : ""
      let head = index > 0 && pieces.isEmpty ? (new.cells.first ?? "") : ""
      let label = [head, name].filter { !$0.isEmpty }.joined(separator: " · ")
      pieces.append(
        DigestRun(
          kind: .plain,
          text: (pieces.isEmpty ? "" : " · ") + (label.isEmpty ? "" : label + (label.hasSuffix("?") ? " " : ": "))))
      if !from.isEmpty { pieces.append(DigestRun(kind: .old, text: from)) }
      if !from.isEmpty, !to.isEmpty { pieces.append(DigestRun(kind: .plain, text: " ")) }
      if !to.isEmpty { pieces.append(DigestRun(kind: .new, text: to)) }
      weight += 1
    }
    guard weight > 0 else { return nil }
    var change = NoteNews.Change(.changed, pieces.filter { !$0.text.isEmpty }, heading: new.heading)
    change.weight = weight
    return change
  }

  /// Returns the additions; neighbouring sentences that were added together are one line.
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
      kind, [DigestRun(kind: .plain, text: text)], box: box, heading: unit.kind == .heading ? nil : unit.heading)
    change.weight = words(unit, text)
    return change
  }

  /// Returns the number of words for the order of notes. A cell of a table counts as one word.
  private func words(_ unit: NoteUnit, _ text: String) -> Double {
    Double(unit.cells.isEmpty ? text.split(separator: " ").count : unit.cells.count { !$0.isEmpty })
  }

  private func removal(_ unit: NoteUnit) -> NoteNews.Change? {
    if unit.kind == .code { return nil }
    var change = NoteNews.Change(.removed, [DigestRun(kind: .old, text: unit.text)], heading: unit.heading)
    change.weight = words(unit, unit.text) / 2
    return change
  }
}
