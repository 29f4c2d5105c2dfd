package import ByteBasics
import RemoteCalls

/// A tool that a client can call.
package struct Tool: Sendable {
  package let name: String
  package let title: String
  /// The description for models: the effect of the tool, and when to use it.
  package let description: String
  package let parameters: [ToolParameter]
  /// The effect of a call on the notes.
  package let effect: Effect
  private let body: @Sendable (_ arguments: ToolArguments, _ client: String) throws -> ToolAnswer

  package enum Effect: Sendable {
    case reads
    case adds
    case changes
  }

  /// - Parameters:
  ///   - name: The name in calls.
  ///   - title: The title for people.
  ///   - description: The description for models.
  ///   - parameters: The arguments of a call; nothing else is allowed.
  ///   - effect: The effect of a call on the notes.
  ///   - body: Answers a call; the model gets its errors as text.
  package init(
    _ name: String, title: String, description: String, effect: Effect = .reads,
    _ parameters: [ToolParameter],
    body: @escaping @Sendable (_ arguments: ToolArguments, _ client: String) throws -> ToolAnswer
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.parameters = parameters
    self.effect = effect
    self.body = body
  }

  /// Runs the tool. Throws ``ArgumentMistake`` and the errors of the tool.
  func call(_ arguments: JSONValue, client: String) throws -> ToolAnswer {
    try body(ToolArguments(arguments, parameters), client)
  }

  var json: JSONValue {
    .map([
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": .map([
        "type": .string("object"),
        "properties": .object(parameters.map { JSONValue.Member($0.name, $0.schema) }),
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": .boolean(false),
      ]),
      "annotations": .map([
        "title": .string(title), "readOnlyHint": .boolean(effect == .reads),
        "destructiveHint": .boolean(effect == .changes), "openWorldHint": .boolean(false),
      ]),
    ])
  }
}

package struct ToolAnswer: Sendable {
  /// The result as an object.
  package let value: JSONValue
  /// The remark for the model, besides the value: `3 notes are held back.`
  package let remark: String

  package init(_ value: JSONValue, remark: String = "") {
    self.value = value
    self.remark = remark
  }
}

