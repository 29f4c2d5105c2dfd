import ArgumentParser
import ArgumentParserToolInfo
import ByteBasics
import Foundation
import NoteRepository
import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

/// Everything in a folder is in its list, and the other way round.
@Suite(.wholeProgram) struct RegistryTests {
  private static let made = ManualPages.all()
  private let root = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)
  }

  /// `sheaf.1`, `ko/sheaf.1` …
  private var manualPages: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: root + "/man").filter {
        $0.contains(".")
      }
    }
  }

  @Test func `every group of commands is a folder that declares its commands`() throws {
    let folder = "Sources/Faces/SheafCommands/Commands"
    let groups = try names(folder).map { group in
      let sources = try names(folder + "/" + group).map {
        try String(contentsOfFile: root + "/" + folder + "/" + group + "/" + $0, encoding: .utf8)
      }
      let declared = sources.flatMap {
        $0.matches(
          of: /(?m)^(?:struct|typealias) ([A-Za-z]+?)Commands?\b|(?:commandName: |explained\(\s*)"([a-z]+)"/)
      }
      return Set(declared.map { ($0.1 ?? $0.2 ?? "").lowercased() })
    }
    let core = Program.$running.withValue(Program([.core])) {
      Program.current.groups.map { Set($0.subcommands.map { $0.commandName }) }
    }
    for group in core {
      let commands = Set(group.map { $0.replacing("-", with: "") })
      #expect(groups.contains { $0.isSuperset(of: commands) }, "\(commands)")
    }
    #expect(groups.count == core.count)
  }

  /// Returns the lines of the sources that an extended regular expression matches, with the paths of their files.
  private func sourceLines(_ expression: String) throws -> [(path: String, line: String)] {
    let run = try ProgramRun.run(
      "/usr/bin/grep", ["-rE", "--include=*.swift", expression, "."], in: root + "/Sources")
    try #require(run.status < 2, "\(run.errors)")
    return run.output.split(separator: "\n").map { found in
      let parts = found.split(separator: ":", maxSplits: 1)
      return (String(parts[0].dropFirst(2)), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  @Test func `no module of the core imports an extension`() throws {
    let folders = try names("Sources/Extensions").map { "Sources/Extensions/" + $0 }
    let modules = try folders.flatMap { try names($0) }
    #expect(folders.count > 3 && modules.count > 8)
    let isOfCore = { (path: String) in !path.hasPrefix("Extensions/") && !path.hasPrefix("sheaf/") }
    let found = try sourceLines("import (\(modules.joined(separator: "|")))$").map(\.path).filter(isOfCore)
    let count = try FileManager.default.subpathsOfDirectory(atPath: root + "/Sources").count {
      $0.hasSuffix(".swift") && isOfCore($0)
    }
    #expect(found == [] && count > 300)
  }

  @Test func `an extension is one import and one word of the list`() throws {
    let list = try String(contentsOfFile: root + "/Sources/sheaf/Extensions/Extensions.swift", encoding: .utf8)
    let imports = list.matches(of: /(?m)^import (\w+)$/).map { String($0.1) }
    let words = list.matches(of: /\.(\w+),/).map { String($0.1) }
    var folders: [String] = []
    for folder in try names("Sources/Extensions") where folder != "Shared" {
      let modules = try names("Sources/Extensions/" + folder)
      #expect(imports.count(where: modules.contains) == 1, "\(folder)")
      folders.append(folder.prefix(1).lowercased() + folder.dropFirst())
    }
    #expect(words.sorted() == folders.sorted() && imports.count == words.count)
  }

  /// `make without-each` takes out each extension alone, and the site together with the exchange.
  @Test func `no extension needs another one, except the exchange and the site each other`() throws {
    var owners: [String: String] = [:]
    for folder in try names("Sources/Extensions") where folder != "Shared" {
      for module in try names("Sources/Extensions/" + folder) { owners[module] = folder }
    }
    let imports = try sourceLines("import (\(owners.keys.joined(separator: "|")))$").filter {
      $0.path.hasPrefix("Extensions/")
    }
    let edges = imports.compactMap { path, line -> String? in
      let user = String(path.split(separator: "/")[1])
      let owner = line.split(separator: " ").last.flatMap { owners[String($0)] }
      return owner == user ? nil : user + " → " + (owner ?? line)
    }
    #expect(Set(edges) == ["Exchange → Site", "Site → Exchange"] && imports.count > edges.count)
  }

  @Test func `the core alone names no command and no page that it does not have`() throws {
    try Program.$running.withValue(Program([.core])) {
      #expect(Synonym.candidates(for: "copy") == [] && Synonym.candidates(for: "update") == ["set"])
      for line in [["digest", "--week"], ["help", "import", "--into", "A"]] { try OldSpelling.check(line) }
      #expect(throws: UsageError.self) { try OldSpelling.check(["snooze", "3"]) }
      for topic in ManualText.topics {
        #expect(ManualText(topic: topic, in: .english, columns: 80) != nil, "\(topic)")
      }
    }
  }

  /// Knowledge about a program is in its profile. An importer is named after its format, an address after its scheme.
  @Test func `no code outside the profiles has the name of a program's folder`() throws {
    let programs = Profile.all.filter { !$0.signs.isEmpty }.map(\.name).joined(separator: "|")
    let expression = "\"[./]*(\(programs))(/[^\"]*|\\.(yml|toml|config\\.[a-z]+))?\""
    let name = try Regex(expression)
    let exempt = [
      "Core/NoteRepository/Profiles/", "Extensions/Exchange/NoteInterchange/Formats/",
      "Base/ByteBasics/AddressPolicy.swift", "Extensions/LanguageServer/EditorServing/EditorSetup.swift",
      "Extensions/VaultQueries/VaultQueries/TasksSettings.swift",
    ]
    let found = try sourceLines(expression).filter { line in !exempt.contains(where: line.path.hasPrefix) }
    #expect(found.map { "\($0.path): \($0.line)" } == [])
    #expect("if name == \"logseq\"".contains(name) && "(\".obsidian/app.json\")".contains(name))
  }

  /// A feature pays for its lines: the budget is lowered by the commits that remove some, and never raised without a reason.
  @Test func `the sources stay within their budget of lines`() throws {
    let folder = root + "/Sources"
    var core = 0
    var all = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path))
      let lines = bytes.count { $0 == UInt8(ascii: "\n") }
      all += lines
      if !path.hasPrefix("Extensions/") { core += lines }
    }
    let budget = try String(contentsOfFile: folder + "/budget.txt", encoding: .utf8)
      .matches(of: /(?m)^(core|all) ([0-9]+)$/)
    let limits = Dictionary(uniqueKeysWithValues: budget.map { (String($0.1), Int($0.2) ?? 0) })
    #expect(try core <= #require(limits["core"]), "lines outside of Extensions")
    #expect(try all <= #require(limits["all"]), "lines of Sources")
  }

  /// The parser hides any other error that `validate` throws, so it would be reported as a fault of the program.
  @Test func `what validates options throws the error that the parser knows`() throws {
    let folder = root + "/Sources/Faces/SheafCommands"
    var found: [String] = []
    var checked = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
      for part in text.components(separatedBy: "func validate() throws {").dropFirst() {
        let body = part.components(separatedBy: "\n  }\n")[0]
        let thrown = body.components(separatedBy: "throw ").dropFirst()
        checked += thrown.count
        let known = ["ValidationError", "NegativeLimit.error", "OptionsApart.error"]
        let others = thrown.filter { error in !known.contains { error.hasPrefix($0) } }
        if !others.isEmpty { found.append(path) }
      }
    }
    #expect(found == [])
    #expect(checked > 20)
  }

  /// ArgumentParser looks for this only if DEBUG is set, and tests are built without it.
  @Test func `no command has two options of one name, or an option without a help`() {
    for command in Program.current.groups.flatMap(\.subcommands) {
      let choices = CommandArguments(command).choices
      let names = choices.flatMap(\.names)
      #expect(names.count == Set(names).count, "\(command): \(names.sorted())")
      #expect(choices.allSatisfy { !$0.summary.isEmpty }, "\(command)")
    }
  }

  /// The table of CONTRIBUTING names every option that several commands have.
  @Test(.needsExtensions) func `an option has one meaning in every command`() throws {
    let table = try String(contentsOfFile: root + "/CONTRIBUTING.md", encoding: .utf8)
    typealias Names = [String: Set<String>]
    var (values, letters, users): (Names, Names, Names) = ([:], [:], [:])
    for leaf in commandLeaves(Program.current.groups.flatMap(\.subcommands)) {
      for choice in CommandArguments(leaf.command).choices {
        let long = choice.names.first { $0.hasPrefix("--") } ?? choice.names[0]
        values[long, default: []].insert(choice.takesValue ? choice.kind?.name.english ?? "?" : "")
        users[long, default: []].insert(leaf.name)
        #expect(choice.names.count { $0.hasPrefix("--") } == 1, "\(leaf.name) \(choice.names)")
        for letter in choice.names where !letter.hasPrefix("--") { letters[letter, default: []].insert(long) }
      }
    }
    let several = values.filter { $0.value.count > 1 }
    #expect(several.keys.sorted() == ["--into", "--output", "--setup"], "\(several)")
    #expect(letters.filter { $0.value.count > 1 } == [:])
    let missing = users.filter { $0.value.count > 1 && !table.contains($0.key) }
    #expect(missing == [:])
  }

  @Test(.needsExtensions) func `an option is in the commands that the list names, and in no others`() throws {
    var users: [String: Set<String>] = [:]
    for leaf in commandLeaves(Program.current.groups.flatMap(\.subcommands)) {
      for name in CommandArguments(leaf.command).choices.flatMap(\.names) where name.hasPrefix("--") {
        users[name, default: []].insert(leaf.name)
      }
    }
    let lines = try String(contentsOfFile: root + "/Fixtures/options.txt", encoding: .utf8).split(separator: "\n")
    let listed = lines.filter { !$0.hasPrefix("#") }.map { $0.split(separator: ":", maxSplits: 1) }
    let named = Dictionary(
      uniqueKeysWithValues: listed.map { line in
        (String(line[0]), Set(line[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }))
      })
    #expect(Set(named.keys).symmetricDifference(users.keys) == [])
    for (name, commands) in users { #expect(named[name] == commands, "\(name)") }
  }

  @Test func `every value of an option or an argument is of a kind`() {
    func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
      [command] + command.configuration.subcommands.flatMap(commands)
    }
    for command in commands(below: SheafCommand.self) {
      for argument in CommandArguments(command).arguments where argument.kind != .flag {
        #expect(argument.valueKind != nil, "\(command): \(argument.valueName ?? "")")
      }
    }
  }

  @Test func `every command has a transcript`() throws {
    let sessions = try names("Fixtures/Transcripts").map { name in
      try String(contentsOfFile: root + "/Fixtures/Transcripts/" + name, encoding: .utf8)
    }.joined()
    for command in Program.current.commandNames {
      #expect(sessions.contains("$ sheaf \(command)"), "\(command)")
    }
  }

  @Test(.needsExtensions) func `the program has every page that is a file, and a page uses every table`() throws {
    let made = Set(Self.made.map(\.name))
    var placeholders: Set<String> = []
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: root + "/Sources")
    where path.contains(/\/sheaf[a-z-]*(\.ko)?\.[157]$/) {
      let file = path.split(separator: "/").last.map(String.init) ?? ""
      let page = file.contains(".ko.") ? "ko/" + file.replacing(".ko.", with: ".") : file
      #expect(made.contains(page), "\(file)")
      let text = try String(contentsOfFile: root + "/Sources/" + path, encoding: .utf8)
      placeholders.formUnion(text.matches(of: /(?m)^\.\\" @(.+)$/).map { String($0.1) })
      count += 1
    }
    #expect(count > 20)
    #expect(placeholders == Program.current.manualTableNames)
  }

  @Test(.needsExtensions) func `the manual on disk is what the declarations make`() throws {
    let made = Self.made
    #expect(try Set(manualPages) == Set(made.map(\.name)))
    for page in made {
      let onDisk = try String(contentsOfFile: root + "/man/" + page.name, encoding: .utf8)
      #expect(onDisk == page.text, "\(page.name): run make man")
    }
  }

  @Test func `a Korean page has the parts of the English one`() throws {
    let pages = Dictionary(uniqueKeysWithValues: Self.made.map { ($0.name, $0.text) })
    let names = pages.keys.filter { $0.hasPrefix("ko/") }.map { String($0.dropFirst(3)) }
    #expect(Set(Program.current.commandNames.map { "sheaf-\($0).1" }).isSubset(of: names))
    func parts(_ page: String?) throws -> [Substring: Int] {
      let lines = try #require(page).split(separator: "\n")
      let requests = lines.map { $0.prefix { $0 != " " } }
        .filter { [".It", ".Ss", ".Sh", ".Bd", ".Xr"].contains($0) }
      return Dictionary(grouping: requests) { $0 }.mapValues(\.count)
    }
    for name in names {
      let korean = try #require(pages["ko/" + name])
      #expect(try parts(korean) == parts(pages[name]), "\(name)")
      #expect(!korean.contains(".Sh NAME") && korean.contains(".Sh 이름"), "\(name)")
    }
  }

  /// The line that mandoc complains about: `mandoc: /path/sheaf.1:59:97: STYLE: …`.
  private func sourceLine(of complaint: Substring) throws -> Substring {
    let parts = complaint.split(separator: ":", maxSplits: 3)
    guard parts.count == 4, let number = Int(parts[2]) else { return "" }
    let page = try String(contentsOfFile: String(parts[1].dropFirst()), encoding: .utf8)
    return page.split(separator: "\n", omittingEmptySubsequences: false)[number - 1]
  }

  @Test func `mandoc finds nothing in the manual`() throws {
    let mandoc = "/usr/bin/mandoc"
    try #require(FileManager.default.isExecutableFile(atPath: mandoc), "mandoc is not installed")
    let pages = try manualPages.map { root + "/man/" + $0 }
    let result = try ProgramRun.run(mandoc, ["-T", "lint"] + pages, in: root)
    // Pages that are not installed on this machine cannot be found; lines of Korean are counted with each letter
    // written as a number.
    let complaints = try result.output.split(separator: "\n").filter { complaint in
      // A Korean page calls the section of its name 이름, as man-db knows it.
      let isExpected =
        complaint.contains("referenced manual not found") || complaint.contains("operating system explicitly specified")
        || complaint.contains("/man/ko/") && complaint.contains("first section is not")
      return try !isExpected && sourceLine(of: complaint).allSatisfy(\.isASCII)
    }
    #expect(complaints == [])
  }

  @Test func `printed pages keep check boxes, and no blank is before a particle`() throws {
    let mandoc = "/usr/bin/mandoc"
    try #require(FileManager.default.isExecutableFile(atPath: mandoc), "mandoc is not installed")
    for page in try manualPages {
      let arguments = ["-T", "utf8", "-O", "width=400", root + "/man/" + page]
      let text = try ProgramRun.run(mandoc, arguments, in: root).output
      #expect(!text.contains("- []") && !text.contains("’’"), "\(page)")
      #expect(!text.contains(/[’)] (은|는|을|를|에|에서|로|와|과|의|도|처럼)[ .,\n]/), "\(page)")
      // A full stop that mdoc has taken for a mark, two defaults of one setting, one sign of a program twice.
      #expect(!text.contains(/[a-z가-힣], \.( |\n)/), "\(page)")
      #expect(!text.contains(/(Default|기본값):[^\n]*(Default|기본값):/), "\(page)")
      #expect(!text.contains(/(\S+\.(?:toml|yml|yaml|json) \+ \S+), (?:[^\n]*, )?\1(,|\n| —)/), "\(page)")
    }
  }

  /// Calls that only one system has, or each by another name, are made through `Host`.
  @Test func `no module but HostSystem has calls of one system`() throws {
    let calls =
      """
      \\b(import (Glibc|Musl|Darwin|CHostCalls)|canImport\\((Glibc|Musl|Darwin)\\)|os\\((Linux|macOS)\\)|inotify_\\w+|kqueue|renameat2|\
      renamex_np|renameatx_np|f?(get|set|list|remove)xattr|O_PATH|O_TMPFILE|O_SEARCH|openat2|syscall|statx|copy_file_range|\
      clonefile|FICLONE|sendfile|splice|epoll_\\w+|signalfd|eventfd|timerfd_\\w+|memfd_create|prctl|malloc_trim|mallopt|pipe2|\
      accept4|memmem|memrchr|getrandom|getentropy|st_[mca]tim(espec)?|__sigaction_\\w+|sa_handler|d_type|DT_[A-Z]+|environ|\
      flock|fsync|fdatasync|F_FULLFSYNC|SOCK_STREAM)\\b|"/proc/
      """
    let found = try sourceLines(calls).filter { path, line in
      !path.hasPrefix("Base/HostSystem/") && !line.contains("//") && !line.contains("\"core.fsync")
    }
    #expect(found.map { "\($0.path): \($0.line)" } == [])
  }

  @Test func `the files that ARCHITECTURE and the decisions name exist`() throws {
    let files = try ["/Sources", "/Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root + folder).map { folder + "/" + $0 }
    }
    let pages =
      try ["ARCHITECTURE.md"]
      + names("Documentation/Decisions").map { "Documentation/Decisions/" + $0 }
    for page in pages {
      let text = try String(contentsOfFile: root + "/" + page, encoding: .utf8)
      // `X` stands for a name to choose.
      let named = text.matches(of: /`([A-Za-z0-9+\/]+\.swift)`/).map { String($0.1) }
        .filter { !$0.contains("/X") }
      #expect(
        named.filter { name in !files.contains { $0.hasSuffix("/" + name) } } == [], "\(page)")
    }
  }

  @Test func `every decision has the five parts of its form, and is in the list`() throws {
    let folder = "Documentation/Decisions"
    let list = try String(contentsOfFile: root + "/\(folder)/README.md", encoding: .utf8)
    let records = try names(folder).filter { $0 != "README.md" }
    #expect(records.count > 40)
    for record in records {
      let text = try String(contentsOfFile: root + "/\(folder)/" + record, encoding: .utf8)
      for part in ["Problem.** ", "Decision.** ", "Alternatives.** ", "Cost.** ", "Revisit when** "] {
        #expect(text.contains("\n**" + part), "\(record)")
      }
      #expect(list.contains("](\(record))"), "\(record)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions are made for every shell`(shell: String) throws {
    let outcome = try CommandSession().run(["completions", shell])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("command sheaf complete \(shell) -- "))
  }
}
