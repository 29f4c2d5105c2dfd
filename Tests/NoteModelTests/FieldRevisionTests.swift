import CivilCalendar
import Foundation
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

/// `set k=v` and then `set k=OLD`. `SHEAF_VAULTS=FOLDER:FOLDER` tries the notes of more folders.
@Suite struct FieldRevisionTests {
  private let now = CivilMoment(
    day: Day(daysSinceEpoch: 20_778), time: .midnight, utcOffsetSeconds: 0)

  private func set(
    _ words: String..., on bytes: [UInt8], earlier: [[UInt8]] = []
  ) throws -> [UInt8] {
    let assignments = try words.map { try FieldAssignment($0, now: now) }
    return try FieldRevision(assignments).result(on: bytes, earlier: earlier)
  }

  /// A note with one field, set and set back.
  private func setBack(_ value: String, to typed: String, over other: String) throws -> String {
    let before = Array("---\na: 1 # one\nfield: \(value)\n# end\n---\nbody\n".utf8)
    let middle = try set("field=\(other)", on: before)
    let after = try set("field=\(typed)", on: middle, earlier: [middle, before])
    #expect(middle != before)
    return String(decoding: after, as: UTF8.self)
      .replacing("---\na: 1 # one\nfield: ", with: "").replacing("\n# end\n---\nbody\n", with: "")
  }

  @Test(
    arguments: [
      "007", "2026-11-21", "no", "1e3", "'no'", "\"no\"", "todo", "'it''s'",
      "[a,  'b']",
      "\n  - a # first\n  # between\n  - b", "", "~", "x # why",
    ], ["plain", "no", "a: b", "12"])
  func `an old value gets its old spelling back`(value: String, other: String) throws {
    let old = [
      "'no'": "no", "\"no\"": "no", "'it''s'": "it's", "[a,  'b']": "a,b",
      "\n  - a # first\n  # between\n  - b": "a\nb", "": "\"\"", "~": "\"\"", "x # why": "x",
    ]
    guard (old[value] ?? value) != other else { return }
    #expect(try setBack(value, to: old[value] ?? value, over: other) == value)
  }

  @Test func `quotes of a value stay, and are added where the new value needs them`() throws {
    func field(_ value: String, _ text: String) throws -> String {
      let bytes = try set("field=\(text)", on: Array("---\nfield: \(value)\n---\n".utf8))
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try field("'a'", "b") == "---\nfield: 'b'\n---\n")
    #expect(try field("todo", "no") == "---\nfield: \"no\"\n---\n")
    #expect(try field("todo", "doing") == "---\nfield: doing\n---\n")
  }

  @Test func `fields that were set together come back together or one by one`() throws {
    let before = Array("---\ncode: 007\nlist: [a,  'b'] # two\nc: x\n---\ntext\n".utf8)
    let middle = try set("code=z", "list=q,r", on: before)
    #expect(try set("code=007", "list=a,b", on: middle, earlier: [before]) == before)
    let half = try set("list=a,b", on: middle, earlier: [before])
    #expect(
      String(decoding: half, as: UTF8.self)
        == "---\ncode: z\nlist: [a,  'b'] # two\nc: x\n---\ntext\n")
    #expect(try set("code=007", on: half, earlier: [middle, before]) == before)
  }

  @Test func `a note that was changed elsewhere keeps that change`() throws {
    let before = Array("---\ncode: 007\nb: x\n---\n".utf8)
    let middle = try set("code=z", "b=other", on: before)
    let after = try set("code=007", on: middle, earlier: [before])
    #expect(String(decoding: after, as: UTF8.self) == "---\ncode: 007\nb: other\n---\n")
    let new = try set("code=007", on: middle + Array("text\n".utf8), earlier: [before])
    #expect(
      String(decoding: new, as: UTF8.self) == "---\ncode: \"007\"\nb: other\n---\ntext\n")
  }

  @Test func `a day that is none may come back where it was but not be new`() throws {
    let before = Array("---\ndue: whenever\n---\n".utf8)
    let middle = try set("due=2026-11-30", on: before)
    #expect(try set("due=whenever", on: middle, earlier: [before]) == before)
    #expect(throws: FieldAssignmentError.self) { try set("due=whenever", on: middle) }
  }

  @Test func `set and set back gives the same bytes for every field of every note`() throws {
    var count = SetBackCount()
    for name in try fixtureNotes() { try tryFields(of: try readFixture(name), name, &count) }
    #expect(count.same > 800)
    let folders = ProcessInfo.processInfo.environment["SHEAF_VAULTS"]?.split(separator: ":") ?? []
    for folder in folders.map(String.init) {
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for name in names where name.hasSuffix(".md") {
        let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
        try tryFields(of: Array(bytes), name, &count)
      }
      print(folder, count)
    }
  }

  private struct SetBackCount {
    var notes = 0
    var same = 0
    var refused = 0
  }

  private func tryFields(of bytes: [UInt8], _ name: String, _ count: inout SetBackCount) throws {
    let entries = Document(parsing: bytes).frontMatter?.entries ?? []
    count.notes += 1
    for entry in entries {
      let text = entry.value.scalarTexts.joined(separator: "\n")
      let old = text.isEmpty ? "\"\"" : text
      for value in values(for: entry.key) where value != old {
        do {
          let middle = try set("\(entry.key)=\(value)", on: bytes)
          let after = try set("\(entry.key)=\(old)", on: middle, earlier: [bytes])
          #expect(after == bytes, "\(name): \(entry.key)=\(value), then \(old)")
          count.same += 1
        } catch is FrontMatterRefusal {
          count.refused += 1
        } catch FieldAssignmentError.notAKey, FieldAssignmentError.tagMeant {
          count.refused += 1
        }
      }
    }
  }

  private func values(for key: String) -> [String] {
    switch FieldCatalogue.field(for: key)?.type {
    case .date?, .day?: ["2026-11-21"]
    case .boolean?: ["true", "false"]
    case .priority?: ["high"]
    case .list?: ["x", "no,y: z,w"]
    case .repetition?: ["every week"]
    case .reminder?: ["1d"]
    case .status?: ["doing"]
    case .text?, .number?, .link?, .links?, nil: ["새 값: x", "007"]
    }
  }
}
