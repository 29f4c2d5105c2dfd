import NoteModel
package import NoteRepository
import ParallelWork

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

  /// The number of files that are in memory at once.
  private static var windowSize: Int { 256 }

  /// Hands the outcome of every file to `use`, in the order of `items`, while the next ones are worked on.
  ///
  /// `threads`: Workers besides the caller; nil for one on each other processor.
  package func run(
    _ items: [FileSelection.Item], threads: Int? = nil, _ use: (Outcome) throws -> Void
  ) rethrows {
    let window = OrderedWindow<Outcome>(
      count: items.count, size: Self.windowSize, threads: threads
    ) { index in
      outcome(of: items[index])
    }
    defer { window.stop() }
    while let outcome = window.next() { try use(outcome) }
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
