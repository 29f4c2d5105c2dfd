import ArgumentParser
import ByteBasics
import NoteModel
import NoteRepository
import TerminalText
import Wording

struct ConfigSetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("set", PackageResources.config_set_txt, ko: PackageResources.config_set_ko_txt)
  }

  @Argument(help: help(.setting, "Name of the setting.", ko: "설정 이름"))
  var key: String

  @Argument(
    help: help(.settingValue, "Value; a list with commas.", ko: "값. 목록은 쉼표로 구분"))
  var value: [String]

  @OptionGroup var file: ConfigFileOptions

  func run(in context: CommandContext) throws {
    let name = try SettingName(key)
    let typed = try context.typedWords(value).whole
    // A folder counts from where it was typed, and is looked for from anywhere.
    let isFolder = name.key.type == .userFolder || (name.key.type == .userFolders && name.entry != nil)
    let text = isFolder && !typed.isEmpty && !typed.hasPrefix("~") ? context.absolutePath(typed) : typed
    guard name.key.scope != .repository || !file.user else { throw Self.notTheUsers(name.key) }
    try file.change(name.key, in: context) { bytes in
      if let entry = name.entry {
        return try ConfigurationEditor.setting(entry, of: name.key.name, to: text, in: bytes)
      }
      return try ConfigurationEditor.setting(name.key, to: text, in: bytes)
    }
  }
}

extension ConfigSetCommand {
  fileprivate static func notTheUsers(_ key: ConfigurationKey) -> UsageError {
    UsageError(
      Message(
        "\(key.name) belongs to one repository, not to your own configuration",
        ko: "\(key.name) 설정은 저장소마다 따로 지정해야 합니다"),
      hint: Message("Run the command in the repository, without --user.", ko: "저장소에서 --user 없이 실행하세요."))
  }
}

struct ConfigUnsetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("unset", PackageResources.config_unset_txt, ko: PackageResources.config_unset_ko_txt)
  }

  @Argument(help: help(.setting, "Name of the setting.", ko: "설정 이름"))
  var key: String?

  @Flag(name: .shortAndLong, help: help("Remove all settings of the repository.", ko: "저장소의 설정을 모두 제거합니다."))
  var all = false

  @OptionGroup var file: ConfigFileOptions

  func validate() throws {
    guard (key == nil) == all, !all || !file.user else {
      throw ValidationError(
        localized(
          "Give a setting, or --all for all settings of the repository", ko: "설정이나, 저장소의 설정을 모두 뜻하는 --all을 지정하세요"))
    }
  }

  func run(in context: CommandContext) throws {
    guard let key else {
      return try file.change(nil, in: context) { try ConfigurationEditor.removing(nil, from: $0) }
    }
    let name = try SettingName(key)
    try file.change(name.key, in: context) { try name.removed(from: $0) }
  }
}

/// The choice between the two configuration files.
struct ConfigFileOptions: ParsableArguments {
  @Flag(
    help: help(
      "Change your own configuration, for all repositories (default for programs, aliases and outside a repository).",
      ko: "모든 저장소에 적용하는 사용자 설정 파일을 바꿉니다(프로그램과 별칭 설정, 저장소 밖에서의 기본값)."))
  var user = false

  @Flag(
    help: help("Change the repository's configuration (default).", ko: "저장소 설정 파일을 바꿉니다(기본값)."))
  var repository = false

  @OptionGroup var rehearsal: DryRunOption<ChangedNotes>

  func validate() throws {
    guard !(user && repository) else {
      throw ValidationError(
        localized("--user and --repository cannot be used together", ko: "--user와 --repository는 함께 지정할 수 없습니다"))
    }
  }

  /// Changes the file for a setting, or for all of the repository; there `undo` takes it back.
  ///
  /// - Parameter change: From the bytes of the file, empty if there is none, to its new bytes.
  func change(_ key: ConfigurationKey?, in context: CommandContext, _ change: ([UInt8]) throws -> [UInt8]) throws {
    guard let key, isUsers(key, in: context) else {
      var account: [Message] = []
      try context.changeConfiguration(dryRun: rehearsal.dryRun, grantsTrust: key?.isDelicate ?? false) { before in
        let after = try change(before)
        account = Self.account(of: key, before, after, isUsers: false)
        return after
      }
      if !rehearsal.dryRun { tell(account, of: key, in: context) }
      return
    }
    let path = context.places.configuration + "/config.yaml"
    let before = userFileExists(path) ? try readFile(path) : []
    if let offset = firstInvalidUTF8Offset(in: before[...]) { throw invalidInputError(offset: offset) }
    let after = try change(before)
    if rehearsal.dryRun {
      let lines = TransactionDiff(in: context).lines(of: context.shownPath(path), isNote: false, before, after)
      return context.console.write(context.theme.encode(lines))
    }
    if after != before {
      if userFileExists(path) {
        try OutputFile.write(after, to: path)
      } else {
        try writeUserFile(path, String(decoding: after, as: UTF8.self))
      }
      context.console.writeLine(context.shownPath(path))
    }
    tell(Self.account(of: key, before, after, isUsers: true), of: nil, in: context)
  }

