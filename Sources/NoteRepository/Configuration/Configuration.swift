package import Wording

/// The settings in force, each with where it comes from.
package struct Configuration: Sendable {
  /// Where a value was set; a later one wins over an earlier one.
  package enum Origin: Sendable, Hashable {
    case defaults
    /// A file and the 1-based line in it.
    case file(path: String, line: Int)
    case environment(variable: String)
  }

  package struct Setting: Sendable {
    package let value: ConfigurationValue
    package let origin: Origin
  }

  package private(set) var settings: [String: Setting] = [:]
  /// Unknown keys and wrong values: told to the person, never fatal.
  package private(set) var problems: [ConfigurationProblem] = []

  /// Reads the layers: defaults, the user's file, the repository's file, the environment.
  package static func load(
    userFile: String, repositoryFile: String?, environment: [String: String]
  ) -> Configuration {
    var configuration = Configuration()
    for key in ConfigurationCatalogue.keys {
      configuration.settings[key.name] = Setting(value: key.defaultValue, origin: .defaults)
    }
    for file in [userFile, repositoryFile].compactMap(\.self) {
      guard let bytes = try? readFile(file) else { continue }
      configuration.apply(ConfigurationFile.read(bytes, path: file))
    }
    configuration.apply(environment)
    return configuration
  }

  private mutating func apply(_ file: ConfigurationFile) {
    problems += file.problems
    for entry in file.entries {
      settings[entry.key] = Setting(
        value: entry.value, origin: .file(path: file.path, line: entry.line))
    }
  }

  private mutating func apply(_ environment: [String: String]) {
    for key in ConfigurationCatalogue.keys {
      let variable = key.environmentVariable
      // SHEAF_EDITOR and SHEAF_PAGER have rules of their own.
      guard !["SHEAF_EDITOR", "SHEAF_PAGER"].contains(variable), let text = environment[variable],
        !text.isEmpty
      else { continue }
      guard let value = key.parse(text) else {
        problems.append(.wrongValue(key: key, text: text, place: variable))
        continue
      }
      settings[key.name] = Setting(value: value, origin: .environment(variable: variable))
    }
  }

  package func text(_ key: String) -> String {
    if case .text(let text)? = settings[key]?.value { text } else { "" }
  }

  /// The text, nil where it is empty.
  package func nonEmptyText(_ key: String) -> String? {
    let text = text(key)
    return text.isEmpty ? nil : text
  }

  package func integer(_ key: String) -> Int {
    if case .integer(let number)? = settings[key]?.value { number } else { 0 }
  }

  package func flag(_ key: String) -> Bool {
    if case .boolean(let flag)? = settings[key]?.value { flag } else { false }
  }

  package func list(_ key: String) -> [String] {
    if case .list(let list)? = settings[key]?.value { list } else { [] }
  }

  package func table(_ key: String) -> [String: String] {
    if case .table(let table)? = settings[key]?.value { table } else { [:] }
  }
}

/// A line of a configuration that cannot be followed.
package struct ConfigurationProblem: Sendable, Hashable {
  package let message: Message

  static func unknownKey(_ key: String, place: String) -> ConfigurationProblem {
    let names = ConfigurationCatalogue.keys.map(\.name)
    let nearest = nearestName(to: key, among: names)
    let hint = nearest.map { Message("; did you mean “\($0)”?", ko: ". “\($0)”을(를) 뜻했나요?") }
    return ConfigurationProblem(
      message: Message(
        "\(place): unknown setting “\(key)”\(hint?.english ?? "")",
        ko: "\(place): 모르는 설정 “\(key)”\(hint?.korean ?? "")"))
  }

  static func wrongValue(key: ConfigurationKey, text: String, place: String) -> ConfigurationProblem
  {
    let expected = key.type.expectation
    return ConfigurationProblem(
      message: Message(
        "\(place): “\(text)” is no value of \(key.name), which takes \(expected.english)",
        ko: "\(place): “\(text)”은(는) \(key.name)의 값이 아닙니다. \(expected.korean)이(가) 와야 합니다"))
  }

  static func unreadable(_ reason: String, place: String) -> ConfigurationProblem {
    ConfigurationProblem(
      message: Message(
        "\(place): not valid YAML: \(reason)", ko: "\(place): 올바른 YAML이 아닙니다: \(reason)"))
  }
}

extension ConfigurationKey.ValueType {
  fileprivate var expectation: Message {
    switch self {
    case .text: Message("a text", ko: "글")
    case .boolean: Message("true or false", ko: "true나 false")
    case .integer: Message("a whole number", ko: "정수")
    case .list: Message("a list", ko: "목록")
    case .choice(let choices):
      Message(verbatim: choices.filter { !$0.isEmpty }.joined(separator: ", "))
    case .table: Message("“name: value” lines", ko: "“이름: 값” 줄")
    }
  }
}
