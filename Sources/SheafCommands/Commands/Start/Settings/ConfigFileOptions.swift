import ArgumentParser
import ByteBasics
import NoteModel
import NoteRepository
import TerminalText
import Wording

/// Which of the two configuration files is changed.
struct ConfigFileOptions: ParsableArguments {
  @Flag(
    help: help(
      "In your own configuration, for all repositories (default for programs, aliases and outside a repository).",
      ko: "모든 저장소에 적용하는 사용자 설정 파일(프로그램과 별칭 설정, 저장소 밖에서의 기본값)"))
  var user = false

  @Flag(
    help: help("In the repository's configuration (default).", ko: "저장소 설정 파일(기본값)"))
  var repository = false

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "저장하지 않고 변경 내용만 출력합니다."))
  var dryRun = false

  init() {}

  func validate() throws {
    guard !(user && repository) else {
      throw ValidationError(
        localized("Use either --user or --repository.", ko: "--user와 --repository 가운데 하나만 지정하세요."))
    }
  }

  /// Changes the file for a setting; in a repository `undo` takes it back.
  ///
  /// - Parameter change: From the bytes of the file, empty where there is none, to its new bytes.
  func change(
    _ key: ConfigurationKey, in context: CommandContext, _ change: ([UInt8]) throws -> [UInt8]
  ) throws {
    guard isUsers(key, in: context) else {
      try context.changeConfiguration(dryRun: dryRun, grantsTrust: key.isDelicate, change)
      if !dryRun { tellPlace(of: key, isUsers: false, in: context) }
      return
    }
    let path = context.places.configuration + "/config.yaml"
    let before = userFileExists(path) ? try readFile(path) : []
    if let offset = firstInvalidUTF8Offset(in: before[...]) {
      throw InvalidInputError(offset: offset)
    }
    let after = try change(before)
    if dryRun {
      let lines = TransactionDiff(in: context).lines(
        of: context.shownPath(path), isNote: false, before, after)
      return context.console.write(context.theme.encode(lines))
    }
    guard after != before else { return }
    if userFileExists(path) {
      try OutputFile.write(after, to: path)
    } else {
      try writeUserFile(path, String(decoding: after, as: UTF8.self))
    }
    context.console.writeLine(context.shownPath(path))
    tellPlace(of: key, isUsers: true, in: context)
  }

  /// True where the setting goes into the user's file.
  private func isUsers(_ key: ConfigurationKey, in context: CommandContext) -> Bool {
    if user || repository { return user }
    return switch key.scope {
    case .user: true
    case .repository: false
    case .either: (try? context.repository()) == nil
    }
  }

  private func tellPlace(of key: ConfigurationKey, isUsers: Bool, in context: CommandContext) {
    context.note(
      isUsers
        ? Message("\(key.name): for all your repositories", ko: "\(key.name): 모든 저장소에 적용합니다")
        : Message("\(key.name): for this repository", ko: "\(key.name): 이 저장소에 적용합니다"))
    guard !isUsers, key.isDelicate, let repository = try? context.repository(),
      context.configuration(of: repository).ignored.contains(where: { $0.key == key.name })
    else { return }
    context.tellHowToTrust()
  }
}

/// The name of a setting as typed: `folders.memo`, or an entry of a table, `alias.w`.
struct SettingName {
  let key: ConfigurationKey
  /// The entry of a table; nil for the setting itself.
  let entry: String?

  /// - Throws: ``UsageError`` for a name that is none, with the nearest one.
  init(_ name: String) throws {
    if let key = ConfigurationCatalogue.key(name) {
      self.key = key
      entry = nil
      return
    }
    let table = ConfigurationCatalogue.keys.first {
      ($0.type == .table || $0.type == .commands) && name.hasPrefix($0.name + ".")
        && name.count > $0.name.count + 1
    }
    if let table {
      key = table
      entry = String(name.dropFirst(table.name.count + 1))
      return
    }
    let nearest = nearestName(to: name, among: ConfigurationCatalogue.keys.map(\.name))
    throw UsageError(
      Message("There is no setting “\(name)”", ko: "“\(name)” 설정을 찾을 수 없습니다"),
      hint: nearest.map { Message("Did you mean “\($0)”?", ko: "혹시 “\($0)”인가요?") }
        ?? Message("“sheaf config” lists the settings.", ko: "“sheaf config”로 설정 목록을 확인하세요."))
  }
}
