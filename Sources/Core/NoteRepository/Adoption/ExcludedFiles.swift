import ByteBasics
package import NoteModel
import NoteSyntax
import Synchronization
package import Wording

/// Files that another program keeps from readers.
package struct ExcludedFiles: Sendable {
  package enum Reach: Sendable {
    /// Every file of the patterns.
    case all
    /// Files of the patterns, except notes with `publish: true`.
    case unlessAsked
    /// Files of the patterns, except notes with `publish: true`; no attachment has a field that asks.
    case encrypted
    /// All files except those with these patterns, unless a note asks for publication.
    case othersUnlessAsked
  }

  /// The file and the setting there.
  package let source: String
  /// The patterns in the form of `.gitignore`, from the root of the repository.
  package private(set) var patterns: [String]
  /// Regular expressions for paths, with and without a `/` at the beginning, and for folders with it.
  package let expressions: [String]
  package let reach: Reach
  /// The place of the repository in the folder from which the patterns start, with a `/` at its end; most often empty.
  package var start = ""
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

  /// Returns regular expressions for the paths that a pattern matches in a folder, where `*` also stands for `/`.
  ///
  /// - Parameter folder: From the root of the repository, with `/` at its end, or empty.
  static func crossing(_ pattern: String, in folder: String) -> [String] {
    func literal(_ character: Character) -> String {
      character.isLetter || character.isNumber || "/_".contains(character) ? "\(character)" : "\\\(character)"
    }
    return withoutBraces(pattern).map { pattern in
      // A set of letters counts as any letter.
      let text = pattern.drop { $0 == "/" }.replacing(/\[[^\]]*\]/, with: "?").map { character in
        switch character {
        case "*": ".*"
        case "?": "."
        default: literal(character)
        }
      }
      return "(?i)^/" + (folder.map(literal) + text).joined() + "(?:/|$)"
    }
  }

  /// Returns the exclusion without the folder of a site that is inside the excluded folder.
  func leaving(_ site: ProgramFolder) -> ExcludedFiles {
    guard case .othersUnlessAsked = reach, site.base != folder, site.base.hasPrefix(folder) else { return self }
    var files = self
    files.patterns += site.anywhere(["*"])
    return files
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
        place...place,
        with: choices.map { choice in
          // A range, `1..3`
          whole[..<open] + (choice.contains("..") ? "*" : choice) + whole[whole.index(after: close)...]
        }.map(String.init))
    }
    return patterns
  }
}

/// Returns the error for a clone without the settings of the program from which the repository's settings were taken.
///
/// - Parameters:
///   - mark: `.obsidian/`
func missingExclusions(mark: String) -> Problem {
  Problem(
    .badData,
    Message(
      "\(mark) is not on this computer, so the excluded notes are unknown",
      ko: "\(mark): 이 컴퓨터에 없어서 어떤 메모가 제외되는지 알 수 없습니다"),
    hint: Message(
      "Run “sheaf sync” on a computer that has the settings. If the program is no longer used, remove profile from .sheaf/config.yaml.",
      ko: "설정이 있는 컴퓨터에서 “sheaf sync”를 실행하세요. 더는 쓰지 않는 프로그램이면 .sheaf/config.yaml에서 profile을 지우세요."))
}

