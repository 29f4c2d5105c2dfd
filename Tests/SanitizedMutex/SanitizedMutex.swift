import Glibc

/// Stands for `Synchronization.Mutex` where `make sanitize` looks for races: the sanitizer knows the locks of POSIX, and not
/// what the standard library does while it waits.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  public init(_ value: consuming sending Value) {
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
