import Wording

/// The declarations of all JSON documents that commands print. sheaf-json(5), the JSON Schema and tests are generated
/// from them.
///
/// `Documents.txt` contains the declarations, one member per line: its name, with `?` if the member is optional, its
/// shape, and its meaning in English and Korean. Lines below a member declare the members of its objects. A name alone
/// refers to a member of the first section, which may declare another name for output (`optionalLine = line: …`).
/// `...note` includes all members of an object; `...note?` includes them as optional members. A member that is declared
/// again replaces the earlier one.
package enum JSONCatalogue {
  /// Objects that several documents contain, by name.
  package static var objects: [String: [JSONMember]] { declarations.objects }

  package static var kinds: [JSONKind] { declarations.kinds }

  private static let declarations = JSONDeclarations(String(decoding: PackageResources.Documents_txt, as: UTF8.self))
}

private struct JSONDeclarations {
  private(set) var objects: [String: [JSONMember]] = [:]
  private(set) var kinds: [JSONKind] = []
  /// Members that many objects have, and objects that are written out where they are used.
  private var members: [String: JSONMember] = [:]
  private var groups: [String: [JSONMember]] = [:]

  private struct Line {
    let depth: Int
    /// The declaration, followed by its texts.
    let parts: [String]
  }

  init(_ text: String) {
    var lines = text.split(separator: "\n").map { line in
      let text = line.drop { $0 == " " }
      return Line(depth: (line.count - text.count) / 2, parts: text.split(separator: " | ").map(String.init))
    }[...]
    while let head = lines.popFirst() {
      let words = head.parts[0].split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else {
        for (alias, member) in section(&lines, at: 1) { members[alias] = member }
        continue
      }
      if words[0] == "kind" {
        kinds.append(kind(words[1], head, &lines))
      } else {
        groups[words[1]] = block(&lines, at: 1)
        if words[0] == "object" { objects[words[1]] = groups[words[1]] }
      }
    }
  }

  /// Returns a document: its name and commands are in its head, `items` has the members of an item below it.
  private func kind(_ text: String, _ head: Line, _ lines: inout ArraySlice<Line>) -> JSONKind {
    let names = text.split(separator: ": ", maxSplits: 1)
    var item: [JSONMember]?
    var isOpen = false
    if let line = lines.first, line.depth == 1, ["items", "items open"].contains(line.parts[0]) {
      isOpen = line.parts[0] == "items open"
      lines.removeFirst()
      item = block(&lines, at: 2)
    }
    return JSONKind(
      name: String(names[0]), commands: names.last?.split(separator: ", ").map(String.init) ?? [],
      summary: Self.summary(head), item: item, members: block(&lines, at: 1), isOpen: isOpen)
  }

  private func block(_ lines: inout ArraySlice<Line>, at depth: Int) -> [JSONMember] {
    section(&lines, at: depth).map(\.member)
  }

  private func section(_ lines: inout ArraySlice<Line>, at depth: Int) -> [(alias: String, member: JSONMember)] {
    var section: [(alias: String, member: JSONMember)] = []
    func add(_ alias: String, _ member: JSONMember, isOccasional: Bool) {
      let member = isOccasional ? member.occasional : member
      if let place = section.firstIndex(where: { $0.alias == alias }) {
        section[place].member = member
      } else {
        section.append((alias, member))
      }
    }
    while let line = lines.first, line.depth == depth {
      lines.removeFirst()
      let halves = line.parts[0].split(separator: ": ", maxSplits: 1).map(String.init)
      let isOccasional = halves[0].hasSuffix("?")
      let name = isOccasional ? String(halves[0].dropLast()) : halves[0]
      if halves.count == 2 {
        let names = name.split(separator: " = ").map(String.init)
        let shape = shape(halves[1], block(&lines, at: depth + 1))
        let member = JSONMember(name: names[names.count - 1], shape: shape, summary: Self.summary(line))
        add(names[0], member, isOccasional: isOccasional)
      } else if name.hasPrefix("...") {
        for member in groups[String(name.dropFirst(3))] ?? [] { add(member.name, member, isOccasional: isOccasional) }
      } else if let member = members[name] {
        add(member.name, member, isOccasional: isOccasional)
      }
    }
    return section
  }

  private func shape(_ text: String, _ inner: [JSONMember]) -> JSONShape {
    if text.hasSuffix(" or null") { return .optional(shape(String(text.dropLast(" or null".count)), inner)) }
    if text.hasPrefix("list of ") { return .list(shape(String(text.dropFirst("list of ".count)), inner)) }
    if text.hasPrefix("one of ") { return .word(text.split(separator: " ").dropFirst(2).map(String.init)) }
    return switch text {
    case "text": .text
    case "integer": .integer
    case "number": .number
    case "boolean": .boolean
    case "date": .date
    case "range": .range
    case "table": .table
    case "any": .any
    case "object": .object(inner)
    default: .reference(text)
    }
  }

  private static func summary(_ line: Line) -> Message {
    line.parts.count == 3 ? Message(line.parts[1], ko: line.parts[2]) : Message(verbatim: line.parts[0])
  }
}