extension AdoptedSettings {
  /// - Throws: ``Problem`` if the configuration names settings that are not there: `profile: obsidian  #
  ///   .obsidian/`.
  package static func checkMark(in repository: Repository) throws {
    let text = String(decoding: try repository.configurationBytes() ?? [], as: UTF8.self)
    guard let line = text.firstMatch(of: /(?m)^profile: (.*)  # (\S+)$/), NotePath(line.2) != nil else { return }
    let mark = line.2
    // Of the settings of other programs nothing is sent, because they exclude nothing.
    guard Profile.all.contains(where: { $0.hasExclusions && line.1.contains($0.name) }), !mark.contains("*"),
      !mark.hasPrefix(".vscode/")
    else { return }
    let path = repository.root + "/" + mark
    guard fileExists(path) || folderExists(path) else { throw missingExclusions(mark: String(mark)) }
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
        "\(source): this setting cannot be read completely, so the excluded notes are unknown",
        ko: "\(source): 설정을 끝까지 읽을 수 없어 제외할 메모를 알 수 없습니다")
    }
    return Message(
      "\(source): cannot read the regular expression \(expression), so the excluded notes are unknown",
      ko: "\(source): 정규식을 읽을 수 없어 제외할 메모를 알 수 없습니다: \(expression)")
  }

  package var hint: Message? {
    Message(
      "Nothing is published until the setting can be read: a list of plain texts, without functions and patterns such as @(a|b).",
      ko: "고칠 때까지 아무것도 게시하지 않습니다. 함수나 @(a|b) 같은 패턴 없이 텍스트만 나열한 목록은 읽을 수 있습니다.")
  }
}

/// The settings files that were read.
final class SettingsReads: Sendable {
  private let found = Mutex<Set<NotePath>>([])

  var paths: Set<NotePath> { found.withLock(\.self) }

  func add(_ path: String) {
    guard let path = NotePath(path) else { return }
    found.withLock { _ = $0.insert(path) }
  }
}

extension ProgramFolder {
  /// Returns the first of these settings files that is there, or nil if there is none.
  ///
  /// - Throws: ``UnreadExclusions`` for one that is cut off.
  func wholeSettings(_ names: [String]) throws -> SettingsDocument? {
    guard let name = names.first(where: has) else { return nil }
    guard let settings = settings(name), settings.isWhole else { throw UnreadExclusions(base + name) }
    return settings
  }

  /// The names of the files and folders in this folder, including hidden files.
  var names: [String] { (try? LiveFileSystem(root: root).names(in: NotePath(base))) ?? [] }

  /// True if settings of a program, or attributes of git, may be here.
  var hasSettings: Bool {
    base.isEmpty
      || names.contains {
        Self.namesOfSettings.contains($0) || $0.hasSuffix(".code-workspace") || $0.hasPrefix("mkdocs.")
          || Self.isMetadata($0)
          || $0.hasPrefix(".") && has($0 + "/core-plugins.json")
      }
  }

  private static let attributes = ".gitattributes"
  /// Returns true for a file with fields for all notes of a folder: a section page of Hugo in a format that Sheaf does
  /// not read, and `.meta.yml` of Material for MkDocs.
  private static func isMetadata(_ name: String) -> Bool {
    if name.hasPrefix(".meta.") { return [".meta.yml", ".meta.yaml"].contains(name) }
    guard name.hasPrefix("_index.") || name.hasPrefix("index.") else { return false }
    return [".html", ".htm", ".org", ".adoc", ".asciidoc", ".ad", ".rst", ".pandoc", ".pdc"].contains(
      where: name.hasSuffix)
  }

  private static let namesOfSettings = Set(
    Profile.all.flatMap(\.marks).flatMap(\.names).map { String($0.prefix { $0 != "/" }) } + [
      attributes, eleventyIgnore, Repository.settingsFolder,
    ])

  static let eleventyIgnore = ".eleventyignore"
  /// The files that Eleventy ignores.
  var ignoredByEleventy: ExcludedFiles {
    let lines = (text(Self.eleventyIgnore) ?? "").textLines.map { String($0) }
    return ExcludedFiles(path(Self.eleventyIgnore), ignored(lines))
  }

  private var attributeLines: [[Substring]] {
    // Git has a second file of attributes, which is not shared.
    let own = (try? readFile(root + "/" + base + ".git/info/attributes", limit: 1 << 20)) ?? []
    return ((text(Self.attributes) ?? "").trimmingPrefix("\u{FEFF}") + "\n" + String(decoding: own, as: UTF8.self))
      .textLines.map { $0.split(whereSeparator: \.isWhitespace) }
  }