  /// Returns true if the setting goes into the user's file.
  private func isUsers(_ key: ConfigurationKey, in context: CommandContext) -> Bool {
    if user || repository { return user }
    return switch key.scope {
    case .user: true
    case .repository: false
    case .either: (try? context.repository()) == nil
    }
  }

  /// Returns each changed setting before and after, and where it applies: `site.title: – → Notes, for this repository`.
  private static func account(
    of key: ConfigurationKey?, _ before: [UInt8], _ after: [UInt8], isUsers: Bool
  ) -> [Message] {
    let (old, new) = (values(in: before), values(in: after))
    let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    guard !changed.isEmpty else {
      let name = key?.name ?? ".sheaf/config.yaml"
      return [Message("= \(name), unchanged", ko: "= \(name), 변경 없음")]
    }
    let place =
      isUsers
      ? Message("for all your repositories", ko: "모든 저장소에 적용합니다") : Message("for this repository", ko: "이 저장소에 적용합니다")
    return changed.map { name in
      let change = "\(name): \(old[name] ?? "–") → \(new[name] ?? "–")"
      return Message("\(change), \(place.english)", ko: "\(change) (\(place.korean))")
    }
  }

  /// Returns the values of a configuration file by name. Each entry of a table has a separate name.
  private static func values(in bytes: [UInt8]) -> [String: String] {
    Configuration.settings(in: bytes).reduce(into: [:]) { values, setting in
      guard case .table(let table) = setting.value else { return values[setting.key] = "\(setting.value)" }
      for (entry, text) in table { values["\(setting.key).\(entry)"] = text }
    }
  }

  private func tell(_ account: [Message], of key: ConfigurationKey?, in context: CommandContext) {
    account.forEach { context.note($0) }
    guard let key, key.isDelicate, let repository = try? context.repository(),
      context.configuration(of: repository).ignored.contains(where: { $0.key == key.name })
    else { return }
    context.note(
      Message(
        "\(key.name) takes effect once you trust this repository: sheaf config trust",
        ko: "\(key.name) 설정은 이 저장소를 신뢰한 뒤에 적용됩니다: sheaf config trust"))
  }
}

/// The name of a setting as typed: `folders.memo`, or an entry of a table, `alias.w`.
struct SettingName {
  let key: ConfigurationKey
  /// The entry of a table; nil for the setting itself.
  let entry: String?

  /// - Throws: ``UsageError`` for an unknown name, with the nearest one.
  init(_ name: String) throws {
    if let key = ConfigurationCatalogue.key(name) {
      self.key = key
      entry = nil
      return
    }
    let table = ConfigurationCatalogue.keys.first {
      [.table, .tables, .statuses, .commands, .userFolders].contains($0.type) && name.hasPrefix($0.name + ".")
        && name.count > $0.name.count + 1
    }
    if let table {
      key = table
      entry = String(name.dropFirst(table.name.count + 1))
      return
    }
    let nearest = nearestName(to: name, among: ConfigurationCatalogue.names(like: name))
    throw UsageError(
      Message("Unknown setting “\(name)”", ko: "“\(name)” 설정을 찾을 수 없습니다"),
      hint: nearest.map { Message.didYouMean($0) }
        ?? Message("“sheaf config” lists the settings.", ko: "“sheaf config”로 설정 목록을 확인하세요."))
  }
  /// Prints the value. Throws ``ExitStatus/negative`` if the table has no such entry.
  func show(_ settings: Configuration, in context: CommandContext) throws {
    if key.type == .sites {
      for key in settings.keys where SiteSetting(key.name) != nil {
        context.console.writeLine("\(key.name): \(settings.settings[key.name]?.value ?? key.defaultValue)")
      }
      return
    }
    guard let entry else {
      return context.console.writeLine("\(settings.settings[key.name]?.value ?? key.defaultValue)")
    }
    guard let text = settings.table(key.name)[entry] else { throw ExitStatus.negative }
    context.console.writeLine(text)
  }

  /// Returns a configuration file without the setting, or without the entry of its table.
  func removed(from bytes: [UInt8]) throws(Problem) -> [UInt8] {
    guard let entry else { return try ConfigurationEditor.removing(key.name, from: bytes) }
    return try ConfigurationEditor.setting(entry, of: key.name, to: nil, in: bytes)
  }
}
