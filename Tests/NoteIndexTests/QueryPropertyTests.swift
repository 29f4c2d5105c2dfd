import CivilCalendar
import Foundation
import NoteIndex
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

/// The index answers as somebody would who reads every note for every question.
@Suite struct QueryPropertyTests {
  private struct File {
    var text: String
    var time: Int64
  }

  /// Brings the index up to date as the program does: only what a scan finds changed.
  private func synchronize(_ index: IndexDatabase, _ files: [String: File], at time: Int64) throws {
    let scanned = files.map { path, file in
      ScannedFile(
        path: NotePath(trusted: path),
        fingerprint: FileFingerprint(
          size: Int64(file.text.utf8.count), modifiedNanoseconds: file.time,
          changedNanoseconds: file.time, inode: 1))
    }.sorted { $0.path < $1.path }
    try index.update(to: FileTable(scanned), indexedAt: time) { writer, changes in
      for path in changes.removed { try writer.remove(path) }
      for file in changes.attachments { try writer.insert(file, works: []) }
      for file in changes.notes {
        guard let text = files[file.path.string]?.text else { continue }
        try writer.insert(
          Note(Document(parsing: Array(text.utf8)), at: file.path), file.fingerprint)
      }
    }
  }

  private func reference(_ files: [String: File]) -> ReferenceRepository {
    var members: [ReferenceRepository.Member] = []
    var attachments: [NotePath] = []
    for (path, file) in files {
      let path = NotePath(trusted: path)
      guard path.isMarkdown else {
        attachments.append(path)
        continue
      }
      members.append(
        ReferenceRepository.Member(
          note: Note(Document(parsing: Array(file.text.utf8)), at: path)
            .readable(on: Self.now.day),
          modifiedSeconds: Int(file.time / 1_000_000_000)))
    }
    return ReferenceRepository(members: members, attachments: attachments, now: Self.now)
  }

  /// A few notes are written, changed, moved and deleted.
  private func disturb(
    _ files: inout [String: File], _ material: inout RandomMaterial, at time: Int64
  ) {
    for _ in 0..<6 {
      let paths = files.keys.sorted()
      switch material.number(below: 5) {
      case 0 where paths.count > 8: files[material.choose(paths)] = nil
      case 1 where !paths.isEmpty:
        if let moved = files.removeValue(forKey: material.choose(paths)) {
          files[material.path()] = File(text: moved.text, time: time)
        }
      case 2: files[material.choose(["pic.png", "Memo/pic.png"])] = File(text: "", time: time)
      default: files[material.path()] = File(text: material.note(), time: time)
      }
    }
  }

  /// The part of a query on which the two already disagree, and a note that shows it.
  private func smallestDisagreement(
    _ query: Query, _ index: IndexDatabase, _ reference: ReferenceRepository,
    _ files: [String: File]
  ) throws -> String {
    let parts =
      switch query {
      case .and(let parts), .or(let parts): parts
      case .not(let part): [part]
      default: [Query]()
      }
    for part in parts {
      let smaller = try smallestDisagreement(part, index, reference, files)
      if !smaller.isEmpty { return smaller }
    }
    let difference = try Self.disagreement(query, index, reference)
    guard let name = difference.min() else { return "" }
    let path = String(name.prefix { $0 != ":" })
    return "\(query) on \(name):\n\(files[path]?.text ?? "")"
  }

  /// The notes and tasks that only one of the two finds, or that are found twice.
  private static func disagreement(
    _ query: Query, _ index: IndexDatabase, _ reference: ReferenceRepository
  ) throws -> Set<String> {
    let notes = try index.notes(NoteRequest(query: query, now: now)).map(\.path.string)
    let tasks = try index.tasks(TaskRequest(query: query, now: now)).map(\.reference)
    let twice = (notes + tasks).filter { name in (notes + tasks).count { $0 == name } > 2 }
    var some = TaskRequest(query: query, scope: .open, now: now)
    let first = LocatedTask.inOrder(try index.tasks(some)).prefix(3).map(\.reference)
    some.limit = 3
    let limited = try index.tasks(some).map(\.reference)
    return Set(limited == first ? [] : limited + first)
      .union(Set(notes).symmetricDifference(reference.paths(query)))
      .union(Set(tasks).symmetricDifference(reference.tasks(query)))
      .union(twice)
  }

  /// The afternoon of a day in Seoul.
  private static let now = CivilMoment(
    day: Day(daysSinceEpoch: 20_778), time: TimeOfDay(hour: 15, minute: 0) ?? .midnight,
    utcOffsetSeconds: 9 * 3_600)

  /// `SHEAF_PROPERTY_SEEDS` asks for more of them; each makes 500 queries.
  private static let seeds =
    ProcessInfo.processInfo.environment["SHEAF_PROPERTY_SEEDS"].flatMap { Int($0) } ?? 10

  @Test(arguments: 0..<seeds)
  func `the index agrees with reading every note, after every change`(seed: Int) throws {
    var index = try IndexDatabase.inMemory()
    index.zone = .fixed(9 * 3_600)
    var material = RandomMaterial(seed: UInt64(seed))
    let start = Int64(Self.now.day.daysSinceEpoch) * 86_400_000_000_000
    var files: [String: File] = [:]
    for round in 0..<20 {
      let time = start + Int64(round) * 60_000_000_000
      disturb(&files, &material, at: time)
      try synchronize(index, files, at: time + 1_000_000_000)
      let reference = reference(files)
      for _ in 0..<25 {
        let text = material.query()
        let query = try QueryParser.parse(text, now: Self.now, views: RandomMaterial.views).query
        guard try Self.disagreement(query, index, reference).isEmpty else {
          let part = try smallestDisagreement(query, index, reference, files)
          Issue.record("\(text): \(part)")
          return
        }
      }
    }
  }
}
