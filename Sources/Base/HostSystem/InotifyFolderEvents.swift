#if os(Linux) && !PORTABLE
  /// The events in some folders, as the kernel reports them.
  package final class InotifyFolderEvents: FolderEvents {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    private static let events = UInt32(
      IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)

    package init?() {
      descriptor = inotify_init1(Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    package func watch(_ path: String) -> Int32? {
      let number = unsafe inotify_add_watch(descriptor, path, Self.events)
      return number >= 0 ? number : nil
    }

    package func next() -> [FolderEvent]? {
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe read(descriptor, bytes.baseAddress, bytes.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return nil }
        return unsafe buffer.withUnsafeBytes { unsafe Self.events(in: $0.prefix(count)) }
      }
    }

    private static func events(in bytes: Slice<UnsafeRawBufferPointer>) -> [FolderEvent] {
      let headSize = MemoryLayout<inotify_event>.size
      var events: [FolderEvent] = []
      var rest = unsafe bytes
      while unsafe rest.count >= headSize {
        let head = unsafe UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
        let name = unsafe rest.dropFirst(headSize).prefix(Int(head.len)).prefix { $0 != 0 }
        events.append(event(head, unsafe String(decoding: name, as: UTF8.self)))
        unsafe rest = rest.dropFirst(headSize + Int(head.len))
      }
      return events
    }

    private static func event(_ event: inotify_event, _ name: String) -> FolderEvent {
      if event.mask & UInt32(IN_IGNORED) != 0 { return .end(folder: event.wd) }
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .lost }
      return event.mask & UInt32(IN_ISDIR) != 0 ? .folder(name, folder: event.wd) : .file(name, folder: event.wd)
    }
  }
#endif
