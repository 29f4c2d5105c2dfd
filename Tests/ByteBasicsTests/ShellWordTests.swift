import ByteBasics
import NoteTestSupport
import Testing

@Suite struct ShellWordTests {
  @Test(arguments: ["", "a b", "it's", "''", "$HOME `id` \"x\" \\ * ! ~ #\n한글\n\n", "-n", "%Y"])
  func `the shell reads a word as the text that it was`(text: String) throws {
    let run = try ProgramRun.run(
      "/bin/sh", ["-c", "printf '%s|' " + shellWord(text) + " end"], in: "/")
    #expect(run.output == text + "|end|")
  }
}