package struct ToolParameter: Sendable {
  package enum Kind: Sendable {
    case text
    /// A text of any length, but not a name or a query.
    case prose
    case choice([String])
    case number(ClosedRange<Int>)
    case flag
    case texts
    /// Values by name: a text, a number, true, false, null or a list of texts.
    case table
    /// A list of objects, each with these.
    case objects([ToolParameter])
  }

  package let name: String
  package let kind: Kind
  package let description: String
  package let isRequired: Bool

  package init(_ name: String, _ kind: Kind, required: Bool = false, _ description: String) {
    self.name = name
    self.kind = kind
    self.description = description
    isRequired = required
  }

  var schema: JSONValue {
    let text = JSONValue.string(description)
    return switch kind {
    case .text, .prose: .map(["type": .string("string"), "description": text])
    case .choice(let words):
      .map([
        "type": .string("string"), "enum": .array(words.map { .string($0) }), "description": text,
      ])
    case .number(let range):
      .map([
        "type": .string("integer"), "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound), "description": text,
      ])
    case .flag: .map(["type": .string("boolean"), "description": text])
    case .texts:
      .map([
        "type": .string("array"), "items": .map(["type": .string("string")]), "description": text,
      ])
    case .table: .map(["type": .string("object"), "additionalProperties": Self.scalars, "description": text])
    case .objects(let members):
      .map([
        "type": .string("array"), "minItems": .integer(1),
        "items": .map([
          "type": .string("object"),
          "properties": .object(members.map { JSONValue.Member($0.name, $0.schema) }),
          "required": .array(members.filter(\.isRequired).map { .string($0.name) }),
          "additionalProperties": .boolean(false),
        ]),
        "description": text,
      ])
    }
  }

  private static let longestText = 16_384
  private static let scalars = JSONValue.map([
    "anyOf": .array([
      .map(["type": .array(["string", "number", "boolean", "null"].map { .string($0) })]),
      .map(["type": .string("array"), "items": .map(["type": .string("string")])]),
    ])
  ])

  /// Returns the mistake in a value, or nil if the schema allows the value.
  func mistake(in value: JSONValue) -> String? {
    switch (kind, value) {
    case (.text, .string(let text)):
      return text.utf8.count > Self.longestText ? "“\(name)” is longer than \(Self.longestText) bytes" : nil
    case (.prose, .string), (.flag, .boolean): return nil
    case (.text, _), (.prose, _): return "“\(name)” has to be a string"
    case (.flag, _): return "“\(name)” has to be true or false"
    case (.choice(let words), _):
      guard let text = value.string, words.contains(text) else {
        return "“\(name)” has to be one of: " + words.joined(separator: ", ")
      }
      return nil
    case (.number(let range), _):
      guard let number = value.double.flatMap({ Int(exactly: $0) }), range.contains(number) else {
        return "“\(name)” has to be a number from \(range.lowerBound) to \(range.upperBound)"
      }
      return nil
    case (.texts, .array(let items)) where items.allSatisfy({ $0.string != nil }): return nil
    case (.texts, _): return "“\(name)” has to be a list of strings"
    case (.table, .object(let members)) where members.allSatisfy({ Self.isScalar($0.value) }): return nil
    case (.table, _): return "“\(name)” has to be an object of strings, numbers, true, false, null and lists of strings"
    case (.objects(let parameters), .array(let items)) where !items.isEmpty:
      return items.lazy.compactMap { Self.mistake(in: $0, parameters) }.first.map { "“\(name)”: \($0)" }
    case (.objects, _): return "“\(name)” has to be a list of objects"
    }
  }

  private static func isScalar(_ value: JSONValue) -> Bool {
    switch value {
    case .object, .written: false
    case .array(let items): items.allSatisfy { $0.string != nil }
    case .null, .boolean, .integer, .number, .string: true
    }
  }

  /// Returns the mistake in an object with a member for each parameter, or nil if there is none.
  static func mistake(in value: JSONValue, _ parameters: [ToolParameter]) -> String? {
    guard case .object(let members) = value else { return "The arguments have to be an object" }
    for member in members where !parameters.contains(where: { $0.name == member.key }) {
      let known = parameters.map(\.name).joined(separator: ", ")
      return "There is no argument “\(member.key)”; there are: \(known)"
    }
    for parameter in parameters {
      let given = value[parameter.name].flatMap { $0 == .null ? nil : $0 }
      guard let given else {
        if parameter.isRequired { return "“\(parameter.name)” is missing" }
        continue
      }
      if let mistake = parameter.mistake(in: given) { return mistake }
    }
    return nil
  }
}

/// The arguments of one call, which its tool's schema allows.
package struct ToolArguments: Sendable {
  private let values: JSONValue

  init(_ values: JSONValue, _ parameters: [ToolParameter]) throws(ArgumentMistake) {
    let values = values == .null ? .object([]) : values
    if let mistake = ToolParameter.mistake(in: values, parameters) { throw ArgumentMistake(text: mistake) }
    self.values = values
  }

  package subscript(name: String) -> JSONValue? { values[name].flatMap { $0 == .null ? nil : $0 } }

  package func text(_ name: String) -> String? { self[name]?.string }
  package func number(_ name: String) -> Int? { self[name]?.integer }
  package func flag(_ name: String) -> Bool { self[name]?.boolean ?? false }
  package func texts(_ name: String) -> [String] { self[name]?.items.compactMap(\.string) ?? [] }

  package func required(_ name: String) -> String { text(name) ?? "" }
}

/// Arguments that a tool's schema does not allow. Models read it and call again.
package struct ArgumentMistake: Error {
  package let text: String

  package init(text: String) { self.text = text }
}