  private static func encrypts(_ attribute: Substring) -> Bool {
    attribute.hasPrefix("filter=") && attribute != "filter=lfs"
  }

  /// The names of attribute macros that set a filter: `[attr]secret filter=git-crypt`.
  var encryptingAttributes: Set<Substring> {
    let macros = attributeLines.filter { $0.first?.hasPrefix("[attr]") == true && $0.contains(where: Self.encrypts) }
    return Set(macros.map { $0[0].dropFirst("[attr]".count) })
  }

  /// Returns the files that git stores through a filter, which usually encrypts the files.
  ///
  /// - Parameter macros: The attribute macros that set such a filter.
  func encryptedFiles(_ macros: Set<Substring>) -> ExcludedFiles {
    // A damaged file may have contained any line.
    if text(Self.attributes)?.contains("\0") == true {
      return ExcludedFiles(path(Self.attributes), ignored(["*"]), .encrypted)
    }
    let lines = attributeLines.filter { $0.dropFirst().contains { Self.encrypts($0) || macros.contains($0) } }
    // A quoted pattern is read up to its first space, followed by `*`. With an escape, the pattern may match any file.
    let patterns = lines.map { line in
      let pattern = line[0].first == "\"" ? line[0].dropFirst().prefix { $0 != "\"" } + "*" : line[0]
      return line[0].first == "\"" && pattern.contains("\\") ? "*" : pattern
    }
    return ExcludedFiles(path(Self.attributes), ignored(patterns.map(String.init)), .encrypted)
  }

  /// Returns those of `paths` that git stores through a filter, which usually encrypts the files.
  package static func encrypted(_ paths: [NotePath], in root: String) -> [NotePath] {
    let folders = Set(paths.flatMap(\.ancestors)).map { $0.string + "/" }
    let places = ([""] + folders).map { ProgramFolder(root: root, base: $0, language: .english) }
    let macros = places[0].encryptingAttributes
    let patterns = places.map { FilePatterns($0.encryptedFiles(macros).patterns) }.filter { !$0.isEmpty }
    return patterns.isEmpty ? [] : paths.filter { path in patterns.contains { $0.match(path.string) } }
  }

  /// All notes of this folder, if a file with fields for the whole folder withholds the notes.
  var heldBackByMetadata: ExcludedFiles {
    let name = metadataThatHoldsBack.first
    return ExcludedFiles(path(name ?? "."), name == nil ? [] : anywhere(["*"]))
  }

