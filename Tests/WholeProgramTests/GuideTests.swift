import Foundation
import NoteTestSupport
import Testing
import Wording

@testable import ReferencePages
@testable import SheafCommands

/// The guide in `Documentation/Guide`: what its pages show is what the program prints.
///
/// `SHEAF_RECORD=1` writes what is printed now into the pages.
@Suite(.wholeProgram) struct GuideTests {
  private static let folder =
    URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path
    + "/Documentation/Guide"
  static let pages = Language.allCases.flatMap { language in
    ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + language.rawValue)) ?? [])
      .filter { $0.hasSuffix(".md") }.sorted().map { language.rawValue + "/" + $0 }
  }

  @Test(arguments: pages)
  func `a page shows what its commands print`(name: String) throws {
    let path = Self.folder + "/" + name
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let page = GuidePage(text)
    let session = try CommandSession(
      environment: GuidePage.environment(name.hasPrefix("ko/") ? .korean : .english))
    if !page.commands.contains(where: { $0.starts(with: ["sheaf", "init"]) }) {
      _ = session.run(["init"])
    }
    let replayed = try page.replayed(in: session)
    if ProcessInfo.processInfo.environment["SHEAF_RECORD"] == "1" {
      try replayed.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(replayed == text)
  }

  @Test func `the reference is made from the declarations of this program`() throws {
    let notes = try GuideReference.notes()
    let folders = Language.allCases.map { $0.rawValue + "/reference" }
    let names = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/" + folder)
        .map { folder + "/" + $0 }
    }
    #expect(Set(names) == Set(notes.map(\.path)))
    for note in notes {
      let stored = FileManager.default.contents(atPath: Self.folder + "/" + note.path)
      let isCurrent = stored.map { Array($0) } == note.bytes
      #expect(isCurrent, "\(note.path) is out of date: make man")
    }
  }

  @Test func `the README shows what its commands print`() throws {
    let path = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path + "/README.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let session = try CommandSession(environment: GuidePage.environment(.english))
    let replayed = try GuidePage(text).replayed(in: session)
    if ProcessInfo.processInfo.environment["SHEAF_RECORD"] == "1" {
      try replayed.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(replayed == text)
  }

  @Test func `both languages have the same pages with the same commands`() throws {
    let pages = try Language.allCases.map { language in
      try Dictionary(
        Self.pages.filter { $0.hasPrefix(language.rawValue + "/") }.map { page in
          let text = try String(contentsOfFile: Self.folder + "/" + page, encoding: .utf8)
          let name = language == .korean ? try #require(GuidePage.field("translates", in: text)) : page
          let commands = GuidePage(text).commands.map { $0.prefix($0.first == "sheaf" ? 2 : 1) }
          return (name.replacing("en/", with: ""), commands)
        }, uniquingKeysWith: { first, _ in first })
    }
    #expect(pages[0] == pages[1])
    #expect(pages[0].count >= 13)
  }

  @Test func `the guide is published without a finding`() throws {
    let session = try CommandSession()
    for file in try FileManager.default.subpathsOfDirectory(atPath: Self.folder) {
      guard let bytes = FileManager.default.contents(atPath: Self.folder + "/" + file) else { continue }
      try session.folder.write(Array(bytes), to: file)
    }
    let check = session.run(["check"])
    #expect(check.status == 0, "\(check.output)")
    let published = session.run(["publish", "-o", session.home.path + "/site", "--verify"])
    #expect(published.status == 0, "\(published.output)\(published.errors)")
    #expect(published.errors.contains("Nothing was left out"), "\(published.errors)")
  }
}

/// A page of the guide: text, sessions in fences named `console`, and files in fences named `json tasks.json`.
struct GuidePage {
  private let lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The first words of each command of its sessions.
  var commands: [[String]] {
    lines.filter { $0.hasPrefix("$ ") }.map { Transcript.words(String($0.dropFirst(2))) }
  }

  static func field(_ key: String, in text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
  }

