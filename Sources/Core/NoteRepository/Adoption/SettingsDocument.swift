import ByteBasics
import NoteModel
package import NoteSyntax

/// The settings file of another program: JSON, YAML or TOML.
package struct SettingsDocument {
  /// The path from the root of the repository.
  let path: String
  private let entries: [FrontMatter.Entry]
  /// False for a file that ends too early, or has a mistake before its end.
  let isWhole: Bool

  /// Creates the settings of a program whose file is missing: all are the usual ones.
  init(missingAt path: String) {
    self.path = path
    (entries, isWhole) = ([], true)
  }

  /// - Returns: nil if there is no such file, or none that can be read.
  package init?(_ path: String, in root: String) {
    guard let file = try? readFile(path, inside: root, limit: NoteLimit.bytes) else { return nil }
    let bytes = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
    let fence = path.hasSuffix(".toml") ? "+++\n" : "---\n"
    // A tab is white space in JSON; YAML does not have it before a value.
    let isJSON = path.hasSuffix(".json")
    let whole = isJSON ? Self.withoutComments(bytes.map { $0 == 0x09 ? 0x20 : $0 }).text : bytes
    // The mark of a YAML document would end the front matter.
    let content = whole.starts(with: "---\n".utf8) ? Array(whole.dropFirst(4)) : whole
    let reading = FrontMatter.read(Array(fence.utf8) + content + Array(("\n" + fence).utf8))
    guard let frontMatter = reading.frontMatter else { return nil }
    self.path = path
    entries = frontMatter.entries
    // Programs take one of two values. Here both count; of a map in braces only one is read.
    let mayRepeat = !isJSON && content.first != UInt8(ascii: "{")
    // A list in a block of text is lost where a key occurs twice.
    let hasBlock =
      mayRepeat && !reading.diagnostics.isEmpty
      && String(decoding: content, as: UTF8.self).firstMatch(of: /(?i)(?:exclude|draft|ignore)\w*:\s*[|>]/) != nil
    // Parts of settings may be empty, not the file with them all.
    let hasContent =
      path.contains("config/") || content.contains { ASCII.isAlphanumeric($0) || isJSON && $0 == UInt8(ascii: "{") }
    isWhole =
      hasContent && reading.diagnostics.allSatisfy { mayRepeat && !hasBlock && $0.check == "duplicate-key" }
      && !(isJSON && entries.isEmpty && !content.contains(UInt8(ascii: "{")))
  }

  /// Replaces comments outside of texts with spaces: in JSON as editors write it, in scripts, or in EDN.
  ///
  /// - Parameters:
  ///   - quotes: Marks around texts.
  ///   - comment: Begins a comment up to the end of its line, besides those between `/*` and `*/`.
  /// - Returns: The text; not whole if a text or a bracket is open at its end.
  static func withoutComments(
    _ json: [UInt8], quotes: String = "\"", comment: String = "//"
  ) -> (text: [UInt8], isWhole: Bool) {
    var result = json
    var index = 0
    var quote: UInt8?
    var depth = 0
    while index < json.count {
      let rest = json[index...]
      if quote != nil || rest.first == UInt8(ascii: "\\") {
        if rest.first == quote { quote = nil }
        index += json[index] == UInt8(ascii: "\\") ? 2 : 1
      } else if rest.starts(with: comment.utf8) || rest.starts(with: "/*".utf8) {
        let isLine = rest.starts(with: comment.utf8)
        let end =
          isLine
          ? rest.firstIndex(of: 0x0A) ?? json.count
          : rest.dropFirst(2).firstRange(of: "*/".utf8)?.upperBound ?? json.count
        for offset in index..<end where json[offset] != 0x0A { result[offset] = 0x20 }
        index = end
      } else {
        if quotes.utf8.contains(json[index]) { quote = json[index] }
        depth += "([{".utf8.contains(json[index]) ? 1 : ")]}".utf8.contains(json[index]) ? -1 : 0
        index += 1
      }
    }
    return (result, quote == nil && depth <= 0)
  }

  /// The value of `a.b.c`: the field of that name, else the field `c` of the field `b` of the field `a`.
  package subscript(name: String) -> FrontMatterValue? {
    if let whole = entries.first(where: { $0.key == name }) { return whole.value }
    var names = name.split(separator: ".").map(String.init)[...]
    guard let first = names.popFirst() else { return nil }
    var value = entries.first { $0.key == first }?.value
    for name in names {
      guard case .map(let pairs)? = value else { return nil }
      value = pairs.first { $0.key == name }?.value
    }
    return value
  }

  /// The settings as one map.
  var all: FrontMatterValue { .map(entries.map { FrontMatterValue.Pair(key: $0.key, value: $0.value) }) }

  /// Returns the text of a scalar, or nil if it is null or empty.
  package func text(_ name: String) -> String? {
    guard case .scalar(let scalar)? = self[name], !scalar.isNull, !scalar.text.isEmpty else { return nil }
    return scalar.text
  }

  /// Returns the texts of a list, or the one text of a scalar; those of all lists of a name that occurs twice.
  func texts(_ name: String) -> [String] {
    let repeated = entries.filter { $0.key == name }
    return repeated.isEmpty ? self[name]?.scalarTexts ?? [] : repeated.flatMap(\.value.scalarTexts)
  }

  /// Returns the values of a setting wherever it stands, whatever the case of its name: of a language, of a profile.
  func everywhere(_ name: String) -> [FrontMatterValue] {
    func values(in pairs: [FrontMatterValue.Pair]) -> [FrontMatterValue] {
      pairs.flatMap { pair in
        let nested = pair.value.entries.flatMap { values(in: $0.pairs) }
        return pair.key.lowercased() == name.lowercased() ? [pair.value] + nested : nested
      }
    }
    return values(in: all.pairs)
  }

  /// Returns the texts of a setting at any depth, also where its name is divided: `"foam.files": {"ignore": …}`.
  func texts(endingIn name: String) -> [String] {
    func texts(_ pairs: [FrontMatterValue.Pair], _ path: String) -> [String] {
      pairs.flatMap { pair in
        let place = path + "." + pair.key
        return (place.hasSuffix("." + name) ? pair.value.scalarTexts : []) + texts(pair.value.pairs, place)
      }
    }
    return texts(all.pairs, "")
  }

  /// Returns the texts in all lists and fields of a value, in order.
  func leaves(_ name: String) -> [String] { self[name].map(leaves(of:)) ?? [] }

  func leaves(of value: FrontMatterValue) -> [String] {
    switch value {
    case .scalar(let scalar): [scalar.text]
    case .list(let items): items.flatMap(leaves(of:))
    case .map(let pairs): pairs.flatMap { leaves(of: $0.value) }
    }
  }

  func flag(_ name: String) -> Bool { text(name) == "true" }

  /// Returns the names of the fields of a map, in order.
  func names(in name: String) -> [String] {
    guard case .map(let pairs)? = self[name] else { return [] }
    return pairs.map(\.key)
  }

  /// Returns the source of a setting, for people.
  func source(_ name: String) -> String { "\(path): \(name)" }
}

extension String {
  /// A folder without slashes around it; `.` for the root.
  var folderName: String {
    let names = split(separator: "/").filter { $0 != "." }
    return names.isEmpty ? "." : names.joined(separator: "/")
  }
}
