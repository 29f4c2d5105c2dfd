import NoteTestSupport
import Testing

/// Answers that are written into a note on two machines.
@Suite struct BakedAnswerSyncTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws {
    machines = try TwoMachines()
    try one.write("# Hub\n\n```sheaf\ntag:x\nsort: title\n```\n\nEnd\n", to: "hub.md")
    try one.write("#x\n", to: "a.md")
    #expect(one.sheaf("bake", "hub.md").status == 0)
    exchange()
  }

  private func exchange() {
    for machine in [one, two, one] { #expect(machine.sync().status == 0) }
  }

  @Test func `both sides' answers become one of both sides' notes`() throws {
    try one.write("#x\n", to: "b.md")
    #expect(one.sheaf("bake").status == 0)
    try two.write("#x\n", to: "c.md")
    #expect(two.sheaf("bake").status == 0)
    exchange()
    for machine in [one, two] {
      let text = try machine.read("hub.md")
      #expect(text.contains("- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n"), "\(text)")
      #expect(machine.sheaf("bake", "--check").output == "")
      #expect(try machine.git.git("status", "--porcelain") == "")
    }
  }

  @Test func `an answer that was changed by hand stays, whatever the other side wrote`() throws {
    try one.write("#x\n", to: "b.md")
    #expect(one.sheaf("bake").status == 0)
    try two.write(try two.read("hub.md").replacing("- [a](a.md)", with: "- [a](a.md) by hand"), to: "hub.md")
    exchange()
    for machine in [one, two] {
      let text = try machine.read("hub.md")
      #expect(text.contains("by hand"))
      #expect(!text.contains("<<<<<<<"))
      #expect(machine.sheaf("bake").status == 65)
    }
  }
}
