// The C library, for every module: no other names the one of its system.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

/// A folder that is being listed.
#if canImport(Darwin)
  package typealias FolderStream = UnsafeMutablePointer<DIR>
#else
  package typealias FolderStream = OpaquePointer
#endif
