import ByteBasics
import Dispatch
import HostSystem
import NoteTestSupport
import ParallelWork
import Synchronization
import Testing
import ToolServing

/// A call of a tool that its client takes back.
@Suite struct CancelledCallTests {
  private static func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

  @Test func `a running call stops and has no answer`() throws {
    let started = Mutex(false)
    let isStopped = Mutex(false)
    let tool = Tool("wait", title: "Wait", description: "Waits.", []) { _, _ in
      started.withLock { $0 = true }
      do {
        while true {
          try Cancellation.check()
          usleep(1_000)
        }
      } catch {
        isStopped.withLock { $0 = true }
        throw error
      }
    }
    let content = ServedContent(
      name: "test", version: "1", instructions: "", tools: [tool], templates: [],
      resources: { _ in ServedContent.Page(items: [], next: nil) }, read: { _ in nil }, explain: { "\($0)" })
    let (input, output) = (try Pipe(), try Pipe())
    let server = ToolServer(content, input: input.reading, output: output.writing)
    let writer = Thread {
      input.write(
        Self.line(
          #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#))
      input.write(Self.line(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}"#))
      while !started.withLock({ $0 }) { usleep(1_000) }
      input.write(Self.line(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#))
      input.write(Self.line(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#))
      input.closeWriting()
    }
    server.run()
    writer.join()
    output.closeWriting()
    let hasStopped = isStopped.withLock { $0 }
    #expect(hasStopped)
    let answers = String(decoding: output.readAll(), as: UTF8.self)
    #expect(answers.contains("\"id\":0") && answers.contains("\"id\":2"), "\(answers)")
    #expect(!answers.contains("\"id\":1"), "\(answers)")
  }

  @Test func `what is cancelled before it writes writes nothing`() throws {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    let cancelled = Cancellation()
    cancelled.cancel()
    for line in [["new", "A"], ["search", "x"], ["rename", "A", "B"]] {
      let outcome = Cancellation.$current.withValue(cancelled) { session.run(line) }
      #expect(outcome.status != 0)
    }
    #expect(!session.folder.files().contains("Memo/A.md"))
    #expect(session.run(["new", "A"]).status == 0)
  }
}

/// A pipe of the system.
private struct Pipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXFailure() }
    (reading, writing) = (ends[0], ends[1])
  }

  func write(_ bytes: [UInt8]) { _ = HostSystem.write(writing, bytes, bytes.count) }
  func closeWriting() { close(writing) }

  func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while case let count = HostSystem.read(reading, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes
  }
}

private struct POSIXFailure: Error {}

/// Runs on a thread of its own.
private final class Thread: Sendable {
  private let done = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async { [done] in
      work()
      done.signal()
    }
  }

  func join() { done.wait() }
}
