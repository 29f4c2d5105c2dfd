// The C library of the system. All modules import it through this file.
#if canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

/// A folder that is being listed.
package typealias FolderStream = OpaquePointer
