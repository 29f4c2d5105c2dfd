import ByteBasics
import NoteModel
import NoteSyntax

extension Request {
  /// `textDocument/documentColor`: the field `color`, where it has hexadecimal digits.
  func documentColors() throws -> JSONValue {
    let document = try requireDocument()
    let entries = document.note.document.frontMatter?.entries ?? []
    return .array(
      entries.compactMap { entry -> JSONValue? in
        guard FieldCatalogue.field(for: entry.key)?.key == "color",
          case .scalar(let scalar) = entry.value, let range = entry.valueRange,
          let color = Self.color(scalar.text)
        else { return nil }
        return .map(["range": document.table.range(range).json, "color": color])
      })
  }

  /// `#abc`, `#aabbcc`, `#aabbccdd`
  private static func color(_ text: String) -> JSONValue? {
    guard text.hasPrefix("#") else { return nil }
    var digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == text.count - 1 else { return nil }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let parts = stride(from: 0, to: digits.count, by: 2).map {
      Double(digits[$0] * 16 + digits[$0 + 1]) / 255
    }
    return .map([
      "red": .number(parts[0]), "green": .number(parts[1]), "blue": .number(parts[2]),
      "alpha": .number(parts.count > 3 ? parts[3] : 1),
    ])
  }

  /// `textDocument/colorPresentation`: the digits of a colour, in quotes as YAML needs them.
  func colorPresentations() throws -> JSONValue {
    guard let color = parameters["color"], let range = parameters["range"] else {
      throw CallError.invalidParameters("color")
    }
    func digits(_ key: String) -> String {
      let value = Int(((color[key]?.double ?? 1) * 255).rounded())
      let text = String(min(max(value, 0), 255), radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    let alpha = digits("alpha")
    let label =
      "#" + digits("red") + digits("green") + digits("blue") + (alpha == "ff" ? "" : alpha)
    return .array([
      .map([
        "label": .string(label),
        "textEdit": .map([
          "range": range, "newText": .string("\"\(label)\""),
        ]),
      ])
    ])
  }
}
