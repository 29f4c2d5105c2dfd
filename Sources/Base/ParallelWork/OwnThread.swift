import HostSystem

/// Runs blocking work, such as waiting for a program, on a separate thread. Threads of a pool may all be busy waiting.
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

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
