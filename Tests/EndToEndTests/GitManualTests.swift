import Foundation
import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

/// sheaf-git(7), typed by somebody who has git and the program on the path.
@Suite struct GitManualTests {
  private let program: BuiltProgram
  private let place: TemporaryFolder

  init() throws {
    program = try BuiltProgram()
    place = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: place.path + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/bin/sheaf", withDestinationPath: program.path)
    try FileManager.default.createDirectory(
      atPath: place.path + "/notes", withIntermediateDirectories: true)
  }

  private var environment: [String: String] {
    GitFixture.identity.merging(program.environment) { $1 }.merging([
      "PATH": place.path + "/bin:/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null",
      "SHEAF_NOW": "2026-11-22T10:00:00+09:00",
    ]) { $1 }
  }

  /// The exit status of a command if it is not 0, by the command and the number of times that it came before.
  private static let answers = ["sheaf sync": [2: Int32(3)]]

  /// An editor needs a terminal.
  private func run(
    _ command: String, in folder: String, _ variables: [String: String]
  ) throws -> ProgramRun {
    guard command.hasPrefix("sheaf edit ") else {
      return try ProgramRun.run("/bin/sh", ["-c", command], in: folder, environment: variables)
    }
    let terminal = try TerminalRun(command, in: folder, environment: variables)
    let status = terminal.end()
    return ProgramRun(status: status ?? -1, output: terminal.output, errors: "")
  }

  @Test(arguments: Language.allCases)
  func `every command of the page does what the page says`(_ language: Language) throws {
    var folder = place.path + "/notes"
    var counts: [String: Int] = [:]
    var outputs: [String: String] = [:]
    for command in try #require(ManualPage("sheaf-git.7", in: language)).typed {
      if command.hasPrefix("cd ") {
        folder =
          URL(fileURLWithPath: folder).appendingPathComponent(String(command.dropFirst(3)))
          .standardizedFileURL.path
        continue
      }
      let locale = language == .korean ? "ko_KR.UTF-8" : "C.UTF-8"
      let variables = environment.merging(["LC_ALL": locale]) { $1 }
      let run = try run(command, in: folder, variables)
      let count = counts[command, default: 0]
      counts[command] = count + 1
      outputs["\(command) \(count)"] = run.output + run.errors
      #expect(
        run.status == Self.answers[command]?[count] ?? 0, "\(command): \(run.output)\(run.errors)")
    }
    let name = language == .english ? "Tax return" : "세금 신고"
    let note = String(
      decoding: try place.read("notes/laptop/Diary/Tasks/\(name).md"), as: UTF8.self)
    for line in ["due: 2026-12-05", "priority: high", "status: doing"] {
      #expect(note.contains("\n\(line)\n"), "\(note)")
    }
    #expect(outputs["sheaf sync 2"]?.contains("\(name).md: due") == true)
    #expect(!place.files().contains { $0.contains("conflicted copy") })
  }
}
