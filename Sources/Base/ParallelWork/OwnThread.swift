import HostSystem

/// Does work that blocks, such as waiting for a program, on a thread of its own.
///
/// Threads of a pool would do, but they can all be busy waiting.
///
/// - Returns: The result of the work.
package func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    let job = OwnThreadJob { continuation.resume(returning: work()) }
    let pointer = Unmanaged.passRetained(job).toOpaque()
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<OwnThreadJob>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, pointer)
    if code == 0 {
      pthread_detach(thread)
    } else {
      Unmanaged<OwnThreadJob>.fromOpaque(pointer).takeRetainedValue().run()
    }
  }
}

private final class OwnThreadJob: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
