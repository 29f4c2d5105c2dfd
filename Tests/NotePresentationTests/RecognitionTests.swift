import Foundation
import NoteModel
import NotePresentation
import NoteSyntax
import NoteTestSupport
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
      tags: document.tags.map(\.name))
  }

  private func site(_ document: Document) -> Found {
    let recorder = Recorder()
    let surroundings = BodySurroundings(
      words: BodyWords(.english),
      place: { link in
        if link.form == .wiki || link.form == .embed {
          recorder.add(wiki: link.destination + (link.fragment.map { "#" + $0 } ?? ""))
        }
        return .broken
      },
      tagAddress: { tag in
        recorder.add(tag: tag)
        return nil
      })
    let html = NoteBody(document, in: surroundings).html
    let text = String(decoding: html, as: UTF8.self)
    #expect(!text.unicodeScalars.contains("\u{E000}"))
    return recorder.result
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
    return found
  }

  private func compare(_ document: Document, _ name: String) {
    // A link that the note writes in HTML shows what is in it as words.
    let body = document.source.text(in: document.body)
    guard !body.contains("<a "), !body.contains("\u{E000}") else { return }
    var index = index(document)
    var site = site(document)
    var terminal = terminal(document)
    // Notes at the foot of a page come after everything else there.
    if body.contains("[^") || body.contains("^[") {
      for path in [\Found.wiki, \Found.tags] {
        index[keyPath: path].sort()
        site[keyPath: path].sort()
        terminal[keyPath: path].sort()
      }
    }
    #expect(site == index, "\(name)")
    #expect(terminal == index, "\(name)")
  }

  @Test func `every fixture is read alike three ways`() throws {
    var folders = [fixturesFolder]
    if let vaults = ProcessInfo.processInfo.environment["SHEAF_VAULTS"] { folders.append(vaults) }
    var count = 0
    for folder in folders {
      let files = FileManager.default.enumerator(atPath: folder)
      while let name = files?.nextObject() as? String {
        guard name.hasSuffix(".md"),
          let data = FileManager.default.contents(atPath: folder + "/" + name)
        else { continue }
        let document = Document(parsing: Array(data))
        guard !document.diagnostics.contains(where: { $0.check == "too-complex" }) else { continue }
        compare(document, name)
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