  /// The names of the files with fields for all notes of this folder that keep the notes from readers.
  var metadataThatHoldsBack: [String] {
    names.filter { name in
      guard Self.isMetadata(name), let text = text(name) else { return false }
      if name.hasPrefix(".") { return SectionFields.holdBack(text) }
      return SectionFields.holdBack(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path(name)))
    }
  }

  /// Returns patterns for files in a folder of this folder, at any depth.
  func anywhere(_ patterns: [String], in folder: String = ".") -> [String] {
    let start = FilePatterns.start(below: path(folder)) + "**/"
    return patterns.filter { !$0.hasPrefix("!") }.map { start + $0.trimmingPrefix("./").drop { $0 == "/" } }
  }

  /// Returns an exclusion of all files in this folder except those in the folders of a generator's pages.
  func outside(_ pages: [String], _ source: String) -> ExcludedFiles {
    ExcludedFiles(source, pages.flatMap { anywhere(["*"], in: $0) }, .othersUnlessAsked, in: base)
  }

  /// Returns patterns for files in this folder, and in the folder above if a script names folders there.
  func anywhere(_ patterns: [String], besidesIn scripts: [String]) -> [String] {
    guard !base.isEmpty, scripts.first(where: has).flatMap(text).map({ ScriptText($0).text.contains("../") }) ?? false
    else { return anywhere(patterns) }
    let above = base.dropLast().lastIndex(of: "/").map { String(base[...$0]) } ?? ""
    return anywhere(patterns) + ProgramFolder(root: root, base: above, language: language).anywhere(patterns)
  }

  /// Returns the patterns of lines of a `.gitignore` in a subfolder.
  func ignored(_ lines: [String], in folder: String = ".") -> [String] {
    FilePatterns.lines(lines, below: path(folder))
  }

  /// Returns the scripts of a program's settings that are there, with all that they import.
  ///
  /// - Throws: ``UnreadExclusions`` if a script ends too early, or if a file with settings is missing.
  func scripts(_ files: [String]) throws -> SettingsScripts {
    var waiting = files.filter(has)
    var read: Set<String> = []
    var scripts = SettingsScripts(base: base)
    // A script that exports nothing is cut off.
    if let main = waiting.first, !main.hasSuffix(".json"), let text = text(main),
      text.firstMatch(of: /export\s+(?:default\s+|\{\s*)\S|exports?\b[^=]*=\s*\S/) == nil
    {
      throw UnreadExclusions(base + main)
    }
    while let file = waiting.popLast() {
      guard read.insert(file).inserted, read.count <= 50 else { continue }
      guard let text = text(file) else { throw UnreadExclusions(base + file) }
      let script = ScriptText(text)
      // An imported script may be any program, so only the settings files have to be complete.
      guard !files.contains(file) || script.isWhole && text.contains(where: \.isLetter), !text.contains("\0") else {
        throw UnreadExclusions(base + file)
      }
      scripts.add(file, script)
      let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
      for imported in script.imports {
        guard let place = NotePath(folder + imported.path)?.string else { continue }
        // TypeScript names a module by the file that the compiler makes: `./sidebar.js` of `sidebar.ts`.
        let ending = [".js", ".mjs", ".cjs"].first(where: place.hasSuffix) ?? ""
        let stem = String(place.dropLast(ending.count))
        let names = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"].reduce(into: [place]) { names, ending in
          names += [stem + ending, place + ending, place + "/index" + ending]
        }
        let isThere = names.filter { fileExists(root + "/" + base + $0) && !folderExists(root + "/" + base + $0) }
        waiting += isThere
        // Settings may be in a file that another computer has.
        if isThere.isEmpty, imported.mayBeSettings { throw UnreadExclusions(base + file + ": " + imported.path) }
      }
    }
    return scripts
  }
}

/// The scripts of a program's settings.
struct SettingsScripts {
  private let base: String
  private var scripts: [(file: String, script: ScriptText)] = []

  fileprivate init(base: String) { self.base = base }

  fileprivate mutating func add(_ file: String, _ script: ScriptText) { scripts.append((file, script)) }

  /// The scripts without their comments.
  var texts: [String] { scripts.map(\.script.text) }

  /// Returns the lists of texts that the scripts give a setting.
  ///
  /// - Returns: The texts of all lists; empty where the setting does not occur.
  /// - Throws: ``UnreadExclusions`` if a list has anything but texts in it.
  func lists(_ name: String) throws -> [String] {
    try scripts.flatMap { file, script -> [String] in
      guard script.written.contains(name) else { return [] }
      guard script.isWhole, let texts = script.texts(name) else { throw UnreadExclusions(base + file + ": " + name) }
      return texts
    }
  }
}

/// A script with settings, as far as lists of texts go.
private struct ScriptText {
  let written: String
  /// The text without comments.
  let text: String
  /// False if a text or a bracket is open at the end.
  let isWhole: Bool

  init(_ script: String) {
    written = script
    let script = SettingsDocument.withoutComments(Array(script.utf8), quotes: "\"'`")
    text = String(decoding: script.text, as: UTF8.self)
    isWhole = script.isWhole
  }

