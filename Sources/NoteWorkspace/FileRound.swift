import Dispatch
package import NoteRepository
import Synchronization

/// Reads many files on all cores and makes something of each. Nothing is written here.
package struct FileRound<Value: Sendable>: Sendable {
  /// What became of one file.
  package struct Outcome: Sendable {
    package let item: FileSelection.Item
    /// Its bytes and what was made of them, or why it could not be read.
    package let result: Result<(bytes: [UInt8], value: Value), RepositoryError>
  }

  private let make: @Sendable (_ item: FileSelection.Item, _ bytes: [UInt8]) -> Value

  package init(_ make: @escaping @Sendable (_ item: FileSelection.Item, _ bytes: [UInt8]) -> Value)
  {
    self.make = make
  }

  /// So many files are in memory at once.
  private static var batchSize: Int { 256 }

  /// Hands the outcome of every file to `use`, in the order of `items`.
  package func run(_ items: [FileSelection.Item], _ use: (Outcome) throws -> Void) rethrows {
    var start = 0
    while start < items.count {
      let batch = items[start..<min(items.count, start + Self.batchSize)]
      for outcome in outcomes(of: Array(batch)) { try use(outcome) }
      start = batch.endIndex
    }
  }

  private func outcomes(of items: [FileSelection.Item]) -> [Outcome] {
    let results = Mutex([Outcome?](repeating: nil, count: items.count))
    DispatchQueue.concurrentPerform(iterations: items.count) { index in
      let outcome = outcome(of: items[index])
      results.withLock { $0[index] = outcome }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  private func outcome(of item: FileSelection.Item) -> Outcome {
    do throws(RepositoryError) {
      let bytes = try LiveFileSystem(root: item.root).read(item.path)
      return Outcome(item: item, result: .success((bytes, make(item, bytes))))
    } catch {
      return Outcome(item: item, result: .failure(error))
    }
  }
}
