package import ByteBasics
package import Wording

/// The type of a value in JSON output.
package indirect enum JSONShape: Sendable {
  case text, integer, number, boolean
  /// `2026-11-21`, or a point in time by RFC 3339.
  case date
  /// One of these words.
  case word([String])
  /// Two offsets in the bytes of a file: the first byte, and the one after the last.
  case range
  case list(JSONShape)
  /// An object with these members, all of them always there.
  case object([JSONMember])
  /// An object with members of any name.
  case table
  /// Any value, for example a value of front matter or of a setting.
  case any
  /// A value of this shape, or null.
  case optional(JSONShape)
  /// Another object of the catalogue, by name.
  case reference(String)
}

/// A member of an object, as it is documented.
package struct JSONMember: Sendable {
  package let name: String
  package let shape: JSONShape
  package let summary: Message
  /// True if only some objects have the member.
  package var isOccasional = false

  /// The member if only some objects have it.
  var occasional: JSONMember { JSONMember(name: name, shape: shape, summary: summary, isOccasional: true) }
}

/// A document that commands print, by the word in its member `kind`.
package struct JSONKind: Sendable {
  package let name: String
  /// The commands as they are typed, such as `links --broken`.
  package let commands: [String]
  package let summary: Message
  /// The members of an item. Nil for a document without items.
  package let item: [JSONMember]?
  /// The members besides `schemaVersion`, `kind` and `items`.
  package let members: [JSONMember]
  /// True if items can have further members, whose names the user chooses.
  package let isOpen: Bool
}

extension JSONShape {
  /// Returns the reason why a value does not have this shape, or nil if it has.
  ///
  /// - Parameter place: The location of the value, such as `items[3].due`.
  package func mistake(in value: JSONValue, at place: String) -> String? {
    switch (self, value) {
    case (.any, _), (.text, .string), (.date, .string), (.integer, .integer), (.number, .number),
      (.number, .integer), (.boolean, .boolean), (.table, .object), (.optional, .null):
      return nil
    case (.optional(let shape), _): return shape.mistake(in: value, at: place)
    case (.word(let words), .string(let word)): return words.contains(word) ? nil : "\(place): unknown word \(word)"
    case (.range, .array(let items)): return items.count == 2 ? nil : "\(place): not a range"
    case (.list(let shape), .array(let items)):
      return items.enumerated().lazy.compactMap { shape.mistake(in: $1, at: "\(place)[\($0)]") }.first
    case (.object(let members), .object): return JSONShape.mistake(of: members, isOpen: false, in: value, at: place)
    case (.reference(let name), _):
      guard let members = JSONCatalogue.objects[name] else { return "\(place): no object \(name)" }
      return JSONShape.mistake(of: members, isOpen: false, in: value, at: place)
    default: return "\(place): \(value.text()) is no \(self)"
    }
  }

  fileprivate static func mistake(
    of members: [JSONMember], isOpen: Bool, in value: JSONValue, at place: String
  ) -> String? {
    guard case .object(let found) = value else { return "\(place): no object" }
    if !isOpen, let unknown = found.first(where: { member in !members.contains { $0.name == member.key } }) {
      return "\(place): undocumented member \(unknown.key)"
    }
    for member in members {
      guard let value = found.first(where: { $0.key == member.name })?.value else {
        if member.isOccasional { continue }
        return "\(place): \(member.name) is missing"
      }
      if let mistake = member.shape.mistake(in: value, at: "\(place).\(member.name)") { return mistake }
    }
    return nil
  }
}

extension JSONKind {
  private var all: [JSONMember] {
    let head = [
      JSONMember(
        name: "schemaVersion", shape: .integer,
        summary: Message(
          "1; it changes only if a member changes its meaning.", ko: "1. 멤버의 뜻이 바뀔 때만 올라갑니다.")),
      JSONMember(name: "kind", shape: .word([name]), summary: Message("The kind of the document.", ko: "문서의 종류")),
    ]
    let items = item.map { members in
      JSONMember(
        name: "items", shape: .list(isOpen ? .table : .object(members)),
        summary: Message("One object for each.", ko: "하나마다 객체 하나"))
    }
    return head + [items].compactMap(\.self) + members
  }

  /// Returns the reason why a document is not of this kind, or nil if it is.
  package func mistake(in document: JSONValue) -> String? {
    if let mistake = JSONShape.mistake(of: all, isOpen: false, in: document, at: name) { return mistake }
    guard isOpen, let item, case .object(let members) = document,
      case .array(let items)? = members.first(where: { $0.key == "items" })?.value
    else { return nil }
    return items.lazy.compactMap { JSONShape.mistake(of: item, isOpen: true, in: $0, at: "\(name).items") }.first
  }
}

// MARK: - JSON Schema

extension JSONShape {
  fileprivate var schema: JSONValue {
    func type(_ name: String) -> JSONValue { .map(["type": .string(name)]) }
    switch self {
    case .text, .date: return type("string")
    case .integer: return type("integer")
    case .number: return type("number")
    case .boolean: return type("boolean")
    case .table: return type("object")
    case .any: return .object([])
    case .word(let words): return .map(["enum": .array(words.map { .string($0) })])
    case .range:
      return .map([
        "type": .string("array"), "items": type("integer"),
        "minItems": .integer(2), "maxItems": .integer(2),
      ])
    case .list(let shape): return .map(["type": .string("array"), "items": shape.schema])
    case .object(let members): return JSONShape.schema(of: members, isOpen: false)
    case .optional(let shape): return .map(["anyOf": .array([shape.schema, type("null")])])
    case .reference(let name): return .map(["$ref": .string("#/$defs/object-\(name)")])
    }
  }

  fileprivate static func schema(of members: [JSONMember], isOpen: Bool) -> JSONValue {
    .map([
      "type": .string("object"),
      "properties": .object(
        members.map { member in
          guard case .object(let inner) = member.shape.schema else {
            return JSONValue.Member(member.name, .object([]))
          }
          let summary = JSONValue.Member("description", .string(member.summary.english))
          return JSONValue.Member(member.name, .object(inner + [summary]))
        }),
      "required": .array(members.filter { !$0.isOccasional }.map { .string($0.name) }),
      "additionalProperties": .boolean(isOpen),
    ])
  }
}

extension JSONKind {
  fileprivate var schema: JSONValue { JSONShape.schema(of: all, isOpen: false) }
}

extension JSONCatalogue {
  /// A JSON Schema (2020-12) of all documents: a document is one of the kinds.
  package static var schema: JSONValue {
    let objects = objects.sorted { $0.key < $1.key }.map {
      JSONValue.Member("object-\($0.key)", JSONShape.schema(of: $0.value, isOpen: false))
    }
    let kinds = kinds.map { JSONValue.Member($0.name, $0.schema) }
    return .map([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string("What sheaf prints with --json"),
      "oneOf": .array(self.kinds.map { .map(["$ref": .string("#/$defs/\($0.name)")]) }),
      "$defs": .object(kinds + objects),
    ])
  }
}
