import ByteBasics
import Foundation
import NoteModel
import NotePresentation
import NoteSyntax
import NoteTestSupport
import SafeHTML
import SheafSite
import Synchronization
import TerminalText
import Testing
import Wording

/// The index, the terminal and the site recognise the same links and tags, in the same order.
@Suite struct RecognitionTests {
  private struct Found: Equatable {
    /// The destinations of wiki links and embeds.
    var wiki: [String] = []
    var tags: [String] = []
    /// The destinations of links in brackets and of addresses in running text; of several in a row to one place, one.
    var links: [String] = []
  }

  private final class Recorder: Sendable {
    private let found = Mutex(Found())

    func add(wiki: String) { found.withLock { $0.wiki.append(wiki) } }
    func add(tag: String) { found.withLock { $0.tags.append(tag) } }
    var result: Found { found.withLock { $0 } }
  }

  private func index(_ document: Document) -> Found {
    let outer = document.links.filter {
      $0.kind != .wiki && $0.kind != .embed && $0.kind != .definition
    }
    .compactMap(\.range)
    let links = document.links.filter { link in
      guard let range = link.range, link.kind == .wiki || link.kind == .embed else { return false }
      return !outer.contains { $0.contains(range) }
    }
    return Found(
      wiki: links.sorted { ($0.range ?? ByteRange(0, 0)) < ($1.range ?? ByteRange(0, 0)) }
        .map { $0.destination + ($0.fragment.map { "#" + $0 } ?? "") },
      tags: document.tags.map(\.name),
      links: places(document.links.compactMap { place($0, document) }))
  }

  /// Nil for what is drawn apart or not at all.
  private func place(_ link: Link, _ document: Document) -> String? {
    let written = link.range.map { document.source.text(in: $0) } ?? ""
    switch link.kind {
    case .inline, .reference:
      guard !written.hasPrefix("[]") else { return nil }
      return link.destination + (link.fragment.map { "#" + $0 } ?? "")
    case .autolink: return link.destination + (link.fragment.map { "#" + $0 } ?? "")
    case .email where link.destinationRange != link.range: return "mailto:" + link.destination
    case .email, .bareURL: return link.address(written: written)
    default: return nil
    }
  }

  private func places(_ addresses: [String]) -> [String] {
    let places = addresses.filter {
      !$0.isEmpty && !$0.hasPrefix("#note-fn") && AddressPolicy.allows($0.utf8, as: .link)
    }.map(plain)
    return zip([""] + places, places).filter { $0 != $1 }.map(\.1)
  }

