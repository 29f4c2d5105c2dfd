import Dispatch
import ParallelWork
import Testing

/// Work that is handed over piece by piece.
@Suite struct GrowingWorkTests {
  @Test(arguments: [0, 1, 3])
  func `the results come in the order of the pieces, whatever the number of threads`(threads: Int) {
    let work = GrowingWork<Int>(threads: threads)
    for piece in 0..<200 { work.add { piece * piece } }
    #expect(work.results() == (0..<200).map { $0 * $0 })
  }

  @Test func `another thread does a piece while the caller looks for more`() {
    let work = GrowingWork<Int>(threads: 1)
    let begun = DispatchSemaphore(value: 0)
    work.add {
      begun.signal()
      return 1
    }
    #expect(begun.wait(timeout: .now() + 60) == .success)
    work.add { 2 }
    #expect(work.results() == [1, 2])
  }

  @Test func `the caller does what no other thread has begun, and waits for what one has`() {
    let work = GrowingWork<Int>(threads: 1)
    let (begun, others) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    work.add {
      begun.signal()
      // Ends only when the caller has done the rest.
      for _ in 0..<20 { others.wait() }
      return 0
    }
    begun.wait()
    for piece in 1...20 {
      work.add {
        others.signal()
        return piece
      }
    }
    #expect(work.results() == Array(0...20))
  }

  @Test func `no piece makes no result`() {
    #expect(GrowingWork<Int>().results().isEmpty)
  }
}
