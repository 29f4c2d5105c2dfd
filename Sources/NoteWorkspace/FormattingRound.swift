import Dispatch
package import NoteRepository
package import NoteSyntax
import Synchronization

/// Formats many files on all cores. Nothing is written here.
package struct FormattingRound: Sendable {
  /// What became of one file.
  package struct FileOutcome: Sendable {
    package let item: FileSelection.Item
    /// Nil where the file could not be read.
    package let before: [UInt8]?
    package let outcome: MarkdownFormatter.Outcome?
    package let error: RepositoryError?

    package var isChanged: Bool { before != nil && outcome?.bytes != before }
  }

  private let format: @Sendable ([UInt8]) -> MarkdownFormatter.Outcome

  package init(format: @escaping @Sendable ([UInt8]) -> MarkdownFormatter.Outcome) {
    self.format = format
  }

  /// So many files are in memory at once.
  private static let batchSize = 256

  /// Hands the outcome of every file to `use`, in the order of `items`.
  package func run(_ items: [FileSelection.Item], _ use: (FileOutcome) throws -> Void) rethrows {
    var start = 0
    while start < items.count {
      let batch = items[start..<min(items.count, start + Self.batchSize)]
      for outcome in outcomes(of: Array(batch)) { try use(outcome) }
      start = batch.endIndex
    }
  }

  private func outcomes(of items: [FileSelection.Item]) -> [FileOutcome] {
    let results = Mutex([FileOutcome?](repeating: nil, count: items.count))
    DispatchQueue.concurrentPerform(iterations: items.count) { index in
      let outcome = outcome(of: items[index])
      results.withLock { $0[index] = outcome }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  private func outcome(of item: FileSelection.Item) -> FileOutcome {
    do throws(RepositoryError) {
      let before = try LiveFileSystem(root: item.root).read(item.path)
      return FileOutcome(item: item, before: before, outcome: format(before), error: nil)
    } catch {
      return FileOutcome(item: item, before: nil, outcome: nil, error: error)
    }
  }
}