  /// The files that the script imports by a path from its folder, such as `./shared`, and whether their values may
  /// become settings as a whole.
  var imports: [(path: String, mayBeSettings: Bool)] {
    let named =
      /(?:import|export|const|let|var)\s+([^;="'`()]*?)\s*(?:from\s*|=\s*(?:await\s+)?(?:require|import)\s*\(\s*)["'`](\.\.?\/?[^"'`]*)["'`]/
    let any = /\b(?:from|import|require)\s*\(?\s*["'`](\.\.?\/?[^"'`]*)["'`]/
    var names: [Substring: [Substring]] = [:]
    for match in text.matches(of: named) {
      names[match.2, default: []] += match.1.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
    }
    return text.matches(of: any).filter { !$0.1.contains("$") }.map { match in
      guard let names = names[match.1] else { return (String(match.1), true) }
      let taken = names.contains { name in
        ["...", "extends: ", "extends:", "export default ", "module.exports = ", "defineConfig(", "mergeConfig("]
          .contains { text.contains($0 + name) }
      }
      return (String(match.1), taken || names.contains("*"))
    }
  }

  /// Returns the texts of every list with the name. Nil if a list contains anything but texts.
  func texts(_ name: String) -> [String]? {
    var found: [String] = []
    var isShort = false
    var rest = text[...]
    while let range = rest.firstRange(of: name) {
      let before = rest[..<range.lowerBound].last ?? " "
      let isInWord = before.isLetter || before == "_"
      let isGetter = rest[..<range.lowerBound].hasSuffix("get ")
      rest = rest[range.upperBound...]
      let after = rest.drop { "\"'`?] \n\t\r".contains($0) }
      // `settings.srcExclude = [` sets the setting. `x.exclude` without a value only reads a property.
      let isSet = after.first == "=" && !["==", "=>"].contains { after.hasPrefix($0) }
      let isWord = !isInWord && (before != "." || isSet)
      if isGetter || !isInWord && ["||=", "+="].contains(where: after.hasPrefix) { return nil }
      // A list that a function adds to: `settings.srcExclude.push("a")`
      if !isInWord, after.first == ".", !after.hasPrefix("...") { return nil }
      // `{ srcExclude }` is the list that the script has given this name before.
      isShort = isShort || isWord && after.first.map { ",}".contains($0) } ?? false
      guard isWord, after.first == ":" || after.first == "=" else { continue }
      var value = after.dropFirst().drop(while: \.isWhitespace)
      // `ignorePatterns: string[]` declares a list, maybe with a value after the type.
      if let type = ["string[]", "readonly string[]", "Array<string>"].first(where: value.hasPrefix) {
        rest = value.dropFirst(type.count)
        let next = rest.drop(while: \.isWhitespace)
        guard next.first == "=" else { continue }
        value = next.dropFirst().drop(while: \.isWhitespace)
      }
      // A regular expression is of another setting with this name.
      if value.first == "/" || value.hasPrefix("path.") { continue }
      guard value.first == "[" else { return nil }
      rest = value.dropFirst()
      while let next = rest.popFirst(), next != "]" {
        if next.isWhitespace || next == "," { continue }
        guard "\"'`".contains(next), let end = rest.firstIndex(of: next), Self.isPlain(rest[..<end].utf8) else {
          return nil
        }
        found.append(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      }
      if rest.drop(while: \.isWhitespace).first == "." { return nil }
    }
    return isShort && found.isEmpty ? nil : found
  }

  /// Returns false for a text with an escape, with `${…}`, `@(…)` or `(a|b)`.
  private static func isPlain(_ text: Substring.UTF8View) -> Bool {
    var previous: UInt8 = 0
    var isOpen = false
    for byte in text {
      switch byte {
      case ASCII.backslash: return false
      case ASCII.leftBrace where previous == UInt8(ascii: "$"): return false
      case ASCII.leftParenthesis:
        if "!@+?*".utf8.contains(previous) { return false }
        isOpen = true
      case ASCII.pipe where isOpen: return false
      default: break
      }
      previous = byte
    }
    return true
  }
}
