package import NoteModel
import NoteSyntax

/// Schemas as the configuration writes them.
package enum SchemaText {
  /// The types that a field may be declared with.
  static let typeList = KnownField.ValueType.declarable.map(\.rawValue).joined(separator: ", ")

  /// Writes the schemas on one line: `{book: {folder: Books, fields: {rating: {type: number}}}}`.
  static func flow(_ schemas: NoteSchemas) -> String {
    braces(
      schemas.all.map { schema in
        (schema.name, braces(head(of: schema) + [("fields", braces(schema.fields.map { ($0.key, flow($0)) }))]))
      })
  }

  /// Writes the lines below `schemas:`, one field per line.
  ///
  /// - Parameter remark: Returns a remark for the end of a field's line.
  package static func lines(_ schemas: NoteSchemas, remark: (FieldRule) -> String? = { _ in nil }) -> [String] {
    var lines: [String] = []
    for schema in schemas.all {
      lines.append("  \(YAMLScalar.flowItem(schema.name)):")
      lines += head(of: schema).map { "    \($0.0): \($0.1)" }
      if !schema.fields.isEmpty { lines.append("    fields:") }
      for rule in schema.fields {
        let end = remark(rule).map { "  # \($0)" } ?? ""
        lines.append("      \(YAMLScalar.flowItem(rule.key)): \(flow(rule))\(end)")
      }
    }
    return lines
  }

  private static func head(of schema: NoteSchema) -> [(String, String)] {
    let conditions = [("folder", schema.folders), ("tag", schema.tags), ("type", schema.types)]
    return conditions.filter { !$0.1.isEmpty }.map { name, texts in
      (name, texts.count == 1 ? YAMLScalar.flowItem(texts[0]) : YAMLScalar.flowList(texts))
    } + (schema.template.map { [("template", YAMLScalar.flowItem($0))] } ?? [])
  }

  private static func flow(_ rule: FieldRule) -> String {
    var members: [(String, String)] = []
    if FieldCatalogue.field(for: rule.key) == nil { members.append(("type", rule.type.rawValue)) }
    if !rule.choices.isEmpty { members.append(("values", YAMLScalar.flowList(rule.choices))) }
    if let text = rule.defaultText { members.append(("default", YAMLScalar.flowItem(text))) }
    if rule.isRequired { members.append(("required", "true")) }
    if let folder = rule.folder { members.append(("folder", YAMLScalar.flowItem(folder))) }
    return braces(members)
  }

  private static func braces(_ members: [(String, String)]) -> String {
    "{" + members.map { YAMLScalar.flowItem($0.0) + ": " + $0.1 }.joined(separator: ", ") + "}"
  }
}
