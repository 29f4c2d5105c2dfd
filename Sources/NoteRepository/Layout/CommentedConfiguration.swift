import NoteSyntax
package import Wording

/// The `config.yaml` that `init` writes: every setting with what it does, commented out; settings that were taken
/// over from other programs are in force, each with its source.
package enum CommentedConfiguration {
  package static func text(
    in language: Language, adopting adopted: AdoptedSettings = AdoptedSettings()
  ) -> String {
    let head = Message(
      "# Settings of this repository. Every line shows the default; remove “#” to change one.",
      ko: "# 이 저장소의 설정입니다. 각 줄은 기본값이며, 바꾸려면 “#”을 지우고 고치세요.")
    var lines = [head.text(in: language), ""]
    for (section, keys) in sections {
      let isInForce = keys.contains { adopted[$0.name] != nil }
      let mark = isInForce ? "" : "# "
      if let section { lines.append("\(mark)\(section):") }
      let indent = section == nil ? "" : "  "
      for key in keys {
        lines += self.lines(key, indent: indent, mark: mark, adopted[key.name], language)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The settings of one section together, in the order in which sections come first.
  private static var sections: [(name: String?, keys: [ConfigurationKey])] {
    var sections: [(name: String?, keys: [ConfigurationKey])] = []
    for key in ConfigurationCatalogue.keys {
      let dot = key.name.firstIndex(of: ".")
      let name = dot.map { String(key.name[..<$0]) }
      if let name, let index = sections.firstIndex(where: { $0.name == name }) {
        sections[index].keys.append(key)
      } else {
        sections.append((name, [key]))
      }
    }
    return sections
  }

  private static func lines(
    _ key: ConfigurationKey, indent: String, mark: String, _ setting: AdoptedSettings.Setting?,
    _ language: Language
  ) -> [String] {
    let name = key.name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? key.name
    let summary = "\(mark)\(indent)# \(key.summary.text(in: language))"
    let end = indent.isEmpty ? [""] : []
    guard let setting else {
      // Within a section that is in force each setting has a mark of its own.
      let line = mark.isEmpty || indent.isEmpty ? "\(indent)# \(name)" : "\(mark)\(indent)\(name)"
      return [summary, "\(line): \(key.defaultValue)"] + end
    }
    return [summary, "\(indent)\(name): \(setting.value.yaml)  # \(setting.source)"] + end
  }
}

extension ConfigurationValue {
  /// As YAML reads it back.
  fileprivate var yaml: String {
    switch self {
    case .text(let text), .program(let text): YAMLScalar.written(text)
    case .list(let items): YAMLScalar.flowList(items)
    case .boolean, .integer, .table: description
    }
  }
}
