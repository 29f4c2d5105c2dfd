/// The events in some folders, found by looking again and again.
package final class PolledFolderEvents: FolderEvents {
  /// The properties that show whether a name belongs to another file now, or its file has changed.
  private struct Mark: Equatable {
    let isFolder: Bool
    let inode: UInt64
    /// The state of a file: size, and times in seconds and nanoseconds. Changes in a folder do not count.
    let content: [Int]

    init(_ status: stat) {
      isFolder = status.st_mode & S_IFMT == S_IFDIR
      inode = UInt64(status.st_ino)
      let times = PortableHost.times(of: status)
      content =
        isFolder
        ? []
        : [
          Int(status.st_size), Int(times.modified.tv_sec), Int(times.modified.tv_nsec),
          Int(times.changed.tv_sec), Int(times.changed.tv_nsec),
        ]
    }
  }

  private struct Folder {
    let path: String
    var marks: [String: Mark]
  }

  private var folders: [Int32: Folder] = [:]
  private var numbers: [String: Int32] = [:]
  private var lastNumber: Int32 = 0

  /// The shortest pause between two looks.
  private static let shortestPause = 250_000
  /// A look may take this part of the time, however many files there are.
  private static let share = 20

  package init() {}

  package func watch(_ path: String) -> Int32? {
    guard let marks = Self.marks(in: path) else { return nil }
    // Another folder may have the name now.
    if let number = numbers[path] { folders[number] = nil }
    lastNumber += 1
    numbers[path] = lastNumber
    folders[lastNumber] = Folder(path: path, marks: marks)
    return lastNumber
  }

  package func next() -> [FolderEvent]? {
    while true {
      let start = Self.microseconds()
      let events = folders.keys.sorted().flatMap(look)
      if !events.isEmpty { return events }
      let pause = max(Self.shortestPause, (Self.microseconds() - start) * Self.share)
      sleep(milliseconds: pause / 1_000)
    }
  }

  /// Compares a folder with its state at the last look, and returns the differences as events.
  private func look(_ number: Int32) -> [FolderEvent] {
    guard let folder = folders[number] else { return [] }
    guard let marks = Self.marks(in: folder.path) else {
      folders[number] = nil
      return [.end(folder: number)]
    }
    folders[number]?.marks = marks
    let names = Set(marks.keys).union(folder.marks.keys).sorted()
    return names.compactMap { name in
      let (before, after) = (folder.marks[name], marks[name])
      if before == after { return nil }
      let isFolder = before?.isFolder == true || after?.isFolder == true
      return isFolder ? .folder(name, folder: number) : .file(name, folder: number)
    }
  }

  /// Reads the state of each entry of a folder. Returns nil if there is no such folder.
  private static func marks(in path: String) -> [String: Mark]? {
    guard let stream = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(stream) }
    var marks: [String: Mark] = [:]
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard name != ".", name != "..",
        unsafe fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0
      else { continue }
      marks[name] = Mark(status)
    }
    return marks
  }

  private static func microseconds() -> Int {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1_000
  }
}