  /// The page with what its commands print now; `…` in a session stands for the rest of what a command prints.
  func replayed(in session: CommandSession) throws -> String {
    var result: [String] = []
    var fence: String?
    for (index, line) in lines.enumerated() {
      let rest = lines[(index + 1)...]
      if line.hasPrefix("```") {
        fence = fence == nil ? String(line.dropFirst(3)) : nil
        if let file = fence?.split(separator: " ").dropFirst().first {
          try session.folder.write(rest.prefix { $0 != "```" }.joined(separator: "\n") + "\n", to: String(file))
        }
      }
      guard fence == "console", !line.hasPrefix("```") else {
        result.append(line)
        continue
      }
      guard line.hasPrefix("$ ") else { continue }
      let printed = try Self.run(String(line.dropFirst(2)), in: session)
      try Self.setTimes(in: session.folder, secondsSinceEpoch: Self.start + index)
      let shown = rest.prefix { !$0.hasPrefix("$ ") && $0 != "```" }
      result.append(line)
      result += shown.firstIndex(of: "…").map { printed.prefix($0 - index - 1) + ["…"] } ?? printed
    }
    return result.joined(separator: "\n")
  }

  static func environment(_ language: Language) -> [String: String] {
    [
      "LANG": language == .korean ? "ko_KR.UTF-8" : "C.UTF-8", "EDITOR": "true", "GIT_CONFIG_GLOBAL": "/dev/null",
      "GIT_AUTHOR_NAME": "You", "GIT_AUTHOR_EMAIL": "you@example.org", "GIT_COMMITTER_NAME": "You",
      "GIT_COMMITTER_EMAIL": "you@example.org", "GIT_AUTHOR_DATE": "2026-11-21T10:00:00+09:00",
      "GIT_COMMITTER_DATE": "2026-11-21T10:00:00+09:00",
    ]
  }

  /// 2026-11-21T10:00:00+09:00, as the clock of the session has it.
  private static let start = 1_795_222_800

  /// Gives the files that a command wrote a time by which listings sort them in the order of the page.
  private static func setTimes(in folder: TemporaryFolder, secondsSinceEpoch: Int) throws {
    for file in folder.files() where !file.hasPrefix(".git/") {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + file)
      let modified = attributes[.modificationDate] as? Date ?? .distantPast
      guard abs(modified.timeIntervalSince1970 - Double(start)) > 3_600 else { continue }
      try folder.setModified(file, secondsSinceEpoch: secondsSinceEpoch)
    }
  }

  /// Returns the lines that a command shows on a terminal of 100 columns, without colours and the addresses of links.
  private static func run(_ command: String, in session: CommandSession) throws -> [String] {
    var words = Transcript.words(command)
    var input = ""
    if words.first == "echo", let pipe = words.firstIndex(of: "|") {
      input = words[1..<pipe].joined(separator: " ") + "\n"
      words.removeFirst(pipe + 1)
    }
    let program = try #require(words.first)
    let arguments = Array(words.dropFirst())
    var text: String
    switch program {
    case "sheaf":
      // A reader types the command: only a pipe before the command and a file after the command are no terminal.
      let outcome = session.run(
        arguments, input: input, onTerminal: !arguments.contains(">"), columns: 100, onOneScreen: true,
        inputIsPipe: !input.isEmpty)
      text = outcome.output.replacing(#/\u{1B}\]8;[^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\)/#, with: "")
    default:
      let run = try ProgramRun.run(
        "/usr/bin/" + program, arguments, in: session.folder.path, environment: environment(.english))
      #expect(run.status == 0, "\(command): \(run.errors)")
      text = run.output + run.errors
    }
    text = text.replacing("$REPOSITORY", with: "~/notes").replacing(session.home.path, with: "~")
    text = text.replacing("~/config/", with: "~/.config/")
    // The names of commits change with every setting that `init` writes down.
    text = text.replacing(#/(\d\d:\d\d  )[0-9a-f]{7,}  /#) { $0.1 + "3f2c9a1  " }
    if text.hasSuffix("\n") { text.removeLast() }
    return text.isEmpty ? [] : text.components(separatedBy: "\n")
  }
}
