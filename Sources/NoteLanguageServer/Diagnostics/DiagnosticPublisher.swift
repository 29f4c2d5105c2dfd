import ByteBasics
import Dispatch
import Synchronization

/// Tells the client what is wrong in open documents, when typing pauses and only where something has changed.
final class DiagnosticPublisher: Sendable {
  private struct State: Sendable {
    /// The last order of each document: an older one is dropped.
    var orders: [DocumentAddress: Int] = [:]
    var told: [DocumentAddress: (version: Int, items: [JSONValue])] = [:]
    var count = 0
  }

  private let writer: MessageWriter
  private let queue = DispatchQueue(label: "diagnostics")
  private let state = Mutex(State())

  /// Milliseconds from the last key.
  static let delay = 150

  init(_ writer: MessageWriter) {
    self.writer = writer
  }

  func publish(_ document: OpenDocument, _ snapshot: Snapshot, after milliseconds: Int) {
    let order = state.withLock { state in
      state.count += 1
      state.orders[document.address] = state.count
      return state.count
    }
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      guard state.withLock({ $0.orders[document.address] == order }),
        let items = try? DocumentDiagnostics(document, snapshot).json()
      else { return }
      let isNews = state.withLock { state in
        guard state.orders[document.address] == order else { return false }
        let told = state.told[document.address]
        state.told[document.address] = (document.version, items)
        return told?.version != document.version || told?.items != items
      }
      if isNews { send(document, items) }
    }
  }

  /// A document that is not open any more has no messages.
  func withdraw(_ document: OpenDocument) {
    state.withLock { state in
      state.orders[document.address] = nil
      state.told[document.address] = nil
    }
    send(document, [])
  }

  private func send(_ document: OpenDocument, _ items: [JSONValue]) {
    writer.send(
      .notification(
        "textDocument/publishDiagnostics",
        .map([
          "uri": .string(document.address.text), "version": .integer(document.version),
          "diagnostics": .array(items),
        ])))
  }
}
