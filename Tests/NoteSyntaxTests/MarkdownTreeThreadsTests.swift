import Dispatch
import Synchronization
import Testing

@testable import NoteSyntax

@Suite struct MarkdownTreeThreadsTests {
  @Test func `many threads parse at once and every one sees the extensions' signs`() {
    let addresses = "www.example.com http://example.com a@example.com\n"
    let texts = [Array(addresses.utf8), Array("~~gone~~ \(addresses)".utf8)]
    let expected = texts.map { MarkdownTree(parsing: $0[...])?.html ?? [] }
    let differing = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4_000) { index in
      let html = MarkdownTree(parsing: texts[index % 2][...])?.html ?? []
      if html != expected[index % 2] { differing.withLock { $0 += 1 } }
    }
    #expect(String(decoding: expected[1], as: UTF8.self).contains("<del>gone</del> <a href"))
    #expect(differing.withLock { $0 } == 0)
  }
}
