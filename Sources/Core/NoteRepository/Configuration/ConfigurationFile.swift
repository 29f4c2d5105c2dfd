import NoteModel
import NoteSyntax
import Yams

/// A `config.yaml` read against the catalogue.
struct ConfigurationFile {
  let path: String
  private(set) var entries: [Configuration.Entry] = []
  private(set) var problems: [ConfigurationProblem] = []
  /// The 1-based line of each setting, including settings without a value.
  private(set) var lines: [String: Int] = [:]

  static func read(_ bytes: [UInt8], path: String) -> ConfigurationFile {
    var file = ConfigurationFile(path: path)
    do throws(GuardedYAML.Mistake) {
      let root = try GuardedYAML.read(bytes[...]) { try Yams.compose(yaml: $0, .basic) }
      guard let root else { return file }
      file.read(root, prefix: "", line: 1)
    } catch {
      file.problems.append(.unreadable(error, path: path))
    }
    return file
  }

  private mutating func read(_ node: Node, prefix: String, line: Int) {
    guard case .mapping(let mapping) = node else {
      if Self.isNothing(node, or: ["~", "null", "Null", "NULL"]) { return }
      return problems.append(.noTable(String(prefix.dropLast()), place: "\(path):\(line)"))
    }
    for (keyNode, value) in mapping {
      let name = prefix + (keyNode.scalar?.string ?? "")
      let line = keyNode.mark?.line ?? 1
      let key = ConfigurationCatalogue.key(name)
      if let key, key.type != .sites || value.mapping == nil {
        read(value, as: key, line: line)
      } else if key != nil || ConfigurationCatalogue.isGroup(name) {
        read(value, prefix: name + ".", line: line)
      } else {
        problems.append(.unknownKey(name, place: "\(path):\(line)"))
      }
    }
  }

  private mutating func read(_ node: Node, as key: ConfigurationKey, line: Int) {
    lines[key.name] = line
    if Self.isNothing(node) { return }
    if key.type == .schemas, case .mapping(let mapping) = node {
      let reader = SchemaReader(mapping)
      problems += reader.mistakes.map {
        .mistake($0.reason, in: key.name, place: "\(path):\($0.line ?? line)")
      }
      entries.append(Configuration.Entry(key: key.name, value: .schemas(NoteSchemas(reader.schemas)), line: line))
      return
    }
    guard let value = Self.value(node, as: key) else {
      let text = node.scalar?.string ?? "…"
      problems.append(.wrongValue(key: key, text: text, place: "\(path):\(line)"))
      return
    }
    entries.append(Configuration.Entry(key: key.name, value: value, line: line))
  }

  /// Returns true for a name without a value, or with one of the words that have no meaning here.
  private static func isNothing(_ node: Node, or words: [String] = []) -> Bool {
    guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
    return scalar.string.isEmpty || words.contains(scalar.string)
  }

  /// Returns the value of `[a, b]` or `{a: b}` for a setting. Nil for a text that is neither, or of another kind.
  static func value(ofFlow text: String, as key: ConfigurationKey) -> ConfigurationValue? {
    guard let node = try? Yams.compose(yaml: text, .basic), node.scalar == nil else { return nil }
    return value(node, as: key)
  }

  private static func value(_ node: Node, as key: ConfigurationKey) -> ConfigurationValue? {
    switch (node, key.type) {
    case (.sequence(let items), .choices):
      let texts = items.compactMap { $0.scalar?.string }
      return texts.count == items.count ? key.parse(texts.joined(separator: ",")) : nil
    case (.sequence(let items), .list):
      let texts = items.compactMap { $0.scalar?.string }
      return texts.count == items.count ? .list(texts) : nil
    case (.mapping(let mapping), .table), (.mapping(let mapping), .commands), (.mapping(let mapping), .userFolders):
      var table: [String: String] = [:]
      for (key, value) in mapping {
        guard let name = key.scalar?.string, let text = value.scalar?.string else { return nil }
        table[name] = text
      }
      return .table(table)
    case (.mapping(let mapping), .statuses):
      guard let table = groups(mapping), table.allSatisfy({ OwnStatuses.Meaning($0.value) != nil && !$0.key.isEmpty })
      else { return nil }
      return .table(table)
    case (.mapping(let mapping), .schemas):
      let reader = SchemaReader(mapping)
      return reader.mistakes.isEmpty ? .schemas(NoteSchemas(reader.schemas)) : nil
    case (.mapping(let mapping), .tables): return groups(mapping).map { .table($0) }
    case (.scalar(let scalar), _): return key.parse(scalar.string)
    default: return nil
    }
  }
}

extension ConfigurationFile {
  /// Flattens `{weekly: {title: News}}` to `weekly.title: News`. The items of a list become words.
  private static func groups(_ mapping: Node.Mapping) -> [String: String]? {
    var table: [String: String] = [:]
    for (nameNode, node) in mapping {
      guard let name = nameNode.scalar?.string else { return nil }
      switch node {
      case .scalar(let scalar): table[name] = scalar.string
      case .sequence(let items):
        let words = items.compactMap { $0.scalar?.string }
        guard words.count == items.count else { return nil }
        table[name] = words.joined(separator: " ")
      case .mapping(let members):
        guard let inner = groups(members) else { return nil }
        for (key, value) in inner { table[name + "." + key] = value }
      default: return nil
      }
    }
    return table
  }
}

extension ConfigurationKey {
  /// Parses a typed value: as ``parse(_:)``, or in the form that `config` prints.
  package func parseTyped(_ text: String) -> ConfigurationValue? {
    switch type {
    case .list where text.hasPrefix("[") && text.hasSuffix("]"),
      .choices where text.hasPrefix("[") && text.hasSuffix("]"), .table, .tables, .statuses,
      .schemas, .commands, .userFolders:
      ConfigurationFile.value(ofFlow: text, as: self)
    default: parse(text == "\"\"" ? "" : text)
    }
  }

  /// Parses the value of this setting, or returns nil if the text is not a value.
  func parse(_ text: String) -> ConfigurationValue? {
    switch type {
    case .text, .outsidePath, .outputFolder, .userFolder: return .text(text)
    case .program: return .program(text)
    case .boolean, .guarded:
      switch text {
      case "true", "yes", "on", "1": return .boolean(true)
      case "false", "no", "off", "0": return .boolean(false)
      default: return nil
      }
    case .integer, .minimum: return Int(text).map { .integer($0) }
    case .list: return .list(text.split(separator: ",").map { String($0.drop { $0 == " " }) })
    case .choice(let choices): return choices.contains(text) ? .text(text) : nil
    case .choices(let choices):
      let names = text.split(separator: ",").map { String($0.drop { $0 == " " }) }
      return names.allSatisfy(choices.contains) ? .list(names) : nil
    case .dayPattern(let period):
      let isUsable = text.isEmpty || (try? DayPattern(text, of: period)) != nil
      return isUsable ? .text(text) : nil
    case .table, .tables, .sites, .statuses, .schemas, .commands, .userFolders: return nil
    }
  }
}

extension Configuration {
  /// Returns the patterns of ignored files in the bytes of a configuration.
  package static func ignoredPatterns(in bytes: [UInt8]) -> [String] {
    ConfigurationFile.read(bytes, path: "").entries.flatMap { entry -> [String] in
      guard entry.key == "ignore", case .list(let patterns) = entry.value else { return [] }
      return patterns
    }
  }
}
