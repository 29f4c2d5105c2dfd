import Foundation
import NoteTestSupport
import Testing

/// Tab in real shells: the scripts of `sheaf completions`, the program behind them, and what the shell makes of it.
@Suite struct CompletionTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
    for name in ["Budget for 2027", "치과 예약", "회의록"] {
      try program.folder.write(
        "# \(name)\n\n#work\n\n- [ ] call \(name)\n", to: "notes/Memo/\(name).md")
    }
    try program.folder.write("x\n", to: "notes/Memo/it's.md")
    try FileManager.default.createDirectory(
      atPath: program.folder.path + "/bin", withIntermediateDirectories: true)
    for name in ["sheaf", "sf"] {
      try FileManager.default.createSymbolicLink(
        atPath: program.folder.path + "/bin/" + name, withDestinationPath: program.path)
    }
    _ = try program.run(["index"])
  }

  private var path: String { program.folder.path + "/bin:/usr/bin:/bin" }

  private func run(_ shell: String, _ arguments: [String]) throws -> ProgramRun {
    try ProgramRun.run(
      shell, arguments, in: program.folder.path + "/notes",
      environment: program.environment.merging(["PATH": path]) { $1 })
  }

  // MARK: bash

  /// The completions that readline gets for a line with the cursor at its end.
  private func bash(_ line: String) throws -> [String] {
    let script = """
      source <(sheaf completions bash)
      compopt() { :; }
      COMP_LINE=$1
      COMP_POINT=${#1}
      COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
      _sheaf sheaf
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try run("/bin/bash", ["--norc", "-c", script, "bash", line])
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("sheaf edit bud", [#"Budget\ for\ 2027"#]), ("sheaf edit \"bud", ["Budget for 2027"]),
    ("sheaf edit 'bud", ["Budget for 2027"]), (#"sheaf edit Budget\ f"#, [#"Budget\ for\ 2027"#]),
    ("sheaf edit 2027", [#"Budget\ for\ 2027"#]), ("sheaf edit ㅊㄱ", [#"치과\ 예약"#]),
    ("sheaf edit 회으", ["회의록"]), ("sheaf e 회", ["회의록"]), ("sf show it", [#"it\'s"#]),
    ("sheaf 'ed", ["edit"]), ("sheaf list tag:wo", ["work"]),
    ("sheaf list --sort=upd", ["updated"]),
    ("sheaf tasks is:ov", ["overdue"]), ("sheaf add x due:tom", ["tomorrow"]),
    ("sheaf add x +wo", ["+work"]), ("sheaf defer x next ot", []),
    ("sheaf defer x tom", ["tomorrow"]),
    ("sheaf done 'call bud", ["call Budget for 2027"]),
    ("sheaf config set fmt.bul", ["fmt.bullet"]),
    ("sheaf completions z", ["zsh"]), ("sheaf list --lim", ["--limit"]),
    ("sheaf --col", ["--color"]),
    ("sheaf --color al", ["always"]), ("sheaf edit Memo/치", [#"Memo/치과\ 예약.md"#]),
    ("sheaf append 'Budget for 2027#b", ["Budget for 2027#Budget for 2027"]),
    ("sheaf fmt nothing", []),
    ("sheaf nonsense x", []),
  ])
  func `bash completes`(line: String, expected: [String]) throws {
    #expect(try bash(line) == expected)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `commands are offered from the everyday ones on, those for programs only by their own letters`(shell: String)
    throws
  {
    func offered(_ typed: String) throws -> [String] {
      let words = shell == "bash" ? ["sheaf " + typed, " "] : [typed]
      return try program.run(["complete", shell, "--"] + words).output.split(separator: "\n")
        .map { String($0.prefix { $0 != "\t" }) }
    }
    let all = try offered("")
    #expect(
      all.starts(with: [
        "add", "tasks", "done", "defer", "agenda", "new", "edit", "show", "set", "diary", "today", "list", "search",
        "undo", "sync",
      ]), "\(all)")
    #expect(all.dropFirst(15).elementsEqual(all.dropFirst(15).sorted()), "\(all)")
    #expect(all.allSatisfy { $0.count > 1 }, "\(all)")
    #expect(Set(all).isDisjoint(with: ["parse", "index", "merge-driver", "textconv", "lsp", "mcp", "get"]), "\(all)")
    #expect(try offered("in") == ["init", "inline"])
    #expect(try offered("textc") == ["textconv"])
  }

  @Test func `bash shows a list and keeps what was typed where names have it inside`() throws {
    try program.folder.write("x\n", to: "notes/Memo/Old budget.md")
    try program.folder.write("x\n", to: "notes/Memo/New budget.md")
    _ = try program.run(["index"])
    #expect(try bash("sheaf edit budget") == [#"Budget\ for\ 2027"#])
    let found = try bash("sheaf edit get")
    #expect(Set(found) == [#"Budget\ for\ 2027"#, #"New\ budget"#, #"Old\ budget"#, " "])
  }

  @Test func `a repository that is named on the line is asked`() throws {
    try program.folder.write("", to: "other/.sheaf/config.yaml")
    try program.folder.write("x\n", to: "other/Elsewhere.md")
    let other = program.folder.path + "/other"
    _ = try ProgramRun.run(
      program.path, ["-C", other, "index"], in: other, environment: program.environment)
    #expect(try bash("sheaf -C \(other) edit els") == ["Elsewhere"])
  }

  @Test func `nothing is written while a command is typed`() throws {
    let before = program.folder.files().filter { !$0.hasPrefix("cache/") }
    _ = try bash("sheaf edit bud")
    #expect(program.folder.files().filter { !$0.hasPrefix("cache/") } == before)
  }

  // MARK: zsh

  private static let zshPath = "/usr/bin/zsh"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: zshPath), "zsh is not installed"),
    arguments: [
      ("sheaf edit bud", #"sheaf edit Budget\ for\ 2027"#),
      ("sheaf edit ㅊㄱ", #"sheaf edit 치과\ 예약"#),
      ("sheaf list tag:wo", "sheaf list tag:work"), ("sf e 회으", "sf e 회의록"),
    ])
  func `zsh completes`(line: String, expected: String) throws {
    // A terminal of its own, in which a line is typed and written to a file after Tab. Keys that wait while zsh completes
    // would end the completion, so there are pauses.
    try program.folder.write(
      """
      PS1=""
      autoload -Uz compinit; compinit -u -D; source <(sheaf completions zsh)
      shown() { print -r -- "$BUFFER" >$ZDOTDIR/shown }
      zle -N shown; bindkey "^X" shown
      zle-line-init() { : >$ZDOTDIR/ready }
      zle -N zle-line-init
      """, to: "zsh/.zshrc")
    let script = """
      zmodload zsh/zpty
      export ZDOTDIR=$1
      rm -f $1/ready $1/shown
      zpty -b z 'TERM=dumb zsh -i'
      repeat 200; do [[ -e $1/ready ]] && break; zpty -rt z text; sleep 0.1; done
      zpty -n -w z "$2"
      sleep 0.3
      zpty -n -w z $'\\t'
      repeat 20; do
        sleep 0.7
        zpty -rt z text
        zpty -n -w z $'\\x18'
        sleep 0.1
        [[ -s $1/shown && $(<$1/shown) != $2 ]] && break
      done
      cat $1/shown
      """
    let result = try run(
      Self.zshPath, ["-f", "-c", script, "zsh", program.folder.path + "/zsh", line])
    #expect(result.output.hasPrefix(expected), "\(result.output) \(result.errors)")
  }

  // MARK: fish

  private static let fishPath = "/usr/bin/fish"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: fishPath), "fish is not installed"),
    arguments: [
      ("sheaf edit bud", "Budget for 2027"), ("sheaf edit for", "Budget for 2027"),
      ("sheaf list tag:wo", "tag:work"), ("sf e 회의", "회의록"), ("sheaf done call", "call 회의록"),
    ])
  func `fish completes`(line: String, expected: String) throws {
    let script = "sheaf completions fish | source; complete -C '\(line)'"
    let result = try run(Self.fishPath, ["--no-config", "-c", script])
    let found = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(found.contains { $0 == expected }, "\(result.output) \(result.errors)")
  }
}
