import NoteModel
import Wording
import Yams

/// Reads `schemas:`. Parts that it cannot read are left out, with a reason.
///
/// ```yaml
/// schemas:
///   book:
///     folder: Books
///     fields:
///       author: {type: link, folder: People, required: true}
///       state: [unread, read]
///       pages: number
/// ```
struct SchemaReader {
  private(set) var schemas: [NoteSchema] = []
  private(set) var mistakes: [(line: Int?, reason: Message)] = []
  /// The number of fields of all schemas. A YAML alias may repeat many fields in each.
  private var fieldCount = 0

  private static let fieldLimit = 10_000

  init(_ mapping: Node.Mapping) {
    for (name, node) in mapping { read(node, named: name) }
  }

  private mutating func read(_ node: Node, named name: Node) {
    guard case .mapping(let members) = node, let title = name.scalar?.string else {
      return refuse(
        name,
        Message(
          "a schema has folder, tag, type, template or fields",
          ko: "스키마에는 folder, tag, type, template, fields를 지정합니다"))
    }
    var conditions: [String: [String]] = [:]
    var template: String?
    var fields: [FieldRule] = []
    for (key, value) in members {
      switch key.scalar?.string {
      case "folder"?: conditions["folder"] = texts(value).map(\.folderName)
      case "tag"?: conditions["tag"] = texts(value).map { String($0.drop { $0 == "#" }) }
      case "type"?: conditions["type"] = texts(value)
      case "template"?: template = value.scalar?.string
      case "fields"?: fields = rules(value, of: title)
      default: refuse(key, Self.unknown(key, among: ["folder", "tag", "type", "template", "fields"]))
      }
    }
    // A condition that cannot be read holds for no note, not for all.
    guard conditions.values.allSatisfy({ !$0.isEmpty }) else {
      return refuse(
        name, Message("“\(title)”: the notes of this schema are not known", ko: "“\(title)”: 스키마를 적용할 메모를 알 수 없습니다"))
    }
    schemas.append(
      NoteSchema(
        name: title, folders: conditions["folder"] ?? [], tags: conditions["tag"] ?? [],
        types: conditions["type"] ?? [], template: template, fields: fields))
  }

  private mutating func rules(_ node: Node, of schema: String) -> [FieldRule] {
    guard case .mapping(let members) = node else { return [] }
    var rules: [FieldRule] = []
    for (key, value) in members {
      fieldCount += 1
      guard fieldCount <= Self.fieldLimit else { return rules }
      guard let name = key.scalar?.string, FieldAssignment.isKey(name) else {
        refuse(key, Message("a field needs a name", ko: "필드의 이름이 필요합니다"))
        continue
      }
      if let rule = rule(name, value, key) { rules.append(rule) }
    }
    return rules
  }

  /// Reads a rule: in full, only its type, or only its values.
  private mutating func rule(_ name: String, _ node: Node, _ key: Node) -> FieldRule? {
    switch node {
    case .scalar(let scalar):
      if scalar.string.isEmpty { return FieldRule(key: name) }
      guard let type = type(scalar.string, of: key) else { return nil }
      return checked(FieldRule(key: name, type: type), key)
    case .sequence: return checked(FieldRule(key: name, choices: texts(node)), key)
    case .mapping(let members): return rule(name, members, key)
    default: return nil
    }
  }

  private mutating func rule(_ name: String, _ members: Node.Mapping, _ key: Node) -> FieldRule? {
    var type = KnownField.ValueType.text
    var (choices, defaultText, isRequired): ([String], String?, Bool) = ([], nil, false)
    var folder: String?
    for (word, value) in members {
      switch word.scalar?.string {
      case "type"?:
        guard let known = self.type(value.scalar?.string ?? "", of: word) else { return nil }
        type = known
      case "values"?: choices = texts(value)
      case "default"?: defaultText = value.scalar?.string ?? texts(value).joined(separator: ", ")
      case "required"?:
        guard let flag = value.scalar.flatMap({ Self.flag($0.string) }) else {
          refuse(word, Message("required: true or false", ko: "required: true나 false여야 합니다"))
          return nil
        }
        isRequired = flag
      case "folder"?: folder = value.scalar?.string.folderName
      default: refuse(word, Self.unknown(word, among: ["type", "values", "default", "required", "folder"]))
      }
    }
    return checked(
      FieldRule(
        key: name, type: type, choices: choices, defaultText: defaultText, isRequired: isRequired, folder: folder), key)
  }

  /// Returns the rule. If it does not allow its own default, it is refused and returned without the default.
  private mutating func checked(_ rule: FieldRule, _ key: Node) -> FieldRule {
    let items =
      rule.type.isList
      ? rule.defaultText?.split(separator: ",").map {
        String($0.drop { $0 == " " })
      } : rule.defaultText.map { [$0] }
    guard let wrong = items?.first(where: { rule.choice($0) == nil }) else { return rule }
    refuse(
      key,
      Message(
        "\(rule.key): the default “\(wrong)” is not among its values",
        ko: "\(rule.key): 기본값이 허용하는 값에 없습니다: “\(wrong)”"))
    return FieldRule(
      key: rule.key, type: rule.type, choices: rule.choices, isRequired: rule.isRequired, folder: rule.folder)
  }

  private mutating func type(_ name: String, of node: Node) -> KnownField.ValueType? {
    let known = KnownField.ValueType.declarable
    if let type = known.first(where: { $0.rawValue == name }) { return type }
    refuse(
      node,
      Message(
        "unknown field type “\(name)”; use \(SchemaText.typeList)",
        ko: "필드의 종류가 아닙니다: “\(name)”. 사용할 수 있는 종류: \(SchemaText.typeList)"))
    return nil
  }

  private func texts(_ node: Node) -> [String] {
    switch node {
    case .scalar(let scalar): scalar.string.isEmpty ? [] : [scalar.string]
    case .sequence(let items): items.compactMap { $0.scalar?.string }
    default: []
    }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text {
    case "true", "yes": true
    case "false", "no": false
    default: nil
    }
  }

  private static func unknown(_ node: Node, among words: [String]) -> Message {
    let word = node.scalar?.string ?? "…"
    return Message("unknown word “\(word)”", ko: "알 수 없는 단어입니다: “\(word)”").orMeant(nearestName(to: word, among: words))
  }

  private mutating func refuse(_ node: Node, _ reason: Message) { mistakes.append((node.mark?.line, reason)) }
}
