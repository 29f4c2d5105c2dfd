package import CivilCalendar
import NoteIndex
package import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

/// Takes back that tasks were closed: each is open again, and the occurrence that it brought is gone unless it was
/// changed since.
package struct CompletionReversal {
  /// The reopened tasks with their new names.
  package private(set) var reopened: [NotePosition] = []
  package private(set) var titles: [String] = []
  /// Next occurrences that are kept, because they were changed or moved, or because other notes link to them.
  package private(set) var kept: [NotePosition] = []
  /// Next occurrences whose notes are removed.
  package private(set) var removed: [NotePosition] = []

  private let workspace: Workspace

  package init(in workspace: Workspace) { self.workspace = workspace }

  /// Makes the reversal part of a transaction.
  ///
  /// - Throws: ``Problem`` for a task that is not, or for no task; if a note cannot be read or changed.
  package mutating func make(_ positions: [NotePosition], today: Day, _ transaction: inout Transaction) throws {
    let lines = Dictionary(grouping: positions, by: \.path).mapValues { $0.map(\.line) }
    var seen: Set<NotePath> = []
    for path in positions.map(\.path) where seen.insert(path).inserted {
      let before = try workspace.originals.read(path)
      var file = TaskFile(path: path, bytes: before, in: workspace.layout)
      let first = reopened.count
      let named = lines[path] ?? []
      var order: [Int] = []
      for index in named.indices.sorted(by: { (named[$0] ?? 0) > (named[$1] ?? 0) }) {
        try reopen(named[index], in: &file, today: today, &transaction)
        if first + order.count < reopened.count { order.append(index) }
      }
      let places = order.indices.sorted { order[$0] < order[$1] }.map { first + $0 }
      reopened = reopened[..<first] + places.map { reopened[$0] }
      titles = titles[..<first] + places.map { titles[$0] }
      transaction.replace(path, expecting: before, with: file.bytes)
    }
  }

  private mutating func reopen(
    _ named: Int?, in file: inout TaskFile, today: Day, _ transaction: inout Transaction
  ) throws {
    let line = Self.doneLine(named, in: file)
    let position = NotePosition(file.path, line: line)
    guard let task = file.task(at: line) else { throw notATask(position, in: file.note) }
    guard task.status != .todo else {
      throw Problem(
        .notFound, Message("“\(task.title)” is not done", ko: "완료한 할 일이 아닙니다: “\(task.title)”"),
        hint: Message(
          "“sheaf tasks status:done” lists the completed tasks.",
          ko: "“sheaf tasks 상태:완료”로 완료한 할 일을 볼 수 있습니다."))
    }
    var reopening = TaskChanges(in: workspace)
    try reopening.make([line], in: &file, &transaction) { _ in .status(.todo, today: today) }
    guard let place = reopening.changed.first else {
      if case .refusedFields(let path, let refusal)? = reopening.facts.first {
        throw refusedChange(path, refusal)
      }
      return
    }
    titles.append(task.title)
    let removed = try removeNext(
      of: file.task(at: place.line) ?? task, isDone: task.status == .done, done: task.closed?.day ?? today, &file,
      place.line, &transaction)
    reopened.append(place)
    // A file's boxes are reopened from its end: those before are below.
    for index in reopened.indices where reopened[index].path == file.path {
      reopened[index] = NotePosition(file.path, line: reopened[index].line.map { $0 - (removed ?? 0) })
    }
  }

  /// Returns the line of a box, or of the completed box below it whose next occurrence it is.
  private static func doneLine(_ line: Int?, in file: TaskFile) -> Int? {
    guard let line, let task = file.task(at: line), !task.status.isClosed,
      let below = file.task(at: line + 1), below.status == .done, below.title == task.title,
      below.repetition != nil
    else { return line }
    return line + 1
  }

  /// - Returns: The number of lines removed above the box.
  private mutating func removeNext(
    of task: TaskItem, isDone: Bool, done: Day, _ file: inout TaskFile, _ line: Int?, _ transaction: inout Transaction
  ) throws -> Int? {
    guard task.repetition != nil, isDone else { return nil }
    let candidates = [false, true].compactMap {
      try? TaskOccurrence(after: task, at: file.path, done: done, in: workspace.index.zone, skipsMissed: $0)
    }
    if let line {
      for next in candidates {
        if let removed = file.remove(next, of: line) { return removed < line ? 1 : 0 }
      }
      return nil
    }
    guard let identifier = candidates.first?.identifier,
      let path = try workspace.index.notes(named: identifier).first(where: { $0.identifier == identifier })?.path
    else { return nil }
    let bytes = try workspace.originals.read(path)
    let isUntouched = candidates.contains { next in
      let plain = TaskFile(path: file.path, bytes: file.bytes, in: workspace.layout)
      return (try? plain.next(next)).map { $0.note.saysTheSame(as: bytes) } ?? false
    }
    let isUsed = try workspace.index.tasks.isNamed(path) || workspace.index.links.backlinkCount(of: path) > 0
    guard isUntouched, !isUsed, path.folder == file.path.folder else {
      kept.append(NotePosition(path))
      return nil
    }
    removed.append(NotePosition(path))
    transaction.remove(path, expecting: bytes)
    return nil
  }
}

extension Note {
  /// Returns true if a file has the same fields, in any order, and the same body.
  fileprivate func saysTheSame(as bytes: [UInt8]) -> Bool {
    let other = Document(parsing: bytes)
    func fields(_ document: Document) -> [String: FrontMatterValue] {
      Dictionary(
        (document.frontMatter?.entries ?? []).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    return fields(document) == fields(other) && document.source[document.body].elementsEqual(other.source[other.body])
  }
}
