/// The calls to the operating system beyond POSIX.1-2008, or with different names on each system.
///
/// The program calls ``Host``. ``PortableHost`` needs the standard alone and is part of every build, so that one suite
/// of tests runs over both.
///
/// If a call fails, `errno` says why.
package protocol HostCalls {
  associatedtype Events: FolderEvents

  static var guarantees: HostGuarantees { get }

  // MARK: Files

  /// Opens a file if no part of its absolute path is a symbolic link.
  ///
  /// - Returns: A descriptor; negative with `ELOOP` if a part is a link, with `ENOSYS` if the system cannot tell.
  static func openWithoutLinks(_ path: String, _ flags: Int32) -> Int32

  /// The flags that open a folder only to open files in it.
  static var passageFlags: Int32 { get }

  /// Renames a file, a link or a folder if the new name is free; never takes the place of another.
  ///
  /// - Parameters:
  ///   - place: An open folder, and a name in it.
  ///   - goal: The same of the new name.
  /// - Returns: False with `EEXIST` if the name is taken, with `ENOSYS` if this cannot be done here.
  static func renameToFree(_ place: PlaceInFolder, _ goal: PlaceInFolder) -> Bool

  /// Returns the names of the extended attributes of an open file, or none if the file system does not support them.
  static func attributeNames(of descriptor: Int32) -> [String]

  /// Returns the value of an extended attribute, or nil if the file no longer has it.
  static func attribute(_ name: String, of descriptor: Int32) -> [UInt8]?

  static func setAttribute(_ name: String, _ value: [UInt8], of descriptor: Int32)

  /// Returns the time of the last change of a file's content, and that of its last change of any kind.
  static func times(of status: stat) -> (modified: timespec, changed: timespec)

  /// Returns the kind of a directory entry, such as `S_IFREG`, or nil if the entry does not contain it.
  static func kind(of entry: UnsafePointer<dirent>) -> mode_t?

  /// Waits until a file or a folder is on the disk.
  static func sync(_ descriptor: Int32) -> Bool

  /// Begins to write a file to the disk, if the system has a call for this, so that ``sync(_:)`` waits less.
  static func startWriting(_ descriptor: Int32)

  // MARK: Processes

  /// Creates a pipe. A program inherits an end only as one of its streams. Returns nil if the system refuses.
  static func makePipe() -> (read: Int32, write: Int32)?

  /// Runs `start`, which starts a program, while ``makePipe()`` does not have a pipe half made.
  static func starting(_ start: () -> Int32) -> Int32

  /// The environment of this process as the C library keeps it, with nil after the last variable.
  static var variables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { get }

  /// The absolute path of the program that runs. Nil if the system does not say.
  static var programPath: String? { get }

  /// The kind of socket that a stream is, as `getaddrinfo` takes it.
  static var streamSocket: Int32 { get }

  // MARK: Memory

  /// Gives memory that is free back to the system.
  static func releaseFreeMemory()

  /// Limits the number of memory pools, because each pool keeps its free memory.
  static func limitMemoryPools(_ count: Int32)

  /// Returns the offset at which a text begins in another one, or nil if it does not occur.
  static func place(of text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int?
}

/// A name in a folder that is open.
package struct PlaceInFolder {
  let folder: Int32
  let name: String

  package init(_ name: String, in folder: Int32) {
    self.folder = folder
    self.name = name
  }
}

/// The guarantees of a system. `Documentation/Systems.md` describes the consequences of a false one.
package struct HostGuarantees: Hashable, Sendable {
  /// True if a rewritten file keeps its extended attributes.
  package let keepsAttributes: Bool
  /// True if a renaming that is killed leaves one name, false if both names can remain.
  package let renamesInOneStep: Bool
  /// True if the kernel reports changes of files, false if Sheaf polls for changes.
  package let reportsChanges: Bool
  /// True if a path may lead through a folder that cannot be listed.
  package let passesUnlistedFolders: Bool
  /// True if free memory is returned to the system.
  package let returnsMemory: Bool
}

/// The events in some folders. Used by one thread.
package protocol FolderEvents: AnyObject {
  /// Creates a watch. Nil if the system refuses.
  init?()

  /// Watches a folder without its subfolders.
  ///
  /// - Returns: Its number in the events. Nil if the system refuses.
  func watch(_ path: String) -> Int32?

  /// Waits until something happens. Nil if the system refuses.
  func next() -> [FolderEvent]?
}

package enum FolderEvent: Hashable, Sendable {
  /// A file of this name was written, came or went.
  case file(String, folder: Int32)
  /// A folder of this name came or went.
  case folder(String, folder: Int32)
  /// The folder is watched no more.
  case end(folder: Int32)
  /// The system has dropped events.
  case lost
}

#if PORTABLE || !os(Linux)
  package typealias Host = PortableHost
#else
  package typealias Host = LinuxHost
#endif
