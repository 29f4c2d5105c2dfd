import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// `sheaf query save`
struct QuerySaveCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "save",
      abstract: localized(
        "Save a query in the repository's configuration.", ko: "검색식을 저장소의 설정에 저장합니다."),
      discussion: localized(
        """
        Examples:
          sheaf query save urgent 'is:open priority:>normal'
        """,
        ko: """
          예:
            sheaf query save 급한것 'is:open priority:>normal'
          """))
  }

  @Argument(help: help("The name, without @.", ko: "이름(@ 없이)"))
  var name: String

  @Argument(
    parsing: .allUnrecognized,
    help: help("The query; it may use other saved ones.", ko: "검색식. 저장한 다른 검색식을 사용할 수 있음"))
  var query: [String]

  @OptionGroup var writing: DryRunOption<ChangedNotes>

  init() {}

  func run(in context: CommandContext) throws {
    let name = self.name.hasPrefix("@") ? String(self.name.dropFirst()) : self.name
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
      throw UsageError(
        Message("Not a name for a query: “\(name)”", ko: "검색식의 이름으로 쓸 수 없습니다: “\(name)”"),
        hint: Message("Use letters, digits, - and _.", ko: "글자, 숫자, -, _을 사용할 수 있습니다."))
    }
    let text = query.joined(separator: " ")
    let configuration = context.configuration(of: try context.repository())
    var views = configuration.table("views")
    views[name] = text
    do throws(QueryError) {
      _ = try QueryParser.parse("@" + name, now: context.clock(), views: views)
    } catch {
      throw QueryMistake(error)
    }
    try context.changeConfiguration(dryRun: writing.dryRun) { bytes throws(ConfigurationRefusal) in
      try ConfigurationTableEditor(bytes, table: "views").setting(name, to: text)
    }
  }
}

extension CommandContext {
  /// Changes the repository's `config.yaml`, or makes it; one step of `undo`.
  func changeConfiguration(
    dryRun: Bool, _ change: ([UInt8]) throws -> [UInt8]
  ) throws {
    let trusted = try write(dryRun: dryRun) { workspace, transaction -> [UInt8]? in
      let path = NotePath(trusted: ".sheaf/config.yaml")
      guard workspace.files.fingerprint(path) != nil else {
        transaction.create(path, try change([]))
        return nil
      }
      let before = try workspace.files.read(path)
      let after = try change(before)
      transaction.replace(path, expecting: before, with: after)
      return RepositoryTrust(workspace.repository).covers(before) ? after : nil
    }
    // The user's own change of a configuration that the user trusts ends no trust.
    if !dryRun, let trusted { try RepositoryTrust(try repository()).give(to: trusted) }
  }
}
