import Foundation
import NoteTestSupport
import Testing

/// An index is a cache: however it is damaged, the command goes on with a new one, and the next has nothing to say.
@Suite struct DamagedIndexTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
    for number in 0..<40 {
      let text =
        "# Note \(number)\n\n#tag\(number) [[Note \(number + 1)]]\n\n- [ ] task \(number)\n"
      try session.folder.write(text, to: "\(number).md")
    }
  }

  private static let damages: [(name: String, make: @Sendable ([UInt8]) -> [UInt8])] = [
    ("another file", { _ in Array("This is no database.\n".utf8) }),
    ("an empty file", { _ in [] }),
    ("one page", { Array($0.prefix(4_096)) }),
    ("half of it", { Array($0.prefix($0.count / 2)) }),
    ("zeros behind the first page", { $0.prefix(4_096) + $0.dropFirst(4_096).map { _ in 0 } }),
    ("every page another", { $0.prefix(4_096) + $0.dropFirst(4_096).map { ~$0 } }),
    ("a header of another size of pages", { $0.prefix(16) + [0x02, 0x00] + $0.dropFirst(18) }),
  ]

  private static let commands = [
    ["list"], ["tasks"], ["search", "note"], ["links", "--all"], ["tags"], ["today"],
  ]

  @Test(arguments: damages.indices, commands)
  func `a damaged index stops no command`(index: Int, command: [String]) throws {
    let expected = session.run(command)
    let file = try #require(session.home.files().first { $0.hasSuffix("/index.sqlite") })
    for side in ["-wal", "-shm"] { try? session.home.remove(file + side) }
    let damage = Self.damages[index]
    let bytes = try session.home.read(file)
    try session.home.write(damage.make(bytes), to: file)
    let run = session.run(command)
    #expect(run.output == expected.output, "\(damage.name)")
    #expect(run.status == expected.status)
    let warning = "warning: The index is damaged and is being rebuilt; your notes are unchanged\n"
    #expect([warning, ""].contains(run.errors), "\(damage.name)")
    let again = session.run(command)
    #expect(again.output == expected.output)
    #expect(again.errors == "")
  }

  @Test func `a folder in the place of the index is removed`() throws {
    let expected = session.run(["list"])
    let file = try #require(session.home.files().first { $0.hasSuffix("/index.sqlite") })
    for side in ["", "-wal", "-shm"] { try? session.home.remove(file + side) }
    try session.home.write("x", to: file + "/inside")
    #expect(session.run(["list"]).output == expected.output)
  }
}
