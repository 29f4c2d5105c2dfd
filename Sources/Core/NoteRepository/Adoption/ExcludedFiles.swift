import ByteBasics
package import Wording

/// Files that another program keeps from readers.
package struct ExcludedFiles: Sendable {
  package enum Reach: Sendable {
    /// Every file of the patterns.
    case all
    /// Files of the patterns, except notes with `publish: true`.
    case unlessAsked
    /// All files except those with these patterns, unless a note asks for publication.
    case othersUnlessAsked
  }

  /// The file and the setting there.
  package let source: String
  /// The patterns in the form of `.gitignore`, from the root of the repository.
  package let patterns: [String]
  /// Regular expressions for paths.
  package let expressions: [String]
  package let reach: Reach
  /// The folder outside of which nothing is left out by ``Reach/othersUnlessAsked``, with a `/` at its end; empty for the
  /// root.
  package let folder: String

  init(
    _ source: String, _ patterns: [String], expressions: [String] = [], _ reach: Reach = .all, in folder: String = ""
  ) {
    self.folder = folder
    self.source = source
    self.patterns = patterns.flatMap(Self.withoutBraces)
    self.expressions = expressions
    self.reach = reach
  }

  /// Returns the pattern of all paths that begin so.
  static func beginning(_ text: String) -> String {
    let plain = text.map { ("*?[\\{!#".contains($0) ? "\\" : "") + String($0) }.joined()
    let path = plain.drop { $0 == "/" }
    return "/" + path + (path.hasSuffix("/") ? "" : "*")
  }

  /// Expands braces: `a.{b,c}` becomes `a.b` and `a.c`. Expansion ends after about a hundred patterns.
  private static func withoutBraces(_ pattern: String) -> [String] {
    var patterns = [pattern]
    while patterns.count < 200,
      let place = patterns.firstIndex(where: { $0.contains("{") && !$0.contains("\\{") && $0.contains("}") })
    {
      let whole = patterns[place]
      guard let close = whole.firstIndex(of: "}"), let open = whole[..<close].lastIndex(of: "{") else { break }
      let choices = whole[whole.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      patterns.replaceSubrange(
        place...place, with: choices.map { whole[..<open] + $0 + whole[whole.index(after: close)...] }.map(String.init))
    }
    return patterns
  }
}

/// An error: another program's settings for private files cannot be read, so its exclusions are unknown.
package struct UnreadExclusions: ExplainedError {
  private let source: String
  /// The unreadable expression; nil if the whole file cannot be read.
  private let expression: String?

  package init(_ source: String, expression: String? = nil) {
    self.source = source
    self.expression = expression
  }

  package var category: ErrorCategory { .badData }
  package var explanation: Message {
    guard let expression else {
      return Message(
        "\(source): this setting cannot be read as a whole, so it is not known which notes are excluded",
        ko: "\(source): 설정을 끝까지 읽을 수 없어 제외할 메모를 알 수 없습니다")
    }
    return Message(
      "\(source): cannot read the regular expression \(expression), so it is not known which notes are excluded",
      ko: "\(source): 정규식을 읽을 수 없어 제외할 메모를 알 수 없습니다: \(expression)")
  }
}

extension ProgramFolder {
  /// Returns the first of these settings files that is there, or nil if there is none.
  ///
  /// - Throws: ``UnreadExclusions`` for one that is cut off.
  func wholeSettings(_ names: String...) throws -> SettingsDocument? {
    guard let name = names.first(where: has) else { return nil }
    guard let settings = settings(name), settings.isWhole else { throw UnreadExclusions(base + name) }
    return settings
  }

  /// The files that git stores encrypted, by git-crypt or a program of this kind.
  var encryptedFiles: ExcludedFiles {
    let lines = (text(".gitattributes") ?? "").textLines.map { $0.split(whereSeparator: \.isWhitespace) }
      .filter { $0.dropFirst().contains { $0.hasPrefix("filter=") && $0.contains("crypt") } }
    // A pattern in quotes has spaces: the part up to the first is enough.
    let patterns = lines.map { $0[0].first == "\"" ? $0[0].dropFirst().prefix { $0 != "\"" } + "*" : $0[0] }
    return ExcludedFiles(path(".gitattributes"), ignored(patterns.map(String.init)), .unlessAsked)
  }

  /// Returns patterns for files in a folder of this folder, at any depth.
  func anywhere(_ patterns: [String], in folder: String = ".") -> [String] {
    let start = path(folder) == "." ? "/**/" : "/" + path(folder) + "/**/"
    return patterns.filter { !$0.hasPrefix("!") }.map { start + $0.trimmingPrefix("./").drop { $0 == "/" } }
  }

  /// Returns the patterns of lines of a `.gitignore` in a subfolder.
  func ignored(_ lines: [String], in folder: String = ".") -> [String] {
    let start = path(folder) == "." ? "/" : "/" + path(folder) + "/"
    return lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { line in
      let sign = line.hasPrefix("!") ? "!" : ""
      let pattern = line.dropFirst(sign.count)
      let isAnchored = pattern.dropLast().contains("/")
      return sign + start + (isAnchored ? "" : "**/") + pattern.drop { $0 == "/" }
    }
  }

  /// Returns the lists of texts that a script gives a setting.
  ///
  /// - Returns: The texts of them all; empty where the setting does not occur.
  /// - Throws: ``UnreadExclusions`` if the script ends too early, or makes a list of anything but texts.
  func scriptLists(_ name: String, in files: [String]) throws -> [String] {
    guard let file = files.first(where: has) else { return [] }
    guard let script = text(file).map(ScriptText.init), script.isWhole, let texts = script.texts(name) else {
      throw UnreadExclusions(base + file + ": " + name)
    }
    return texts
  }

  /// Returns true if a script speaks of a name outside of its comments.
  func script(_ files: [String], mentions name: String) -> Bool {
    files.first(where: has).flatMap(text).map { ScriptText($0).text.contains(name) } ?? false
  }
}

/// A script with settings, as far as lists of texts go.
private struct ScriptText {
  /// The text without comments.
  let text: String
  /// False if a text or a bracket is open at the end.
  let isWhole: Bool

  init(_ script: String) {
    let script = SettingsDocument.withoutComments(Array(script.utf8), quotes: "\"'`")
    text = String(decoding: script.text, as: UTF8.self)
    isWhole = script.isWhole
  }

  /// Returns the texts of every list with the name. Nil if one has something else in it.
  func texts(_ name: String) -> [String]? {
    var found: [String] = []
    var isShort = false
    var rest = text[...]
    while let range = rest.firstRange(of: name) {
      let isWord = !(rest[..<range.lowerBound].last.map { $0.isLetter || $0 == "_" || $0 == "." } ?? false)
      rest = rest[range.upperBound...]
      let after = rest.drop { "\"'`? \n\t\r".contains($0) }
      // `{ srcExclude }` is the list that the script has given this name before.
      isShort = isShort || isWord && after.first.map { ",}".contains($0) } ?? false
      guard isWord, after.first == ":" || after.first == "=" else { continue }
      let value = after.dropFirst().drop(while: \.isWhitespace)
      // A regular expression is of another setting with this name.
      if value.first == "/" { continue }
      guard value.first == "[" else { return nil }
      rest = value.dropFirst()
      while let next = rest.popFirst(), next != "]" {
        if next.isWhitespace || next == "," { continue }
        guard "\"'`".contains(next), let end = rest.firstIndex(of: next), !rest[..<end].contains("${") else {
          return nil
        }
        found.append(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      }
    }
    return isShort && found.isEmpty ? nil : found
  }
}
