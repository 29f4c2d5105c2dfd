import ByteBasics
import CBuildFacts
import HostSystem
import NoteActions
import NoteIndex
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// The version, commit and libraries of this build.
enum ProgramFacts {
  /// Empty for a build that did not name its commit.
  static var commit: String { String(cString: sheaf_build_commit) }

  static var libraries: [(name: String, version: String)] {
    [("cmark-gfm", MarkdownParser.version), ("sqlite", IndexDatabase.libraryVersion)]
  }

  /// The facts for `sheaf --version --json`.
  static var json: String {
    let libraries = libraries.map { JSONValue.Member($0.name, .string($0.version)) }
    let members = [
      JSONValue.Member("version", .string(sheafVersion)),
      JSONValue.Member("commit", commit.isEmpty ? .null : .string(commit)),
      JSONValue.Member("libraries", .object(libraries)),
    ]
    return JSONValue.envelope(kind: "version", items: [.object(members)]).text(pretty: true)
  }
}

/// The facts for the report of a fault about the program, the system and the repository: nothing that a note says, no
/// name of a file and no value of a setting. In English, as it is read by others.
struct FaultReport {
  let context: CommandContext

  func text() throws -> String {
    var lines = ["sheaf \(sheafVersion)" + (ProgramFacts.commit.isEmpty ? "" : " (\(ProgramFacts.commit))")]
    lines += ProgramFacts.libraries.map { "\($0.name) \($0.version)" }
    lines += system()
    guard let repository = try? context.repository() else {
      return (lines + ["repository: none"]).map { $0 + "\n" }.joined()
    }
    lines += settings(of: repository)
    let clock = ContinuousClock()
    let begin = clock.now
    let workspace = try context.openWorkspace()
    let opened = clock.now
    let counts = try IndexCounts(workspace.index, now: context.clock())
    lines += [
      "notes: \(counts.notes), diary: \(counts.diaryEntries), other files: \(counts.attachments)",
      "tags: \(counts.tags), links: \(counts.links), open tasks: \(counts.openTasks), reminders: \(counts.reminders)",
      "notes with problems: \(counts.notesWithProblems)",
    ]
    lines.append("index brought up to date: \(milliseconds(opened - begin)) ms")
    lines.append("counts: \(milliseconds(clock.now - opened)) ms")
    return lines.map { $0 + "\n" }.joined()
  }

  private func system() -> [String] {
    var names = utsname()
    guard uname(&names) == 0 else { return [] }
    let kernel = withUnsafeBytes(of: &names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let machine = withUnsafeBytes(of: &names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let release = (try? readFile("/etc/os-release", limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let distribution = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst(12)
    let programs = ["git", "pandoc", "curl", "fzf"].filter { context.installedPrograms.has($0) }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { context.variable($0) }.first ?? "none"
    return [
      "system: Linux \(kernel) \(machine), \(distribution?.filter { $0 != "\"" } ?? "unknown")",
      "programs: \(programs.isEmpty ? "none" : programs.joined(separator: ", "))",
      "locale: \(locale), language: \(context.language.rawValue)",
    ]
  }

  /// Returns the names of the settings that differ from their defaults, and where they come from.
  private func settings(of repository: Repository) -> [String] {
    let configuration = context.configuration(of: repository)
    let own = context.places.configuration
    let names = configuration.settings.sorted { $0.key < $1.key }.compactMap { name, setting in
      switch setting.origin {
      case .defaults: nil as String?
      case .environment: "\(name) (environment)"
      case .file(let path, _): "\(name) (\(path.hasPrefix(own) ? "user" : "repository"))"
      }
    }
    let profiles = configuration.recognised.map(\.name) + configuration.list("profile")
    return [
      "settings: \(names.isEmpty ? "none" : names.joined(separator: ", "))",
      "settings without effect: \(configuration.ignored.count), wrong: \(configuration.problems.count)",
      "profiles: \(profiles.isEmpty ? "none" : profiles.joined(separator: ", "))",
    ]
  }

  private func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
  }
}