  /// Without percent escapes, which cmark adds, and without character references.
  private func plain(_ address: String) -> String {
    var text = address
    for (reference, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"),
      ("&amp;", "&"),
    ] { text = text.replacing(reference, with: character) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func site(_ document: Document) -> Found {
    let recorder = Recorder()
    let surroundings = BodySurroundings(
      words: BodyWords(.english),
      place: { link in
        if link.form == .wiki || link.form == .embed {
          recorder.add(wiki: link.destination + (link.fragment.map { "#" + $0 } ?? ""))
          return .broken
        }
        return .asWritten
      },
      tagAddress: { tag in
        recorder.add(tag: tag)
        return nil
      })
    let html = NoteBody(document, in: surroundings).html
    let text = String(decoding: html, as: UTF8.self)
    #expect(!text.unicodeScalars.contains("\u{E000}"))
    var found = recorder.result
    found.links = places(addresses(html))
    return found
  }

  private func addresses(_ html: [UInt8]) -> [String] {
    var tokenizer = HTMLTokenizer(html)
    var addresses: [String] = []
    while let token = tokenizer.next() {
      guard case .start(let tag) = token, tag.element == .a,
        !html[tokenizer.position...].starts(with: "</a>".utf8)
      else { continue }
      addresses += tag.attributes.filter { html[$0.name].elementsEqual("href".utf8) }.map {
        String(decoding: html[$0.value], as: UTF8.self)
      }
    }
    return addresses
  }

  private func terminal(_ document: Document) -> Found {
    let recorder = Recorder()
    let page = Page(columns: 100_000, language: .english, asciiOnly: false, isTerminal: true)
    let recordsTarget: (String) -> Bool = { target in
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let name = (parts.first ?? "").trimmingCharacters(in: CharacterSet(charactersIn: " "))
      recorder.add(wiki: name + (parts.count > 1 ? "#" + parts[1] : ""))
      return false
    }
    let lines = TerminalRenderer.lines(document, page, isBroken: recordsTarget)
    var found = recorder.result
    found.tags = lines.flatMap(\.runs).filter { $0.style == .tag }.map {
      String($0.text.dropFirst())
    }
    found.links = places(lines.flatMap(\.runs).compactMap(\.url))
    return found
  }

  /// The reason why a note is not compared; nil if it is.
  private func exception(_ document: Document) -> String? {
    let body = document.source.text(in: document.body)
    // A link that the note writes in HTML shows what is in it as words.
    if body.lowercased().contains("<a ") { return "raw link" }
    // The mark of the renderers' own tokens.
    if body.contains("\u{E000}") { return "token" }
    return document.diagnostics.contains { $0.check == "too-complex" } ? "too complex" : nil
  }

  private func compare(_ document: Document, _ name: String) {
    let body = document.source.text(in: document.body)
    var index = index(document)
    var site = site(document)
    var terminal = terminal(document)
    // Notes at the foot of a page come after everything else there, so that others stand in a row.
    if body.contains("[^") || body.contains("^[") {
      for path in [\Found.wiki, \Found.tags, \Found.links] {
        index[keyPath: path] = Set(index[keyPath: path]).sorted()
        site[keyPath: path] = Set(site[keyPath: path]).sorted()
        terminal[keyPath: path] = Set(terminal[keyPath: path]).sorted()
      }
    }
    // A number without a link around it is a link of the page alone.
    site.links.removeAll { $0.hasPrefix("tel:") && !index.links.contains($0) }
    #expect(site == index, "\(name)")
    // A terminal offers what a program of the desktop may open.
    index.links.removeAll { !AddressPolicy.opens($0.utf8) }
    #expect(terminal == index, "\(name)")
  }

  @Test func `every fixture is read alike three ways`() throws {
    let notes = try files(in: fixturesFolder)
    var exceptions: [String: String] = [:]
    for (name, document) in notes {
      exceptions[name] = exception(document)
      if exceptions[name] == nil { compare(document, name) }
    }
    #expect(notes.count > 190)
    #expect(
      exceptions == [
        "Repositories/Hostile/links.md": "raw link",
        "Repositories/Hostile/quotes-500.md": "too complex",
      ])
  }

  /// `SHEAF_VAULTS` has folders of notes, of each of which at most so many are read.
  @Test func `notes of others are read alike three ways`() throws {
    let limit = 500
    let vaults = ProcessInfo.processInfo.environment["SHEAF_VAULTS"] ?? ""
    for folder in vaults.split(separator: ":").map(String.init) {
      let notes = try files(in: folder)
      for index in stride(from: 0, to: notes.count, by: max(1, notes.count / limit))
      where exception(notes[index].document) == nil {
        compare(notes[index].document, notes[index].name)
      }
    }
  }

  private func files(in folder: String) throws -> [(name: String, document: Document)] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".md") }.sorted().map {
      let data = try #require(FileManager.default.contents(atPath: folder + "/" + $0))
      return ($0, Document(parsing: Array(data)))
    }
  }

  /// Every fixture on terminals of several widths.
  @Test(arguments: [40, 80, 100_000])
  func `every fixture is shown within the terminal, whole and without control characters`(
    columns: Int
  ) throws {
    let page = Page(columns: columns, language: .english, asciiOnly: false, isTerminal: true)
    for (name, document) in try files(in: fixturesFolder)
    // A note that is too complex to be parsed is shown as it is.
    where !document.diagnostics.contains(where: { $0.check == "too-complex" }) {
      let lines = TerminalRenderer.lines(document, page)
      let wide = lines.filter { line in
        // Code is left to the terminal, and a table has four cells at least for each column.
        line.width > columns && !line.runs.contains { $0.style == .code }
          && !line.plainText.contains(" │ ") && !line.plainText.contains("┼")
          // Quotes may be nested deeper than a terminal is wide.
          && !line.plainText.allSatisfy { $0 == ">" || $0 == " " }
      }
      // A fixture may have lines of 100,000 characters: one of them says enough.
      let first = wide.first.map { "\($0.width) cells: " + $0.plainText.prefix(200) }
      #expect(first == nil, "\(name)")
      let bytes = Theme.plain.encode(lines).bytes
      #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }, "\(name)")
      guard columns == 100_000, exception(document) == nil else { continue }
      let body = NoteBody(
        document, in: BodySurroundings(words: BodyWords(.english)) { _ in .asWritten })
      let shown = words(String(decoding: bytes, as: UTF8.self))
      let missing = words(String(decoding: PlainText.lines(of: body.html), as: UTF8.self))
        .subtracting(shown)
      #expect(missing == [], "\(name)")
    }
  }

  private func words(_ text: String) -> Set<Substring> {
    Set(text.split { !$0.isLetter })
  }

  private static let pieces = [
    "%%", "$", "$$", "==", "[[a]]", "![[b.png|30]]", "[[c|", "]]", "#tag", "^id", "^[", "]", "{#x}",
    "{: .y}", "key:: ", "[k:: v]", "(k:: v)", "> [!note]- ", "- [/] ", "\n", "\n\n", " ", "한글", "🎉",
    "**", "*", "_", "`", "```\n", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "https://a.kr/b", "me@a.kr", "[t](u)", "# ", "| a | b |\n|---|---|\n", "\\", "\"", "&lt;",
    "<b>",
  ]

  @Test(arguments: 0..<40) func `random mixes leave no token and no script`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<25 {
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      let document = Document(parsing: Array(text.utf8))
      let found = index(document)
      let html = NoteBody(
        document, in: BodySurroundings(words: BodyWords(.korean)) { _ in .broken }
      )
      .html
      let page = String(decoding: html, as: UTF8.self)
      #expect(!page.contains("\u{E000}") && !page.contains("%EE%80%80"), "\(text)")
      #expect(!page.lowercased().contains("<script") && !hasHandler(html), "\(text)")
      let lines = TerminalRenderer.lines(
        document, Page(columns: 80, language: .korean, asciiOnly: true, isTerminal: true))
      #expect(!lines.contains { $0.plainText.contains("\u{E000}") }, "\(text)")
      // The text is the same when it is read again.
      #expect(index(Document(parsing: Array(text.utf8))) == found)
    }
  }

  private func hasHandler(_ html: [UInt8]) -> Bool {
    var tokenizer = HTMLTokenizer(html)
    while let token = tokenizer.next() {
      guard case .start(let tag) = token else { continue }
      if tag.attributes.contains(where: { html[$0.name].starts(with: "on".utf8) }) { return true }
    }
    return false
  }
}
