import Foundation
import NoteTestSupport
import Testing

@testable import SheafCommands

/// The recipes of sheaf-site(7), run as far as they can be without the machines that they are for.
@Suite struct SiteRecipeTests {
  private let program: BuiltProgram
  private let notes: TemporaryFolder

  init() throws {
    program = try BuiltProgram()
    notes = try TemporaryFolder()
    try notes.write("# First page\n\n[[Second page]]\n", to: "Memo/first.md")
    try notes.write("# Second page\n", to: "Memo/Second page.md")
    try notes.write("---\nprivate: true\n---\n# HUSH\n", to: "Memo/hush.md")
    let run = try ProgramRun.run(
      program.path, ["init"], in: notes.path, environment: program.environment)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The last two parts of the page before SEE ALSO, as lines.
  private func recipes() throws -> [[String]] {
    let page = try #require(ManualPage("sheaf-site.7"))
    return page.sections.dropLast().suffix(2).map(\.typed)
  }

  private func shell(_ script: String, _ environment: [String: String]) throws {
    let run = try ProgramRun.run(
      "/bin/bash", ["-e", "-c", script], in: notes.path,
      environment: program.environment.merging(environment) { $1 })
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `the steps of the action fetch the program and publish`() throws {
    let lines = try recipes()[0]
    let start = try #require(lines.firstIndex { $0.hasSuffix("- run: |") })
    let script = lines[(start + 1)...].prefix { $0.hasPrefix("          ") }
      .map { $0.dropFirst(10) }.joined(separator: "\n")
      .replacing("${{ vars.SHEAF_URL }}", with: "file://" + program.path)
    let runner = try TemporaryFolder()
    try shell(script, ["RUNNER_TEMP": runner.path])
    #expect(runner.files() == ["sheaf"])
    #expect(notes.files().contains("site/notes/Memo/first.html"))
    let places = lines.filter { $0.hasSuffix("path: site") }
    #expect(places.count == 1)
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsync"), "rsync is not installed"))
  func `the copy of a site on a server follows it and keeps its list at home`() throws {
    let server = try TemporaryFolder()
    let script = try recipes()[1].joined(separator: "\n")
      .replacing("you@example.org:/var/www/notes/", with: server.path + "/")
    let folder = URL(fileURLWithPath: program.path).deletingLastPathComponent().path
    try shell(script, ["PATH": folder + ":/usr/bin:/bin"])
    #expect(server.files().contains("notes/Memo/first.html"))
    #expect(!server.files().contains(".sheaf-site"))
    #expect(notes.files().contains("site/.sheaf-site"))
    try notes.remove("Memo/Second page.md")
    try shell(script, ["PATH": folder + ":/usr/bin:/bin"])
    #expect(server.files().contains("notes/Memo/first.html"))
    #expect(!server.files().contains("notes/Memo/Second page.html"))
  }
}
