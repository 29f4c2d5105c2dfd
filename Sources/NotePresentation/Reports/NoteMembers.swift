package import ByteBasics
package import NoteModel

/// What templates know of a note besides its object for programs.
package struct NoteMembers {
  /// The shortest beginning of each id that names its note.
  private let shortIdentifiers: [String: String]
  /// Values of front matter, by field and note.
  private let fields: [String: [NotePath: [String]]]

  package init(shortIdentifiers: [String: String], fields: [String: [NotePath: [String]]]) {
    self.shortIdentifiers = shortIdentifiers
    self.fields = fields
  }

  /// What a template may name without asking for a field.
  package static let names: Set<String> = ["stem", "folder", "shortId", "tagLine"]

  package static let presets = [
    RowPreset("oneline", "{{#shortId}}{{shortId}}  {{/shortId}}{{title}}  {{path}}"),
    RowPreset("short", "{{title}}\n  {{path}}{{#shortId}}  {{shortId}}{{/shortId}}"),
    RowPreset(
      "medium",
      "{{title}}\n  {{path}}{{#shortId}}  {{shortId}}{{/shortId}}"
        + "{{#status}}\n  {{status}}{{#due}}, {{due}}{{/due}}{{/status}}{{#tagLine}}\n  {{tagLine}}{{/tagLine}}"
    ),
    RowPreset(
      "full",
      "{{title}}\n  path: {{path}}\n  id: {{id}}\n  kind: {{kind}}\n  status: {{status}}\n  due: {{due}}"
        + "\n  created: {{created}}\n  updated: {{updated}}\n  tags: {{tagLine}}"),
  ]

  package func members(of note: NoteSummary) -> [JSONValue.Member] {
    let tags = note.tags.map { "#" + $0 }.joined(separator: " ")
    var members = [
      JSONValue.Member("stem", .string(String(note.path.stem))),
      JSONValue.Member("folder", .optional(note.path.folder?.string)),
      JSONValue.Member("tagLine", .string(tags)),
      JSONValue.Member("shortId", .optional(note.identifier.flatMap { shortIdentifiers[$0] })),
    ]
    for (field, values) in fields {
      let own = values[note.path] ?? []
      members.append(JSONValue.Member(field, .string(own.joined(separator: ", "))))
    }
    return members
  }
}
