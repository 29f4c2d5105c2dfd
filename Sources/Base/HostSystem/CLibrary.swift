// The C library, for every module: no other names the one of its system.
#if canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

/// A folder that is being listed.
package typealias FolderStream = OpaquePointer
