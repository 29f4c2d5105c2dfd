import Foundation
import NoteTestSupport
import Testing

/// The first hour of a new user, typed into a shell on a terminal of its own: an empty folder, a vault of another program
/// and a home folder, in both languages, on a narrow and on a usual terminal. Both shells show the same.
/// `SHEAF_RECORD=1` writes what is shown now into the files.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid"), "setsid is not installed"))
struct FirstHourTests {
  private static let shells = [
    ("bash", "/usr/bin/bash --norc --noediting -i"), ("zsh", "/usr/bin/zsh -f +o zle +o prompt_sp -i"),
  ].filter { FileManager.default.isExecutableFile(atPath: String($0.1.prefix { $0 != " " })) }

  private static let walks: [String: [String]] = [
    "en": [
      "sheaf add call mum due:fri +home", "sheaf add 'pay rent!!' due:tomorrow", "sheaf add buy milk pri:high",
      "sheaf new Garden plan +home", "sheaf diary sunny all day", "sheaf", "sheaf tasks", "sheaf done buy milk",
      "sheaf set 1 due:next-monday -home", "sheaf search sunny", "sheaf list sort:title", "sheaf show Garden plan",
      "sheaf snooze 1", "sheaf list -n 3", "sheaf taks", "sheaf undo", "sheaf tasks next week", "sheaf agenda",
    ],
    "ko": [
      "sheaf add 엄마께 전화 마감:금요일 +집", "sheaf add 월세 내기 마감:낼 오후 3시 정각", "sheaf add 우유 사기 우선순위:높음",
      "sheaf new 텃밭 계획 +집", "sheaf diary 종일 맑음", "sheaf", "sheaf tasks", "sheaf done 우유 사기",
      "sheaf set 1 마감:다음-월요일 -집", "sheaf search 맑음", "sheaf list sort:title", "sheaf show 텃밭 계획",
      "sheaf snooze 1", "sheaf list -n 3", "sheaf taks", "sheaf undo", "sheaf tasks 다음 주", "sheaf agenda",
    ],
  ]

  /// The lines that are typed before the walk, and the folder in which.
  private static let beginnings = [
    "fresh": ["sheaf", "sheaf init"], "vault": ["sheaf", "sheaf init", "sheaf list sort:title"],
    "home": ["sheaf", "sheaf init notes", "cd notes"],
  ]

  private func prepare(_ place: String, _ folder: TemporaryFolder) throws {
    switch place {
    case "vault":
      try folder.write("{}", to: "vault/.obsidian/app.json")
      try folder.write("# Ideas\n\nSee [[Books]].\n\n- [ ] a box of old\n", to: "vault/Ideas.md")
      try folder.write("---\ntags: [read]\n---\n# Books\n", to: "vault/Books.md")
      // Their order must not depend on the second in which they were written.
      try folder.setModified("vault/Ideas.md", secondsSinceEpoch: 1_790_000_000)
      try folder.setModified("vault/Books.md", secondsSinceEpoch: 1_790_100_000)
    case "home": try folder.write("no note", to: "home/letter.odt")
    default: try folder.write("", to: "fresh/.keep")
    }
  }

  /// What the terminal shows, with each line that was typed before it.
  private func transcript(
    _ place: String, _ language: String, _ columns: Int, in shell: String
  ) throws -> String {
    let program = try BuiltProgram()
    try prepare(place, program.folder)
    try program.folder.write("", to: "home/.keep")
    let terminal = try TerminalRun(
      "stty -echo; exec " + shell, in: program.folder.path + "/" + place,
      environment: program.environment.merging([
        "LANG": language == "ko" ? "ko_KR.UTF-8" : "en_US.UTF-8", "LC_ALL": "", "TERM": "dumb", "TZ": "Asia/Seoul",
        "NO_COLOR": "1", "PAGER": "cat", "EDITOR": "true", "GIT_CONFIG_GLOBAL": "/dev/null",
      ]) { $1 }, columns: columns, rows: 50)
    var shown = ""
    let setup = [
      "PS1=; PS2=; unset COLUMNS", "sheaf() { '\(program.path)' --now 2026-11-26T10:00:00+09:00 \"$@\"; }",
    ]
    let lines = try #require(Self.beginnings[place]) + (try #require(Self.walks[language]))
    for (number, line) in (setup + lines).enumerated() {
      terminal.forget()
      terminal.type(line + "; echo \"[$?]\"=$((\(number)))\n")
      #expect(terminal.wait(for: "]=\(number)\r\n"), "\(line)")
      guard number >= setup.count else { continue }
      shown += "$ \(line)\n" + terminal.output.replacing("\r\n", with: "\n").replacing("]=\(number)\n", with: "]\n")
    }
    terminal.type("exit\n")
    // Where the path of the test's folder is broken depends on its length, and so does the rest of its sentence.
    let folder = program.folder.path.map { NSRegularExpression.escapedPattern(for: String($0)) }
      .joined(separator: "\\n?")
    return shown.replacing("[0]\n", with: "").replacing(try Regex("(?:in|:)\\s+" + folder + "[^$]*"), with: "…\n")
  }

  @Test(arguments: ["fresh", "vault", "home"], ["en", "ko"])
  func `the first hour is the same in every shell`(place: String, language: String) throws {
    for columns in [40, 80] {
      let path = fixturesFolder + "/FirstHour/\(place)-\(language)-\(columns).txt"
      for (name, shell) in Self.shells {
        let shown = try transcript(place, language, columns, in: shell)
        if ProcessInfo.processInfo.environment["SHEAF_RECORD"] == "1", name == "bash" {
          try FileManager.default.createDirectory(
            atPath: fixturesFolder + "/FirstHour", withIntermediateDirectories: true)
          try shown.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try shown == String(contentsOfFile: path, encoding: .utf8), "\(name)")
      }
    }
  }
}
