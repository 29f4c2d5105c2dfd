import Dispatch
import Synchronization

/// Waits on this thread for work that is done on others.
///
/// The others are threads of the work's own: whoever waits may hold one of those that tasks usually run on.
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Value?>(nil)
  Task(executorPreference: OwnThreads()) {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  while true {
    done.wait()
    if let value = result.withLock({ $0 }) { return value }
  }
}

private final class OwnThreads: TaskExecutor {
  private let queue = DispatchQueue(label: "sheaf.own-threads", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
