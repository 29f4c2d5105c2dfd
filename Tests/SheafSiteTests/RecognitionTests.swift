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
    /// Where links in brackets and addresses in running text lead; of several in a row to one place, one.
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
    let lines = TerminalRenderer.lines(document, page) { target in
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let name = (parts.first ?? "").trimmingCharacters(in: CharacterSet(charactersIn: " "))
      recorder.add(wiki: name + (parts.count > 1 ? "#" + parts[1] : ""))
      return false
    }
    var found = recorder.result
    found.tags = lines.flatMap(\.runs).filter { $0.style == .tag }.map {
      String($0.text.dropFirst())
    }
    found.links = places(lines.flatMap(\.runs).compactMap(\.url))
    return found
  }

  private func compare(_ document: Document, _ name: String) {
    // A link that the note writes in HTML shows what is in it as words.
    let body = document.source.text(in: document.body)
    guard !body.lowercased().contains("<a "), !body.contains("\u{E000}") else { return }
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
    #expect(site == index, "\(name)")
    #expect(terminal == index, "\(name)")
  }

  @Test func `every fixture is read alike three ways`() throws {
    // Folders of other notes to be read as well, of each at most so many.
    let limit = 500
    let vaults = ProcessInfo.processInfo.environment["SHEAF_VAULTS"] ?? ""
    var count = 0
    for folder in [fixturesFolder] + vaults.split(separator: ":").map(String.init) {
      let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      let notes = files.filter { $0.hasSuffix(".md") }.sorted()
      for index in stride(from: 0, to: notes.count, by: max(1, notes.count / limit)) {
        guard let data = FileManager.default.contents(atPath: folder + "/" + notes[index]) else {
          continue
        }
        let document = Document(parsing: Array(data))
        guard !document.diagnostics.contains(where: { $0.check == "too-complex" }) else { continue }
        compare(document, notes[index])
        count += 1
      }
    }
    #expect(count > 10)
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
      // What is read again is the same.
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
