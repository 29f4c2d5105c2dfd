import Foundation
import NoteTestSupport
import Testing

/// `sheaf lsp` with the clients that people use. A client that is not installed is skipped, and the run says so.
@Suite struct RealClientTests {
  private static let root = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path
  private static let clients = root + "/Tests/NoteLanguageServerTests/Clients/"
  private static let python = root + "/.build/pytest-lsp/bin/python3"

  private static func isInstalled(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }

  private static var hasEglot: Bool {
    isInstalled("/usr/bin/emacs")
      && FileManager.default.fileExists(atPath: "/usr/share/emacs/site-lisp/elpa-src/eglot-1.9")
  }

  private func program() throws -> BuiltProgram {
    let program = try BuiltProgram()
    try program.folder.write("# Plan\n", to: "notes/plan.md")
    try program.folder.write("[[plan]]\n", to: "notes/links.md")
    try program.folder.write("[x](plan.md)\n", to: "notes/other.md")
    _ = try program.run(["init"])
    _ = try program.run(["index"])
    return program
  }

  /// The output of the script, line by line.
  private func findings(_ words: [String], _ program: BuiltProgram) throws -> [String: String] {
    let out = program.folder.path + "/out"
    let environment = program.environment.merging([
      "SHEAF": program.path, "NOTES": program.folder.path + "/notes", "OUT": out,
      "SHEAF_NOW": "2026-11-21T10:00:00+09:00", "LC_ALL": "C.UTF-8", "TERM": "dumb",
    ]) { $1 }
    let run = try ProgramRun.run(
      words[0], Array(words[1...]), in: program.folder.path, environment: environment)
    let text = (try? String(contentsOfFile: out, encoding: .utf8)) ?? run.output + run.errors
    var findings: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      findings[parts[0]] = parts.count > 1 ? String(parts[1].dropFirst()) : ""
    }
    #expect(findings["error"] == nil, "\(text)\(run.errors)")
    return findings
  }

  @Test(.enabled(if: isInstalled("/usr/bin/nvim"), "Neovim is not installed: make setup-test"))
  func neovim() throws {
    let found = try findings(
      [
        "/usr/bin/nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S",
        Self.clients + "neovim.lua",
      ], program())
    #expect(found["definition"] == "plan.md 2")
    #expect(found["completion"] == "계획 😀 plan]]")
    #expect(found["diagnostics"] == "“nowhere” does not exist")
    #expect(found["rename"] == "😀 [[지도#Next]]을 보라")
    #expect(found["renamed text"] == "# 지도")
    #expect(found["moves"] == "1")
    #expect(found["formatting"] == "- one")
    #expect(found["stopped"] == "true")
  }

  @Test(.enabled(if: isInstalled("/usr/bin/nvim"), "Neovim is not installed: make setup-test"))
  func theSetupForNeovim() throws {
    let program = try program()
    let setup = try program.run(["lsp", "--setup", "nvim"]).output
    try program.folder.write(setup, to: "init.lua")
    try FileManager.default.createDirectory(
      atPath: program.folder.path + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/bin/sheaf", withDestinationPath: program.path)
    let found = try findings(
      [
        "/usr/bin/env", "PATH=\(program.folder.path)/bin:/usr/bin:/bin", "/usr/bin/nvim",
        "--headless", "-u", program.folder.path + "/init.lua", "-i", "NONE", "-n", "-S",
        Self.clients + "neovim_setup.lua",
      ], program)
    #expect(found["omnifunc"] == "v:lua.vim.lsp.omnifunc")
    #expect(found["keys"] == "true true true")
    #expect(found["clients"] == "1")
    #expect(found["definition"] == "plan.md")
  }

  @Test(.enabled(if: isInstalled("/usr/bin/node"), "Node is not installed"))
  func theExtensionForVSCode() throws {
    let found = try findings(
      [
        "/usr/bin/env", "EXTENSION=\(Self.root)/editors/vscode", "/usr/bin/node",
        Self.clients + "vscode.js",
      ], program())
    #expect(found["definition"] == "plan.md 2")
    #expect(found["completion"] == "Plan plan]]")
    #expect(found["documentation"] == "**Plan**")
    #expect(found["diagnostics"] == "“nowhere” does not exist")
    #expect(found["rename"] == "rename replace replace replace")
    #expect(found["placeholder"] == "Plan")
    #expect(found["lens"] == "2 backlinks sheaf.showLocations")
    #expect(found["symbol"] == "Plan")
    #expect(found["outline"] == "Next")
    #expect(found["references"] == "2")
    #expect(found["links"] == "1")
    #expect(found["stopped"] == "true")
  }

  @Test func theExtensionIsPackaged() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun.run(
      "/usr/bin/python3", [Self.root + "/editors/vscode/package.py", folder.path + "/x.vsix"],
      in: folder.path, environment: [:])
    #expect(run.status == 0, "\(run.errors)")
    let listed = try ProgramRun.run(
      "/usr/bin/python3", ["-m", "zipfile", "-l", folder.path + "/x.vsix"], in: folder.path,
      environment: [:])
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.root + "/editors/vscode")
    where name != "package.py" && !name.hasPrefix("__") {
      #expect(listed.output.contains("extension/" + name + " "), "\(name) is not packaged")
    }
  }

  @Test(
    .enabled(if: hasEglot, "Emacs with eglot is not installed: make setup-test"))
  func eglot() throws {
    let found = try findings(
      ["/usr/bin/emacs", "--batch", "-l", Self.clients + "eglot.el"], program())
    #expect(found["definition"] == "plan.md 2")
    #expect(found["completion"]?.contains("계획 😀") == true)
    #expect(found["diagnostics"]?.contains("“nowhere” does not exist") == true)
    // eglot 1.9 cannot move files, so the name of the file stays and so do links by it.
    #expect(found["renamed text"] == "# 지도")
    #expect(found["rename"] == "😀 [[plan#Next]]을 보라")
    #expect(found["moves"] == "1")
    #expect(found["formatting"] == "- one")
    #expect(found["stopped"] == "t")
  }

  @Test(.enabled(if: isInstalled(python), "pytest-lsp is not installed: make setup-test"))
  func typesOfTheSpecification() throws {
    let program = try program()
    let environment = program.environment.merging([
      "SHEAF": program.path, "NOTES": program.folder.path + "/notes", "LC_ALL": "C.UTF-8",
    ]) { $1 }
    let run = try ProgramRun.run(
      Self.python,
      ["-m", "pytest", "-q", "-p", "no:cacheprovider", Self.clients + "pytest_client.py"],
      in: program.folder.path, environment: environment)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
