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
      for file in changes.attachments { try writer.insertAttachment(file) }
      for file in changes.notes {
        guard let text = files[file.path.string]?.text else { continue }
        try writer.insert(
          Note(Document(parsing: Array(text.utf8)), at: file.path), file.fingerprint)
      }
    }
  }

  private func reference(_ files: [String: File], today: Day) -> ReferenceRepository {
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
          note: Note(Document(parsing: Array(file.text.utf8)), at: path),
          modifiedSeconds: Int(file.time / 1_000_000_000)))
    }
    return ReferenceRepository(members: members, attachments: attachments, today: today)
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
    let found = try index.notes(NoteRequest(query: query, today: reference.today))
    let difference = Set(found.map(\.path.string)).symmetricDifference(reference.paths(query))
    guard let path = difference.min() else { return "" }
    return "\(query) on \(path):\n\(files[path]?.text ?? "")"
  }

  /// `SHEAF_PROPERTY_SEEDS` asks for more of them; each makes 500 queries.
  private static let seeds =
    ProcessInfo.processInfo.environment["SHEAF_PROPERTY_SEEDS"].flatMap { Int($0) } ?? 10

  @Test(arguments: 0..<seeds)
  func `the index agrees with reading every note, after every change`(seed: Int) throws {
    let index = try IndexDatabase.inMemory()
    var material = RandomMaterial(seed: UInt64(seed))
    let today = try #require(Day(iso: "2026-11-21"))
    let now = CivilMoment(day: today, time: .midnight, utcOffsetSeconds: 0)
    let start = Int64(today.daysSinceEpoch) * 86_400_000_000_000
    var files: [String: File] = [:]
    for round in 0..<20 {
      let time = start + Int64(round) * 60_000_000_000
      disturb(&files, &material, at: time)
      try synchronize(index, files, at: time + 1_000_000_000)
      let reference = reference(files, today: today)
      for _ in 0..<25 {
        let text = material.query()
        let query = try QueryParser.parse(text, now: now, views: RandomMaterial.views).query
        let found = try index.notes(NoteRequest(query: query, today: today)).map(\.path.string)
        let wanted = reference.paths(query)
        guard Set(found) == wanted else {
          let part = try smallestDisagreement(query, index, reference, files)
          Issue.record("\(text): \(part)")
          return
        }
        #expect(found.count == wanted.count, "\(text): a note is found twice")
      }
    }
  }
}
